"""Text of points, moves and boards reads back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardbytes.errors import InvalidMoveError, PositionError
from boardbytes.games.mill import MillMove
from boardbytes.games.mill.board import NAMES, POINTS
from boardbytes.games.mill.notation import (
    format_diagram,
    format_move,
    format_point,
    parse_diagram,
    parse_move,
    parse_point,
)

POINT = st.integers(0, POINTS - 1)
MOVES = st.one_of(
    st.builds(MillMove, st.none(), POINT, st.none() | POINT),
    st.builds(MillMove, POINT, POINT, st.none() | POINT),
    st.builds(MillMove, st.none(), st.none(), POINT),
)

PLAYOK = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"


@given(POINT)
def test_points(point: int) -> None:
    assert parse_point(format_point(point)) == point


def test_playok_numbers() -> None:
    assert [NAMES[parse_point(f"{number}")] for number in range(1, 25)] == PLAYOK.split()


@pytest.mark.parametrize("text", ["", "a2", "h1", "0", "25", "d8", "dd", "−1"])
def test_no_points(text: str) -> None:
    with pytest.raises(PositionError, match="is not a point"):
        parse_point(text)


@given(MOVES)
def test_moves(move: MillMove) -> None:
    assert parse_move(format_move(move)) == move
    assert MillMove.from_code(move.code) == move


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("5", "d6"),
        ("5-8", "d6-d5"),
        ("18x21", "e3xf2"),
        ("x12", "xc4"),
        ("5-8x1", "d6-d5xa7"),
        ("D6-D5", "d6-d5"),
        (" e5 - e4 x d1 ", "e5-e4xd1"),
    ],
)
def test_other_ways_to_write_a_move(text: str, same: str) -> None:
    assert parse_move(text) == parse_move(same)


@pytest.mark.parametrize(
    "text", ["", " ", "d6-", "-d5", "d6d5", "x", "d6x", "a2", "25", "d6-d5-d7"]
)
def test_no_moves(text: str) -> None:
    with pytest.raises(InvalidMoveError, match="is not a move") as caught:
        parse_move(text)
    assert caught.value.move == text


@given(st.text())
def test_any_text_is_a_move_or_an_error(text: str) -> None:
    try:
        move = parse_move(text)
    except InvalidMoveError:
        return
    assert parse_move(str(move)) == move


@given(st.dictionaries(POINT, st.booleans()))
def test_diagrams(stones: dict[int, bool]) -> None:
    white = sum(1 << point for point, is_white in stones.items() if is_white)
    black = sum(1 << point for point, is_white in stones.items() if not is_white)
    assert parse_diagram(format_diagram(white, black)) == (white, black)


def test_a_diagram_with_too_few_points() -> None:
    with pytest.raises(PositionError, match="24 points, not 1"):
        parse_diagram("O")
