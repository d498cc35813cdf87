"""Games as trees on the command line: what people wrote is shown, listed and written."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.cli import main
from boardbytes.cli.moves import format_tree
from boardbytes.model import GameTree
from boardbytes.model.notes import Label, Mark, MarkKind, Notes, Owned

Out = pytest.CaptureFixture[str]


def game() -> GameTree:
    tree = GameTree(bb.GoPosition(9), "japanese").with_headers(
        black="Ada", black_rank="3d", white="Bob", event="Cup", date="2026-11-18"
    )
    for at, move in (("", "D4"), ("1", "F6"), ("2", "C7"), ("2", "G3"), ("2.1", "C3"), ("3", "F4")):
        tree = tree.play(at, move)
    tree = tree.annotate("2.1", comment="or here")
    return tree.annotate(
        "3",
        comment="A wide move.\nA brave one.",
        marks=(Mark(MarkKind.TRIANGLE, "D4"), Mark(MarkKind.CROSS, "G7")),
        labels=(Label("E5", "A"),),
        territory=(Owned("J9", bb.Colour.BLACK),),
    )


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "game.json"
    bb.save(game(), path)
    return str(path)


def test_the_card_of_a_game(file: str, capsys: Out) -> None:
    assert main(["show", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    card = dict(line.split(maxsplit=1) for line in lines[2:7])
    assert card == {
        "black": "Ada (3d)",
        "white": "Bob",
        "event": "Cup",
        "date": "2026-11-18",
        "rules": "japanese",
    }


def test_komi_and_result_are_on_the_card(file: str, capsys: Out) -> None:
    settings = ["--set", "komi=6.5", "--set", "result=B+R"]
    assert main(["convert", file, file, *settings]) == 0
    main(["show", file])
    shown = capsys.readouterr().out
    assert "komi    6.5\n" in shown
    assert "result  black wins: white resigned (japanese rules)\n" in shown


def test_comments_and_marks_of_the_shown_move(file: str, capsys: Out) -> None:
    assert main(["show", file, "--move", "3"]) == 0
    shown = capsys.readouterr().out
    assert "move 3 of 4 (node 3): black C7" in shown
    assert "A wide move.\nA brave one.\n" in shown
    assert "triangle  D4" in shown
    assert "labels    E5=A" in shown
    assert " 7  ├─┼(●)┼─┼─┼─×─┼─┤" in shown, "the cross is on the board"
    assert " 4  ├─┼─┼─●△┼" in shown, "the triangle is beside its stone"
    assert " 5  ├─┼─┼─┼─A─┼" in shown
    assert " 9  ┌─┬─┬─┬─┬─┬─┬─┬─▪" in shown
    main(["show", file])
    assert "A wide move" not in capsys.readouterr().out


def test_a_node_by_its_path(file: str, capsys: Out) -> None:
    assert main(["show", file, "--path", "2.1", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["path"] == "2.1"
    assert shown["record"]["moves"] == ["D4", "F6", "G3"]
    assert shown["notes"] == {"comment": "or here"}
    assert shown["headers"]["black"] == "Ada"
    assert shown["position"]["turn"] == "white"
    main(["show", file, "--path", "2"])
    assert "goes on with 3 black C7 · 2.1 black G3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        (["--path", "9"], "the line ends after 4"),
        (["--path", "x"], "a path is made of numbers"),
        (["--move", "9"], "has 4 moves"),
        (["--path", "1", "--move", "1"], "not both"),
    ],
)
@pytest.mark.parametrize("verb", ["show", "draw", "moves", "score"])
def test_nodes_that_are_not_there(
    file: str, verb: str, options: list[str], hint: str, capsys: Out
) -> None:
    assert main([verb, file, *options]) == 2
    assert hint in capsys.readouterr().err


def test_show_the_board_before_a_move_that_cannot_be(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "game.pdn"
    path.write_text("1. 11-15 22-18 2. 15-23 *")
    assert main(["show", str(path)]) == 1
    shown = capsys.readouterr().out
    assert "2 moves played" in shown
    assert "error: move 3: 15-23 is not legal" in shown
    assert main(["show", str(path), "--json"]) == 1
    plain = json.loads(capsys.readouterr().out)
    assert plain["record"]["moves"] == ["11-15", "22-18"]
    assert plain["problems"][0]["ply"] == 3


def test_a_damaged_file_as_json(capsys: Out) -> None:
    assert main(["show", "examples/damaged.dat", "--json"]) == 1
    plain = json.loads(capsys.readouterr().out)
    assert plain["format"] == "stackmill"
    assert {problem["offset"] for problem in plain["problems"]} >= {0, 27, 45}


def test_show_goes_on_after_a_file_that_is_nothing(file: str, tmp_path: Path, capsys: Out) -> None:
    assert main(["show", str(tmp_path / "missing"), "examples/damaged.dat", file]) == 2
    told = capsys.readouterr()
    assert "4 moves played" in told.out
    assert told.err.count("\n") == 2


TREE = """\
1 black D4
2 white F6
  2.1 black G3
    | or here
  2.1.1 white C3
