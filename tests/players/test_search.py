"""The search player: it wins, keeps its time, and sees what is there to be seen."""

from __future__ import annotations

import time

import pytest

import boardbytes as bb
from boardbytes.games import GAMES
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import mask_of
from boardbytes.model import Colour, Record
from boardbytes.players.random import RandomPlayer
from boardbytes.players.search import LEVELS, SEARCHES, SearchPlayer
from boardbytes.solving import checkers_search
from boardbytes.solving.mill import searching as mill_search


@pytest.fixture(autouse=True)
def _no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests must not start a process that solves endings."""
    monkeypatch.setattr(checkers_search, "FEW", 0)
    monkeypatch.setattr(mill_search, "NEAR", 0)


def start(game: str) -> Record:
    found = GAMES.find(game)
    return Record(found.start, rules=found.match_rules)


@pytest.mark.slow
@pytest.mark.parametrize("game", SEARCHES)
def test_beats_random(game: str) -> None:
    player = SearchPlayer(1, level=5, seconds=0.05)
    for seed in range(4):
        side = [*GAMES.find(game).sides][seed % 2]
        opponent = RandomPlayer(seed)
        record = start(game)
        while record.result is None:
            mover = player if record.position.turn is side else opponent
            record = record.play(mover.choose(record))
        assert record.result.winner is side


def test_takes_the_jump_that_wins() -> None:
    position = CheckersPosition(mask_of([0, 3]), mask_of([5, 14, 23, 7]), 0)
    move = SearchPlayer(1).choose(Record(position, rules="english"))
    assert str(move) == "1x10x19x28"


def test_closes_the_mill_that_wins() -> None:
    line = b"MFEN/1.0 mill24-state-v1 W.W....W/..B.B.../B....... w m m 0,0 - 0 40 -"
    record = Record(bb.loads(line).position)
    after = record.play(SearchPlayer(1, level=4).choose(record))
    assert after.result is not None
    assert after.result.winner is Colour.WHITE


def test_plays_by_the_rules_of_the_record() -> None:
    """A stone that closes two mills at once may not be set by Muehle's rules."""
    position = bb.loads(b"********/********/**OOO*O* w p p 4 5 0 9").position
    for rules in ("standard", "muehle"):
        record = Record(position, rules=rules)
        for level in (3, 5):
            assert SearchPlayer(1, level, 0.05).choose(record) in record.legal_moves()


@pytest.mark.parametrize("game", SEARCHES)
def test_keeps_its_time(game: str) -> None:
    player = SearchPlayer(1, level=10, seconds=0.3)
    record = start(game)
    record = record.play(player.choose(record))
    begun = time.monotonic()
    player.choose(record)
    assert time.monotonic() - begun < 0.6


@pytest.mark.parametrize("game", SEARCHES)
def test_every_level_plays(game: str) -> None:
    record = start(game)
    for level in LEVELS:
        player = SearchPlayer(1, level=level, seconds=0.02)
        assert player.choose(record) in record.legal_moves()


def test_other_games_are_refused() -> None:
    with pytest.raises(bb.PlayerError, match="plays mill and checkers, not go"):
        SearchPlayer(1).choose(start("go"))
