"""The search player: it wins, keeps its time, and sees what is there to be seen."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

import boardbytes as bb
from boardbytes.games import GAMES
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import mask_of
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import BOARDS
from boardbytes.model import Colour, Record
from boardbytes.players.random import RandomPlayer
from boardbytes.players.search import LEVELS, SEARCHES, SearchPlayer
from boardbytes.solving import checkers_search
from boardbytes.solving.mill import searching as mill_search
from boardbytes.solving.searching import Found, Search


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


@pytest.mark.measures
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


SLOW = [pytest.param(rules, marks=pytest.mark.slow) for rules in ("twelve", "six")]
"""Every board takes the compiler some seconds."""


@pytest.mark.parametrize("rules", ["lasker", "three", *SLOW])
def test_plays_every_member_of_mill_by_its_rules(rules: str) -> None:
    """On a board with bit functions of its own as well as on that of three rings."""
    player, chance = SearchPlayer(seed=1, level=3, seconds=0.05), random.Random(2)
    game = Record(MillPosition.start(rules), (), None, rules)
    while game.result is None and len(game.moves) < 50:
        searches = len(game.moves) % 2 == 0
        move = player.choose(game) if searches else chance.choice(game.legal_moves())
        game = game.play(move)
    assert game.result is None or game.result.winner is not Colour.BLACK


def test_sees_who_wins_three_mens_morris() -> None:
    """The first player wins from the centre only; corners draw and edges lose."""
    search = mill_search.search()
    flags = MillPosition.start("three").find_rules("three").flags
    centre, edge = (MillPosition.start("three").play(name) for name in ("b2", "b3"))
    lost, won = (search.deepen(each, flags, 20, 5.0) for each in (centre, edge))
    assert (lost.plies is not None, lost.score < 0) == (True, True)
    assert (won.plies is not None, won.score > 0) == (True, True)


class Stubborn(Search):
    """A search that always goes back, whatever the game was."""

    def deepen(self, position: Any, *args: Any, **options: Any) -> Found:
        return Found(position.parse_move("d6-d7xd1"), 100, 1)


@pytest.mark.slow
def test_does_not_go_back_where_the_sport_forbids_it() -> None:
    names = BOARDS["diagonals"].names
    white, black = (
        sum(1 << names.index(name) for name in text.split())
        for text in ("a7 d7 g7 b6 f6", "a1 g1 c3 e3 d3")
    )
    start = MillPosition(white, black, 0, 0, board=BOARDS["diagonals"], each=12)
    for rules, goes_back in (("morabaraba", True), ("morabaraba-sport", False)):
        game = Record.replay(start, ["d7-d6xa1", "g1-d1"], rules)
        player = SearchPlayer(seed=1, level=4, seconds=0.5)
        player._searches["mill"] = Stubborn(mill_search.SearchedMill(None, waits=False))
        move = player.choose(game)
        assert move in game.legal_moves()
        assert str(move).startswith("d6-d7") == goes_back


@pytest.mark.parametrize("level", [1, 5])
def test_go_is_played_to_its_end(level: int) -> None:
    """Both sides by the rules, and the same game again."""
    games = []
    for _ in range(2):
        players = [SearchPlayer(seed, level) for seed in (1, 2)]
        record = Record(bb.GoPosition(5), rules="positional")
        while record.result is None:
            record = record.play(players[len(record.moves) % 2].choose(record))
            assert len(record.moves) < 150
        games.append(record)
    assert games[0].moves == games[1].moves
    assert games[0].result is not None


@pytest.mark.measures
def test_go_is_played_within_its_time() -> None:
    player = SearchPlayer(seconds=0.1)
    record = Record(bb.GoPosition(9))
    player.choose(record)
    begun = time.monotonic()
    player.choose(record)
    # The machine may have other work.
    assert 0.09 < time.monotonic() - begun < 1.0
