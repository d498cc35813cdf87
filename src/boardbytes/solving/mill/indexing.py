"""What the solver looks up: classes of stones, ranks of subsets, turned and packed bytes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.games.mill.board import STONES, THREE_RINGS, MillBoard
from boardbytes.solving.mill.kernel import (
    HALF,
    HIGH_RANKS,
    IMAGES,
    LOW_RANKS,
    PACKED,
    SPACED,
    Shape,
)

Integers: TypeAlias = NDArray[np.int32]

SYMMETRIES = 16
"""No board has more."""
BYTES = 3
"""A set of points has at most this many bytes."""


@dataclass(frozen=True)
class Tables:
    """One array of all tables, and by number of points where those that depend on it begin."""

    points: int
    array: Any
    subsets: tuple[int, ...]
    masks: tuple[int, ...]
    symmetric: tuple[int, ...]
    entries: tuple[int, ...]
    """The classes of sets by their rank."""
    classes: tuple[int, ...]
    """How many classes there are."""

    def shape(self, own: int, opp: int) -> Shape:
        """How the states with that many stones are placed."""
        return Shape(
            ways=comb(self.points - own, opp),
            masks=self.masks[own],
            symmetric=self.symmetric[own],
            subsets=self.subsets[opp],
            classes=self.entries[own],
            own_ranks=HIGH_RANKS + (own << HALF),
            opp_ranks=HIGH_RANKS + (opp << HALF),
        )

    def size(self, own: int, opp: int) -> int:
        """How many places a subspace has."""
        return self.classes[own] * comb(self.points - own, opp)


@cache
def tables(board: MillBoard = THREE_RINGS, stones: int = STONES) -> Tables:
    """The tables of a board for up to that many stones a side, made in about a second."""
    images = _images_of_bytes(board)
    packed, spaced = _packed_bytes()
    low, high = _ranks(stones)
    everything = np.arange(1 << board.points, dtype=np.int32)
    sizes = np.bitwise_count(everything)
    by_size = [everything[sizes == points] for points in range(stones + 1)]
    found = [_classes(subset, images) for subset in by_size]
    fixed = {IMAGES: images, PACKED: packed, SPACED: spaced, LOW_RANKS: low, HIGH_RANKS: high}
    parts = [np.ravel(fixed[start]) for start in sorted(fixed)]
    starts: list[tuple[int, ...]] = []
    for group in (by_size, *zip(*found, strict=True)):
        begin = sum(map(len, parts))
        starts.append(tuple(begin + sum(map(len, group[:index])) for index in range(len(group))))
        parts += group
    subsets, masks, symmetric, entries = starts
    numbers = tuple(len(representatives) for representatives, _, _ in found)
    return Tables(
        board.points, np.concatenate(parts), subsets, masks, symmetric, entries, numbers
    )  # fmt: skip


def _ranks(stones: int) -> tuple[Integers, Integers]:
    """The tables that rank a set by its halves."""
    halves = np.bitwise_count(np.arange(1 << HALF))
    low = np.zeros(1 << HALF, np.int32)
    for points in range(HALF + 1):
        alike = np.flatnonzero(halves == points)
        low[alike] = np.arange(len(alike))
    high = np.zeros((stones + 1, 1 << HALF), np.int32)
    for points in range(stones + 1):
        with_half = [comb(HALF, points - half) if half <= points else 0 for half in range(HALF + 1)]
        high[points, 1:] = np.cumsum(np.array(with_half)[halves])[:-1]
    return low, high


def _images_of_bytes(board: MillBoard) -> Integers:
    """By symmetry, byte and its value: where the points of that byte go."""
    table = np.zeros((SYMMETRIES, BYTES, 256), np.int32)
    everything = np.arange(256)
    for number, symmetry in enumerate(board.symmetries):
        for point, goes in enumerate(symmetry):
            table[number, point // 8] |= (everything >> point % 8 & 1).astype(np.int32) << goes
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


def _classes(sets: Integers, images: Integers) -> tuple[Integers, Integers, Integers]:
    """The set that stands for each class, the symmetries that keep it, and each set's class."""
    smallest, leading = sets.copy(), np.zeros(len(sets), np.int32)
    symmetries = [number for number in range(SYMMETRIES) if images[number].any()]
    for symmetry in symmetries:
        turned = _images(sets, images[symmetry])
        better = turned < smallest
        smallest[better] = turned[better]
        # Leaving all as it is makes nothing smaller, so the symmetry of a smallest set stays 0.
        leading[better] = symmetry
    masks, numbers = np.unique(smallest, return_inverse=True)
    bits = np.zeros(len(masks), np.int32)
    for symmetry in symmetries:
        bits |= (_images(masks, images[symmetry]) == masks).astype(np.int32) << symmetry
    return masks, bits, numbers.astype(np.int32) << 4 | leading


def _images(masks: Integers, by_byte: Integers) -> Any:
    return (
        by_byte[0][masks & 255] | by_byte[1][masks >> 8 & 255] | by_byte[2][masks >> 16]
    )  # fmt: skip
