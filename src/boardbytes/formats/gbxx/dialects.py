"""GameBoardXX as its other document has it: other modifiers, and another 64-bit tile.

Two documents describe the format. Files are read and written by the one of 2023-09-26; a file
that follows the other is translated first. Does not write the other dialect.
"""

from __future__ import annotations

from dataclasses import replace

from boardbytes.formats.gbxx.format import FORMAT
from boardbytes.formats.gbxx.layout import HEADER
from boardbytes.games.tiles import Modifiers, TileBoard, Wrap
from boardbytes.games.tiles.board import DEPTHS, Tile, format_body, put
from boardbytes.model import Document, Place, Problem, Severity

USUAL, OTHER = "2023-09-26", "2023-09-23"
DIALECTS = (USUAL, OTHER)
"""By the date of the document's latest page."""

_TALLEST, _HEXAGONAL, _GROUPED, _WRAP_WIDTH, _WRAP_LENGTH = 1, 2, 4, 8, 16
_PLAYERS = {32: "2", 64: "3", 128: "4"}
_LAYERS = {0: 0, 1: 1, 2: 2, 3: 7}
"""none, start, end, special: in the numbers of the other document and in ours."""
_LEVELS, _UNUSED = 0x3F, 0xE000


def decode(data: bytes, dialect: str = USUAL) -> Document:
    """The board of a file that follows one of the two documents."""
    document = FORMAT.decode(data)
    board = document.position
    if dialect == USUAL or not isinstance(board, TileBoard):
        return document
    modifiers = data[HEADER.offset("modifiers")]
    translated = replace(
        board,
        modifiers=_modifiers(modifiers, board.depth),
        body=format_body(
            board.depth, [_tile(tile, board.depth, modifiers) for tile in board.tiles]
        ),
    )
    offset = HEADER.offset("modifiers")
    said = [_warning(message, offset) for message in _lost(modifiers, board)]
    kept = [problem for problem in document.problems if problem.code.endswith("-after-zero")]
    return replace(document, position=translated, problems=(*said, *kept))


def _modifiers(byte: int, depth: int) -> Modifiers:
    wrap = Wrap.WIDTH if byte & _WRAP_WIDTH else Wrap.LENGTH if byte & _WRAP_LENGTH else Wrap.NONE
    # At 8 bits heights are numbers in both documents.
    grouped, hexagonal = bool(byte & _GROUPED), bool(byte & _HEXAGONAL)
    return Modifiers(level_flags=depth > 8, grouped=grouped, hexagonal=hexagonal, wrap=wrap)


def _tile(tile: Tile, depth: int, modifiers: int) -> Tile:
    """A tile in our bits; where only the tallest level counts, with that alone."""
    if depth == 8:
        return tile
    levels = tile & _LEVELS
    if modifiers & _TALLEST and levels:
        levels = 1 << levels.bit_length() - 1
    if depth < 64:
        return tile & ~_LEVELS | levels
    parts, new = DEPTHS[64].by_name, tile & ~0xFFFF
    values = {
        "height": levels,
        "group": tile >> 6 & 3,
        "kind": tile >> 8 & 7,
        "layer": _LAYERS[tile >> 11 & 3],
    }
    for name, value in values.items():
        new = put(new, parts[name], value)
    return new


def _lost(modifiers: int, board: TileBoard) -> list[str]:
    """What only the other document can say, and how the file was read."""
    lines = [f"read by the document of {OTHER}; what we write follows that of {USUAL}"]
    if modifiers & _WRAP_WIDTH and modifiers & _WRAP_LENGTH:
        lines.append("the board wraps both ways: only the wrap by width is kept")
    players = [count for bit, count in _PLAYERS.items() if modifiers & bit]
    if players:
        lines.append(f"that the board is for {' or '.join(players)} players is not kept")
    if board.depth == 64 and any(tile & _UNUSED for tile in board.tiles):
        lines.append("tiles have bits that this document does not use: they are not kept")
    return lines


def _warning(message: str, offset: int) -> Problem:
    return Problem("dialect", message, Place(offset), Severity.WARNING)
