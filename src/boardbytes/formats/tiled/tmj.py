"""`tmj`: tile boards as JSON maps of the editor Tiled."""

from __future__ import annotations

import json

from boardbytes.errors import FormatError
from boardbytes.formats.json import text as json_text
from boardbytes.formats.json.explaining import explain_values, value_span
from boardbytes.formats.json.text import JsonValue
from boardbytes.formats.text import Word
from boardbytes.formats.tiled.explaining import FOR_TILED, MEANINGS, data_names, explain_tile
from boardbytes.formats.tiled.reading import read_map
from boardbytes.formats.tiled.writing import TiledFormat, board_of, checked_size, to_map
from boardbytes.model import Document, Span
from boardbytes.model.plain import Plain


def decode(data: bytes) -> Document:
    """The board of a map; what a board cannot hold is a warning."""
    value, text = json_text.parse(data, "tmj")
    return read_map("tmj", value, lambda path: json_text.offset_of(text, path))


def encode(document: Document) -> bytes:
    """The map of a board as indented JSON."""
    return checked_size((json.dumps(to_map(board_of(document)), indent=1) + "\n").encode("ascii"))


def explain(data: bytes) -> list[Span]:
    """Every value with its meaning, every number of data with its tile; nothing if not JSON."""
    try:
        value, text = json_text.parse(data, "tmj")
    except FormatError:
        return []
    names = data_names(Plain(value))

    def spans(place: JsonValue) -> list[Span]:
        path = place.path
        tiles = names.get(path[:-1])
        if tiles is not None and isinstance(path[-1], int):
            return [explain_tile(Word(place.start, place.token), path[-1], tiles)]
        last = next((step for step in reversed(path) if isinstance(step, str)), "")
        points = tuple(filter(None, names.get(path, ())))
        return [value_span(place, MEANINGS.get(last, FOR_TILED), points)]

    return explain_values(text, spans)


def likeness(data: bytes) -> float:
    """High with the names that every map has; none if it is not an object, or is our JSON."""
    if data[:1024].lstrip()[:1] != b"{" or json_text.has_mark(data):
        return 0.0
    return 0.9 if b'"orientation"' in data and b'"tilesets"' in data else 0.0


class TmjFormat(TiledFormat):
    """Tiled map (JSON)."""

    name = "tmj"
    title = "Tiled map (JSON)"
    suffixes = (".tmj",)

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)


FORMAT = TmjFormat()
