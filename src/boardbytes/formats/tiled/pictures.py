"""Pictures of tiles for Tiled: what a tile is, how high, whose zone and which group.

Does not draw boards: that is what `boardbytes.drawing` is for. These are small,
and made of nothing but rectangles.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from boardbytes.games.tiles.board import DEPTHS, GROUPS, Tile
from boardbytes.games.tiles.depths import KIND_OF_BOUNDS

MOST = 1024
"""A board with more different tiles gets no pictures: nobody could tell them apart."""
COLUMNS = 16
"""How many tiles stand side by side on a sheet."""

Pixel: TypeAlias = bytes
"""Red, green, blue and opacity."""
Picture: TypeAlias = list[list[Pixel]]
"""Rows of pixels from the top."""


def _pixels(colours: str) -> tuple[Pixel, ...]:
    return tuple(bytes.fromhex(colour.ljust(8, "f")) for colour in colours.split())


# not on the board, out of bounds, in bounds, trap, hazard, departed, custom, custom
_KINDS = _pixels("f6efe060 b9ad98 a9d18e d55e00 e69f00 56b4e9 cc79a7 0072b2")
# Hues that people with any colour vision can tell apart, after Okabe and Ito.
_HUES = _pixels("e4dccb 56b4e9 e69f00 009e73 f0e442 cc79a7 d55e00 0072b2")
_CLEAR, _INK, _EDGE = _pixels("00000000 000000 00000050")

# Three by five dots for each sign, row by row.
_SIGNS = {
    sign: rows.split()
    for sign, rows in {
        "0": "### #.# #.# #.# ###",
        "1": ".#. ##. .#. .#. ###",
        "2": "### ..# ### #.. ###",
        "3": "### ..# .## ..# ###",
        "4": "#.# #.# ### ..# ..#",
        "5": "### #.. ### ..# ###",
        "6": "### #.. ### #.# ###",
        "7": "### ..# ..# .#. .#.",
        "8": "### #.# ### #.# ###",
        "9": "### #.# ### ..# ###",
        "A": ".#. #.# ### #.# #.#",
        "B": "##. #.# ##. #.# ##.",
        "C": ".## #.. #.. #.. .##",
    }.items()
}
_DOT, _SIGN = 2, 8
"""The size of a dot, and the step from one sign to the next, in pixels."""


def zones_of(depth: int, tile: Tile) -> tuple[int, ...]:
    """Whose zones a tile is in, teams after players, or its layer, whichever it has: from 1."""
    parts = {name: bits.of(tile) for name, bits in DEPTHS[depth].by_name.items()}
    if depth == 32:
        owners = parts["zone_players"] | parts["zone_teams"] << 4
        return tuple(number for number in range(1, len(_HUES)) if owners >> number - 1 & 1)
    number = parts["zone_owner"] + 1 if depth == 16 else parts["zone" if depth == 8 else "layer"]
    return (number,) if number else ()


def kind_of(depth: int, tile: Tile) -> int:
    """What a tile is, in the numbers of 64-bit tiles."""
    value = DEPTHS[depth].by_name[DEPTHS[depth].entered].of(tile)
    return value if depth == 64 else KIND_OF_BOUNDS[value]


def picture(depth: int, tile: Tile, width: int, height: int, hexagonal: bool) -> Picture:
    """Kind as a colour, height as a number, zone as a bar below, group as a letter."""
    rows = _shape(_KINDS[kind_of(depth, tile)], width, height, hexagonal)
    middle, parts = width // 2, DEPTHS[depth].by_name
    high = str(parts["height"].of(tile) or "")
    _write(rows, high, middle - len(high) * _SIGN // 2 + 1, 4)
    if zones := zones_of(depth, tile):
        _fill(rows, middle - 9, height - 11, 12, 7, _INK)
        for at, zone in enumerate(zones):
            start = at * 10 // len(zones)
            _fill(rows, middle - 8 + start, height - 10, 10 - start, 5, _HUES[zone])
    if group := parts["group"].of(tile):
        _write(rows, GROUPS[group], middle + 4, height - 13)
    return rows


def _shape(colour: Pixel, width: int, height: int, hexagonal: bool) -> Picture:
    """A square or a hexagon with a thin edge."""
    rows = []
    for y in range(height):
        # The sides of a hexagon take a quarter of its width on the left and on the right.
        inset = round(abs(y + 0.5 - height / 2) * width / 2 / height) if hexagonal else 0
        inner = [colour] * (width - 2 * inset)
        if y in (0, height - 1):
            inner = [_EDGE] * len(inner)
        inner[0] = inner[-1] = _EDGE
        rows.append([_CLEAR] * inset + inner + [_CLEAR] * inset)
    return rows


def _fill(rows: Picture, left: int, top: int, width: int, height: int, colour: Pixel) -> None:
    for row in rows[top : top + height]:
        row[left : left + width] = [colour] * width


def _write(rows: Picture, text: str, left: int, top: int) -> None:
    for place, sign in enumerate(text):
        for y, dots in enumerate(_SIGNS[sign]):
            for x, dot in enumerate(dots):
                if dot == "#":
                    at = left + place * _SIGN + x * _DOT
                    _fill(rows, at, top + y * _DOT, _DOT, _DOT, _INK)


def draw_sheet(
    tiles: Sequence[Tile], depth: int, width: int, height: int, hexagonal: bool
) -> Picture | None:
    """A picture of each tile, `COLUMNS` side by side; None if there are too many."""
    if len(tiles) > MOST:
        return None
    drawn = [picture(depth, tile, width, height, hexagonal) for tile in tiles]
    rows: Picture = []
    for start in range(0, len(drawn), COLUMNS):
        line = drawn[start : start + COLUMNS]
        missing = [_CLEAR] * width * (min(COLUMNS, len(drawn)) - len(line))
        rows += [[pixel for one in line for pixel in one[y]] + missing for y in range(height)]
    return rows


def format_png(rows: Picture) -> bytes:
    """A picture as PNG, the same bytes everywhere."""
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 6, 0, 0, 0)
    raw = b"".join(b"\0" + b"".join(row) for row in rows)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunks(chunks))


def _chunks(chunks: Iterable[tuple[bytes, bytes]]) -> Iterable[bytes]:
    for name, data in chunks:
        check = zlib.crc32(name + data)
        yield struct.pack(">I", len(data)) + name + data + struct.pack(">I", check)
