"""Columns of Go positions, from DGF boards of one size and back."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from boardbytes.columns import dgf_kernel, go_board_kernel
from boardbytes.columns.kinds import F32, I16, NOUGHT, U8, U32, Bytes, Masks
from boardbytes.columns.results import CheckColumns
from boardbytes.columns.rows import (
    Columns,
    Positions,
    RecordColumns,
    Records,
    as_bytes,
    as_rows,
    fill,
)
from boardbytes.errors import ColumnError
from boardbytes.formats.dgf.numbers import HEADER, HEADER_FIELDS
from boardbytes.formats.dgf.numbers import MAX_SIZE as MOST_LINES
from boardbytes.formats.dgf.packed2 import DgfPacked2Format as PACKED2
from boardbytes.formats.dgf.packed3 import DgfPacked3Format as PACKED3
from boardbytes.games.go import kernel
from boardbytes.games.go.board import MAX_SIZE
from boardbytes.model.layout import Field, Layout

MOVE = "dgf-move"
PACKINGS = {
    "dgf-board": (256, 1),
    "dgf-packed2": (PACKED2.base, PACKED2.per_byte),
    "dgf-packed3": (PACKED3.base, PACKED3.per_byte),
}
"""The base of an intersection's digit, and how many of them are in a byte."""

FORMATS = dict.fromkeys(PACKINGS, dgf_kernel.CODES) | {MOVE: dgf_kernel.MOVE_CODES}
"""The formats that can be read as columns, and the codes of their problems, by bit.

`other-size` is a board with as many bytes as the first, but another number of lines; then nothing
else is looked at. `points` and `ko-mark` say what a position has that a format cannot hold.
"""

_KERNEL, _DGF = go_board_kernel.__name__, dgf_kernel.__name__


@dataclass(frozen=True, eq=False)
class GoColumns(Positions):
    """Positions on boards of one size. Where `error` is not 0 there is none."""

    game: ClassVar[str] = "go"

    stones: Bytes = field(metadata=U8)
    """Positions × rows × columns, the top row first: 0 empty, 1 black, 2 white, 3 ko mark."""
    turn: Bytes = field(default=1 + NOUGHT, metadata=U8)
    """1 black, 2 white, 0 the game is over."""
    black_captures: NDArray[np.float32] = field(default=NOUGHT, metadata=F32)
    """What black has captured; on a DGF board, points, which may be halves."""
    white_captures: NDArray[np.float32] = field(default=NOUGHT, metadata=F32)
    error: Masks = field(default=NOUGHT, metadata=U32)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stones.ndim != 3 or not all(1 <= n <= MAX_SIZE for n in self.stones.shape[1:]):
            shape = "×".join(map(str, self.stones.shape))
            message = f"stones must be positions × rows × columns, up to {MAX_SIZE} each"
            raise ColumnError(f"{message} (found {shape})")

    @property
    def shape(self) -> tuple[int, int]:
        """The columns and rows of the boards."""
        return self.stones.shape[2], self.stones.shape[1]


@dataclass(frozen=True, eq=False)
class MoveColumns(Columns):
    """Moves by DGF's numbers: 0 is a pass, anything below a resignation."""

    game: ClassVar[str] = "go"

    move: NDArray[np.int16] = field(metadata=I16)
    error: Masks = field(default=NOUGHT, metadata=U32)


def room(width: int, height: int) -> list[NDArray[Any]]:
    """A padded board and a stack, for one task."""
    return [np.empty(kernel.cells(width, height), np.uint8), np.empty(width * height, np.int32)]


def find_lines(records: Records, format: str) -> int:
    """The lines of the boards: as the first record says, or the first that fits its row.

    Raises ColumnError if there is none.
    """
    data = as_bytes(records)
    per_byte = PACKINGS[format][1]

    def length(lines: int) -> int:
        return HEADER + math.ceil(lines * lines / per_byte)

    if data.ndim == 1:
        lines = int(data[3]) if len(data) >= HEADER else 0
        if lines and len(data) % length(lines) == 0:
            return lines
        raise ColumnError("the first board does not tell the size of all: give them as rows")
    fits = [lines for lines in range(1, MOST_LINES + 1) if length(lines) == data.shape[1]]
    if not fits:
        raise ColumnError(f"no board of {format} has {data.shape[1]} bytes")
    (rows,) = np.nonzero(np.isin(data[:, 3], fits))
    return int(data[rows[0], 3]) if len(rows) else fits[-1]


