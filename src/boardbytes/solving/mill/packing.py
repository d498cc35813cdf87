"""How the values of blocks are written as bytes before they are compressed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from boardbytes.compiling import compiled
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
    encode: Callable[[Values], Values]
    decode: Callable[[Values, int], Values]
    """The values of a block, and how many there are."""


def _same(values: Values) -> Values:
    return values


def _as_they_are(data: Values, count: int) -> Values:
    return data


def _fives(values: Values) -> Values:
    packed = np.empty(-(-len(values) // FIVE), np.uint8)
    compiled(packing_kernel.__name__).pack_fives(values, packed)
    return packed


def _from_fives(data: Values, count: int) -> Values:
    values = np.empty(count, np.uint8)
    compiled(packing_kernel.__name__).unpack_fives(data, values)
    return values


DISTANCES = Packing(0, "distances", True, _same, _as_they_are)
BYTES = Packing(1, "values only", False, _same, _as_they_are)
FIVES = Packing(2, "values only, five to a byte", False, _fives, _from_fives)

PACKINGS = {each.number: each for each in (DISTANCES, BYTES, FIVES)}
