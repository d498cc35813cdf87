"""Tiled's maps as spans: what the words of a map mean, and which tile each number of data is."""

from __future__ import annotations

from collections.abc import Sequence

from boardbytes.formats.text import Word, shown
from boardbytes.formats.tiled.layers import lay_out
from boardbytes.model import Span
from boardbytes.model.plain import Path, Plain, PlainError

FOR_TILED = "for Tiled; a board does not hold it"

MEANINGS = {
    "width": "tiles in a row",
    "height": "rows of tiles",
    "orientation": "whether tiles are square or hexagonal",
    "staggeraxis": "whether columns are moved down or rows to the right",
    "staggerindex": "which columns or rows are moved",
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


def data_names(plain: Plain) -> dict[Path, Sequence[str]]:
    """The tile of each number by the path to its list; empty for a map that cannot be read."""
    try:
        laid_out = lay_out(plain)
    except PlainError:
        return {}
    return {piece.data.path: laid_out.names(piece) for piece in laid_out.pieces}


def explain_tile(word: Word, index: int, tiles: Sequence[str]) -> Span:
    """One number of data, given the tiles of all of them."""
    value = shown(word.text)
    point = tiles[index] if 0 <= index < len(tiles) else ""
    if not point:
        return Span(word.offset, len(word.text), "tile", value, "no tile of the board")
    meaning = "no tile" if word.text == "0" else f"a tile of kind {value}"
    return Span(word.offset, len(word.text), f"tile {point}", value, meaning, (point,))
