"""Layers and their sizes, by counting alone."""

from __future__ import annotations

from math import comb

import pytest

from boardbytes.errors import NumberingError
from boardbytes.numbering.mill import Layer, Symmetry, layer, layer_size
from boardbytes.numbering.mill.layers import all_layers, count_cd, cycles, sublayers, unchanged
from tests.numbering.mill import muehle

MANY = [(own, opp) for own in range(3, 10) for opp in range(3, 10)]
"""Both sides can play on."""


def test_all_layers_are_those_of_muehle() -> None:
    for number, row in enumerate(muehle.layers()):
        found = layer(number)
        assert found == Layer(
            int(row["cur_white"]), int(row["opp_black"]), row["phase"] == "setting"
        )
        assert found.number == number == int(row["layer"])
        assert layer_size(number) == int(row["num_states"])
        assert len(sublayers(found)) == int(row["num_sublayers"])
        boards = sum(part.size for part in sublayers(found))
        assert boards == int(row["raw_indices"])
        if found != Layer(9, 9, setting=True):
            assert found.factor == int(row["multiplier"])
    assert len(all_layers()) == 200


def test_numbers_of_the_moving_phase() -> None:
    assert sum(Layer(*counts, setting=False).size for counts in MANY) == 8_951_158_172


def test_classes_of_the_moving_phase() -> None:
    """The page compares the two."""
    fixed = [unchanged(cycles(each, range(24))) for each in Symmetry]
    classes = sum(table[counts] for table in fixed for counts in MANY) // 16
    assert classes == 8_904_593_601


def test_settings_of_one_stone() -> None:
    """Corners and midpoints are the only two kinds of point on the outer and inner ring."""
    assert [count_cd(*counts) for counts in ((0, 0), (1, 0), (0, 1))] == [1, 2, 2]


def test_no_symmetry_but_one_leaves_every_setting_unchanged() -> None:
    table = unchanged(cycles(Symmetry.SO_DO_NOTHING, range(24)))
    assert table[9, 9] == comb(24, 9) * comb(15, 9)


@pytest.mark.parametrize("number", [-1, 200, 10**30])
def test_no_such_layer(number: int) -> None:
    with pytest.raises(NumberingError, match="only the layers 0 to 199"):
        layer_size(number)
