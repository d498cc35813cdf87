"""Values without distances, of which there are three: five to a byte."""

from __future__ import annotations

from typing import Any

from boardbytes.solving.mill.kernel import DRAWN


def pack_fives(values: Any, packed: Any) -> None:
    """Write five values to a byte: 0 lost, 1 won, 2 drawn, the first is the lowest digit."""
    for at in range(len(packed)):
        byte = 0
        for place in range(min(5 * at + 5, len(values)) - 1, 5 * at - 1, -1):
            value = int(values[place])
            byte = 3 * byte + (2 if value == DRAWN else value)
        packed[at] = byte


def unpack_fives(packed: Any, values: Any) -> None:
    """The inverse of `pack_fives`."""
    for at in range(len(packed)):
        byte = int(packed[at])
        for place in range(5 * at, min(5 * at + 5, len(values))):
            value = byte % 3
            byte //= 3
            values[place] = DRAWN if value == 2 else value
