"""Values without distances, of which there are three: five to a byte."""

from __future__ import annotations

from typing import Any

from boardbytes.solving.mill.kernel import DRAWN


def digit(value: int) -> int:
    """What stands for a value: 0 lost, 1 won, 2 drawn."""
    return min(int(value), 2)


def pack_fives(values: Any, block: int, packed: Any) -> None:
    """Write five values to a byte, the first as the lowest digit; every block begins a new one."""
    at = 0
    for start in range(0, len(values), block):
        stop = min(start + block, len(values))
        whole = (stop - start) // 5
        for number in range(whole):
            place = start + 5 * number
            high = 27 * digit(values[place + 3]) + 81 * digit(values[place + 4])
            low = digit(values[place]) + 3 * digit(values[place + 1]) + 9 * digit(values[place + 2])
            packed[at + number] = low + high
        at += whole
        if start + 5 * whole < stop:
            byte = 0
            for place in range(stop - 1, start + 5 * whole - 1, -1):
                byte = 3 * byte + digit(values[place])
            packed[at] = byte
            at += 1


def unpack_fives(packed: Any, values: Any) -> None:
    """The inverse of `pack_fives`."""
    for at in range(len(packed)):
        byte = int(packed[at])
        for place in range(5 * at, min(5 * at + 5, len(values))):
            value = byte % 3
            byte //= 3
            values[place] = DRAWN if value == 2 else value