def layout(records: Records, format: str) -> Layout:
    """The layout of one record."""
    if format == MOVE:
        return Layout("dgf_move", "DGF move", (Field("move", "its number", size=2),))
    return _layout(find_lines(records, format), format)


def _layout(lines: int, format: str) -> Layout:
    count = math.ceil(lines * lines / PACKINGS[format][1])
    points = Field("intersections", "left to right, top to bottom", count=count)
    return Layout(format.replace("-", "_"), "DGF board", (*HEADER_FIELDS, points))


def decode(
    records: Records, format: str = "dgf-board", cores: int | None = None
) -> GoColumns | MoveColumns:
    """The position of every board, or the number of every move."""
    if format == MOVE:
        numbers = as_rows(records, 2).reshape(-1).view("<i2")
        found = _check_moves(numbers, cores)
        return MoveColumns(np.where(found.error, 0, numbers), found.error)
    lines = find_lines(records, format)
    size = _layout(lines, format).size
    rows = as_rows(records, size)
    count = len(rows)
    out = GoColumns(
        np.empty((count, lines, lines), np.uint8),
        np.empty(count, np.uint8),
        np.empty(count, np.float32),
        np.empty(count, np.float32),
        np.empty(count, np.uint32),
    )
    fixed = [size, lines, *PACKINGS[format]]
    fill(_DGF, "decode_rows", [rows], fixed, list(out.arrays.values()), cores)
    return out


def encode(
    positions: GoColumns | MoveColumns, format: str = "dgf-board", cores: int | None = None
) -> RecordColumns:
    """The board of every position; all zeros where there is an error.

    More points than a header can hold, and a ko mark where a format has no room for it, are errors.
    Raises ColumnError for boards that are not square.
    """
    if isinstance(positions, MoveColumns) != (format == MOVE):
        raise ColumnError(f"{format} cannot hold {type(positions).__name__}")
    if isinstance(positions, MoveColumns):
        found = _check_moves(positions.move, cores)
        numbers = np.where(found.error | positions.error, 0, positions.move).astype("<i2")
        return RecordColumns(numbers.view(np.uint8).reshape(-1, 2), found.error | positions.error)
    width, height = positions.shape
    if width != height:
        raise ColumnError(f"DGF holds square boards only, not {width}×{height}")
    size = _layout(width, format).size
    rows, faults = np.empty((len(positions), size), np.uint8), np.empty(len(positions), np.uint32)
    stones, turn, black, white, *_ = positions.arrays.values()
    inputs = [stones, turn, black, white, errors(positions, cores)]
    fixed = [size, width, *PACKINGS[format]]
    fill(_DGF, "encode_rows", inputs, fixed, [rows, faults], cores)
    return RecordColumns(rows, faults)


def check(records: Records, format: str = "dgf-board", cores: int | None = None) -> CheckColumns:
    """What is wrong with every board or move: the codes that reading it alone would give."""
    if format == MOVE:
        return _check_moves(as_rows(records, 2).reshape(-1).view("<i2"), cores)
    lines = find_lines(records, format)
    size = _layout(lines, format).size
    rows = as_rows(records, size)
    found = np.empty(len(rows), np.uint32)
    fixed = [size, lines, *PACKINGS[format]]
    scratch = lambda: [np.empty(lines * lines, np.uint8), *room(lines, lines)]  # noqa: E731
    fill(_DGF, "check_rows", [rows], fixed, [found], cores, scratch=scratch)
    return CheckColumns(found, found & np.uint32(dgf_kernel.ERROR_BITS))


def _check_moves(numbers: NDArray[np.int16], cores: int | None) -> CheckColumns:
    found = np.empty(len(numbers), np.uint32)
    fill(_DGF, "move_rows", [numbers], [], [found], cores)
    return CheckColumns(found, found & np.uint32(1))


def errors(positions: GoColumns, cores: int | None) -> Masks:
    """The errors of the rows, and NO_POSITION where the values make none."""
    faults = np.empty(len(positions), np.uint32)
    inputs = [positions.stones, positions.turn, positions.error]
    fill(_KERNEL, "error_rows", inputs, [math.prod(positions.shape)], [faults], cores)
    return faults
