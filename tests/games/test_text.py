"""What people type in a session: positions as text and back, stones by their points."""

from __future__ import annotations

import random

import pytest

import boardbytes as bb
from boardbytes import CheckersPosition, GoPosition, MillPosition  # noqa: F401 (eval needs them)
from boardbytes.games import GAMES
from boardbytes.model import Position


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
        assert type(position).parse(str(position)) == position  # type: ignore[attr-defined]


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
            kind.parse(text)  # type: ignore[attr-defined]


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
