"""Tile boards as maps of the editor Tiled, in the shape of its JSON: TMX is the same in XML.

Each tile that differs is a tile of one tileset, with a custom property for each of its parts. Tiled
counts rows from the top, and moves staggered columns down: so even columns are the staggered ones.
"""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from typing import Any

from boardbytes.errors import BoardbytesError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.tiled.text import (
    FLIPS,
    format_text,
    layer_data,
    parse_text,
    plain_property,
    properties_of,
)
from boardbytes.games.tiles import Footer, Modifiers, Occupancy, TileBoard, Wrap
from boardbytes.games.tiles.board import (
    BY_NAME,
    DEPTHS,
    MAX_SIDE,
    PARTS,
    format_body,
    parse_value,
    put,
)
from boardbytes.games.tiles.editing import usual_tile
from boardbytes.games.tiles.footer import TEXT_SIZES
from boardbytes.model.plain import Plain

MAX_SIZE = 16 * 1024 * 1024
TILE_WIDTH, TILE_HEIGHT, HEX_SIDE = 32, 28, 16
_HEXAGONAL = {"hexsidelength": HEX_SIDE, "staggeraxis": "x", "staggerindex": "even"}
_SWITCHES = ("pathed", "level_flags", "grouped")
_NUMBERS = ("version", "unused")
_INT_BITS = 31
"""Larger numbers are text: Tiled's integers have 32 bits and a sign."""


def to_map(board: TileBoard) -> dict[str, Any]:
    """The board as Tiled's JSON has a map."""
    rows = [board.tiles[at : at + board.width] for at in range(0, len(board.tiles), board.width)]
    ids = {tile: number for number, tile in enumerate(sorted(set(board.tiles)), 1)}
    hexagonal = board.modifiers.hexagonal
    height = TILE_HEIGHT if hexagonal else TILE_WIDTH
    size = {"tilewidth": TILE_WIDTH, "tileheight": height}
    tileset = {
        "firstgid": 1,
        "name": "tiles",
        **size,
        "tilecount": len(ids),
        "columns": 0,
        "margin": 0,
        "spacing": 0,
        "tiles": [
            {"id": number - 1, "properties": _tile_properties(board.depth, tile)}
            for tile, number in ids.items()
        ],
    }
    layer = {
        "id": 1,
        "name": "tiles",
        "type": "tilelayer",
        "x": 0,
        "y": 0,
        "width": board.width,
        "height": board.length,
        "opacity": 1,
        "visible": True,
        "data": [ids[tile] for row in reversed(rows) for tile in row],
    }
    return {
        "type": "map",
        "version": "1.10",
        "tiledversion": "1.10.2",
        "orientation": "hexagonal" if hexagonal else "orthogonal",
        "renderorder": "right-down",
        "width": board.width,
        "height": board.length,
        **size,
        **(_HEXAGONAL if hexagonal else {}),
        "infinite": False,
        "nextlayerid": 2,
        "nextobjectid": 1,
        "properties": _map_properties(board),
        "tilesets": [tileset],
        "layers": [layer],
    }


def _tile_properties(depth: int, tile: int) -> list[dict[str, Any]]:
    return [
        plain_property(bits.name, bits.of(tile) if bits.width <= _INT_BITS else str(bits.of(tile)))
        for bits in PARTS[depth]
    ]


def _map_properties(board: TileBoard) -> list[dict[str, Any]]:
    rows: dict[str, bool | int | str] = {"depth": board.depth}
    for row in fields(Modifiers):
        value = getattr(board.modifiers, row.name)
        if row.name != "hexagonal":
            rows[row.name] = value.value if isinstance(value, Enum) else value
    rows |= {name: format_text(getattr(board.footer, name)) for name in TEXT_SIZES}
    rows |= {name: getattr(board.footer, name) for name in _NUMBERS}
    rows["reserved"] = board.reserved
    return [plain_property(name, value) for name, value in rows.items()]


