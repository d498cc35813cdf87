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
from boardbytes.games.tiles.board import DEPTHS, format_body, put
from boardbytes.games.tiles.editing import usual_tile
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
            expected = {bits.name: bits.of(tile) for bits in DEPTHS[board.depth].parts}
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


def test_an_author_of_our_name_is_no_mark() -> None:
    """The word alone made a map look like a JSON document of ours."""
    data = bb.dumps(bb.load("examples/chessboard.gb08"), "tmj")
    assert b'"boardbytes"' in data[:1024]
    assert bb.detect(data) == "tmj"


def test_layers_in_groups_are_found_from_the_bottom() -> None:
    plain = json.loads(Path(BY_HAND["tmj"]).read_text())
    plain["layers"] = [{"type": "group", "layers": plain["layers"]}]
    document = bb.loads(json.dumps(plain).encode(), "tmj")
    assert document.position == bb.load(BY_HAND["tmj"]).position
    (span,) = [span for span in bb.explain(json.dumps(plain).encode()) if span.points]
    assert span.name == "layers[0].layers[1].data"
    assert span.points == ("0,1", "1,1", "0,0", "1,0")


def test_properties_of_other_programs_do_not_hurt() -> None:
    """Names that we use too, with values that we could not use."""
    plain = json.loads(Path(BY_HAND["tmj"]).read_text())
    strange = {"depth": 5, "title": "x" * 61, "version": "1.0", "wrap": True, "reserved": -1}
    plain["properties"] = [{"name": name, "value": value} for name, value in strange.items()]
    tile = {"height": "tall", "group": 2, "bounds": 1.5, "kind": {"a": 1}, "zone": True}
    rows = [{"name": name, "value": value} for name, value in tile.items()]
    plain["tilesets"][0]["tiles"] = [{"id": number, "properties": rows} for number in (0, 1)]
    document = bb.loads(json.dumps(plain).encode(), "tmj")
    board = document.position
    assert (board.depth, board.title, board.get(1, 1, "group")) == (8, "", 2)
    unread = [problem for problem in document.problems if problem.code == "property"]
    named = {str(problem).split('"')[1] for problem in unread}
    assert named == {*strange, "height", "bounds", "kind"}
    assert all(problem.place.offset for problem in unread)


def test_a_map_that_we_wrote_must_be_right() -> None:
    plain = json.loads(bb.dumps(blank(2, 2), "tmj"))
    plain["properties"][0]["value"] = 24
    with pytest.raises(bb.FormatError, match=r"properties\[0\].value must be 8, 16, 32 or 64"):
        bb.loads(json.dumps(plain).encode(), "tmj")


def test_a_layer_of_another_size_than_its_map() -> None:
    plain = json.loads(Path(BY_HAND["tmj"]).read_text())
    plain["layers"] = [
        {"type": "tilelayer", "width": 3, "height": 1, "data": [1, 0, 1]},
    ]
    document = bb.loads(json.dumps(plain).encode(), "tmj")
    assert [problem.code for problem in document.problems] == ["outside"]
    assert [document.position.tile(x, y) > 0 for x, y in ((0, 1), (1, 1), (0, 0))] == [
        *(True, False, False)
    ]


def test_the_picture_shows_what_a_tile_is(tmp_path: Path) -> None:
    """Tiles that differ in kind, height, owner or group look different."""
    from PIL import Image

    for depth in DEPTHS:
        parts = [DEPTHS[depth].by_name[name] for name in SHOWN[depth]]
        tiles = {
            put(usual_tile(depth), part, value)
            for part in parts
            for value in range(4)
            if value < 1 << part.width
        }
        board = TileBoard(depth, len(tiles), 1, format_body(depth, sorted(tiles)))
        bb.save(board, tmp_path / "board.tmj")
        (tileset,) = json.loads((tmp_path / "board.tmj").read_text())["tilesets"]
        with Image.open(tmp_path / tileset["image"]) as image:
            assert image.size == (tileset["imagewidth"], tileset["imageheight"])
            boxes = [(32 * (at % 16), 32 * (at // 16)) for at in range(tileset["tilecount"])]
            looks = {image.crop((x, y, x + 32, y + 32)).tobytes() for x, y in boxes}
        assert len(looks) == len(tiles), depth
        (tmp_path / tileset["image"]).unlink()


SHOWN = {
    8: ("bounds", "height", "zone", "group"),
    16: ("bounds", "height", "zone_owner", "group"),
    32: ("bounds", "height", "zone_players", "group"),
    64: ("kind", "height", "layer", "group"),
}


def test_a_board_with_very_many_tiles_has_no_picture(tmp_path: Path) -> None:
    board = TileBoard(16, 250, 5, format_body(16, range(1250)))
    for name in ("tmj", "tmx"):
        bb.save(board, tmp_path / f"board.{name}")
        assert bb.load(tmp_path / f"board.{name}").position == board
    assert {path.suffix for path in tmp_path.iterdir()} == {".tmj", ".tmx"}


def test_standard_output_gets_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bb.save(blank(2, 2), "-", "tmj")
    assert not list(tmp_path.iterdir())
