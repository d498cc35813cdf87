"""How the values of blocks are written as bytes before they are compressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.solving.mill import packing_kernel
from boardbytes.solving.mill.summary import Values

FIVE = 5
"""Values to a byte where there are only three: 243 combinations."""


@dataclass(frozen=True)
class Packing:
    """A way to write values; its number stands in the header of a table."""

    number: int
    title: str
    has_distances: bool
    encode: Callable[[Values, int], Values]
    """The bytes of blocks of that many values each, one after the other."""
    length: Callable[[int], int]
    """How many bytes a block of that many values takes."""
    decode: Callable[[Values, int], Values]
    """The values of a block, and how many there are."""


BLOCKS = 32
"""Blocks that a core writes at a time."""


def _same(values: Values, block: int) -> Values:
    return values


def _one_each(count: int) -> int:
    return count


def _as_they_are(data: Values, count: int) -> Values:
    return data


def _fives(values: Values, block: int) -> Values:
    rows, last = divmod(len(values), block)
    packed = np.empty(rows * _fifth(block) + _fifth(last), np.uint8)
    pack = compiled(packing_kernel.__name__).pack_fives

    def write(part: slice) -> None:
        start, stop = part.start * block, part.stop * block
        first, end = part.start * _fifth(block), part.stop * _fifth(block)
        pack(values[start:stop], block, packed[first:end])

    share_rows(-(-len(values) // block), write, chunk=BLOCKS)
    return packed


def _fifth(count: int) -> int:
    return -(-count // FIVE)


def _from_fives(data: Values, count: int) -> Values:
    values = np.empty(count, np.uint8)
    compiled(packing_kernel.__name__).unpack_fives(data, values)
    return values


DISTANCES = Packing(0, "distances", True, _same, _one_each, _as_they_are)
BYTES = Packing(1, "values only", False, _same, _one_each, _as_they_are)
FIVES = Packing(2, "values only, five to a byte", False, _fives, _fifth, _from_fives)

PACKINGS = {each.number: each for each in (DISTANCES, BYTES, FIVES)}
