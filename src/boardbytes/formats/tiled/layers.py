"""The layer of a Tiled map that becomes a board: the first one of tiles, in whatever group."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardbytes.formats.tiled.grid import AXES, INDEXES, ORIENTATIONS, Box, Cell, Grid, Lattice
from boardbytes.formats.tiled.text import tile_ids
from boardbytes.games.tiles.board import MAX_SIDE
from boardbytes.model.plain import Plain

MOST_CELLS = 1 << 20
"""A layer with more cells, empty ones included, is not read: no board is so large."""


@dataclass(frozen=True)
class Piece:
    """A rectangle of a layer: its cells row by row from the top."""

    data: Plain
    box: Box
    ids: list[int]

    def cell(self, index: int) -> Cell:
        return self.box.left + index % self.box.width, self.box.top + index // self.box.width

    def cells(self) -> Iterator[tuple[Cell, int]]:
        return ((self.cell(index), number) for index, number in enumerate(self.ids))


@dataclass(frozen=True)
class LaidOut:
    """What a map puts on a board: the pieces of a layer, and where their cells stand."""

    grid: Grid
    box: Box
    pieces: list[Piece]

    def names(self, piece: Piece) -> list[str]:
        """The tile of each number of a piece's data; empty for one that is outside the map."""
        cells = (piece.cell(index) for index in range(len(piece.ids)))
        return [
            "{},{}".format(*self.grid.place(*cell)) if self.holds(cell) else "" for cell in cells
        ]

    def holds(self, cell: Cell) -> bool:
        column, row = cell[0] - self.box.left, cell[1] - self.box.top
        return 0 <= column < self.box.width and 0 <= row < self.box.height


def lay_out(plain: Plain) -> LaidOut:
    """The first layer of tiles on a board; PlainError, which names the place, if it cannot be."""
    if not isinstance(plain.value, dict):
        raise plain.fail("a Tiled map must be an object")
    for name in ("orientation", "width", "height", "layers", "tilesets"):
        if name not in plain.value:
            raise plain.fail(f'{plain.name} must have "{name}"')
    lattice = Lattice(plain["orientation"].choice(ORIENTATIONS), *_stagger(plain))
    layer = next((each for each in leaves(plain["layers"]) if is_of_tiles(each)), None)
    chunks = layer.get("chunks") if layer else None
    if layer and chunks:
        pieces = _chunks(layer, chunks)
        box = _box_around(pieces)
        if box:
            return LaidOut(_checked(plain, Grid.around(lattice, box), "the tiles"), box, pieces)
    width, height = (plain[name].integer(1, MAX_SIDE) for name in ("width", "height"))
    box = Box(0, 0, width, height)
    grid = _checked(plain, Grid.around(lattice, box), "the map")
    pieces = [_whole(layer, box)] if layer and not chunks else []
    return LaidOut(grid, box, pieces)


def _stagger(plain: Plain) -> tuple[str, str]:
    axis, index = plain.get("staggeraxis"), plain.get("staggerindex")
    return axis.choice(AXES) if axis else "y", index.choice(INDEXES) if index else "odd"


def _checked(plain: Plain, grid: Grid, what: str) -> Grid:
    if max(grid.width, grid.length) > MAX_SIDE:
        message = f"{what} must fit on a board of {MAX_SIDE} × {MAX_SIDE} tiles"
        raise plain.fail(message, f"{grid.width} × {grid.length}")
    return grid


def leaves(layers: Plain) -> Iterator[Plain]:
    """Every layer that is not a group, also those in groups, in the order of drawing."""
    for layer in layers.items():
        inner = layer.get("layers") if isinstance(layer.value, dict) else None
        if inner and layer.value.get("type") == "group":
            yield from leaves(inner)
        else:
            yield layer


def is_of_tiles(layer: Plain) -> bool:
    return isinstance(layer.value, dict) and layer.value.get("type") == "tilelayer"


def _whole(layer: Plain, box: Box) -> Piece:
    """A layer of a map with a fixed size; it may have another size than its map."""
    if "data" not in layer.value:
        raise layer.fail(f"{layer.name} must have data")
    width, height = (layer.get(name) for name in ("width", "height"))
    own = Box(
        0,
        0,
        width.integer(1, MOST_CELLS) if width else box.width,
        height.integer(1, MOST_CELLS) if height else box.height,
    )
    return _piece(layer, layer, own, MOST_CELLS)


def _chunks(layer: Plain, chunks: Plain) -> list[Piece]:
    pieces, left = [], MOST_CELLS
    for chunk in chunks.items():
        if not isinstance(chunk.value, dict) or not set(chunk.value) >= _CHUNK:
            raise chunk.fail(f"{chunk.name} must have {', '.join(sorted(_CHUNK))}")
        column, row = (chunk[name].integer(-(2**31), 2**31) for name in ("x", "y"))
        width, height = (chunk[name].integer(1, MOST_CELLS) for name in ("width", "height"))
        pieces.append(_piece(layer, chunk, Box(column, row, width, height), left))
        left -= width * height
    return pieces


_CHUNK = {"x", "y", "width", "height", "data"}


def _piece(layer: Plain, owner: Plain, box: Box, most: int) -> Piece:
    if box.width * box.height > most:
        raise owner.fail(f"{layer.name} must have at most {MOST_CELLS:,} cells")
    compression = layer.get("compression")
    packing = compression.text() if compression else ""
    return Piece(owner["data"], box, tile_ids(owner["data"], packing, box.width * box.height))


def _box_around(pieces: list[Piece]) -> Box | None:
    """Around all tiles of an infinite map; None if there are none."""
    cells = [cell for piece in pieces for cell, number in piece.cells() if number]
    if not cells:
        return None
    columns, rows = [column for column, _ in cells], [row for _, row in cells]
    left, top = min(columns), min(rows)
    return Box(left, top, max(columns) - left + 1, max(rows) - top + 1)
