"""What all board forms of DGF are put through."""

from __future__ import annotations

import random
import struct
from collections.abc import Iterable

import pytest

import boardbytes as bb
from boardbytes.games.go import GoPosition
from boardbytes.model import Colour

EMPTY_3 = [1, 0, 0, 3] + [0] * 9
"""The numbers of an empty board of three lines, black to move."""


def numbers(*values: int) -> bytes:
    """Signed 16-bit numbers, as records have them."""
    return struct.pack(f"<{len(values)}h", *values)


def check_header_byte(name: str, byte: int) -> None:
    """Every value of a header byte is read and written back, or named with its offset."""
    usual = bytearray(bb.dumps(GoPosition(5), name))
    for value in range(256):
        data = bytes([*usual[:byte], value, *usual[byte + 1 :]])
        if (byte == 0 and (value & 3 == 3 or value >= 64)) or (byte == 3 and value != 5):
            with pytest.raises(bb.FormatError) as caught:
                bb.loads(data, name)
            offsets = {problem.place.offset for problem in caught.value.problems}
            wrong_length = byte == 3 and value != 0
            assert wrong_length or offsets == {byte}
        else:
            assert bb.dumps(bb.loads(data, name)) == data


def check_sizes(name: str, sizes: Iterable[int]) -> None:
    """Boards full of chance come back, whatever their size."""
    chance = random.Random(8)
    for size in sizes:
        stones = bytes(chance.choices(range(3), k=size * size))
        position = GoPosition(size, stones, Colour.WHITE, 3, 7.5)
        assert bb.loads(bb.dumps(position, name), name).position == position
