"""The search player: it wins, keeps its time, and sees what is there to be seen."""

from __future__ import annotations

import time

import pytest

import boardbytes as bb
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import mask_of
from boardbytes.model import Colour, Record
from boardbytes.players import checkers_kernel as kernel
from boardbytes.players.random import RandomPlayer
from boardbytes.players.search import LEVELS, Endings, SearchPlayer


@pytest.fixture(autouse=True)
def _no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests must not start a process that solves endings."""
    monkeypatch.setattr(Endings, "FEW", 0)


def test_beats_random() -> None:
    player = SearchPlayer(1, level=5, seconds=0.05)
    for seed in range(4):
        side = [*Colour][seed % 2]
        opponent = RandomPlayer(seed)
        record = Record(CheckersPosition(), rules="match")
        while record.result is None:
            mover = player if record.position.turn is side else opponent
            record = record.play(mover.choose(record))
        assert record.result.winner is side


def test_takes_the_jump_that_wins() -> None:
    position = CheckersPosition(mask_of([0, 3]), mask_of([5, 14, 23, 7]), 0)
    move = SearchPlayer(1).choose(Record(position, rules="english"))
    assert str(move) == "1x10x19x28"


def test_keeps_its_time() -> None:
    player = SearchPlayer(1, level=10, seconds=0.3)
    record = Record(CheckersPosition(), rules="match")
    record = record.play(player.choose(record))
    begun = time.monotonic()
    player.choose(record)
    assert time.monotonic() - begun < 0.6


def test_every_level_plays() -> None:
    record = Record(CheckersPosition(), rules="match")
    for level in LEVELS:
        player = SearchPlayer(1, level=level, seconds=0.02)
        assert player.choose(record) in record.position.legal_moves()


def test_other_games_are_refused() -> None:
    record = bb.Record(bb.loads(b"********/********/******** w p p 0 9 0 9").position)
    with pytest.raises(bb.PlayerError, match="plays checkers, not mill"):
        SearchPlayer(1).choose(record)


@pytest.mark.parametrize("score", [0, 57, -1200, kernel.WIN - 7, 9 - kernel.WIN])
def test_entries_read_back(score: int) -> None:
    packed = kernel.pack(score, -3, kernel.AT_LEAST, 12_345, 4)
    assert kernel.unpack(packed, 4) == (score, -3, kernel.AT_LEAST, 12_345)


def test_standing_better_is_mirrored() -> None:
    start = CheckersPosition()
    assert kernel.evaluate(*start.kernel_values) == 0
    up = CheckersPosition(start.black, start.white & ~(1 << 31), 0)
    assert kernel.evaluate(*up.kernel_values) > 50
