"""Text of moves and boards, and back."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.go import PASS, RESIGN, GoMove
from boardbytes.games.go.board import column_name, column_of, point_name, star_points
from boardbytes.games.go.notation import (
    format_diagram,
    format_move,
    format_rows,
    parse_diagram,
    parse_move,
    parse_rows,
)


def test_every_column_has_a_name_of_its_own() -> None:
    names = [column_name(column) for column in range(1, 256)]
    assert names[:9] == list("ABCDEFGHJ")
    assert names[24:27] == ["Z", "AA", "AB"]
    assert [column_of(name) for name in names] == list(range(1, 256))


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


@pytest.mark.parametrize("size", [1, 2, 9, 25, 26])
def test_diagrams_and_rows_read_back(size: int) -> None:
    stones = bytes(index % 4 for index in range(size * size))
    assert parse_rows(format_rows(stones, size)) == stones
    assert parse_diagram(format_diagram(stones, size)) == stones


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ([], "1 to 255 rows, not 0"),
        (["..", "."], "row 2 must have 2 points, not 1"),
        ([".#", ".."], "row 1 may hold . X O [*], not '#'"),
    ],
)
def test_what_are_no_rows(rows: list[str], why: str) -> None:
    with pytest.raises(bb.PositionError, match=why):
        parse_rows(rows)


def test_star_points_of_the_usual_boards() -> None:
    counts = {5: 1, 7: 4, 9: 5, 11: 5, 13: 5, 15: 9, 17: 9, 18: 4, 19: 9, 21: 9}
    assert {size: len(star_points(size)) for size in counts} == counts
    names = [point_name(index, 19) for index in star_points(19)]
    assert names == "D16 K16 Q16 D10 K10 Q10 D4 K4 Q4".split()
    assert point_name(star_points(9)[0], 9) == "C7"
    assert star_points(1) == star_points(4) == ()
