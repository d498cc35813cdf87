"""The tables of the board against what anyone can count on a drawing."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from boardbytes.games.mill.board import (
    COORDINATES,
    LINES,
    NAMES,
    NEIGHBOURS,
    POINTS,
    ROW_ORDER,
    mask_of,
    points_of,
)


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
