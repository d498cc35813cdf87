"""One way to analyse every game: streaming, cancellable, the same again with the same limits."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes import caching
from boardbytes.errors import PositionError
from boardbytes.games import GAMES
from boardbytes.model import Record
from boardbytes.solving.analysing import ANALYSTS, analyse, analyses
from boardbytes.solving.limits import Limits
from boardbytes.solving.mill import shelf
from boardbytes.solving.mill.shelf import Shelf

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
    one, two = analyse(record, limits), analyse(record, limits)
    assert replace(one, seconds=0) == replace(two, seconds=0)


_AT_ONCE = 0.05


def _is_busy() -> bool:
    """Whether more wants to run on this machine than it has cores for."""
    return os.getloadavg()[0] > (os.cpu_count() or 1)


def _lateness(record: Record) -> float:
    """Seconds from when an analysis is told to stop to when it has."""
    limits = Limits(seconds=60)
    told: list[float] = []

    def stop() -> None:
        time.sleep(0.1)
        told.append(time.monotonic())
        limits.stop.set()

    thread = threading.Thread(target=stop)
    thread.start()
    for _ in analyses(record, limits):
        pass
    late = time.monotonic()
    thread.join()
    return late - told[0]


@pytest.mark.measures
@pytest.mark.parametrize("others", [0, 2])
@pytest.mark.parametrize("game", ANALYSTS)
def test_it_stops_when_told(game: str, others: int) -> None:
    """Within 50 ms on a machine of one's own, also while others look at the same game."""
    record = start(game)
    analyse(record, _BRIEF[game])  # compiling takes what it takes
    busy = [Limits(seconds=60) for _ in range(others)]
    threads = [threading.Thread(target=analyse, args=(record, each)) for each in busy]
    for thread in threads:
        thread.start()
    found = [_lateness(record) for _ in range(3)]
    for each in busy:
        each.stop.set()
    for thread in threads:
        thread.join()
    print(game, others, "others:", ", ".join(f"{late * 1000:.1f} ms" for late in found))
    assert max(found) < (1.0 if _is_busy() else _AT_ONCE)


@pytest.mark.measures
def test_tables_that_are_being_made_are_not_waited_for_when_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    monkeypatch.setattr(caching, "build_aside", lambda code: sleeper)
    stop = threading.Event()
    threading.Timer(0.2, stop.set).start()
    begun = time.monotonic()
    try:
        assert not Shelf(tmp_path, builds=True).wait_for_build(stop)
    finally:
        sleeper.kill()
        sleeper.wait()
    late = time.monotonic() - begun - 0.2
    print(f"{late * 1000:.1f} ms")
    assert late < (1.0 if _is_busy() else _AT_ONCE)


def test_tables_that_another_process_fails_to_make_are_made_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = subprocess.Popen([sys.executable, "-c", ""])
    monkeypatch.setattr(caching, "build_aside", lambda code: failing)
    built: list[Path] = []
    monkeypatch.setattr(shelf, "build", lambda folder, member: built.append(folder))
    assert Shelf(tmp_path, builds=True).wait_for_build(threading.Event())
    assert built == [tmp_path]


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


def test_whoever_does_not_compile_analyses_an_ending_without_tables(tmp_path: Path) -> None:
    """Kernels that run interpreted cannot make tables: they look ahead, and at once."""
    code = """if True:
        import boardbytes as bb
        from boardbytes.solving.limits import Limits
        from boardbytes.solving.mill.analysing import analyses
        line = b"MFEN/1.0 mill24-state-v1 W.W....W/..B.B.../B....... w m m 0,0 - 0 40 -"
        record = bb.Record(bb.loads(line).position, rules="standard")
        print([str(found.score) for found in analyses(record, Limits(depth=2))][-1])
    """
    interpreted = os.environ | {"NUMBA_DISABLE_JIT": "1", caching.FOLDER_VARIABLE: str(tmp_path)}
    interpreted["PYTHONPATH"] = str(Path(bb.__file__).parent.parent)
    done = subprocess.run(
        [sys.executable, "-c", code], env=interpreted, capture_output=True, text=True, timeout=60
    )
    assert done.stdout == "won in 1\n", done.stderr
