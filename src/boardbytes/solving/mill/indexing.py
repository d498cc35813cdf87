"""What the solver looks up: classes of stones, ranks of subsets, turned and packed bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.games.mill.board import POINTS, STONES
from boardbytes.solving.mill.kernel import (
    HALF,
    HIGH_RANKS,
    LOW_RANKS,
    PACKED,
    SPACED,
    TURNED,
    Shape,
)

Integers: TypeAlias = NDArray[np.int32]

TURNS = 8
SYMMETRIES = 2 * TURNS


@dataclass(frozen=True)
class Tables:
    """One array of all tables, and by number of points where those that depend on it begin."""

    array: Any
    subsets: tuple[int, ...]
    masks: tuple[int, ...]
    symmetric: tuple[int, ...]
    entries: tuple[int, ...]
    """The classes of sets by their rank."""
    classes: tuple[int, ...]
    """How many classes there are."""

    def shape(self, own: int, opp: int) -> Shape:
        """How the states with so many stones are placed."""
        return Shape(
            ways=comb(POINTS - own, opp),
            masks=self.masks[own],
            symmetric=self.symmetric[own],
            subsets=self.subsets[opp],
            classes=self.entries[own],
            own_ranks=HIGH_RANKS + (own << HALF),
            opp_ranks=HIGH_RANKS + (opp << HALF),
        )

    def size(self, own: int, opp: int) -> int:
        """How many places a subspace has."""
        return self.classes[own] * comb(POINTS - own, opp)


@cache
def tables() -> Tables:
    """The tables, made once per process in about a second."""
    turned = _turned_bytes()
    packed, spaced = _packed_bytes()
    low, high = _ranks()
    everything = np.arange(1 << POINTS, dtype=np.int32)
    sizes = np.bitwise_count(everything)
    by_size = [everything[sizes == points] for points in range(STONES + 1)]
    found = [_classes(subset, turned) for subset in by_size]
    fixed = {TURNED: turned, PACKED: packed, SPACED: spaced, LOW_RANKS: low, HIGH_RANKS: high}
    parts = [np.ravel(fixed[start]) for start in sorted(fixed)]
    starts: list[tuple[int, ...]] = []
    for group in (by_size, *zip(*found, strict=True)):
        begin = sum(map(len, parts))
        starts.append(tuple(begin + sum(map(len, group[:index])) for index in range(len(group))))
        parts += group
    subsets, masks, symmetric, entries = starts
    numbers = tuple(len(representatives) for representatives, _, _ in found)
    return Tables(np.concatenate(parts), subsets, masks, symmetric, entries, numbers)


def _ranks() -> tuple[Integers, Integers]:
    """The tables that rank a set by its halves."""
    halves = np.bitwise_count(np.arange(1 << HALF))
    low = np.zeros(1 << HALF, np.int32)
    for points in range(HALF + 1):
        alike = np.flatnonzero(halves == points)
        low[alike] = np.arange(len(alike))
    high = np.zeros((STONES + 1, 1 << HALF), np.int32)
    for points in range(STONES + 1):
        with_half = [comb(HALF, points - half) if half <= points else 0 for half in range(HALF + 1)]
        high[points, 1:] = np.cumsum(np.array(with_half)[halves])[:-1]
    return low, high


def _turned_bytes() -> Integers:
    table = np.zeros((TURNS, 256), np.int32)
    for turn in range(TURNS):
        sign, shift = (-1, 2 * (turn - 4)) if turn >= 4 else (1, 2 * turn)
        for point in range(8):
            table[turn] |= (np.arange(256) >> point & 1) << (sign * point + shift) % 8
    return table


def _packed_bytes() -> tuple[Integers, Integers]:
    packed, spaced = np.zeros((256, 256), np.int32), np.zeros((256, 256), np.int32)
    everything = np.arange(256)
    for free in range(256):
        points = [point for point in range(8) if free >> point & 1]
        for place, point in enumerate(points):
            packed[free] |= (everything >> point & 1) << place
            spaced[free] |= (everything >> place & 1) << point
        packed[free] |= len(points) << 8
        spaced[free] |= len(points) << 8
    return packed, spaced


def _classes(sets: Integers, turned: Integers) -> tuple[Integers, Integers, Integers]:
    """The set that stands for each class, the symmetries that leave it, and each set's class."""
    smallest, leading = sets.copy(), np.zeros(len(sets), np.int32)
    for symmetry in range(SYMMETRIES):
        images = _images(sets, symmetry, turned)
        better = images < smallest
        smallest[better] = images[better]
        # Nothing done is never better than itself, so the symmetry of a smallest set stays 0.
        leading[better] = symmetry
    masks, numbers = np.unique(smallest, return_inverse=True)
    bits = np.zeros(len(masks), np.int32)
    for symmetry in range(SYMMETRIES):
        bits |= (_images(masks, symmetry, turned) == masks).astype(np.int32) << symmetry
    return masks, bits, numbers.astype(np.int32) << 4 | leading


def _images(masks: Integers, symmetry: int, turned: Integers) -> Any:
    rings = [turned[symmetry % TURNS][masks >> 8 * ring & 255] for ring in range(3)]
    if symmetry >= TURNS:
        rings.reverse()
    return rings[0] | rings[1] << 8 | rings[2] << 16
