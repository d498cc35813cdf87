"""A new game in the terminal: its board, komi, handicap and players, its date and its id."""

from __future__ import annotations

import io
from datetime import date
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.cli import main
from boardbytes.cli.play import USUAL_FILE
from boardbytes.model import GameTree

Out = pytest.CaptureFixture[str]
PEOPLE = ["--black", "person", "--white", "person"]


def play(monkeypatch: pytest.MonkeyPatch, typed: str, *args: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return main(["play", *args])


def tree_of(path: Path) -> GameTree:
    tree = bb.load(path).tree
    assert tree is not None
    return tree


def test_a_new_game_of_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    path = tmp_path / "game.sgf"
    options = ["--size", "13x9", "--komi", "0.5", "--handicap", "4", "--black-name", "Ada"]
    save = [*PEOPLE, "--rules", "japanese", "--save", str(path)]
    assert play(monkeypatch, "F5\nquit\n", "go", *options, *save) == 0
    tree = tree_of(path)
    assert isinstance(tree.start, bb.GoPosition)
    assert tree.start.size == (13, 9)
    assert tree.start.stones.count(1) == 4
    assert (tree.rules.name, tree.rules.komi) == ("japanese", 0.5)
    assert tree.headers["black"] == "Ada"
    assert tree.headers["date"] == date.today().isoformat()
    assert len(tree.headers["game_id"]) == 16
    assert [str(node.colour) for node in tree.main_line() if node.move] == ["white"]


def test_every_new_game_has_an_id_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = set()
    for name in ("a.json", "b.json"):
        assert play(monkeypatch, "quit\n", "mill", "--save", str(tmp_path / name)) == 0
        ids.add(tree_of(tmp_path / name).headers["game_id"])
    assert len(ids) == 2


def test_a_game_goes_on_with_all_that_its_file_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]PB[Ada];B[aa]C[so](;W[bb])(;W[cc]))")
    save = ["--save", str(path), *PEOPLE]
    assert play(monkeypatch, "E5\nF5\nundo\nquit\n", "go", str(path), *save) == 0
    assert path.read_text() == "(;SZ[9]PB[Ada];B[aa]C[so](;W[bb];B[ee])(;W[cc]))"


def test_what_is_taken_back_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.sgf"
    path.write_text("(;SZ[9]PB[Ada];B[aa];W[bb])")
    save = ["--save", str(path), *PEOPLE]
    assert play(monkeypatch, "undo\nE5\nquit\n", "go", str(path), *save) == 0
    tree = tree_of(path)
    assert [str(node.move) for node in tree.main_line() if node.move] == ["A9", "E5"]
    assert tree.headers["black"] == "Ada"


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["mill", "--size", "9"], "are for go"),
        (["checkers", "--komi", "1"], "are for go"),
        (["go", "--size", "9x"], "written like 9 or 13x9"),
        (["go", "--size", "300"], "1 to 255 lines"),
        (["go", "--komi", "0.3"], "multiple of ½"),
        (["go", "--handicap", "12"], "2 to 9 stones, not 12"),
        (["go", "examples/endgame.dat", "--size", "9"], "are for a new game"),
        (["checkers", "--black-name", "Ada"], "played by red and white, not by black"),
    ],
)
def test_games_that_cannot_begin(args: list[str], hint: str, capsys: Out) -> None:
    assert main(["play", *args]) == 2
    assert hint in capsys.readouterr().err


def test_save_without_a_name_never_writes_over_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.chdir(tmp_path)
    assert play(monkeypatch, "save\nsave\nquit\n", "mill", "--white", "person") == 0
    told = capsys.readouterr().out
    assert f"saved to {USUAL_FILE}" in told
    assert f"{USUAL_FILE} already exists" in told
