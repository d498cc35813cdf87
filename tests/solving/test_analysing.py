"""One way to analyse every game: streaming, cancellable, the same again with the same limits."""

from __future__ import annotations

import threading
import time

import pytest

import boardbytes as bb
from boardbytes.errors import PositionError
from boardbytes.games import GAMES
from boardbytes.model import Record
from boardbytes.solving.analysing import ANALYSTS, analyse, analyses
from boardbytes.solving.limits import Limits

_BRIEF = {"mill": Limits(depth=4), "checkers": Limits(depth=6), "go": Limits(playouts=300)}


def start(game: str) -> Record:
    found = GAMES.find(game)
    position = bb.GoPosition(9) if game == "go" else found.start
    return Record(position, rules=found.match_rules)


@pytest.mark.parametrize("game", ANALYSTS)
def test_every_game_is_analysed_the_same_way(game: str) -> None:
    record = start(game)
    every = list(analyses(record, _BRIEF[game]))
    found = every[-1]
    assert every == sorted(every, key=lambda each: each.nodes)
    assert found.turn is record.position.turn
    assert found.nodes > 0
    assert found.seconds > 0
    assert len(found.lines) == 3
    assert len({line.move for line in found.lines}) == 3
    for line in found.lines:
        Record.replay(record.start, line.moves, record.rules)
    assert found.depth or found.playouts


@pytest.mark.parametrize("game", ANALYSTS)
def test_the_same_question_has_the_same_answer(game: str) -> None:
    record, limits = start(game), _BRIEF[game]
    analyse(record, limits)  # what a search remembers may make it see more
    one, two = analyse(record, limits), analyse(record, limits)
    assert one.score == two.score
    assert one.best == two.best


@pytest.mark.measures
@pytest.mark.parametrize("game", ANALYSTS)
def test_it_stops_when_told(game: str) -> None:
    record = start(game)
    analyse(record, _BRIEF[game])  # compiling takes what it takes
    limits = Limits(seconds=60)
    late: list[float] = []

    def stop() -> None:
        time.sleep(0.3)
        late.append(time.monotonic())
        limits.stop.set()

    threading.Thread(target=stop).start()
    for _ in analyses(record, limits):
        pass
    # 50 ms on a machine of one's own; others may be using this one.
    assert time.monotonic() - late[0] < 0.3


def test_checkers_finds_a_win() -> None:
    position = bb.loads("B:W14:B10").position
    found = analyse(Record(position, rules="english"), Limits(lines=1, depth=6))
    assert found.score.value == "won"
    assert found.score.proven


def test_mill_knows_small_positions_from_tables() -> None:
    text = b"MFEN/1.0 mill24-state-v1 W.W....W/..B.B.../B....... w m m 0,0 - 0 40 -"
    found = analyse(Record(bb.loads(text).position), Limits(lines=2))
    assert (found.source, str(found.score), len(found.lines)) == ("tables", "won in 1", 2)


def test_what_cannot_be_analysed_is_said() -> None:
    over = bb.GoPosition(9, turn=None)
    with pytest.raises(PositionError, match="the game is over"):
        analyse(Record(over))
