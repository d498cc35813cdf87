"""`convert`: whole collections, nothing lost unasked, headers set on the way."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.cli import main
from boardbytes.model.notes import Label, Notes

Out = pytest.CaptureFixture[str]
PDN = "1. 11-15 22-18 *\n\n1. 9-14 9-13 *\n\n1. 11-16 24-19 *\n"


@pytest.fixture
def pdn(tmp_path: Path) -> str:
    path = tmp_path / "three.pdn"
    path.write_text(PDN)
    return str(path)


def moves(path: Path) -> list[str]:
    record = bb.load(path).record
    assert record is not None
    return [str(move) for move in record.moves]


def test_one_game_to_a_file_each(pdn: str, tmp_path: Path, capsys: Out) -> None:
    command = ["convert", pdn, str(tmp_path / "out.json"), "--lossy"]
    assert main(command) == 1, "one game cannot be read"
    told = capsys.readouterr()
    assert "without game 2, which cannot be read" in told.out
    assert "three.pdn: error: game 2, move 2: " in told.err
    assert "out-1.json" in told.out
    assert moves(tmp_path / "out-1.json") == ["11-15", "22-18"]
    assert moves(tmp_path / "out-3.json") == ["11-16", "24-19"]
    written = sorted(path.name for path in tmp_path.glob("out*"))
    assert written == ["out-1.json", "out-3.json"]


def test_a_collection_stays_one_where_it_can(pdn: str, tmp_path: Path, capsys: Out) -> None:
    target = tmp_path / "out.pdn"
    assert main(["convert", pdn, str(target), "--json", "--lossy"]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["lost"] == ["game 2, which cannot be read"]
    assert (report["games"], report["outputs"]) == (2, [str(target)])
    assert report["problems"][0]["game"] == 2
    games = list(bb.read_games(target))
    assert [game.record.moves[0].__str__() for game in games if isinstance(game, bb.Document)
            and game.record] == ["11-15", "11-16"]  # fmt: skip


BROKEN = {
    "a.sgf": "(;SZ[9];B[aa]C[x])\n(;SZ[0];B[bb])\n(;SZ[9];B[cc])",
    "a.pdn": PDN,
    "first.pdn": "1. 9-14 9-13 *\n\n1. 11-16 24-19 *\n",
}
"""Collections with a game that cannot be read."""


@pytest.mark.parametrize("name", BROKEN)
@pytest.mark.parametrize("target", ["itself", "other", "out.json"])
def test_a_game_that_cannot_be_read_is_not_dropped(
    name: str, target: str, tmp_path: Path, capsys: Out
) -> None:
    source = tmp_path / name
    source.write_text(BROKEN[name])
    names = {"itself": name, "other": f"other-{name}", "out.json": "out.json"}
    out = tmp_path / names[target]
    assert main(["convert", str(source), str(out)]) == 1
    number = 1 if name == "first.pdn" else 2
    refused = capsys.readouterr().err
    assert f"cannot hold game {number}, which cannot be read: " in refused
    assert "; --lossy goes on without it" in refused
    assert [path.name for path in tmp_path.iterdir()] == [name]
    assert source.read_text() == BROKEN[name]
    assert main(["convert", str(source), str(out), "--lossy"]) == 1
    assert f"without game {number}, which cannot be read" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.sgf", "(;SZ[9]C[x](;B[aa])(;B[ba]))  (;SZ[9];B[bb];W[cc])\n"),
        ("a.pdn", '[Event "x"]\n1. 11-15 {so} 22-18 *\n\n[Event "y"]\n1. 11-16 *\n'),
    ],
)
def test_the_same_format_is_the_same_bytes(name: str, text: str, tmp_path: Path) -> None:
    source, target = tmp_path / name, tmp_path / f"other-{name}"
    source.write_text(text)
    assert main(["convert", str(source), str(target)]) == 0
    assert target.read_text() == text


def test_one_game_is_taken(pdn: str, tmp_path: Path, capsys: Out) -> None:
    target = tmp_path / "one.json"
    assert main(["convert", pdn, str(target), "--game", "3"]) == 0
    assert moves(target) == ["11-16", "24-19"]
    assert main(["convert", pdn, str(target), "--game", "2"]) == 1
    assert main(["convert", pdn, str(target), "--game", "4"]) == 2
    assert "fewer than 4 games" in capsys.readouterr().err


def test_standard_output_has_room_for_one_game(pdn: str, capsys: Out) -> None:
    assert main(["convert", pdn, "-", "--to", "json"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "json cannot hold the 2 other games; --game N takes one" in told.err
    assert main(["convert", pdn, "-", "--to", "json", "--lossy"]) == 0
    assert json.loads(capsys.readouterr().out)["tree"]["nodes"] == ["11-15", "22-18"]


def test_nothing_is_written_if_one_game_would_lose(pdn: str, tmp_path: Path, capsys: Out) -> None:
    target = tmp_path / "out.fen"
    assert main(["convert", pdn, str(target), "--to", "draughts-fen"]) == 1
    assert "game 1: the 2 moves that led here; --lossy goes ahead" in capsys.readouterr().err
    assert list(tmp_path.glob("out*")) == []
    assert main(["convert", pdn, str(target), "--to", "draughts-fen", "--lossy"]) == 1
    assert len(list(tmp_path.glob("out*"))) == 2, "one game cannot be read"
    assert "without game 1: the 2 moves that led here" in capsys.readouterr().out


def test_what_is_lost_is_told_with_its_place(tmp_path: Path, capsys: Out) -> None:
    tree = bb.GameTree(bb.GoPosition(9)).play("", "D4").play("1", "E5").play("1", "C3")
    tree = tree.add("2", notes=Notes(comment="why?")).annotate("1.1", comment="or so")
    tree = tree.annotate("1.1", labels=(Label("C3", "x"),)).annotate("", name="the game")
    bb.save(tree, tmp_path / "a.json")
    assert main(["convert", str(tmp_path / "a.json"), str(tmp_path / "b.dgfr")]) == 1
    refused = capsys.readouterr().err
    assert "1 variation (at path 1.1)" in refused
    assert "2 comments (first at move 2)" in refused
    assert "1 position with labels (at path 1.1)" in refused
    assert "1 name of a position (at the start)" in refused
    assert not (tmp_path / "b.dgfr").exists()


def test_what_is_lost_of_a_collection_is_told_with_its_game(tmp_path: Path, capsys: Out) -> None:
    text = "(;SZ[9];B[aa])(;SZ[9];B[aa](;W[bb])(;W[cc];B[dd]C[so]))"
    assert main(["convert", text, str(tmp_path / "b.dgfr")]) == 1
    refused = capsys.readouterr().err
    assert "cannot hold game 2: 1 variation (at path 1.1) or 1 comment (at path 1.1.1)" in refused
    assert list(tmp_path.iterdir()) == []


def test_headers_are_set(pdn: str, tmp_path: Path, capsys: Out) -> None:
    target = tmp_path / "one.json"
    pairs = ["red=Ada", "white=Bob", "event=A Cup", "result=white+T"]
    options = [word for pair in pairs for word in ("--set", pair)]
    assert main(["convert", pdn, str(target), "--game", "1", *options]) == 0
    tree = bb.load(target).tree
    assert tree is not None
    assert tree.headers == {"red": "Ada", "white": "Bob", "event": "A Cup"}
    assert str(tree.result).startswith("white wins: red ran out of time")
    again = tmp_path / "two.json"
    assert (
        main(["convert", str(target), str(again), "--set", "event=", "--set", "result=none"]) == 0
    )
    tree = bb.load(again).tree
    assert tree is not None
    assert (dict(tree.headers), tree.result) == ({"red": "Ada", "white": "Bob"}, None)


def test_komi_and_rules_are_what_is_played_by(tmp_path: Path) -> None:
    source, target = tmp_path / "a.json", tmp_path / "b.json"
    bb.save(bb.GameTree(bb.GoPosition(9)).play("", "D4"), source)
    options = ["--set", "komi=6.5", "--set", "rules=japanese", "--set", "result=W+3.5"]
    assert main(["convert", str(source), str(target), *options]) == 0
    tree = bb.load(target).tree
    assert tree is not None
    assert (tree.rules.name, tree.rules.komi) == ("japanese", 6.5)
    assert tree.result is not None
    assert (tree.result.winner, tree.result.margin) == (bb.Colour.WHITE, 3.5)


@pytest.mark.parametrize(
    ("pair", "hint"),
    [
        ("black", "set like black=Ada"),
        ("blck=Ada", "did you mean black"),
        ("red=Ada", "go is played by black and white"),
        ("komi=abc", "komi must be a multiple"),
        ("komi=0.3", "komi must be a multiple"),
        ("rules=chines", "did you mean chinese"),
        ("result=who knows", "a result is black"),
        ("result=b+x", "a result is black"),
    ],
)
def test_settings_that_mean_nothing(pair: str, hint: str, tmp_path: Path, capsys: Out) -> None:
    source = tmp_path / "a.json"
    bb.save(bb.GameTree(bb.GoPosition(9)).play("", "D4"), source)
    before = source.read_bytes()
    assert main(["convert", str(source), str(source), "--set", pair]) == 2
    assert hint in capsys.readouterr().err
    assert source.read_bytes() == before


def test_a_tile_board_has_no_headers(tmp_path: Path, capsys: Out) -> None:
    assert (
        main(["convert", "examples/island.gb16", str(tmp_path / "x.json"), "--set", "date=x"]) == 2
    )
    assert "a tile board has no headers" in capsys.readouterr().err


@pytest.mark.parametrize("target", ["b.pdn", "b.dat", "b.gb16"])
@pytest.mark.parametrize("more", [[], ["--lossy"]])
def test_a_format_of_another_game_is_named_at_once(
    target: str, more: list[str], tmp_path: Path, capsys: Out
) -> None:
    out = tmp_path / target
    to = ["--to", "stackmill"] if target == "b.dat" else []
    text = "(;SZ[9];B[aa]C[x])(;SZ[9];B[bb])"
    assert main(["convert", text, str(out), *to, *more]) == 1
    refused = capsys.readouterr().err
    assert ", not Go\n" in refused
    assert "lossy" not in refused
    assert list(tmp_path.iterdir()) == []