3 black C7 [triangle D4] [cross G7] [labels E5=A] [black's 1 point: J9]
  | A wide move.
  | A brave one.
4 white F4
"""


def test_the_tree_of_a_game(file: str, capsys: Out) -> None:
    assert main(["moves", file, "--tree"]) == 0
    assert capsys.readouterr().out == TREE
    assert main(["moves", file, "--tree", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["nodes"][0] == "D4"
    assert main(["moves", "examples/endgame.dat", "--tree"]) == 2


def test_listed_paths_lead_to_their_nodes() -> None:
    tree = game().play("", "A1").play("0.1", "B1").play("2.1.1", "J9").play("2.1", "J1")
    listed = [line.split() for line in format_tree(tree) if "|" not in line]
    assert len(listed) == len(tree) - 1
    for path, _, move, *_ in listed:
        assert str(tree.node(path).move) == move
        assert tree.node(path).path == path


def test_a_long_game_is_listed_and_shown(tmp_path: Path, capsys: Out) -> None:
    tree = GameTree(bb.GoPosition(9))
    for at in range(20_000):
        tree = tree.add(at, notes=Notes(comment=f"remark {at}"))
    path = tmp_path / "long.json"
    bb.save(tree, path)
    assert main(["moves", "--tree", str(path)]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert len(listed) == 40_000
    assert listed[-2:] == ["20000", "  | remark 19999"]
    assert main(["show", str(path), "--path", "20000"]) == 0
    assert "remark 19999" in capsys.readouterr().out


def test_legal_moves_at_a_node(file: str, capsys: Out) -> None:
    assert main(["moves", file, "--path", "1", "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["turn"] == "white"
    assert plain["rules"] == "japanese"
    assert "D4" not in plain["moves"]
    assert "F6" in plain["moves"]


DEEP = b"(;SZ[9]" + b"(;B[];W[]" * 25_000 + b")" * 25_001


@pytest.fixture(scope="module")
def deep(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game whose nodes are nested 50,000 deep."""
    path = tmp_path_factory.mktemp("deep") / "deep.sgf"
    path.write_bytes(DEEP)
    return path


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["show", "{}"], "50,000 moves played"),
        (["show", "{}", "--path", "40000"], "move 40000"),
        (["draw", "{}", "--path", "40000", "-o", "{}.svg"], ""),
        (["moves", "{}", "--tree"], "\n50000 white pass\n"),
        (["moves", "{}", "--tree", "--json"], '"move": "pass"'),
        (["check", "{}"], "move 3: a move is played after the game was over"),
        (["score", "{}"], "even (standard rules)"),
    ],
)
def test_a_deep_game_is_shown(args: list[str], told: str, deep: Path, capsys: Out) -> None:
    assert main([arg.format(deep) for arg in args]) == 0
    assert told in capsys.readouterr().out


@pytest.mark.slow
def test_a_deep_game_is_edited_and_converted(deep: Path, tmp_path: Path) -> None:
    edited, back = tmp_path / "edited.sgf", tmp_path / "back.sgf"
    args = ["annotate", str(deep), "--path", "40000", "--comment", "x", "-o", str(edited)]
    assert main(args) == 0
    place = DEEP.index(b"(") + len(b"(;SZ[9]") + 20_000 * len(b"(;B[];W[]")
    assert edited.read_bytes() == DEEP[:place] + b"C[x]" + DEEP[place:]
    for ending in ("json", "dgf"):
        other = tmp_path / f"other.{ending}"
        assert main(["convert", str(edited), str(other)]) == 0
        assert main(["convert", str(other), str(back)]) == 0
        assert bb.load(back).tree == bb.load(edited).tree
