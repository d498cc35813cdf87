"""Columns of tile boards of one shape, and whole boards as arrays.

Arrays of a board have a row for each of its rows, row 0 first. Kernels are compiled on first use.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.columns import tiles_kernel
from boardbytes.columns.kinds import ANY, NOUGHT, U8, U32, Bytes, Masks, Planes, Unsigned, scaled
from boardbytes.columns.results import CheckColumns
from boardbytes.columns.rows import Positions, RecordColumns, Records, as_bytes, as_rows, fill
from boardbytes.compiling import compiled
from boardbytes.cores import rows_per_task, share_rows
from boardbytes.errors import ColumnError
from boardbytes.formats.gbxx.layout import FOOTER, HEADER, MAGIC, depth_code, shape_of, size_of
from boardbytes.games.tiles import TileBoard, kernel
from boardbytes.games.tiles.board import DEPTHS, MAX_SIDE, part
from boardbytes.games.tiles.footer import TEXT_SIZES
from boardbytes.games.tiles.notation import Spot
from boardbytes.games.tiles.rules import PATHED
from boardbytes.model.layout import Field, Layout

Numbers: TypeAlias = NDArray[np.int32]
Shape: TypeAlias = tuple[int, int, int]
"""Width, length and depth of a board."""

FORMATS = {"gbxx": tiles_kernel.CODES}
"""The formats that can be read as columns, and the codes of their problems, by bit.

`other-shape` is a board with as many bytes as the first, but another shape; then nothing else is
looked at.
"""

PLANES = {
    depth: tuple(bits.name for bits in table.parts if bits.width <= 8)
    for depth, table in DEPTHS.items()
}
"""The channels of `planes` by depth: the parts of a tile, less those too wide for a byte."""

_KERNEL = tiles_kernel.__name__
_NUMBERS = ("modifiers", "reserved", "version", "unused")


@dataclass(frozen=True, eq=False)
class TileColumns(Positions):
    """Boards of one shape. Where `error` is not 0 there is none, and all other columns are 0."""

    game: ClassVar[str] = "tiles"

    tiles: Unsigned = field(metadata=ANY)
    """Boards × rows × tiles of a row, as integers of the depth of a tile."""
    modifiers: Bytes = field(default=NOUGHT, metadata=U8)
    reserved: Bytes = field(default=NOUGHT, metadata=U8)
    version: Bytes = field(default=NOUGHT, metadata=U8)
    unused: Bytes = field(default=NOUGHT, metadata=U8)
    editor: Bytes = field(default=NOUGHT, metadata=U8)
    """The texts of the footer: as many bytes for each board as the file has for them."""
    code: Bytes = field(default=NOUGHT, metadata=U8)
    title: Bytes = field(default=NOUGHT, metadata=U8)
    author: Bytes = field(default=NOUGHT, metadata=U8)
    error: Masks = field(default=NOUGHT, metadata=U32)

    def __post_init__(self) -> None:
        if np.ndim(self.tiles) != 3:
            raise ColumnError("tiles must be an array of boards, rows and tiles of a row")
        super().__post_init__()
        for name, size in TEXT_SIZES.items():
            text = getattr(self, name)
            if text.ndim == 1 and not text.any():
                object.__setattr__(self, name, np.zeros((len(text), size), np.uint8))
            elif text.shape != (len(self), size):
                raise ColumnError(f"{name} must have {size} bytes for each board")
        if self.depth not in DEPTHS or not all(0 < side <= MAX_SIDE for side in self.shape[:2]):
            raise ColumnError(f"no board has {self.shape[0]} × {self.shape[1]} such tiles")

    @property
    def depth(self) -> int:
        """How many bits a tile has."""
        return 8 * self.tiles.dtype.itemsize

    @property
    def shape(self) -> Shape:
        """Width, length and depth of each board."""
        return self.tiles.shape[2], self.tiles.shape[1], self.depth


def find_shape(records: Records) -> Shape:
    """The shape of the boards: that of the first record, or of the first that fits its row.

    Raises ColumnError if there is none.
    """
    data = as_bytes(records)
    if data.ndim == 1:
        shape = shape_of(bytes(data[: HEADER.size]))
        if shape is not None and len(data) % size_of(*shape) == 0:
            return shape
        raise ColumnError("the first record does not tell the shape of all: give them as rows")
    heads, first = np.unique(data[:, : HEADER.size], axis=0, return_index=True)
    for row in np.argsort(first).tolist():
        shape = shape_of(heads[row].tobytes())
        if shape is not None and size_of(*shape) == data.shape[1]:
            return shape
    raise ColumnError(f"no record has a shape that takes {data.shape[1]} bytes")


def layout(records: Records, format: str = "gbxx") -> Layout:
    """The layout of one record: the header, the tiles, the footer."""
    return _layout(*find_shape(records))


def _layout(width: int, length: int, depth: int) -> Layout:
    tiles = Field("tiles", "row by row", size=depth // 8, count=width * length)
    return Layout("gbxx", "GameBoardXX file", (*HEADER.fields, tiles, *FOOTER.fields))


def decode(records: Records, format: str = "gbxx", cores: int | None = None) -> TileColumns:
    """The board of every file; its bytes are copied once, into the columns."""
    shape = find_shape(records)
    table = _layout(*shape)
    rows = as_rows(records, table.size)
    error = np.empty(len(rows), np.uint32)
    fill(_KERNEL, "error_rows", [rows], [table.size, *shape], [error], cores)
    by_name = rows.reshape(-1).view(table.dtype())
    names = (*_NUMBERS, *TEXT_SIZES, "tiles")
    values = {name: np.empty(by_name[name].shape, by_name[name].dtype) for name in names}

    def copy(part: slice) -> None:
        wrong = error[part] != 0
        for name, column in values.items():
            column[part] = by_name[name][part]
            column[part][wrong] = 0

    share_rows(len(rows), copy, cores, rows_per_task(len(rows), 2 * table.size, cores))
    values["tiles"] = values["tiles"].reshape(-1, shape[1], shape[0])
    return TileColumns(**values, error=error)


def encode(positions: TileColumns, format: str = "gbxx", cores: int | None = None) -> RecordColumns:
    """The file of every board; all zeros where there is an error."""
    width, length, depth = positions.shape
    table = _layout(width, length, depth)
    rows = np.zeros((len(positions), table.size), np.uint8)
    by_name = rows.reshape(-1).view(table.dtype())
    values: dict[str, Any] = {name: getattr(positions, name) for name in (*_NUMBERS, *TEXT_SIZES)}
    values["tiles"] = positions.tiles.reshape(by_name["tiles"].shape)

    def copy(part: slice) -> None:
        some = by_name[part]
        some["magic"] = int.from_bytes(MAGIC, "little")
        some["depth"] = int.from_bytes(depth_code(depth), "little")
        some["width"], some["board_length"] = width, length
        for name, column in values.items():
            some[name] = column[part]
        rows[part][positions.error[part] != 0] = 0

    share_rows(len(rows), copy, cores, rows_per_task(len(rows), 2 * table.size, cores))
    return RecordColumns(rows, positions.error)


def check(records: Records, format: str = "gbxx", cores: int | None = None) -> CheckColumns:
    """What is wrong with every file: the codes that reading it alone would give."""
    shape = find_shape(records)
    rows = as_rows(records, size_of(*shape))
    found = np.empty(len(rows), np.uint32)
    fill(_KERNEL, "check_rows", [rows], [rows.shape[1], *shape], [found], cores)
    return CheckColumns(found, found & np.uint32(tiles_kernel.ERROR_BITS))


def planes(positions: TileColumns, dtype: type = np.uint8, cores: int | None = None) -> Planes:
    """Boards for learning: an array of boards × PLANES[depth] × length × width, row 0 first.

    As `float32` a part is divided by its largest value. Rows that hold no board are all zeros.
    """
    width, length, depth = positions.shape
    chosen = [part(depth, name) for name in PLANES[depth]]
    shifts = np.array([bits.shift for bits in chosen], np.int64)
    widths = np.array([bits.width for bits in chosen], np.int64)
    out = np.empty((len(positions), len(chosen), length, width), np.uint8)
    bodies = positions.tiles.astype(f"<u{depth // 8}", copy=False).view(np.uint8)
    fixed = [width * length, depth // 8, shifts, widths]
    fill(_KERNEL, "plane_rows", [bodies, positions.error], fixed, [out], cores)
    return scaled(out, dtype, {at: (1 << bits.width) - 1 for at, bits in enumerate(chosen)})


def tile_array(board: TileBoard) -> Unsigned:
    """The tiles as integers, viewed where they are; read only."""
    tiles = np.frombuffer(board.body, f"<u{board.tile_size}")
    return tiles.reshape(board.length, board.width)


def part_array(board: TileBoard, name: str) -> Unsigned:
    """A part of every tile. Does not look at large tiles."""
    bits = part(board.depth, name)
    tiles = tile_array(board)
    number = tiles.dtype.type
    found: Unsigned = tiles >> number(bits.shift) & number((1 << bits.width) - 1)
    return found


def neighbour_array(board: TileBoard) -> Numbers:
    """The numbers of every tile's neighbours, a row for each tile, filled up with -1."""
    count = board.width * board.length
    table = np.full((count, kernel.MAX_NEIGHBOURS), -1, np.int32)
    found = np.empty(count, np.int32)
    compiled(kernel.__name__).all_neighbours(*board.kernel_values, table, found)
    return table


