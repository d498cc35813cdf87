"""Go on the command line: games at any move, conversions that say what is lost, checks."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.cli import main
from boardbytes.games.go import GoPosition

SGF = "tests/vectors/sgf/ok/variations-and-notes.sgf"
GAME = "tests/vectors/dgf-game/ok/game.dgf"


def test_show_a_game_after_some_moves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", GAME, "--move", "3", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    record = bb.load(GAME).record
    assert record is not None
    assert shown["record"]["moves"] == [str(move) for move in record.moves[:3]]
    assert main(["show", GAME, "--move", "0"]) == 0
    assert "before all 24 moves" in capsys.readouterr().out


def test_show_a_move_that_was_not_played(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", GAME, "--move", "999"]) == 2
    assert "game.dgf has 24 moves" in capsys.readouterr().err
    assert main(["show", "tests/vectors/dgf-board/ok/ko.dgfb", "--move", "1"]) == 2


def test_convert_says_what_is_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "out.dgfr"
    assert main(["convert", SGF, str(target)]) == 1
    told = capsys.readouterr().err
    assert "1 variation" in told
    assert "1 comment (at move 1)" in told
    assert not target.exists()
    assert main(["convert", SGF, str(target), "--lossy"]) == 0
    assert bb.load(target).record.moves == bb.load(SGF).record.moves  # type: ignore[union-attr]


def test_check_names_the_illegal_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "tests/vectors/sgf/ok/warning-ko.sgf", "--strict"]) == 1
    assert "C3 is not legal: ko" in capsys.readouterr().out


def test_diff_names_the_move(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, after = tmp_path / "a.dgfb", tmp_path / "b.dgfb"
    bb.save(GoPosition(9), before)
    bb.save(GoPosition(9).play("E5"), after)
    assert main(["diff", str(before), str(after)]) == 0
    assert capsys.readouterr().out == "black played E5\n"
    assert main(["diff", str(after), str(before)]) == 1


def test_a_game_that_is_over_has_no_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["moves", "tests/vectors/dgf-board/ok/over.dgfb", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["turn"] is None


def test_two_random_players(tmp_path: Path) -> None:
    board, game = tmp_path / "five.dgfb", tmp_path / "game.sgf"
    bb.save(GoPosition(5), board)
    players = ["--white", "random", "--black", "random", "--seed", "7"]
    assert main(["play", "go", str(board), *players, "--save", str(game)]) == 0
    assert bb.load(game).position.turn is None


def test_show_does_not_say_who_won_where_nobody_does(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "tests/vectors/dgf-board/ok/over.dgfb"]) == 0
    board = capsys.readouterr().out
    assert "the game is over" in board
    assert "wins" not in board
    assert main(["show", "tests/vectors/dgf-record/ok/two-passes-unfinished.dgfr"]) == 0
    record = capsys.readouterr().out
    assert "not finished" in record
    assert "wins" not in record
    assert main(["moves", "tests/vectors/dgf-board/ok/over.dgfb"]) == 0
    assert capsys.readouterr().out == "no moves: the game is over\n"


def test_a_move_on_the_board_it_was_played_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    move, record = tmp_path / "e5.dgfm", tmp_path / "e5.dgfr"
    move.write_bytes((41).to_bytes(2, "little"))
    assert main(["explain", str(move), "--size", "9"]) == 0
    assert "the stone E5 on a board of 9 lines" in capsys.readouterr().out
    assert main(["convert", str(move), str(record), "--size", "9"]) == 0
    assert bb.load(record).position == GoPosition(9).play("E5")
    assert main(["show", str(move)]) == 0
    assert "one of 19 lines is assumed" in capsys.readouterr().out
    assert main(["show", str(record), "--size", "9"]) == 2


def test_a_move_is_read_on_the_board_it_refers_to(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    move, board, after = tmp_path / "e5.dgfm", tmp_path / "board.sgf", tmp_path / "after.sgf"
    move.write_bytes((41).to_bytes(2, "little"))
    board.write_text("(;SZ[9];B[aa])")
    told = ["--board", str(board)]
    assert main(["convert", str(move), str(after), *told]) == 0
    position = GoPosition(9).play("A9").play("E5")
    assert bb.load(after).position == position
    assert main(["check", str(move), str(board), *told]) == 0
    assert "assumed" not in capsys.readouterr().out
    assert main(["draw", str(move), *told]) == 0
    assert capsys.readouterr().out.count("●") == 1
    assert main(["moves", str(move), *told]) == 0
    assert "E5" not in capsys.readouterr().out.split()
    assert main(["diff", str(board), str(move), *told]) == 0
    assert capsys.readouterr().out == "white played E5\n"
    written = tmp_path / "said.sgf"
    assert main(["annotate", str(move), *told, "--comment", "so", "-o", str(written)]) == 0
    assert bb.load(written).position == position
    for verb in ("show", "explain"):
        capsys.readouterr()
        assert main([verb, str(move), *told]) == 0
        assert "19" not in capsys.readouterr().out.replace(str(tmp_path), "")
    assert main(["show", str(move), "--board", str(board), "--size", "9"]) == 2
    assert main(["show", str(move), "--board", "examples/endgame.dat"]) == 2
    board.write_text("(;SZ[9];B[aa];W[ee])")
    assert main(["check", str(move), *told]) == 1
    assert "the point is occupied" in capsys.readouterr().out
