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


def test_a_new_game_of_checkers_after_an_opening(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.pdn"
    args = ["checkers", "--red", "person", "--white", "person", "--save", str(path)]
    assert play(monkeypatch, "quit\n", *args, "--opening", "101") == 0
    tree = tree_of(path)
    assert tree.headers["opening"] == "ballot 101: 10-15 22-17 15-19"
    assert [str(move) for move in tree.record().moves] == ["10-15", "22-17", "15-19"]
    drawn = set()
    for _ in range(6):
        assert play(monkeypatch, "quit\n", *args, "--opening", "random") == 0
        drawn.add(tree_of(path).headers["opening"])
        assert len(tree_of(path).record().moves) == 3
    assert len(drawn) > 1


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


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        # What is played in place of a move makes that a variation, with all that was said there.
        ("undo E5", "(;SZ[9]PB[Ada];B[aa]C[so](;W[ee])(;W[bb]C[well]TR[cc])(;W[dd]C[or]))"),
        ("undo undo E5", "(;SZ[9]PB[Ada](;B[ee])(;B[aa]C[so](;W[bb]C[well]TR[cc])(;W[dd]C[or])))"),
        ("undo E5 F5 undo", "(;SZ[9]PB[Ada];B[aa]C[so](;W[ee])(;W[bb]C[well]TR[cc])(;W[dd]C[or]))"),
        # A variation that is played becomes the main line.
        ("undo D6 G7", "(;SZ[9]PB[Ada];B[aa]C[so](;W[dd]C[or];B[gc])(;W[bb]C[well]TR[cc]))"),
        # Nothing was played in place of it.
        ("undo", None),
        ("undo B8", None),
        ("undo undo undo", None),
        ("undo E5 undo", None),
        ("E5 undo undo B8", None),
    ],
)
def test_what_a_file_says_stays(
    typed: str, written: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.sgf"
    text = "(;SZ[9]PB[Ada];B[aa]C[so](;W[bb]C[well]TR[cc])(;W[dd]C[or]))"
    path.write_text(text)
    lines = "\n".join([*typed.split(), "quit", ""])
    assert play(monkeypatch, lines, "go", str(path), "--save", str(path), *PEOPLE) == 0
    assert path.read_text() == (written or text)


def test_a_result_stays_while_nothing_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.json"
    record = bb.Record.replay(bb.MillPosition(), ["d6", "f4", "d2"])
    bb.save(GameTree.of(record).annotate("2", comment="so"), path)
    before = tree_of(path)
    lines = "undo\na1\nundo\nquit\n"
    assert play(monkeypatch, lines, "mill", str(path), "--save", str(path), *PEOPLE) == 0
    assert tree_of(path) == before
    lines = "undo\nundo\na1\nquit\n"
    assert play(monkeypatch, lines, "mill", str(path), "--save", str(path), *PEOPLE) == 0
    tree = tree_of(path)
    assert [str(move) for move in tree.record().moves] == ["d6", "a1"]
    assert (tree.node("1.1").comment, f"{tree.node('1.1.1').move}") == ("so", "d2")


def test_a_position_is_saved_as_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, board = tmp_path / "game.sgf", tmp_path / "board.dgfb"
    path.write_text("(;SZ[9];B[aa];W[bb])")
    save = ["--save", str(board), "--to", "dgf-board", *PEOPLE]
    assert play(monkeypatch, "undo\nquit\n", "go", str(path), *save) == 0
    stones = bb.load(board, "dgf-board").position.stones
    assert (stones.count(1), stones.count(2)) == (1, 0)


COLLECTION = b"(;SZ[9];B[aa])\n(;SZ[9];B[cc]C[x])\n\n(;SZ[0])\n(;SZ[9];B[aa])"


@pytest.mark.parametrize(
    ("number", "changed"),
    [
        (1, COLLECTION.replace(b"B[aa]", b"B[aa];W[ee]", 1)),
        (2, COLLECTION.replace(b"C[x]", b"C[x];W[ee]")),
        (4, COLLECTION[:-1] + b";W[ee])"),
    ],
)
def test_in_a_collection_one_game_is_replaced(
    number: int, changed: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    path = tmp_path / "four.sgf"
    path.write_bytes(COLLECTION)
    args = ["go", str(path), "--game", f"{number}", *PEOPLE]
    assert play(monkeypatch, f"E5\nsave {path}\nF5\nquit\n", *args) == 0
    assert path.read_bytes() == changed
    path.write_bytes(COLLECTION)
    assert play(monkeypatch, "E5\nquit\n", *args, "--save", str(path)) == 0
    assert path.read_bytes() == changed
    capsys.readouterr()
    assert play(monkeypatch, "E5\nquit\n", *args, "--save", str(path), "--to", "json") == 1
    assert "json cannot hold the other games" in capsys.readouterr().err
    assert path.read_bytes() == changed


def test_games_of_a_collection_that_cannot_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    path = tmp_path / "four.sgf"
    path.write_bytes(COLLECTION)
    assert play(monkeypatch, "", "go", str(path), "--game", "3") == 1
    assert play(monkeypatch, "", "go", str(path), "--game", "5") == 2
    assert "fewer than 5 games" in capsys.readouterr().err


def test_a_game_of_a_pdn_collection_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "three.pdn"
    path.write_bytes(b"1. 11-15 *\n\n1. rubbish *\n1. 9-14 *\n1. 10-14 *\n")
    save = ["--save", str(path), "--red", "person", "--white", "person"]
    assert play(monkeypatch, "22-18\nquit\n", "checkers", str(path), "-g", "3", *save) == 0
    games = list(bb.read_games(path))
    assert [isinstance(game, bb.FormatError) for game in games] == [False, True, False, False]
    assert path.read_bytes() == b"1. 11-15 *\n\n1. rubbish *\n1. 9-14 22-18 *\n1. 10-14 *\n"


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        (["mill", "--size", "9"], "are for go"),
        (["checkers", "--komi", "1"], "are for go"),
        (["go", "--size", "9x"], "written like 9 or 13x9"),
        (["go", "--opening", "5"], "--opening is for checkers"),
        (["checkers", "--opening", "175"], "random or a number from 1 to 174, not '175'"),
        (["checkers", "--opening", "0"], "random or a number from 1 to 174, not '0'"),
        (["checkers", "examples/x.pdn", "--opening", "3"], "are for a new game"),
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
