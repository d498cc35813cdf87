"""`tmj`: tile boards as JSON maps of the editor Tiled."""

from __future__ import annotations

import json
from typing import Any

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.json import text as json_text
from boardbytes.formats.json.explaining import explain_values, member, value_span
from boardbytes.formats.json.text import JsonValue
from boardbytes.formats.text import Word
from boardbytes.formats.tiled.explaining import (
    FOR_TILED,
    MEANINGS,
    checked_side,
    explain_tile,
    tile_names,
)
from boardbytes.formats.tiled.map import MAX_SIZE, from_map, to_map
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Document, Place, Problem, Span
from boardbytes.model.plain import Plain, PlainError


def decode(data: bytes) -> Document:
    """The board of a map; what a board cannot hold is left out with a warning."""
    value, text = json_text.parse(data, "tmj")
    findings = Findings("tmj")
    try:
        board = from_map(Plain(value), findings)
    except PlainError as error:
        offset = json_text.offset_of(text, error.path)
        problem = Problem("value", error.message, Place(offset), found=error.found)
        raise FormatError([*findings.problems, problem], "tmj") from None
    findings.extend(list(board.problems()))
    return Document("tmj", board, problems=findings.problems)


def encode(document: Document) -> bytes:
    """The map of a board as indented JSON."""
    board = document.position
    if not isinstance(board, TileBoard):
        raise PositionError(f"a Tiled map holds a tile board, not {board.game}")
    data = (json.dumps(to_map(board), indent=1) + "\n").encode("ascii")
    return checked_size(data)


def checked_size(data: bytes) -> bytes:
    """The bytes, unless there are more than we would read back."""
    if len(data) > MAX_SIZE:
        raise PositionError("the board has too many different tiles for a Tiled map")
    return data


def explain(data: bytes) -> list[Span]:
    """Every value with its meaning, and the tile of every number of data; nothing if no JSON."""
    try:
        value, text = json_text.parse(data, "tmj")
    except FormatError:
        return []
    width, height = (checked_side(member(value, (name,))) for name in ("width", "height"))
    tiles = ("layers", _tile_layer(value), "data")

    def spans(place: JsonValue) -> list[Span]:
        path = place.path
        if path[:3] == tiles and len(path) == 4 and isinstance(path[3], int):
            return [explain_tile(Word(place.start, place.token), path[3], width, height)]
        last = next((step for step in reversed(path) if isinstance(step, str)), "")
        points = tile_names(width, height) if path == tiles else ()
        return [value_span(place, MEANINGS.get(last, FOR_TILED), points)]

    return explain_values(text, spans)


def _tile_layer(value: Any) -> int:
    """Which layer is read: the first of tiles."""
    layers = member(value, ("layers",))
    rows = enumerate(layers if isinstance(layers, list) else ())
    return next((at for at, layer in rows if member(layer, ("type",)) == "tilelayer"), -1)


def likeness(data: bytes) -> float:
    """Very, with the names that every map has; not at all if it is no object or is ours."""
    head = data[:1024].lstrip()
    if head[:1] != b"{" or b'"boardbytes"' in head:
        return 0.0
    return 0.9 if b'"orientation"' in data and b'"tilesets"' in data else 0.0


class TmjFormat(Format):
    """Tiled map (JSON)."""

    name = "tmj"
    title = "Tiled map (JSON)"
    game = "tiles"
    suffixes = (".tmj",)
    max_size = MAX_SIZE

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)


FORMAT = TmjFormat()
