"""Text of moves and boards, and back."""

from __future__ import annotations

from typing import Any

import pytest

import boardbytes as bb
from boardbytes.games.go import PASS, RESIGN, GoMove
from boardbytes.games.go.board import (
    Size,
    column_name,
    column_of,
    is_corner,
    is_side,
    neighbours,
    point_name,
    point_names,
    shape,
    star_points,
)
from boardbytes.games.go.notation import (
    AnyMove,
    format_diagram,
    format_move,
    format_rows,
    move_of,
    parse_diagram,
    parse_move,
    parse_rows,
)


def test_every_column_has_a_name_of_its_own() -> None:
    names = [column_name(column) for column in range(1, 256)]
    assert names[:9] == list("ABCDEFGHJ")
    assert names[24:27] == ["Z", "AA", "AB"]
    assert [column_of(name) for name in names] == list(range(1, 256))


@pytest.mark.parametrize("size", [1, 9, (5, 30), (30, 5)])
def test_all_points_have_their_names(size: Size) -> None:
    columns, rows = shape(size)
    assert point_names(size) == tuple(point_name(at, size) for at in range(columns * rows))


@pytest.mark.parametrize("size", [1, 9, 19, 181])
def test_moves_read_back(size: int) -> None:
    for number in (*range(1, size * size + 1), 0, -1):
        move = GoMove.from_number(number, size)
        assert move.number(size) == number
        assert parse_move(format_move(move)) == parse_move(str(number), size) == move


def test_the_three_ways_to_write_a_point() -> None:
    assert parse_move("D16") == parse_move("dd", 19) == parse_move("61", 19) == GoMove(4, 16)
    assert point_name(60, 19) == "D16"
    assert parse_move(" PASS ") is PASS
    assert parse_move("resign") is parse_move("-7", 19) is RESIGN


@pytest.mark.parametrize("text", ["", "I5", "D", "D0", "D99", "tt", "362", "D16x", "d-4", "٣"])
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(bb.InvalidMoveError):
        parse_move(text, 19)


@pytest.mark.parametrize("text", ["dd", "61"])
def test_some_moves_need_a_board(text: str) -> None:
    with pytest.raises(bb.InvalidMoveError, match="write a point"):
        parse_move(text)


@pytest.mark.parametrize("size", [1, 2, 9, 25, 26, (9, 5), (1, 7), (30, 2)])
def test_diagrams_and_rows_read_back(size: Size) -> None:
    width, height = shape(size)
    stones = bytes(index % 4 for index in range(width * height))
    assert parse_rows(format_rows(stones, size)) == (size, stones)
    assert parse_diagram(format_diagram(stones, size)) == (size, stones)


@pytest.mark.parametrize(
    "text",
    [
        ". X .\n. O *",
        ".X./.O*",
        "   A B C\n 2 . X . 2\n 1 . O * 1\n   A B C",
        "2 + # .\n1 . o *\n  a b c",
    ],
)
def test_diagrams_of_many_kinds(text: str) -> None:
    assert parse_diagram(text) == ((3, 2), bytes([0, 1, 0, 0, 2, 3]))


@pytest.mark.parametrize("text", ["X O\nX Q", "X.\nhello", "..\n.", ""])
def test_what_is_no_diagram(text: str) -> None:
    with pytest.raises(bb.PositionError):
        parse_diagram(text)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "1 to 255 rows, not 0"),
        (["..", "."], "row 2 must have 2 points, not 1"),
        ([""], "row 1 must have 1 to 255 points, not 0"),
        ([".#", ".."], "row 1 may hold . X O [*], not '#'"),
    ],
)
def test_what_are_no_rows(rows: list[str], why: str) -> None:
    with pytest.raises(bb.PositionError, match=why):
        parse_rows(rows)


@pytest.mark.parametrize("given", ["D16", 61, (4, 16), GoMove(4, 16), "dd", "61"])
def test_a_move_is_given_in_many_ways(given: AnyMove) -> None:
    assert move_of(given, 19) == GoMove(4, 16)


def test_numbers_without_a_point() -> None:
    assert move_of(0, 19) is PASS
    assert move_of(-3, 19) is RESIGN


@pytest.mark.parametrize("given", [362, (20, 1), (0, 1), (1, 2, 3), True, None, 1.0, ("D", 4)])
def test_what_is_given_is_no_move(given: Any) -> None:
    with pytest.raises(bb.InvalidMoveError):
        move_of(given, 19)


def test_moves_on_a_board_that_is_not_square() -> None:
    givens: list[AnyMove] = ["J5", "ia", 9, (9, 5)]
    for given in givens:
        assert move_of(given, (9, 5)) == GoMove(9, 5)
    for text in ("J6", "K1", "46", "af"):
        with pytest.raises(bb.InvalidMoveError, match=r"9 × 5|45 points"):
            parse_move(text, (9, 5))


@pytest.mark.parametrize("size", [1, 2, 5, (1, 4), (4, 1), (3, 5)])
def test_neighbours_corners_and_sides(size: Size) -> None:
    """Told once more, by names alone."""
    width, height = shape(size)
    places = {(column, row) for column in range(1, width + 1) for row in range(1, height + 1)}
    for index in range(width * height):
        move = GoMove.at(index, size)
        assert move.column
        assert move.row
        near = {
            (move.column + right, move.row + up) for right, up in ((0, 1), (0, -1), (1, 0), (-1, 0))
        } & places
        found = [GoMove.at(other, size) for other in neighbours(index, size)]
        assert {(other.column, other.row) for other in found} == near
        assert is_corner(index, size) == (move.column in (1, width) and move.row in (1, height))
        at_edge = move.column in (1, width) or move.row in (1, height)
        assert is_side(index, size) == (at_edge and not is_corner(index, size))


def test_star_points_of_the_usual_boards() -> None:
    counts = {5: 1, 7: 4, 9: 5, 11: 5, 13: 5, 15: 9, 17: 9, 18: 4, 19: 9, 21: 9}
    assert {size: len(star_points(size)) for size in counts} == counts
    names = [point_name(index, 19) for index in star_points(19)]
    assert names == "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4".split()
    assert point_name(star_points(9)[0], 9) == "C7"
    assert star_points(1) == star_points(4) == ()
    assert [
        point_name(index, (9, 13)) for index in star_points((9, 13))
    ] == "C11 G11 E7 C3 G3".split()