def from_map(plain: Plain, findings: Findings) -> TileBoard:
    """The board of a map; what a board cannot hold is reported as a warning.

    Raises PlainError, which names the place, for a map that is no board.
    """
    if not isinstance(plain.value, dict):
        raise plain.fail("a Tiled map must be an object")
    for name in ("orientation", "width", "height", "layers", "tilesets"):
        if name not in plain.value:
            raise plain.fail(f'{plain.name} must have "{name}"')
    orientation = plain["orientation"].choice(["orthogonal", "hexagonal"])
    for name, value in _HEXAGONAL.items() if orientation == "hexagonal" else ():
        if isinstance(value, str) and name in plain.value:
            plain[name].choice([value])
    width, length = (plain[name].integer(1, MAX_SIDE) for name in ("width", "height"))
    tilesets = _tilesets(plain["tilesets"])
    layer = _tile_layer(plain["layers"], findings)
    ids = layer_data(layer, width * length)
    if any(number & FLIPS for number in ids):
        findings.warning("flips", "tiles that are turned lose their turn", None)
    given = properties_of(plain)
    depth = _depth(given.get("depth"), tilesets)
    known = {number: _tile(parts, depth) for number, parts in tilesets.items()}
    tiles = [known.get(number & ~FLIPS, usual_tile(depth)) if number else 0 for number in ids]
    rows = [tiles[at : at + width] for at in range(0, len(tiles), width)]
    body = format_body(depth, [tile for row in reversed(rows) for tile in row])
    modifiers = _modifiers(given, hexagonal=orientation == "hexagonal")
    reserved = given["reserved"].integer(0, 255) if "reserved" in given else 0
    return TileBoard(depth, width, length, body, modifiers, _footer(plain, given), reserved)


def _tilesets(plain: Plain) -> dict[int, dict[str, Plain]]:
    """The properties of every tile that has some, by its global id."""
    found = {}
    for tileset in plain.items():
        if not isinstance(tileset.value, dict) or "firstgid" not in tileset.value:
            raise tileset.fail(f'{tileset.name} must have "firstgid"')
        if "source" in tileset.value:
            raise tileset.fail(f"{tileset.name} must be embedded in the map")
        first = tileset["firstgid"].integer(1, ~FLIPS & 0xFFFF_FFFF)
        tiles = tileset.get("tiles")
        for tile in tiles.items() if tiles else ():
            if not isinstance(tile.value, dict) or "id" not in tile.value:
                raise tile.fail(f'{tile.name} must have "id"')
            found[first + tile["id"].integer(0, ~FLIPS & 0xFFFF_FFFF)] = properties_of(tile)
    return found


def _tile_layer(plain: Plain, findings: Findings) -> Plain:
    """The first layer of tiles; that there are others is a warning."""
    layers = list(plain.items())
    kinds = [layer.value.get("type") if isinstance(layer.value, dict) else None for layer in layers]
    if "tilelayer" not in kinds:
        raise plain.fail(f"{plain.name} must have a layer of tiles")
    if len(layers) > 1:
        findings.warning("layers", "only the first layer of tiles is read", None, len(layers))
    return layers[kinds.index("tilelayer")]


def _depth(given: Plain | None, tilesets: dict[int, dict[str, Plain]]) -> int:
    """The depth that the map names, else the least whose tiles have all the parts that occur."""
    if given is not None:
        depth = given.integer(min(DEPTHS), max(DEPTHS))
        if depth not in DEPTHS:
            raise given.fail(f"{given.name} must be 8, 16, 32 or 64", str(depth))
        return depth
    every = {part.name for parts in PARTS.values() for part in parts}
    used = {name for parts in tilesets.values() for name in parts} & every
    return next((depth for depth in DEPTHS if used <= set(BY_NAME[depth])), max(DEPTHS))


def _tile(parts: dict[str, Plain], depth: int) -> int:
    """A tile by its properties; in bounds if they do not say. Other properties are not ours."""
    tile = usual_tile(depth)
    for name, plain in parts.items():
        if name in BY_NAME[depth]:
            bits = BY_NAME[depth][name]
            try:
                tile = put(tile, bits, parse_value(bits, str(plain.value)))
            except BoardbytesError as error:
                raise plain.fail(str(error)) from None
    return tile


def _modifiers(given: dict[str, Plain], *, hexagonal: bool) -> Modifiers:
    switches = {name: given[name].boolean() for name in _SWITCHES if name in given}
    wrap, occupancy = Wrap.NONE, Occupancy.ONE
    if "wrap" in given:
        wrap = Wrap(given["wrap"].choice([each.value for each in Wrap]))
    if "occupancy" in given:
        occupancy = Occupancy(given["occupancy"].choice([each.value for each in Occupancy]))
    return Modifiers(**switches, hexagonal=hexagonal, wrap=wrap, occupancy=occupancy)


def _footer(plain: Plain, given: dict[str, Plain]) -> Footer:
    texts = {name: parse_text(given[name].text()) for name in TEXT_SIZES if name in given}
    numbers = {name: given[name].integer(0, 255) for name in _NUMBERS if name in given}
    try:
        return Footer(**texts, **numbers)  # type: ignore[arg-type]
    except PositionError as error:
        raise plain.fail(str(error)) from None
