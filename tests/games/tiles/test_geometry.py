"""Neighbours, distances, paths, large tiles against their definitions, on thousands of boards."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from scipy import ndimage

import boardbytes as bb
from boardbytes.games.tiles import Modifiers, TileBoard, Wrap, blank
from tests.games.tiles import brute
from tests.games.tiles.boards import random_board

SHAPES = [
    (width, length, hexagonal, wrap)
    for width in range(1, 8)
    for length in range(1, 6)
    for hexagonal in (False, True)
    for wrap in Wrap
]


@pytest.mark.parametrize("hexagonal", [False, True])
@pytest.mark.parametrize("wrap", Wrap)
def test_neighbours_of_every_tile_of_every_small_shape(hexagonal: bool, wrap: Wrap) -> None:
    for width in range(1, 8):
        for length in range(1, 7):
            board = blank(width, length, modifiers=Modifiers(hexagonal=hexagonal, wrap=wrap))
            places = brute.all_places(board)
            for here in places:
                found = board.neighbours(*here)
                assert len(set(found)) == len(found)
                assert set(found) == {to for to in places if brute.touches(board, here, to)}


def test_the_hexagons_of_the_specification() -> None:
    board = blank(5, 5, modifiers=Modifiers(hexagonal=True))
    assert set(board.neighbours(2, 2)) == {(2, 3), (2, 1), (3, 2), (1, 2), (3, 1), (1, 1)}
    assert set(board.neighbours(1, 2)) == {(1, 3), (1, 1), (2, 2), (0, 2), (2, 3), (0, 3)}


def test_touching_is_mutual_except_across_an_odd_seam() -> None:
    for width, length, hexagonal, wrap in SHAPES:
        board = blank(width, length, modifiers=Modifiers(hexagonal=hexagonal, wrap=wrap))
        if any(problem.code == "odd-wrap" for problem in board.problems()):
            continue
        for here in brute.all_places(board):
            assert all(here in board.neighbours(*to) for to in board.neighbours(*here))


@pytest.mark.slow
def test_distance_is_the_length_of_a_path_on_an_empty_board() -> None:
    for width, length, hexagonal, wrap in SHAPES:
        modifiers = Modifiers(pathed=True, hexagonal=hexagonal, wrap=wrap)
        board = blank(width, length, modifiers=modifiers)
        for here in brute.all_places(board):
            steps = board.reachable(here)
            for to in brute.all_places(board):
                assert board.distance(here, to) == steps[to], (board, here, to)


def check_walks(board: TileBoard, start: tuple[int, ...]) -> int:
    """Hold one start of one board against the definition; how many paths were checked."""
    expected = brute.reachable(board, start)
    found = board.reachable(start)
    assert found == expected, (board, start)
    assert list(found.values()) == sorted(found.values()), "nearest first"
    for end, steps in expected.items():
        path = board.path(start, end)
        assert path is not None
        assert (len(path) - 1, path[-1]) == (steps, end)
        # Along a shortest path every place is one step further than the one before it.
        assert [expected[place] for place in path] == list(range(steps + 1))
    return len(expected)


@pytest.mark.slow
def test_walks_on_four_thousand_random_boards() -> None:
    chance = random.Random(61)
    paths = 0
    for _ in range(4000):
        board = random_board(chance, 5)
        start: tuple[int, ...] = chance.choice(brute.all_places(board))
        if board.modifiers.level_flags and chance.random() < 0.5:
            start = (*start, chance.randrange(2 if board.depth == 8 else 6))
        paths += check_walks(board, start)
    assert paths > 5000, "boards must not be too full of walls to say anything"


def test_large_tiles_on_two_thousand_random_boards() -> None:
    chance = random.Random(62)
    for _ in range(2000):
        board = random_board(chance, 5)
        large = brute.large_tiles(board)
        expected = [board.number(*brute.lead(board, large[p])) for p in brute.all_places(board)]
        assert board.groups() == expected


def test_large_tiles_against_scipy() -> None:
    """On square boards without wrap a large tile is what SciPy calls a label."""
    chance = random.Random(63)
    for _ in range(300):
        board = replace(random_board(chance, 30), modifiers=Modifiers(grouped=True))
        groups = np.frombuffer(bytes(board.values("group")), np.uint8)
        ids = groups.reshape(board.length, board.width)
        leads = np.array(board.groups()).reshape(ids.shape)
        for group in (1, 2, 3):
            labels, count = ndimage.label(ids == group)
            for label in range(1, count + 1):
                tiles = labels == label
                assert set(leads[tiles]) == {np.flatnonzero(tiles)[0]}
            assert len(set(leads[ids == group])) == count


def test_a_large_tile_has_the_parts_of_its_lead() -> None:
    # Group A: 0x40. The lead, 0,0, is out of bounds (4), the other in bounds (12).
    board = TileBoard.of(8, [[0x44, 0x4C, 12]], modifiers=Modifiers(grouped=True, pathed=True))
    assert not board.can_enter(1, 0)
    assert board.can_enter(2, 0)
    assert board.reachable((2, 0)) == {(2, 0): 0}
    alone = replace(board, modifiers=Modifiers(pathed=True))
    assert alone.can_enter(1, 0)
    assert alone.path((2, 0), (1, 0)) == ((2, 0), (1, 0))


def test_a_large_tile_is_one_step() -> None:
    rows = [[12, 0x4C, 0x4C, 0x4C, 12]]
    board = TileBoard.of(8, rows, modifiers=Modifiers(grouped=True, pathed=True))
    assert board.path((0, 0), (4, 0)) == ((0, 0), (1, 0), (4, 0))
    assert board.path((0, 0), (3, 0)) == ((0, 0), (1, 0))


def test_levels() -> None:
    """Two towers with a bridge on level 1: up, across, down."""
    flags = Modifiers(pathed=True, level_flags=True)
    board = TileBoard.of(8, [[0b1111, 0b1110, 0b1111]], modifiers=flags)
    assert board.levels(1, 0) == (1,)
    path = ((0, 0, 0), (0, 0, 1), (1, 0, 1), (2, 0, 1), (2, 0, 0))
    assert board.path((0, 0, 0), (2, 0, 0)) == path
    assert board.path((0, 0, 0), (1, 0, 0)) is None


def test_spots_that_are_not_there() -> None:
    board = blank(2, 2)
    with pytest.raises(bb.PositionError, match="there is no tile 2,0"):
        board.path((2, 0), (0, 0))
    with pytest.raises(bb.PositionError, match="no levels"):
        board.path((0, 0, 0), (1, 1, 0))
    with pytest.raises(bb.PositionError, match="there is no spot 1,1,0"):
        board.path((0, 0), (1, 1, 0))


@pytest.mark.slow
@pytest.mark.parametrize("wrap", Wrap)
def test_lines_over_squares_are_those_that_a_line_crosses(wrap: Wrap) -> None:
    for width, length in [(1, 1), (1, 5), (2, 2), (3, 4), (5, 5), (6, 4)]:
        board = blank(width, length, modifiers=Modifiers(wrap=wrap))
        for here in brute.all_places(board):
            for to in brute.all_places(board):
                found = board.line(here, to)
                assert found in brute.square_lines(board, here, to)
                assert board.line(to, here) == found[::-1]


def test_lines_over_few_hexagons_keep_to_the_line() -> None:
    board = blank(4, 5, modifiers=Modifiers(hexagonal=True))
    for here in brute.all_places(board):
        for to in brute.all_places(board):
            assert brute.is_hex_line(board, board.line(here, to)), (here, to)


def test_a_line_between_two_hexagons_always_takes_the_same() -> None:
    board = blank(4, 5, modifiers=Modifiers(hexagonal=True))
    assert board.line((0, 0), (1, 1)) == ((0, 0), (0, 1), (1, 1))
    assert board.line((0, 0), (3, 2)) == ((0, 0), (1, 0), (1, 1), (2, 2), (3, 2))


@pytest.mark.slow
@pytest.mark.parametrize("wrap", Wrap)
def test_lines_over_hexagons_keep_to_the_line(wrap: Wrap) -> None:
    for width, length in [(1, 1), (1, 5), (2, 2), (4, 1), (4, 4), (5, 5), (6, 3)]:
        board = blank(width, length, modifiers=Modifiers(hexagonal=True, wrap=wrap))
        if any(problem.code == "odd-wrap" for problem in board.problems()):
            continue
        for here in brute.all_places(board):
            for to in brute.all_places(board):
                found = board.line(here, to)
                assert (found[0], found[-1]) == (here, to)
                assert len(found) == board.distance(here, to) + 1
                assert all(b in board.neighbours(*a) for a, b in pairwise(found))
                assert brute.is_hex_line(board, found)
                assert board.line(to, here) == found[::-1]


def test_lines_on_random_boards_have_both_ends_and_no_gaps() -> None:
    """Odd seams included, where a line goes the way inside the board."""
    chance = random.Random(5)
    for _ in range(2000):
        board = random_board(chance, 30)
        here, to = (board.spot(chance.randrange(board.width * board.length)) for _ in range(2))
        found = board.line(here, to)
        assert (found[0], found[-1]) == (here, to)
        assert len(set(found)) == len(found)
        assert all(0 <= x < board.width and 0 <= y < board.length for x, y in found)


def test_sight() -> None:
    open_, wall, hill = 0b1100, 0b0100, 0b1110
    row = TileBoard.of(8, [[open_, wall, open_, hill, open_]])
    assert not row.sees((0, 0), (2, 0))
    assert not row.sees((2, 0), (4, 0))
    assert row.sees((2, 0), (3, 0))
    assert row.sees((0, 0), (1, 0))
    ring = replace(row, modifiers=Modifiers(wrap=Wrap.WIDTH))
    assert ring.sees((0, 0), (4, 0))
    flags = replace(row, modifiers=Modifiers(level_flags=True))
    assert flags.sees((2, 0), (4, 0))
