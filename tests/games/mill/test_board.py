"""The tables of the board against what anyone can count on a drawing."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardbytes.games.mill.board import (
    BOARDS,
    COORDINATES,
    LINES,
    NAMES,
    NEIGHBOURS,
    POINTS,
    ROW_ORDER,
    MillBoard,
    find_board,
    mask_of,
    points_of,
)
from boardbytes.games.mill.kernels import compiled_for, kernel_of


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> MillBoard:
    return find_board(request.param)


FIGURES = {
    "three-rings": (24, 16, 32, 16),
    "diagonals": (24, 20, 40, 16),
    "two-rings": (16, 8, 20, 16),
    "square": (9, 8, 16, 8),
}
"""Points, lines on which a mill can stand, steps between neighbours, symmetries."""


def test_every_board_has_the_figures_of_its_drawing(board: MillBoard) -> None:
    steps = {frozenset((a, b)) for a in range(board.points) for b in board.neighbours[a]}
    figures = board.points, len(board.lines), len(steps), len(board.symmetries)
    assert figures == FIGURES[board.name]
    assert len(set(board.names)) == len(set(board.coordinates)) == board.points
    assert sorted(board.row_order) == list(range(board.points))


def test_lines_of_every_board_are_straight(board: MillBoard) -> None:
    for first, middle, last in board.lines:
        (x1, y1), (x2, y2), (x3, y3) = (board.coordinates[p] for p in (first, middle, last))
        assert (x1 + x3, y1 + y3) == (2 * x2, 2 * y2)
        assert middle in board.neighbours[first] & board.neighbours[last]


def test_symmetries_keep_lines_and_neighbours(board: MillBoard) -> None:
    lines = {frozenset(line) for line in board.lines}
    assert len(set(board.symmetries)) == len(board.symmetries)
    assert board.symmetries[0] == tuple(range(board.points))
    for image in board.symmetries:
        assert {frozenset(image[point] for point in line) for line in lines} == lines
        for point in range(board.points):
            assert {image[p] for p in board.neighbours[point]} == board.neighbours[image[point]]


@pytest.mark.parametrize("way", [kernel_of, compiled_for])
@given(stones=st.integers(0, (1 << 24) - 1))
def test_bit_functions_say_what_the_tables_say(way: object, stones: int) -> None:
    for board in BOARDS.values():
        kernel = way(board)  # type: ignore[operator]
        held = stones & board.all
        mills = Counter(
            point
            for line in board.lines
            for point in line
            if all(held >> other & 1 for other in line if other != point)
        )
        near = {other for point in points_of(held) for other in board.neighbours[point]}
        assert kernel.adjacent(held) == mask_of(near)
        assert kernel.closing(held) == mask_of(mills)
        assert kernel.closing_two(held) == mask_of(p for p in mills if mills[p] > 1)
        assert kernel.free_points(held) == board.all ^ held


def test_a_board_is_itself_however_it_travels(board: MillBoard) -> None:
    assert pickle.loads(pickle.dumps(board)) is board
    assert copy.deepcopy(board) is board


def test_sixteen_lines_two_through_every_point() -> None:
    assert len(LINES) == len({frozenset(line) for line in LINES}) == 16
    assert Counter(point for line in LINES for point in line) == dict.fromkeys(range(POINTS), 2)


def test_thirty_two_edges() -> None:
    degrees = Counter(len(neighbours) for neighbours in NEIGHBOURS)
    assert degrees == {2: 12, 3: 8, 4: 4}
    assert sum(map(len, NEIGHBOURS)) == 64
    assert all(a in NEIGHBOURS[b] for a in range(POINTS) for b in NEIGHBOURS[a])


def test_lines_are_straight_and_run_through_neighbours() -> None:
    for first, middle, last in LINES:
        assert middle in NEIGHBOURS[first] & NEIGHBOURS[last]
        (x1, y1), (x2, y2), (x3, y3) = (COORDINATES[p] for p in (first, middle, last))
        assert x1 == x2 == x3 or y1 == y2 == y3
        assert (x1 + x3, y1 + y3) == (2 * x2, 2 * y2)


def test_row_order_reads_the_drawing_from_top_left() -> None:
    assert sorted(ROW_ORDER) == list(range(POINTS))
    places = [(COORDINATES[point][1], COORDINATES[point][0]) for point in ROW_ORDER]
    assert places == sorted(places)


def test_names() -> None:
    assert len(set(NAMES)) == POINTS
    assert [NAMES[point] for point in (0, 2, 4, 6)] == ["a7", "g7", "g1", "a1"]


@given(st.sets(st.integers(0, POINTS - 1)))
def test_masks_and_points_are_inverse(points: set[int]) -> None:
    assert points_of(mask_of(points)) == tuple(sorted(points))
