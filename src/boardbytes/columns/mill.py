"""Columns of mill positions: from saves and back, counted, played, numbered and valued."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardbytes.columns import mill_kernel, mill_save_kernel, replay_kernel
from boardbytes.columns.games import Games, Replayed
from boardbytes.columns.kinds import NOUGHT, U8, U32, Bytes, Masks, Planes, scaled
from boardbytes.columns.results import (
    NO_PLIES,
    NO_POSITION,
    CheckColumns,
    CountColumns,
    OutcomeColumns,
    ValueColumns,
)
from boardbytes.columns.rows import (
    INTERPRETED_ROWS,
    Columns,
    Positions,
    RecordColumns,
    Records,
    as_column,
    as_rows,
    fill,
    new_columns,
)
from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.errors import ColumnError
from boardbytes.formats.stackmill.save import LAYOUT
from boardbytes.games.mill import MillPosition, MillRules
from boardbytes.games.mill.board import COORDINATES
from boardbytes.games.mill.kernel import MAX_MOVES
from boardbytes.model.layout import Layout
from boardbytes.numbering.mill import faults, kernel
from boardbytes.numbering.mill.tables import load_array

Arrays: TypeAlias = tuple[NDArray[Any], ...]

FORMATS = {"stackmill": mill_save_kernel.CODES}
"""The formats that can be read as columns, and the codes of their problems, by bit."""

NUMBER_CODES = tuple(problem.code for problem in faults.PROBLEMS.values())
REPLAY_CODES = replay_kernel.REPLAY_CODES
VALUE_CODES = ("stones", "hands", "no-table")
"""What the bits of `error` mean: no number; a move that cannot be played; no value."""

PLANES = ("own", "other", "point", "own hand", "other hand", "removing", "white to move")
"""The channels of `planes`, 7 × 7 each; the stones of the side to move come first."""

_KERNEL, _SAVES = mill_kernel.__name__, mill_save_kernel.__name__
_FLOATS = {3: 9, 4: 9}
_CELLS = np.array([7 * row + column for column, row in COORDINATES], np.int64)


@dataclass(frozen=True, eq=False)
class MillColumns(Positions):
    """Positions: stones as sets of points, stones in hand, and whose turn it is.

    Where `error` is not 0 there is no position.
    """

    game: ClassVar[str] = "mill"

    white: Masks = field(metadata=U32)
    black: Masks = field(metadata=U32)
    white_hand: Bytes = field(default=NOUGHT, metadata=U8)
    black_hand: Bytes = field(default=NOUGHT, metadata=U8)
    turn: Bytes = field(default=1 + NOUGHT, metadata=U8)
    """1 white, 2 black."""
    removing: Bytes = field(default=NOUGHT, metadata=U8)
    error: Masks = field(default=NOUGHT, metadata=U32)


@dataclass(frozen=True, eq=False)
class MillReplay(Replayed, MillColumns):
    """The positions that games have reached."""


@dataclass(frozen=True, eq=False)
class NumberColumns(Columns):
    """Numbers of states. Where `error` is not 0 the row has none, and its other columns are 0."""

    layer: Bytes = field(metadata=U8)
    number: Masks = field(metadata=U32)
    symmetry: Bytes = field(metadata=U8)
    error: Masks = field(default=NOUGHT, metadata=U32)


def layout(records: Records, format: str = "stackmill") -> Layout:
    """The layout of one record."""
    return LAYOUT


def decode(records: Records, format: str = "stackmill", cores: int | None = None) -> MillColumns:
    """The position of every save."""
    rows = as_rows(records, LAYOUT.size)
    out = new_columns(MillColumns, len(rows))
    fill(_SAVES, "decode_rows", [rows], [], list(out.arrays.values()), cores)
    return out


def encode(
    positions: MillColumns, format: str = "stackmill", cores: int | None = None
) -> RecordColumns:
    """The save of every position, stones in the order of points; all zeros where there is none."""
    error = _errors(positions, cores)
    rows = np.empty((len(positions), LAYOUT.size), np.uint8)
    fill(_SAVES, "encode_rows", [*_six(positions), error], [], [rows], cores)
    return RecordColumns(rows, error)


def check(records: Records, format: str = "stackmill", cores: int | None = None) -> CheckColumns:
    """What is wrong with every save: the codes that reading it alone would give."""
    rows = as_rows(records, LAYOUT.size)
    found = np.empty(len(rows), np.uint32)
    fill(_SAVES, "check_rows", [rows], [], [found], cores)
    return CheckColumns(found, found & np.uint32(mill_save_kernel.ERROR_BITS))


def legal_counts(
    positions: MillColumns, rules: MillRules | str = "standard", cores: int | None = None
) -> CountColumns:
    """How many legal moves every position has."""
    flags, error = MillPosition().find_rules(rules).flags, _errors(positions, cores)
    count = np.empty(len(positions), np.uint16)
    inputs = [*_states(positions, cores), positions.removing, error]
    fill(_KERNEL, "count_rows", inputs, [flags], [count], cores)
    return CountColumns(count, error)


def outcome(
    positions: MillColumns, rules: MillRules | str = "standard", cores: int | None = None
) -> OutcomeColumns:
    """Who has won where a game is over. Does not look at history, so no game is drawn."""
    flags, error = MillPosition().find_rules(rules).flags, _errors(positions, cores)
    winner, reason = (np.empty(len(positions), np.uint8) for _ in range(2))
    inputs = [*_states(positions, cores), positions.removing, positions.turn, error]
    fill(_KERNEL, "outcome_rows", inputs, [flags], [winner, reason], cores)
    return OutcomeColumns(winner, reason, np.zeros(len(winner), np.float32), error)


def replay(
    moves: ArrayLike,
    offsets: ArrayLike,
    starts: MillColumns | None = None,
    rules: MillRules | str = "standard",
    every: bool = False,
    cores: int | None = None,
) -> MillReplay:
    """Play games, every move checked: the last position of each, or the one after every move.

    Moves are the kernel's codes, `MillMove.code`, of all games one after the other; game `g` has
    those from `offsets[g]` up to `offsets[g + 1]`. Without `starts` all begin with empty boards.
    Does not look at history: no game ends by repetition.
    """
    games, flags = Games.of(moves, offsets), MillPosition().find_rules(rules).flags
    begun = starts if starts is not None else MillColumns(NOUGHT, NOUGHT, 9 + NOUGHT, 9 + NOUGHT)
    out = new_columns(MillReplay, games.rows(every))
    first = [*_six(begun), _errors(begun, cores)]
    games.play(_KERNEL, first, flags, MAX_MOVES, out, every, cores)
    return out


def planes(positions: MillColumns, dtype: type = np.uint8, cores: int | None = None) -> Planes:
    """Positions for learning: an array of rows × PLANES × 7 × 7, the board as it is drawn.

    As `uint8` hands are counts, as `float32` ninths. Rows that hold no position are all zeros.
    """
    error = _errors(positions, cores)
    out = np.zeros((len(positions), len(PLANES), 7, 7), np.uint8)
    inputs = [*_states(positions, cores), positions.removing, positions.turn, error]
    fill(_KERNEL, "plane_rows", inputs, [_CELLS], [out], cores)
    return scaled(out, dtype, _FLOATS)


def number(positions: MillColumns, cores: int | None = None) -> NumberColumns:
    """The number of every position's state; `error` is explained by NUMBER_CODES."""
    error = positions.error
    rows = len(positions)
    out = NumberColumns(
        np.empty(rows, np.uint8), np.empty(rows, np.uint32), np.empty(rows, np.uint8)
    )
    states = [_signed(each) for each in _states(positions, cores)]
    found = np.empty(rows, np.uint16)
    columns: list[NDArray[Any]] = [out.layer, out.number.view(np.int32), out.symmetry, found]
    fill(kernel.__name__, "number_rows", states, [load_array()], columns, cores)
    taking, strange = positions.removing == 1, (positions.turn - 1 > 1) | (positions.removing > 1)
    if taking.any() or error.any() or strange.any():
        bad = taking | (error != 0) | strange
        for each in columns[:3]:
            each[bad] = 0
        masks = found.astype(np.uint32) | np.uint32(faults.REMOVING) * taking
        masks = np.where(strange, np.uint32(NO_POSITION), masks)
        out.error[:] = np.where(error != 0, error | np.uint32(NO_POSITION), masks)
    else:
        out.error[:] = found
    return out


