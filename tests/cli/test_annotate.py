"""`annotate`: comments, marks, variations and headers, written into games of several formats."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.cli import main
from boardbytes.model import GameTree

Out = pytest.CaptureFixture[str]


@pytest.fixture
def go(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    bb.save(GameTree(bb.GoPosition(9)).play("", "D4").play("1", "F6").play("2", "C7"), path)
    return path


def tree_of(path: Path) -> GameTree:
    tree = bb.load(path).tree
    assert tree is not None
    return tree


def test_a_comment_marks_and_labels(go: Path, capsys: Out) -> None:
    marks = ["--mark", "triangle=d4", "--mark", "black=A1", "--label", "F6=x y"]
    assert main(["annotate", str(go), "--path", "2", "--comment", "calm", *marks]) == 0
    assert "node 2, white F6" in capsys.readouterr().out
    notes = tree_of(go).node("2").notes
    assert notes.comment == "calm"
    assert [(mark.kind.value, mark.point) for mark in notes.marks] == [("triangle", "D4")]
    assert [(label.point, label.text) for label in notes.labels] == [("F6", "x y")]
    assert [(owned.point, owned.colour.value) for owned in notes.territory] == [("A1", "black")]
    assert main(["annotate", str(go), "-p", "2", "--mark", "cross=D4", "--comment", ""]) == 0
    notes = tree_of(go).node("2").notes
    assert (notes.comment, len(notes.labels)) == ("", 1)
    assert [(mark.kind.value, mark.point) for mark in notes.marks] == [("cross", "D4")]
    assert main(["annotate", str(go), "-p", "2", "--clear"]) == 0
    assert not tree_of(go).node("2").notes


def test_variations_come_and_go(go: Path, capsys: Out) -> None:
    add = ["--add", "G3", "--add", "C3", "--comment", "or so", "--json"]
    assert main(["annotate", str(go), "--path", "2", *add]) == 0
    assert json.loads(capsys.readouterr().out)["path"] == "2.1.1"
    tree = tree_of(go)
    assert str(tree.node("2.1").move) == "G3"
    assert tree.node("2.1.1").comment == "or so"
    assert main(["annotate", str(go), "--path", "2.1", "--promote"]) == 0
    tree = tree_of(go)
    assert [str(node.move) for node in tree.main_line()][1:] == ["D4", "F6", "G3", "C3"]
    assert str(tree.node("2.1").move) == "C7"
    assert main(["annotate", str(go), "--path", "3", "--remove"]) == 0
    tree = tree_of(go)
    assert [str(node.move) for node in tree.nodes()][1:] == ["D4", "F6", "C7"]
    assert bb.load(go).position == tree.last.position


def test_a_move_goes_on_from_the_end(go: Path) -> None:
    assert main(["annotate", str(go), "--add", "A1"]) == 0
    assert str(tree_of(go).node("4").move) == "A1"
    assert bb.load(go).position["A1"] is bb.Colour.WHITE


def test_headers(go: Path) -> None:
    assert main(["annotate", str(go), "--header", "black=Ada", "--header", "komi=0.5"]) == 0
    tree = tree_of(go)
    assert (dict(tree.headers), tree.rules.komi) == ({"black": "Ada"}, 0.5)


def test_another_file(go: Path, tmp_path: Path) -> None:
    before, target = go.read_bytes(), tmp_path / "other.json"
    assert main(["annotate", str(go), "--comment", "x", "-o", str(target)]) == 0
    assert go.read_bytes() == before
    assert tree_of(target).last.comment == "x"


@pytest.mark.parametrize(
    ("options", "code", "hint"),
    [
        ([], 2, "say what to write"),
        (["--add", "D4"], 1, "D4 is not legal"),
        (["--mark", "triangel=D4"], 2, "did you mean triangle"),
        (["--mark", "triangle=Z99"], 2, "no point is called"),
        (["--mark", "triangle"], 2, "write it like triangle=D4"),
        (["--path", "7", "--comment", "x"], 2, "the line ends after 3"),
        (["--path", "", "--remove"], 2, "the root cannot be removed"),
        (["--remove", "--comment", "x"], 2, "--remove cannot be combined with other edits"),
        (["--header", "blck=x"], 2, "did you mean black"),
    ],
)
def test_what_cannot_be_written(
    go: Path, options: list[str], code: int, hint: str, capsys: Out
) -> None:
    before = go.read_bytes()
    assert main(["annotate", str(go), *options]) == code
    assert hint in capsys.readouterr().err
    assert go.read_bytes() == before


def test_a_format_that_cannot_hold_it(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "board.dgfb"
    bb.save(bb.GoPosition(9), path)
    before = path.read_bytes()
    assert main(["annotate", str(path), "--comment", "x"]) == 1
    assert "dgf-board cannot hold 1 comment" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_a_text_needs_a_place_to_be_written_to(tmp_path: Path, capsys: Out) -> None:
    assert main(["annotate", "1. 11-15 22-18 *", "--add", "15x22"]) == 2
    assert "give --output" in capsys.readouterr().err
    target = tmp_path / "x.json"
    assert main(["annotate", "1. 11-15 22-18 *", "--add", "15x22", "-o", str(target)]) == 0
    assert tree_of(target).last.ply == 3


@pytest.mark.parametrize(
    ("name", "text", "edited"),
    [
        ("a.sgf", "(;SZ[9];B[aa];W[bb])", "(;SZ[9];B[aa];W[bb]C[new])"),
        (
            "b.sgf",
            "(;SZ[9];B[aa]) (;SZ[9];B[bb] ;W[cc])",
            "(;SZ[9];B[aa]C[new]) (;SZ[9];B[bb] ;W[cc])",
        ),
        ("a.pdn", "1. 11-15 22-18 *\n", "1. 11-15 22-18 {new} *\n"),
    ],
)
def test_the_rest_of_a_file_stays_as_it_was(
    name: str, text: str, edited: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text)
    assert main(["annotate", str(path), "--comment", "new"]) == 0
    assert path.read_text() == edited


def test_a_dgf_game(tmp_path: Path) -> None:
    path = tmp_path / "game.dgf"
    path.write_bytes(Path("tests/vectors/dgf-game/ok/game.dgf").read_bytes())
    add = ["--path", "2", "--add", "A1", "--comment", "or so", "--header", "black=Ada"]
    assert main(["annotate", str(path), *add]) == 0
    tree = tree_of(path)
    assert tree.headers["black"] == "Ada"
    assert (str(tree.node("2.1").move), tree.node("2.1").comment) == ("A1", "or so")
    assert tree.last.ply == 24


def test_the_second_game_of_a_collection(tmp_path: Path) -> None:
    path = tmp_path / "two.sgf"
    path.write_text("(;SZ[9];B[aa])\n(;SZ[9];B[bb])\n")
    assert main(["annotate", str(path), "--game", "2", "--add", "C7", "--header", "white=Bob"]) == 0
    first, second = (str(game.tree.last.move) for game in bb.read_games(path))  # type: ignore[union-attr]
    assert (first, second) == ("A9", "C7")
    assert path.read_text().startswith("(;SZ[9];B[aa])\n")


def test_what_cannot_be_read_in_a_collection_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "four.sgf"
    before = "(;SZ[9];B[aa])\n(;SZ[0])(;SZ[9];B[aa])\n(;SZ[9];B[bb])\n"
    path.write_bytes(before.encode())
    assert main(["annotate", str(path), "--game", "3", "--comment", "x"]) == 0
    assert path.read_text() == before.replace(
        "SZ[9];B[aa])\n(;SZ[9];B[bb]", "SZ[9];B[aa]C[x])\n(;SZ[9];B[bb]"
    )


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1", "utf-8-sig"])
def test_collections_in_any_encoding(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "three.sgf"
    before = "(;SZ[9];B[aa]C[ö])\n(;SZ[9];B[bb])\n(;SZ[9];B[aa]C[ö])\n"
    path.write_bytes(before.encode(encoding))
    assert main(["annotate", str(path), "--game", "2", "--comment", "x"]) == 0
    assert path.read_bytes() == before.replace("B[bb]", "B[bb]C[x]").encode(encoding)
