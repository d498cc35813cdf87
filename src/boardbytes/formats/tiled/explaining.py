"""Tiled's maps as spans: what the words of a map mean, and which tile each number of data is."""

from __future__ import annotations

from boardbytes.formats.text import Word, shown
from boardbytes.games.tiles.board import MAX_SIDE
from boardbytes.model import Span

FOR_TILED = "for Tiled; a board does not hold it"

MEANINGS = {
    "width": "tiles in a row",
    "height": "rows of tiles",
    "orientation": "whether tiles are square or hexagonal",
    "firstgid": "the number of the set's first tile",
    "id": "its number",
    "type": "what kind of thing this is",
    "compression": "how the tiles are packed",
    "encoding": "how the tiles are written",
    "data": "the kind of each tile, row by row from the top",
    "name": "what it is called",
    "value": "what the property says",
}
"""The names in a map that a board depends on."""


def tile_name(index: int, width: int, height: int) -> str:
    """The tile of a number of data: Tiled counts rows from the top."""
    return f"{index % width},{height - 1 - index // width}"


def tile_names(width: int, height: int) -> tuple[str, ...]:
    """All tiles of a map, in the order of its data."""
    return tuple(tile_name(index, width, height) for index in range(width * height))


def checked_side(value: object) -> int:
    """A width or height; 0 for anything that is none."""
    return value if isinstance(value, int) and 1 <= value <= MAX_SIDE else 0


def explain_tile(word: Word, index: int, width: int, height: int) -> Span:
    """One number of data."""
    if not 0 <= index < width * height:
        return Span(word.offset, len(word.text), "tile", shown(word.text), "after the last tile")
    point = tile_name(index, width, height)
    meaning = "no tile" if word.text == "0" else f"a tile of kind {shown(word.text)}"
    name, value = f"tile {point}", shown(word.text)
    return Span(word.offset, len(word.text), name, value, meaning, (point,))
