"""`edit` as a person or a script uses it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardbytes as bb
from tests.cli.test_commands import refused, run


def edit(path: Path, *args: str) -> None:
    code, _, err = run("edit", path, *args)
    assert code == 0
    assert err == "" or "its ending should be" in err


def test_a_board_from_nothing(tmp_path: Path) -> None:
    path = tmp_path / "isle.gb16"
    edit(path, "new", "6", "4", "--depth", "16")
    edit(path, "set", "--all", "--clear", "bounds=out of bounds")
    edit(path, "set", "--circle", "3,2", "1", "--at", "0,0", "bounds=in bounds", "height=2")
    edit(path, "text", "title", "Isle of Møn")
    edit(path, "text", "version", "3")
    edit(path, "modifier", "wrap", "width")
    edit(path, "modifier", "hexagonal", "yes")
    edit(path, "grow", "top", "2")
    edit(path, "shrink", "left")
    edit(path, "shift", "--right", "-1", "--up", "1", "--around")
    edit(path, "depth", "32")
    board = bb.load(path).position
    assert board.footer.editor == "BB"
    assert (board.width, board.length, board.depth) == (5, 6, 32)
    assert (board.title, board.footer.version) == ("Isle of Møn", 3)
    assert board.modifiers.hexagonal
    assert board.get(1, 3, "height") == 2
    assert list(board.values("height")).count(2) == 5


def test_the_board_goes_elsewhere_or_through_a_pipe(tmp_path: Path) -> None:
    path, out = tmp_path / "a.gb08", tmp_path / "b.json"
    edit(path, "new", "2", "2")
    before = path.read_bytes()
    code, text, _ = run("edit", "--json", "-o", out, path, "grow", "right")
    assert code == 0
    assert json.loads(text) == {"file": str(path), "output": str(out), "bytes": out.stat().st_size}
    assert path.read_bytes() == before
    assert bb.load(out).format == "json"
    assert bb.load(out).position.width == 3
    code, piped, _ = run("edit", "-f", "json", "-", "grow", "top", stdin=out.read_bytes())
    assert code == 0
    assert bb.loads(piped.encode()).position.length == 3


def test_flood_fill(tmp_path: Path) -> None:
    path = tmp_path / "a.gb08"
    edit(path, "new", "4", "1")
    edit(path, "set", "--at", "2,0", "special=yes")
    edit(path, "set", "--fill", "0,0", "height=1")
    assert list(bb.load(path).position.values("height")) == [1, 1, 0, 0]


def test_nothing_is_lost_unasked(tmp_path: Path) -> None:
    path = tmp_path / "a.gb64"
    edit(path, "new", "2", "1", "--depth", "64")
    edit(path, "set", "--all", "layer=jail")
    before = path.read_bytes()
    complaint = refused("edit", path, "depth", "8", code=1)
    assert "cannot hold the layer of 2 tiles; --lossy goes ahead without" in complaint
    assert path.read_bytes() == before
    edit(path, "depth", "8", "--lossy")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "code", "hint"),
    [
        (["set", "height=1"], 2, "say which tiles"),
        (["set", "--all"], 2, "say what to change"),
        (["set", "--all", "height"], 2, "NAME=VALUE"),
        (["set", "--all", "heigth=1"], 2, "did you mean height?"),
        (["set", "--all", "height=9"], 1, "height must be 0 to 3"),
        (["set", "--at", "5,5", "height=1"], 1, "there is no tile 5,5"),
        (["set", "--at", "5", "height=1"], 2, "named like 3,5"),
        (["new", "2", "2"], 2, "already exists"),
        (["grow", "up"], 2, "'up' is not one of"),
        (["modifier", "wrap", "with"], 2, "did you mean width?"),
        (["text", "version", "new"], 2, "version must be 0 to 255"),
        (["text", "author", "Ж"], 1, "ISO 8859-1"),
    ],
)
def test_edits_that_cannot_be(tmp_path: Path, args: list[str], code: int, hint: str) -> None:
    path = tmp_path / "a.gb08"
    edit(path, "new", "2", "2")
    before = path.read_bytes()
    assert hint in refused("edit", path, *args, code=code)
    assert path.read_bytes() == before


def test_a_game_is_no_board() -> None:
    assert "holds no tile board" in refused("edit", "examples/endgame.dat", "grow", "top", code=2)
    assert "a tile board has no moves" in refused(
        "moves", "tests/vectors/gbxx/ok/full-texts.gbxx", code=2
    )


def test_where_the_result_goes_may_be_said_anywhere(tmp_path: Path) -> None:
    source = tmp_path / "board.gb16"
    assert run("edit", source, "new", "2", "2", "--depth", "16")[0] == 0
    before = source.read_bytes()
    for number, line in enumerate(
        [
            ["-o", "OUT", source, "set", "--all", "height=3"],
            [source, "-o", "OUT", "set", "--all", "height=3"],
            [source, "set", "--all", "height=3", "--output", "OUT"],
            [source, "set", "--output=OUT", "--all", "height=3"],
        ]
    ):
        out = tmp_path / f"{number}.gb16"
        words = [str(word).replace("OUT", str(out)) for word in line]
        assert run("edit", *words)[0] == 0
        assert list(bb.load(out).position.values("height")) == [3] * 4
    assert source.read_bytes() == before
    # After two dashes it is what it is.
    assert run("edit", source, "text", "--", "title", "-o")[0] == 0
    assert bb.load(source).position.title == "-o"


def test_a_new_board_says_what_it_was_made_with(tmp_path: Path) -> None:
    assert run("edit", tmp_path / "b.gb08", "new", "1", "1")[0] == 0
    assert bb.load(tmp_path / "b.gb08").position.footer.editor == "BB"


def test_an_ending_that_no_longer_fits_is_told(tmp_path: Path) -> None:
    path = tmp_path / "board.gb16"
    run("edit", path, "new", "2", "2", "--depth", "16")
    code, _, told = run("edit", path, "depth", "32")
    assert (code, bb.load(path).position.depth) == (0, 32)
    assert told == f"boardbytes: {path} has tiles of 32 bits now: its ending should be .gb32\n"
    assert run("edit", path, "depth", "64", "-o", tmp_path / "board.gb64")[2] == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("depth", "flags", "text", "height"),
    [
        ("8", "no", "high", 3),
        ("8", "no", "underground", 0),
        ("8", "yes", "low", 2),
        ("16", "yes", "high", 8),
        ("16", "yes", "low,high", 10),
        ("32", "yes", "above ground", 32),
        ("64", "yes", "level 7", 128),
        ("64", "no", "7", 7),
    ],
)
def test_heights_in_words(tmp_path: Path, depth: str, flags: str, text: str, height: int) -> None:
    path = tmp_path / "board.gbxx"
    run("edit", path, "new", "1", "1", "--depth", depth)
    run("edit", path, "modifier", "level_flags", flags)
    assert run("edit", path, "set", "--all", f"height={text}")[0] == 0
    assert list(bb.load(path).position.values("height")) == [height]


def test_a_height_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "board.gb16"
    run("edit", path, "new", "1", "1", "--depth", "16")
    refused("edit", path, "set", "--all", "height=high", code=1)


def test_what_differs_is_said_in_words(tmp_path: Path) -> None:
    first, second = tmp_path / "a.gb08", tmp_path / "b.gb08"
    run("edit", first, "new", "2", "2")
    run("edit", first, "-o", second, "set", "--at", "1,0", "height=3")
    assert run("diff", first, second)[1].splitlines()[1:] == ["  1 tile differs: 1,0"]
    run("edit", second, "text", "title", "Isle")
    run("edit", second, "text", "version", "2")
    run("edit", second, "modifier", "wrap", "width")
    out = run("diff", first, second)[1]
    assert "  title went from none to 'Isle'\n" in out
    assert "  version went from 0 to 2\n" in out
    assert "  modifiers went from free routing, heights as numbers, no groups, square, no wr" in out
    assert "Footer(" not in out


def test_the_ending_says_the_depth_of_a_new_board(tmp_path: Path) -> None:
    assert run("edit", tmp_path / "b.gb16", "new", "1", "1")[0] == 0
    assert bb.load(tmp_path / "b.gb16").position.depth == 16
    assert run("edit", tmp_path / "b.gb16", "depth", "32")[2].endswith("should be .gb32\n")