def group_array(board: TileBoard) -> Numbers:
    """For every tile the lowest-numbered tile of its large tile: itself if it is in none."""
    return _large_tiles(board)[0].reshape(board.length, board.width)


def step_array(board: TileBoard, start: Spot) -> Numbers:
    """How many steps every tile is from a start, as `TileBoard.reachable` counts; -1 out of reach.

    All tiles of a large one have its number.
    """
    ground = board.ground()
    here = board.ground_spot(ground, start)
    count = ground.tiles
    steps = np.full(count, -1, np.int32)
    leads, mates = _large_tiles(board)
    if not ground.is_open(here):
        return steps.reshape(board.length, board.width)
    levels = np.frombuffer(bytes(ground.open_levels), np.uint8)
    if board.modifiers.byte & PATHED:
        near = np.empty(kernel.MAX_NEIGHBOURS, np.int32)
        before, queue = np.empty(count, np.int32), np.empty(count, np.int32)
        compiled(kernel.__name__).flood(
            here, levels, 1, leads, mates, *board.kernel_values, near, steps, before, queue
        )
    else:
        steps[levels[leads] > 0] = 1
        steps[here] = 0
    reached: Numbers = steps[leads]
    return reached.reshape(board.length, board.width)


def _large_tiles(board: TileBoard) -> tuple[Numbers, Numbers]:
    """Every tile's lead, and the next tile of the same large one."""
    count = board.width * board.length
    leads, mates = np.arange(count, dtype=np.int32), np.full(count, -1, np.int32)
    if board.modifiers.grouped:
        groups = np.ascontiguousarray(part_array(board, "group").ravel().astype(np.uint8))
        near = np.empty(kernel.MAX_NEIGHBOURS, np.int32)
        compiled(kernel.__name__).join_groups(groups, *board.kernel_values, near, leads, mates)
    return leads, mates
