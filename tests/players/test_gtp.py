"""Engines that speak GTP: a real one where there is one, and small ones that misbehave."""

from __future__ import annotations

import shlex
import sys
import time
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.cli import main
from boardbytes.errors import PlayerError
from boardbytes.games.go import PRESETS, GoPosition
from boardbytes.model import Colour
from boardbytes.players.gtp import GtpPlayer
from tests.needs import need_gnugo

ENGINE = """
import sys, time
log = open({log!r}, "a")
for line in sys.stdin:
    log.write(line); log.flush()
    word = line.split()[0]
    {special}
    if word == "quit":
        break
    print("= " + ({answer!r} if word == "genmove" else ""), end="\\n\\n", flush=True)
"""


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def engine(log: Path, answer: str = "pass", special: str = "pass") -> str:
    """The command of an engine that always answers the same, unless something special is due."""
    code = ENGINE.format(log=str(log), answer=answer, special=special)
    return f"{sys.executable} -c {shlex.quote(code)}"


@pytest.fixture
def gnugo() -> str:
    return need_gnugo()


def test_a_real_engine_plays_a_real_game(gnugo: str) -> None:
    record = bb.Record(GoPosition(9), rules=replace(PRESETS["standard"], komi=6.5))
    with closing(GtpPlayer(gnugo)) as player:
        while record.result is None and len(record.moves) < 200:
            record = record.play(player.choose(record))
    assert record.result is not None
    assert len(record.moves) > 3


def test_a_real_engine_on_the_command_line(gnugo: str, tmp_path: Path) -> None:
    board, game = tmp_path / "five.dgfb", tmp_path / "game.sgf"
    bb.save(GoPosition(5), board)
    players = ["--black", "engine", "--white", "random", "--seed", "3", "--engine", gnugo]
    assert main(["play", "go", str(board), *players, "--save", str(game)]) == 0
    record = bb.load(game).record
    assert record is not None
    assert len(record.moves) > 4


def test_is_told_only_what_is_new(log: Path) -> None:
    start = GoPosition(5, bytes([1, 2, *[0] * 23]), Colour.BLACK, 0, 6.5)
    record = bb.Record.replay(start, ["C3", "D3"])
    with closing(GtpPlayer(engine(log))) as player:
        record = record.play(player.choose(record))
        record = record.play("E3")
        record = record.play(player.choose(record))
        player.choose(record.undo(3).play("A1"))
    told = log.read_text().splitlines()
    setup = ["boardsize 5", "clear_board", "komi 6.5", "play black A5", "play white B5"]
    assert told[:8] == [*setup, "play black C3", "play white D3", "genmove black"]
    assert told[8:10] == ["play white E3", "genmove black"]
    assert told[10:13] == setup[:3]
    assert told[-1] == "quit"


@pytest.mark.measures
@pytest.mark.parametrize(
    ("answer", "special", "sentence"),
    [
        ("A1", "pass", "A1 is not legal: the point is occupied"),
        ("hello", "pass", "answered 'hello', which is not a move"),
        ("", "if word == 'genmove': sys.exit(3)", "ended with code 3 when asked 'genmove white'"),
        pytest.param(
            "",
            "if word == 'genmove': time.sleep(9)",
            "no answer to 'genmove white' within 1 seconds",
            marks=pytest.mark.slow,
        ),
        ("", "if word == 'komi': print('? no\\n', flush=True); continue", "refused 'komi 0': no"),
        pytest.param(
            "",
            "if word == 'komi':\n        while True: print('= x')",
            "does not end",
            marks=pytest.mark.slow,
        ),
        pytest.param(
            "",
            "if word == 'komi':\n        while True: print('= ' + 'x' * 9999, end='')",
            "does not end",
            marks=pytest.mark.slow,
        ),
    ],
)
def test_whatever_goes_wrong_is_a_sentence(
    answer: str, special: str, sentence: str, log: Path
) -> None:
    record = bb.Record.replay(GoPosition(5), ["A1"])
    begun = time.monotonic()
    with (
        closing(GtpPlayer(engine(log, answer, special), timeout=1)) as player,
        pytest.raises(PlayerError, match=sentence),
    ):
        player.choose(record)
    assert time.monotonic() - begun < 8


def test_engines_that_do_not_start() -> None:
    for command in ("no-such-engine --gtp", "", "'"):
        with pytest.raises(PlayerError, match="does not start"):
            GtpPlayer(command)


def test_boards_too_large_for_gtp(log: Path) -> None:
    with (
        closing(GtpPlayer(engine(log))) as player,
        pytest.raises(PlayerError, match="up to 25 lines, not 26"),
    ):
        player.choose(bb.Record(GoPosition(26)))


def test_a_failed_engine_leaves_the_record_saved(
    log: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    special = f"if open({str(log)!r}).read().count('genmove') > 2: sys.exit(1)"
    command = engine(log, "pass", special)
    game = tmp_path / "game.dgf"
    players = ["--black", "random", "--white", "engine", "--seed", "1", "--engine", command]
    assert main(["play", "go", *players, "--save", str(game)]) == 1
    assert "the engine ended with code 1" in capsys.readouterr().err
    record = bb.load(game).record
    assert record is not None
    assert len(record.moves) == 5


def test_engines_play_only_go(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "mill", "--white", "engine", "--engine", "gnugo"]) == 2
    assert main(["play", "go", "--white", "engine"]) == 2
    assert "needs --engine COMMAND" in capsys.readouterr().err
