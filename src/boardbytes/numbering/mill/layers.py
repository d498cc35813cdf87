"""Layers, sub-layers and how many numbers each has, by counting alone.

Throughout, `own` and `opp` are the numbers of stones of the side to move and of the other side.
The middle ring is called AB and the outer and inner ring together CD, as in Muehle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb

from boardbytes.games.mill.board import STONES
from boardbytes.numbering.mill.kernel import LAST_LAYER
from boardbytes.numbering.mill.symmetry import Symmetry

COUNTS = STONES + 1
"""A side has 0 to 9 stones on the board."""

LAYERS = LAST_LAYER + 1

AB_POINTS = 8


@dataclass(frozen=True, slots=True)
class Layer:
    """The states with given numbers of stones of the side to move and the other, in one phase."""

    own: int
    opp: int
    setting: bool

    @property
    def number(self) -> int:
        """0–99 in the moving phase by the number of stones; the setting phase runs backwards."""
        total = self.own + self.opp
        moving = (
            total * (total + 1) // 2 + self.own
            if total <= STONES
            else 55 + sum(19 - k for k in range(10, total)) + self.own - (total - STONES)
        )
        return LAST_LAYER - moving if self.setting else moving

    @property
    def factor(self) -> int:
        """How many states share a board: in the setting phase one per number of stones missing."""
        return 2 * STONES - self.own - self.opp if self.setting else 1

    @property
    def size(self) -> int:
        """How many numbers the layer has: 0 where it can hold no state at all."""
        if self.setting:
            empty = self.own == STONES
        else:
            empty = min(self.own, self.opp) < 2 or self.own == self.opp == 2
        return 0 if empty else self.factor * sum(part.size for part in sublayers(self))


@dataclass(frozen=True, slots=True)
class Sublayer:
    """The states of a layer with given numbers of stones on the outer and inner ring.

    `offset` is the number of boards in the sub-layers before it.
    """

    own_cd: int
    opp_cd: int
    n_ab: int
    n_cd: int
    offset: int

    @property
    def size(self) -> int:
        return self.n_ab * self.n_cd


@cache
def all_layers() -> tuple[Layer, ...]:
    """All 200 layers; the number of each is its place."""
    layers = [Layer(*parts) for parts in product(range(COUNTS), range(COUNTS), (False, True))]
    return tuple(sorted(layers, key=lambda layer: layer.number))


@cache
def sublayers(layer: Layer) -> tuple[Sublayer, ...]:
    """The sub-layers of a layer, in order; the same for both phases."""
    return tuple(_sublayers(layer.own, layer.opp))


def _sublayers(own: int, opp: int) -> Iterator[Sublayer]:
    offset = 0
    for own_cd, opp_cd in product(range(own + 1), range(opp + 1)):
        n_ab = count_ab(own - own_cd, opp - opp_cd)
        n_cd = count_cd(own_cd, opp_cd)
        if n_ab and n_cd:
            yield Sublayer(own_cd, opp_cd, n_ab, n_cd, offset)
            offset += n_ab * n_cd


def count_ab(own: int, opp: int) -> int:
    """How many ways there are to set stones on the middle ring."""
    return comb(AB_POINTS, own) * comb(AB_POINTS - own, opp) if own <= AB_POINTS else 0


@cache
def count_cd(own: int, opp: int) -> int:
    """How many ways there are to set stones on the outer and inner ring, up to symmetry.

    By Burnside's lemma: the mean, over the symmetries, of the ways that each leaves unchanged.
    """
    return sum(table[own, opp] for table in _unchanged_cd()) // len(Symmetry)


@cache
def _unchanged_cd() -> list[dict[tuple[int, int], int]]:
    return [unchanged(cycles(each, (*range(8), *range(16, 24)))) for each in Symmetry]


def unchanged(lengths: Iterable[int]) -> dict[tuple[int, int], int]:
    """How many ways to set stones a symmetry with such cycles leaves unchanged, by their numbers.

    Those are the ways in which all points of a cycle hold the same.
    """
    numbers = dict.fromkeys(product(range(COUNTS), range(COUNTS)), 0)
    numbers[0, 0] = 1
    for length in lengths:
        numbers = {
            (own, opp): numbers[own, opp]
            + numbers.get((own - length, opp), 0)
            + numbers.get((own, opp - length), 0)
            for own, opp in numbers
        }
    return numbers


def cycles(symmetry: Symmetry, points: Iterable[int]) -> Iterator[int]:
    """The lengths of the cycles in which a symmetry moves these points."""
    left = set(points)
    while left:
        point, length = min(left), 0
        while point in left:
            left.remove(point)
            point = symmetry.apply_point(point)
            length += 1
        yield length
