"""Symmetries are those of Muehle, and a group."""

from __future__ import annotations

import doctest
from itertools import product

import pytest

from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import LINES, POINTS, ROW_ORDER, mask_of
from boardbytes.model import Colour
from boardbytes.numbering.mill import Symmetry, symmetry
from tests.numbering.mill import muehle

each = pytest.mark.parametrize("one", Symmetry, ids=lambda one: one.name)


@each
def test_names_numbers_and_permutations_are_those_of_muehle(one: Symmetry) -> None:
    row = muehle.symmetries()["ops"][one.id]
    assert (one.id, one.name, one.inverse.id) == (row["id"], row["name"], row["reverse"])
    sources = [ROW_ORDER.index(one.sources[point]) for point in ROW_ORDER]
    assert sources == row["perm"]


def test_composition_is_that_of_muehle() -> None:
    assert [[a.then(b) for b in Symmetry] for a in Symmetry] == muehle.symmetries()["conc"]


def test_group_laws() -> None:
    for a, b, c in product(Symmetry, repeat=3):
        assert a.then(b).then(c) is a.then(b.then(c))
    for a in Symmetry:
        assert a.then(a.inverse) is a.inverse.then(a) is symmetry.IDENTITY
        assert a.then(symmetry.IDENTITY) is symmetry.IDENTITY.then(a) is a


@each
def test_composition_is_one_after_the_other(one: Symmetry) -> None:
    for other, point in product(Symmetry, range(POINTS)):
        assert one.then(other).apply_point(point) == other.apply_point(one.apply_point(point))


@each
def test_lines_become_lines(one: Symmetry) -> None:
    lines = {mask_of(line) for line in LINES}
    assert {one.apply_mask(line) for line in lines} == lines
    assert {mask_of(map(one.apply_point, line)) for line in LINES} == lines


@each
def test_points_and_sets_of_them_agree(one: Symmetry) -> None:
    for point in range(POINTS):
        assert one.apply_mask(1 << point) == 1 << one.apply_point(point)


@each
def test_a_position_keeps_hands_and_turn(one: Symmetry) -> None:
    position = MillPosition(0b111, 0b1 << 20, 5, 6, Colour.BLACK, removing=True)
    image = one.apply(position)
    assert (image.white, image.black) == (one.apply_mask(0b111), one.apply_mask(1 << 20))
    assert (image.white_hand, image.black_hand, image.turn) == (5, 6, Colour.BLACK)
    assert image.removing
    assert one.inverse.apply(image) == position


def test_docstring_examples() -> None:
    results = doctest.testmod(symmetry)
    assert (results.failed, results.attempted) == (0, 1)
