"""Tiled maps as JSON: another program reads ours, and maps drawn in Tiled become boards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import pytiled_parser
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.tiled.text import format_text, parse_text
from boardbytes.games.tiles import Modifiers, TileBoard, blank
from boardbytes.games.tiles.board import PARTS
from tests.games.tiles.boards import boards

BY_HAND = {name: f"tests/vectors/{name}/ok/warning-drawn-by-hand.{name}" for name in ("tmj", "tmx")}


@given(boards(4), st.sampled_from(["tmj", "tmx"]))
def test_any_board_survives_tiled(board: TileBoard, name: str) -> None:
    data = bb.dumps(board, name)
    assert bb.detect(data) == name
    assert bb.loads(data).position == board


@given(st.text())
def test_texts_read_back(text: str) -> None:
    written = format_text(text)
    assert parse_text(written) == text
    assert not any(ord(letter) < 32 for letter in written)


def parsed(board: TileBoard, name: str, folder: Path) -> Any:
    """The map as the library pytiled-parser reads it."""
    path = folder / f"board.{name}"
    bb.save(board, path)
    return pytiled_parser.parse_map(path)


@pytest.mark.parametrize("name", ["tmj", "tmx"])
@pytest.mark.parametrize("path", sorted(Path("examples").glob("*.gb*")), ids=str)
def test_every_sample_comes_back_byte_for_byte(name: str, path: Path) -> None:
    there = bb.dumps(bb.load(path), name)
    assert bb.dumps(bb.loads(there, name), "gbxx") == path.read_bytes()


@pytest.mark.parametrize("name", ["tmj", "tmx"])
@pytest.mark.parametrize("path", sorted(Path("tests/vectors/gbxx/ok").glob("*.gb*")))
def test_another_program_reads_the_same_board(name: str, path: Path, tmp_path: Path) -> None:
    board = bb.load(path).position
    found = parsed(board, name, tmp_path)
    assert (found.map_size.width, found.map_size.height) == (board.width, board.length)
    assert found.properties["depth"] == board.depth
    assert parse_text(found.properties["title"] or "") == board.footer.title
    (layer,), (tileset,) = found.layers, found.tilesets.values()
    for row, ids in enumerate(layer.data):
        for x, number in enumerate(ids):
            properties = tileset.tiles[number - 1].properties
            tile = board.tile(x, board.length - 1 - row)
            expected = {bits.name: bits.of(tile) for bits in PARTS[board.depth]}
            assert {key: int(value) for key, value in properties.items()} == expected


@pytest.mark.parametrize("name", ["tmj", "tmx"])
def test_hexagons_stand_the_right_way_up(name: str, tmp_path: Path) -> None:
    """Tiled moves the columns that `staggerindex` names down by half a tile."""
    board = blank(4, 3, modifiers=Modifiers(hexagonal=True))
    found = parsed(board, name, tmp_path)
    assert (found.orientation, found.stagger_axis, found.stagger_index) == (
        "hexagonal",
        "x",
        "even",
    )

    def from_top(x: int, y: int) -> float:
        row = board.length - 1 - y
        return row + (0.5 if (x % 2 == 0) == (found.stagger_index == "even") else 0)

    for x, y in ((x, y) for x in range(4) for y in range(3)):
        for to_x, to_y in board.neighbours(x, y):
            apart = abs(from_top(x, y) - from_top(to_x, to_y))
            assert apart == (1 if to_x == x else 0.5), "neighbours touch in Tiled's picture, too"


@pytest.mark.parametrize("name", ["tmj", "tmx"])
def test_a_map_drawn_by_hand(name: str) -> None:
    """No depth, someone else's property, an empty tile, one without properties, a turned one."""
    document = bb.load(BY_HAND[name])
    board = document.position
    assert board.depth == 8
    assert str(board) == "0c 08\n00 08"
    assert {problem.code for problem in document.problems} == {"layers", "flips"}


def test_the_depth_follows_from_the_parts() -> None:
    plain = json.loads(Path(BY_HAND["tmj"]).read_text())
    for part, depth in (("zone", 8), ("zone_owner", 16), ("barred_teams", 32), ("layer", 64)):
        row = {"name": part, "type": "int", "value": 1}
        plain["tilesets"][0]["tiles"][0]["properties"] = [row]
        board = bb.loads(json.dumps(plain).encode(), "tmj").position
        assert board.depth == depth
        assert board.get(1, 1, part) == 1
