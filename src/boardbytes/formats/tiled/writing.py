"""Tile boards as maps of the editor Tiled, in the shape of its JSON: TMX is the same in XML.

Each distinct tile is a tile of one tileset, with a custom property for each of its parts. Tiled
counts rows from the top, and moves staggered columns down: so even columns are the staggered ones.
"""

from __future__ import annotations

from dataclasses import fields
from enum import Enum
from hashlib import sha256
from typing import Any

from boardbytes.errors import PositionError
from boardbytes.formats.format import Format
from boardbytes.formats.tiled.pictures import Picture, draw_sheet, format_png
from boardbytes.formats.tiled.reading import NUMBERS
from boardbytes.formats.tiled.text import format_text, plain_property
from boardbytes.games.tiles import Modifiers, TileBoard
from boardbytes.games.tiles.board import DEPTHS
from boardbytes.games.tiles.footer import TEXT_SIZES
from boardbytes.model import Document

MAX_SIZE = 16 * 1024 * 1024
TILE_WIDTH, TILE_HEIGHT, HEX_SIDE = 32, 28, 16
_HEXAGONAL = {"hexsidelength": HEX_SIDE, "staggeraxis": "x", "staggerindex": "even"}
_INT_BITS = 31
"""Larger numbers are text: Tiled's integers have 32 bits, one of them the sign."""


def board_of(document: Document) -> TileBoard:
    """The board of a document; PositionError if it holds a game."""
    board = document.position
    if not isinstance(board, TileBoard):
        raise PositionError(f"a Tiled map holds a tile board, not {board.game}")
    return board


def beside(document: Document) -> dict[str, bytes]:
    """The picture of the tiles, by the name that a map of the board gives it."""
    sheet = _sheet(board_of(document))
    return {_picture_name(sheet): format_png(sheet)} if sheet else {}


def _sheet(board: TileBoard) -> Picture | None:
    return draw_sheet(_kinds(board), board.depth, *_tile_size(board), board.modifiers.hexagonal)


def _picture_name(sheet: Picture) -> str:
    """A name that tells what is in it: boards whose tiles look alike share one."""
    return f"tiles-{sha256(b''.join(map(b''.join, sheet))).hexdigest()[:8]}.png"


def _image(board: TileBoard) -> dict[str, Any]:
    """What a tileset says about its picture."""
    sheet = _sheet(board)
    if sheet is None:
        return {"columns": 0}
    width, height = len(sheet[0]), len(sheet)
    columns = width // _tile_size(board)[0]
    name = _picture_name(sheet)
    return {"columns": columns, "image": name, "imagewidth": width, "imageheight": height}


def _kinds(board: TileBoard) -> list[int]:
    """The distinct tiles, in the order in which the tileset has them."""
    return sorted(set(board.tiles))


def _tile_size(board: TileBoard) -> tuple[int, int]:
    return TILE_WIDTH, TILE_HEIGHT if board.modifiers.hexagonal else TILE_WIDTH


def to_map(board: TileBoard) -> dict[str, Any]:
    """The board as Tiled's JSON has a map; the picture of its tiles is a file of its own."""
    rows = [board.tiles[at : at + board.width] for at in range(0, len(board.tiles), board.width)]
    ids = {tile: number for number, tile in enumerate(_kinds(board), 1)}
    hexagonal = board.modifiers.hexagonal
    width, height = _tile_size(board)
    size = {"tilewidth": width, "tileheight": height}
    tileset = {
        "firstgid": 1,
        "name": "tiles",
        **size,
        "tilecount": len(ids),
        "margin": 0,
        "spacing": 0,
        **_image(board),
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
        for bits in DEPTHS[depth].parts
    ]


def _map_properties(board: TileBoard) -> list[dict[str, Any]]:
    rows: dict[str, bool | int | str] = {"depth": board.depth}
    for row in fields(Modifiers):
        value = getattr(board.modifiers, row.name)
        if row.name != "hexagonal":
            rows[row.name] = value.value if isinstance(value, Enum) else value
    rows |= {name: format_text(getattr(board.footer, name)) for name in TEXT_SIZES}
    rows |= {name: getattr(board.footer, name) for name in NUMBERS}
    rows["reserved"] = board.reserved
    return [plain_property(name, value) for name, value in rows.items()]


def checked_size(data: bytes) -> bytes:
    """The bytes, unless there are more than we would read back."""
    if len(data) > MAX_SIZE:
        raise PositionError("the board has too many different tiles for a Tiled map")
    return data


class TiledFormat(Format):
    """A map of Tiled, with its picture beside it."""

    game = "tiles"
    max_size = MAX_SIZE
    beside = staticmethod(beside)