def position(layer: ArrayLike, number: ArrayLike, cores: int | None = None) -> MillColumns:
    """The position of every number: the inverse of `number`, with its codes in `error`.

    White is to move, except after an odd number of stones was set: white starts.
    """
    layers, numbers = as_column("layer", layer, np.uint8), as_column("number", number, np.uint32)
    if layers.ndim != 1 or layers.shape != numbers.shape:
        raise ColumnError("layers and numbers must be two rows of the same length")
    out = new_columns(MillColumns, len(layers))
    found = np.empty(len(layers), np.uint16)
    states = [_signed(out.white), _signed(out.black), out.white_hand, out.black_hand]
    sources = [layers, _signed(numbers)]
    fill(kernel.__name__, "decode_rows", sources, [load_array()], [*states, found], cores)
    swap = np.flatnonzero(out.white_hand != out.black_hand)
    for one, other in ((out.white, out.black), (out.white_hand, out.black_hand)):
        one[swap], other[swap] = other[swap], one[swap]
    out.error[:] = found
    out.turn[:] = found == 0
    out.turn[swap] = 2
    out.removing[:] = 0
    return out


def value(
    positions: MillColumns, folder: Path | None = None, cores: int | None = None
) -> ValueColumns:
    """The value of every position from the tables, as `boardbytes.solving.mill.probe` gives it.

    Tables of up to seven stones are made when first needed. Rows are read in the order of the
    tables, so every block is unpacked at most once. Raises SolvingError for a damaged table.
    """
    from boardbytes.solving.mill import probing_kernel
    from boardbytes.solving.mill.shelf import shelf
    from boardbytes.solving.search_kernel import UNKNOWN

    states = tuple(_signed(each) for each in _states(positions, cores))
    rows = len(positions)
    spaces, errors = np.empty(rows, np.int16), np.empty(rows, np.uint8)
    functions = probing_kernel if rows <= INTERPRETED_ROWS else compiled(probing_kernel.__name__)

    def run(function: Callable[..., None], columns: Arrays, fixed: Arrays, out: Arrays) -> None:
        share_rows(
            len(out[0]),
            lambda part: function(
                *(each[part] for each in columns), *fixed, *(each[part] for each in out)
            ),
            cores,
        )

    run(functions.space_rows, states, (), (spaces, errors))
    # No table holds the middle of a move, nor what is no position.
    errors[(positions.removing != 0) | (positions.turn - 1 > 1) | (positions.error != 0)] = 1
    spaces[errors != 0] = -1
    tables = shelf(folder)
    for space in np.unique(spaces[spaces >= 0]).tolist():
        tables.open(space)
    found = np.empty(rows, np.int64)
    with tables.lock:
        run(functions.value_rows, (*states, errors), tables.arrays, (found,))
        (missing,) = np.nonzero(found < UNKNOWN)
        blocks = -2 - found[missing]
        for group in tables.groups(blocks):
            tables.fetch(blocks[group])
            part = missing[group]
            values = np.empty(len(part), np.int64)
            chosen = tuple(each[part] for each in (*states, errors))
            run(functions.value_rows, chosen, tables.arrays, (values,))
            found[part] = values
    return _value_columns(found, errors)


