"""Mill solved: counts against published figures, values against their successors, files."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import boardbytes as bb
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import POINTS, mask_of
from boardbytes.numbering.mill import Symmetry
from boardbytes.solving.mill import kernel, probe, probe_moves, solve_to_files
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.files import TableFile
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.solver import solve_all, solve_step
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary

PUBLISHED = {
    (3, 3): (169_626, 140_621, 269, 28_736, 25, 26),
    (3, 4): (760_398, 102_281, 658_117, 0, 33, None),
    (4, 3): (760_398, 75_397, 681_906, 3_095, 1, 32),
    (3, 5): (2_580_390, 6_301, 2_564_412, 9_677, 31, 2),
    (5, 3): (2_580_390, 580_660, 1_999_730, 0, 3, None),
    (4, 4): (3_225_597, 159, 3_225_409, 29, 9, 8),
    (3, 6): (6_875_320, 0, 6_683_320, 192_000, None, 6),
    (6, 3): (6_875_320, 2_752_371, 4_122_949, 0, 7, None),
    (4, 5): (10_310_496, 51, 10_308_935, 1_510, 5, 28),
    (5, 4): (10_310_496, 9_889, 10_300_599, 8, 29, 4),
}
"""Classes, won, drawn, lost, longest win and loss, as three published sources have them."""

WITH_DUPLICATES = {
    (3, 3): (174_485, 352, 35_303),
    (4, 4): (212, 3_667_396, 57),
    (5, 4): (10_797, 10_958_274, 9),
}
"""Won, drawn, lost where a symmetric state counts once for each of its places."""


def as_row(summary: Summary) -> tuple[Any, ...]:
    found = summary.plain()
    names = ("classes", "won", "drawn", "lost", "longest_win", "longest_loss")
    return tuple(found[name] for name in names)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All tables with up to seven stones."""
    path = tmp_path_factory.getbasetemp() / "mill-tables"
    for summary in solve_to_files(7, path, Cores()):
        assert as_row(summary) == PUBLISHED[summary.subspace[:2]]
    return path


def test_sizes() -> None:
    known = tables()
    sides = range(3, 10)
    assert sum(known.size(own, opp) for own in sides for opp in sides) == 9_193_626_407
    setting = sum(
        known.size(own, opp)
        for stones in range(18)
        for own in range(stones // 2 + 1)
        for opp in range((stones + 1) // 2 + 1)
    )
    assert setting == 18_697_282_633
    assert known.classes == (1, 4, 30, 158, 757, 2830, 8774, 22188, 46879, 82880)


@pytest.mark.slow
def test_every_subspace_up_to_nine_stones() -> None:
    machine = Cores()
    for spaces in solve_all(machine, 9, "moving"):
        for space in spaces:
            pair = space.subspace[:2]
            assert as_row(machine.summarise(space)) == PUBLISHED[pair]
            if pair in WITH_DUPLICATES:
                values = machine.values(space)
                won = int(np.count_nonzero((values % 2 == 1) & (values < 255)))
                drawn = int(np.count_nonzero(values == kernel.DRAWN))
                lost = len(values) - won - drawn
                assert (won, drawn, lost) == WITH_DUPLICATES[pair]


def random_position(chance: random.Random, own: int, opp: int) -> MillPosition:
    points = chance.sample(range(POINTS), own + opp)
    return MillPosition(mask_of(points[:own]), mask_of(points[own:]), 0, 0)


def test_places_are_inverse_and_shared_by_images() -> None:
    chance, known = random.Random(3), tables()
    for own, opp in PUBLISHED:
        shape = known.shape(own, opp)
        for _ in range(50):
            position = random_position(chance, own, opp)
            place = int(kernel.place_of(position.white, position.black, shape, known.array))
            assert 0 <= place < known.size(own, opp)
            number, rank = divmod(place, shape.ways)
            back = int(known.array[shape.masks + number])
            others = int(kernel.others_at(number, rank, shape, known.array))
            images = [each.apply(position) for each in Symmetry]
            assert (back, others) in [(image.white, image.black) for image in images]


def test_images_have_the_same_value(folder: Path) -> None:
    chance = random.Random(11)
    for _ in range(60):
        position = random_position(chance, 3, 3)
        assert len({probe(each.apply(position), folder) for each in Symmetry}) == 1


def test_best_play_lasts_as_long_as_the_table_says(folder: Path) -> None:
    chance = random.Random(2)
    games = 0
    while games < 10:
        position = random_position(chance, 3, 3)
        found = probe(position, folder)
        if found.plies is None or not found.plies:
            continue
        games += 1
        for left in range(found.plies, 0, -1):
            move, value = next(iter(probe_moves(position, folder).items()))
            assert value.plies == left
            position = position.play(move)
        assert position.outcome() is not None


def test_where_no_table_reaches(folder: Path) -> None:
    with pytest.raises(bb.SolvingError, match="--phase both --stones 18 makes it"):
        probe(MillPosition(), folder)
    nine = random_position(random.Random(1), 5, 5)
    with pytest.raises(bb.SolvingError, match="boardbytes solve mill --stones 10 makes it"):
        probe(nine, folder)


def test_setting_leads_to_what_the_moving_phase_says(folder: Path) -> None:
    """The last stone of the setting phase, against asking every move of single positions."""
    machine = Cores()
    moving = {
        Subspace(*pair): machine.known(Subspace(*pair), TableFile(folder, Subspace(*pair)).read())
        for pair in PUBLISHED
        if sum(pair) <= 7
    }
    known, chance = tables(), random.Random(4)
    for own, opp in ((2, 3), (2, 4), (3, 3)):
        [space] = solve_step((Subspace(own, opp, 1, 0),), machine, moving.__getitem__)
        values = machine.values(space)
        for _ in range(20):
            points = chance.sample(range(POINTS), own + opp)
            mine, theirs = mask_of(points[:own]), mask_of(points[own:])
            position = MillPosition(theirs, mine, 0, 1, bb.Colour.BLACK)
            place = kernel.place_of(mine, theirs, known.shape(own, opp), known.array)
            best = next(iter(probe_moves(position, folder).values()))
            expected = kernel.DRAWN if best.plies is None else best.plies
            assert values[int(place)] == expected, f"\n{position}"
