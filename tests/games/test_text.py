"""What people type in a session: positions as text and back, stones by their points."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given

import boardbytes as bb
from boardbytes import CheckersPosition, GoPosition, MillPosition, TileBoard, columns
from boardbytes.games import GAMES
from boardbytes.games.mill import MillRules
from boardbytes.games.tiles import blank
from boardbytes.model import Position
from boardbytes.model.step import Setup
from tests.games.tiles.boards import boards


def reached(name: str, plies: int, seed: int) -> Position:
    chance = random.Random(seed)
    position = GAMES.find(name).start
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(chance.choice(moves))
    return position


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("plies", [0, 1, 7, 24, 60])
def test_text_reads_back(name: str, plies: int) -> None:
    for seed in range(5):
        position = reached(name, plies, seed)
        assert eval(repr(position)) == position
        assert type(position).parse(str(position)) == position


@pytest.mark.parametrize("name", list(GAMES))
def test_rubbish_is_no_position(name: str) -> None:
    kind = type(GAMES.find(name).start)
    for text in (
        "",
        "rubbish",
        "white to move",
        "white d7; black",
        "red 1 2; white 99; red to move",
    ):
        with pytest.raises(bb.PositionError):
            kind.parse(text)


def test_whose_stone_it_is() -> None:
    position = bb.load("examples/endgame.dat").position
    assert position["d7"] is bb.Colour.WHITE
    assert position["f6"] is bb.Colour.BLACK
    assert position["a7"] is None
    start = bb.CheckersPosition()
    assert (start[1], start["32"], start[16]) == (bb.Colour.RED, bb.Colour.WHITE, None)
    with pytest.raises(bb.PositionError, match="not a point"):
        position["z9"]


@pytest.mark.parametrize("name", list(GAMES))
def test_legal_and_over(name: str) -> None:
    position = GAMES.find(name).start
    assert all(position.is_legal(move) for move in position.legal_moves())
    assert not position.is_legal("rubbish")
    assert not position.is_over()


def test_texts_are_read_like_bytes() -> None:
    assert bb.loads("(;SZ[9];B[ee])").format == "sgf"
    assert bb.detect("(;SZ[9];B[ee])") == "sgf"
    with pytest.raises(TypeError, match="not int"):
        bb.loads(7)  # type: ignore[arg-type]


@given(boards(6))
def test_the_text_of_a_board_reads_back(board: TileBoard) -> None:
    assert eval(repr(board)) == board
    rows = TileBoard.parse(str(board))
    assert (rows.depth, rows.width, rows.length, rows.body) == (
        board.depth,
        board.width,
        board.length,
        board.body,
    )
    assert board[0, 0] == board["0,0"] == board.tile(0, 0)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "tiles are hexadecimal"),
        ("0c 0", "all of 2, 4, 8 or 16 digits"),
        ("0c xx", "not 'xx'"),
        ("0c 0c/0c", "same length"),
        ("999*0c", "a row has at most 255"),
        ("0c; title", "a name and a value"),
        ("0c; title 5", "a text in quotes"),
        ("0c; version 2000", "a number from 0 to 255"),
        ("0c; version 256", "version must be 0 to 255"),
    ],
)
def test_texts_that_are_no_board(text: str, sentence: str) -> None:
    with pytest.raises(bb.PositionError, match=sentence):
        TileBoard.parse(text)


def test_names_that_no_board_has() -> None:
    with pytest.raises(bb.UnknownNameError, match="did you mean title"):
        TileBoard.parse('0c; titel "a"')
    with pytest.raises(bb.UnknownNameError, match="no value of wrap is called 'round'"):
        TileBoard.parse("0c; wrap round")


def test_a_queen_is_a_king() -> None:
    wanted = CheckersPosition.parse("red K5; white 32 K1; red to move")
    assert CheckersPosition.parse("red Q5; white 32 q1; red to move") == wanted
    for word in ("king", "queen"):
        setup = Setup((("5", f"red {word}"),))
        assert CheckersPosition(red=0).set_up(setup).is_king(5)


MILL, GO, CHECKERS = MillPosition(), GoPosition(9), CheckersPosition()
SAVE = bb.dumps(MILL, "stackmill")
COLUMNS = columns.decode(SAVE, "stackmill")

MISTAKES: dict[str, tuple[Callable[[], object], type[Exception], str]] = {
    "an option that decode has not": (
        lambda: columns.decode(SAVE, "stackmill", bogus=1),  # type: ignore[call-overload]
        bb.ColumnError,
        "no option bogus here; it has cores",
    ),
    "an option that Go's records have not": (
        lambda: columns.decode(b"", "dgf-board", offsets=[0]),
        bb.ColumnError,
        "no option offsets here",
    ),
    "an option that counting has not": (
        lambda: columns.legal_counts(COLUMNS, foo=1),  # type: ignore[call-arg]
        bb.ColumnError,
        "legal_counts has no option foo here; it has rules and cores",
    ),
    "a number for a format": (
        lambda: columns.decode(SAVE, 5),  # type: ignore[call-overload]
        bb.UnknownNameError,
        "no column format is called 5",
    ),
    "a number for rules, in columns": (
        lambda: columns.legal_counts(COLUMNS, rules=5),  # type: ignore[arg-type]
        bb.PositionError,
        "given as MillRules or the name of a rule set, not as int",
    ),
    "a number for rules": (
        lambda: MILL.legal_moves(5),  # type: ignore[arg-type]
        bb.PositionError,
        "not as int",
    ),
    "rules of another game": (
        lambda: GO.legal_moves(MillRules("x")),  # type: ignore[arg-type]
        bb.PositionError,
        "given as GoRules or the name of a rule set, not as MillRules",
    ),
    "a number for rules, in a record": (
        lambda: bb.Record.replay(MILL, [], 5),  # type: ignore[arg-type]
        bb.PositionError,
        "not as int",
    ),
    "no move": (
        lambda: MILL.play(None),  # type: ignore[arg-type]
        bb.InvalidMoveError,
        "None is not a move: give a MillMove or its text",
    ),
    "half a move": (
        lambda: MILL.play(3.5),  # type: ignore[arg-type]
        bb.InvalidMoveError,
        "3.5 is not a move",
    ),
    "a number for a move": (
        lambda: MILL.play(1),  # type: ignore[arg-type]
        bb.InvalidMoveError,
        "1 is not a move",
    ),
    "a number for a move of checkers": (
        lambda: CHECKERS.play(9),  # type: ignore[arg-type]
        bb.InvalidMoveError,
        "9 is not a move: give a CheckersMove or its text",
    ),
    "another game's move": (
        lambda: CHECKERS.play(MILL.legal_moves()[0]),  # type: ignore[arg-type]
        bb.InvalidMoveError,
        "is not a move",
    ),
    "a list for a move of Go": (
        lambda: GO.play([1, 2]),  # type: ignore[arg-type]
        bb.InvalidMoveError,
        "is not a move",
    ),
    "a number for a point": (
        lambda: MILL[99],  # type: ignore[index]
        bb.PositionError,
        "a point is given as text, not as int",
    ),
    "a number for a tile": (
        lambda: blank(2, 2)[1],  # type: ignore[index]
        bb.PositionError,
        "a tile is named like 3,5",
    ),
    **{
        f"a number for a {kind.__name__}": (
            partial(kind.parse, 5),  # type: ignore[arg-type]
            bb.PositionError,
            f"a {kind.__name__} is given as text, not as int",
        )
        for kind in (MillPosition, GoPosition, CheckersPosition, TileBoard)
    },
}
"""What people give by mistake, and the error of ours that says so."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_an_error_of_ours(mistake: str) -> None:
    call, kind, sentence = MISTAKES[mistake]
    with pytest.raises(kind, match=re.escape(sentence)):
        call()
    assert issubclass(kind, bb.BoardbytesError)