def _value_columns(found: NDArray[np.int64], errors: Bytes) -> ValueColumns:
    from boardbytes.solving.mill.probing_kernel import NO_TABLE, UNTIMED_LOST
    from boardbytes.solving.search_kernel import DRAWN, UNKNOWN

    errors[(found == UNKNOWN) & (errors == 0)] = NO_TABLE
    known = errors == 0
    decided = known & (found != DRAWN)
    timed = decided & (found < UNTIMED_LOST)
    value = np.where(decided, np.where(found % 2 == 1, 1, -1), 0).astype(np.int8)
    plies = np.where(timed, found, np.where(known, NO_PLIES, 0)).astype(np.uint8)
    return ValueColumns(value, plies, np.array([0, 1, 2, 4], np.uint32)[errors])


def _six(positions: MillColumns) -> list[NDArray[Any]]:
    return list(positions.arrays.values())[:6]


def _errors(positions: MillColumns, cores: int | None) -> Masks:
    """The errors of the rows, and NO_POSITION where the values make none."""
    faults = np.empty(len(positions), np.uint32)
    fill(_KERNEL, "error_rows", [*_six(positions), positions.error], [], [faults], cores)
    return faults


def _states(positions: MillColumns, cores: int | None) -> Arrays:
    """Stones and hands of the side to move and of the other side."""
    if (positions.turn == 1).all():
        return tuple(_six(positions)[:4])
    rows = len(positions)
    out = [np.empty(rows, dtype) for dtype in (np.uint32, np.uint32, np.uint8, np.uint8)]
    fill(_KERNEL, "state_rows", [*_six(positions)[:4], positions.turn], [], out, cores)
    return tuple(out)


def _signed(column: NDArray[Any]) -> NDArray[Any]:
    """A wide column as signed integers, which is all that some kernels compute with.

    No valid value is large enough to notice.
    """
    return column.view(np.int32) if column.dtype == np.uint32 else column
