"""Columns of mill positions, of their numbers and of their values."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.numbering.mill import kernel
from boardbytes.numbering.mill.tables import load, load_array

Masks: TypeAlias = NDArray[np.uint32]
Bytes: TypeAlias = NDArray[np.uint8]
Faults: TypeAlias = NDArray[np.uint16]
Columns: TypeAlias = tuple[NDArray[Any], ...]

INTERPRETED_ROWS = 100
"""So few rows are done in a millisecond, and the compiler takes half a second to start."""


class StateColumns(NamedTuple):
    """States: stones of the side to move and of the other side, as sets of points and in hand.

    Where `faults` is not 0 the row has no state and is nought elsewhere; its bits are explained by
    `boardbytes.numbering.mill.faults.problems_of`.
    """

    own: Masks
    opp: Masks
    hand: Bytes
    opp_hand: Bytes
    faults: Faults


class NumberColumns(NamedTuple):
    """Numbers of states. Where `faults` is not 0 the row has none and is nought elsewhere."""

    layer: Bytes
    number: NDArray[np.uint32]
    symmetry: Bytes
    faults: Faults


def number_columns(
    own: ArrayLike,
    opp: ArrayLike,
    hand: ArrayLike,
    opp_hand: ArrayLike,
    *,
    cores: int | None = None,
) -> NumberColumns:
    """The number of every row's state.

    `own` and `opp` are the stones of the side to move and of the other side, one bit per point;
    `hand` and `opp_hand` those not yet set, nought in the moving phase. Arrays of the types of
    StateColumns are read in place, other integers are converted first.
    """
    stones = _column(own, np.uint32), _column(opp, np.uint32)
    hands = _column(hand, np.uint8), _column(opp_hand, np.uint8)
    rows = _same_length(*stones, *hands)
    out = NumberColumns(
        layer=np.empty(rows, np.uint8),
        number=np.empty(rows, np.uint32),
        symmetry=np.empty(rows, np.uint8),
        faults=np.empty(rows, np.uint16),
    )
    _run("number_rows", (*stones, *hands), out, cores)
    return out


def position_columns(
    layer: ArrayLike, number: ArrayLike, *, cores: int | None = None
) -> StateColumns:  # fmt: skip
    """The state of every row's number: the inverse of `number_columns`.

    Arrays of the types of NumberColumns are read in place, other integers are converted first.
    """
    numbers = _column(layer, np.uint8), _column(number, np.uint32)
    rows = _same_length(*numbers)
    out = StateColumns(
        own=np.empty(rows, np.uint32),
        opp=np.empty(rows, np.uint32),
        hand=np.empty(rows, np.uint8),
        opp_hand=np.empty(rows, np.uint8),
        faults=np.empty(rows, np.uint16),
    )
    _run("decode_rows", numbers, out, cores)
    return out


class ValueColumns(NamedTuple):
    """Values of states, for the side to move. Where `error` is not 0, `ERRORS` says why."""

    value: NDArray[np.int8]
    """1 won, 0 drawn, -1 lost."""
    plies: Bytes
    """To the end of the game; NO_PLIES for a draw, and where a table only knows who wins."""
    error: Bytes


NO_PLIES = 255

ERRORS = (
    "",
    "these are not two sets of points with up to nine stones a side",
    "stones are set in turn, so no game has these hands",
    "no table reaches so many stones",
)
"""What the numbers of `ValueColumns.error` mean."""


def value_columns(
    own: ArrayLike,
    opp: ArrayLike,
    hand: ArrayLike,
    opp_hand: ArrayLike,
    *,
    folder: Path | None = None,
    cores: int | None = None,
) -> ValueColumns:
    """The value of every row's state from the tables, as `boardbytes.solving.mill.probe` gives it.

    Takes what `number_columns` takes. Tables of up to seven stones are made when first needed.
    Rows are read in the order of the tables, so every block is unpacked once at most. Raises
    SolvingError for a damaged table.
    """
    from boardbytes.solving.mill import probing_kernel
    from boardbytes.solving.mill.shelf import shelf
    from boardbytes.solving.search_kernel import UNKNOWN

    stones = _signed(_column(own, np.uint32)), _signed(_column(opp, np.uint32))
    states = (*stones, _column(hand, np.uint8), _column(opp_hand, np.uint8))
    rows = _same_length(*states)
    spaces, errors = np.empty(rows, np.int16), np.empty(rows, np.uint8)
    functions = probing_kernel if rows <= INTERPRETED_ROWS else compiled(probing_kernel.__name__)

    def fill(function: Callable[..., None], columns: Columns, fixed: Columns, out: Columns) -> None:
        share_rows(
            len(out[0]),
            lambda part: function(
                *(each[part] for each in columns), *fixed, *(each[part] for each in out)
            ),
            cores,
        )

    fill(functions.space_rows, states, (), (spaces, errors))
    tables = shelf(folder)
    for space in np.unique(spaces[spaces >= 0]).tolist():
        tables.open(space)
    found = np.empty(rows, np.int64)
    with tables.lock:
        fill(functions.value_rows, (*states, errors), tables.arrays, (found,))
        (missing,) = np.nonzero(found < UNKNOWN)
        blocks = -2 - found[missing]
        for group in tables.groups(blocks):
            tables.fetch(blocks[group])
            part = missing[group]
            values = np.empty(len(part), np.int64)
            chosen = tuple(each[part] for each in (*states, errors))
            fill(functions.value_rows, chosen, tables.arrays, (values,))
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
    return ValueColumns(value, plies, errors)


def _column(values: ArrayLike, dtype: DTypeLike) -> NDArray[Any]:
    """One column, of the type that the kernel takes.

    A value that does not fit becomes the largest that does, which nothing valid ever is.
    """
    column = np.asarray(values)
    if column.ndim != 1 or not (np.issubdtype(column.dtype, np.integer) or column.size == 0):
        raise TypeError(f"a column is one row of integers, not {column.ndim} of {column.dtype}")
    if column.dtype != dtype:
        largest = np.iinfo(dtype).max
        column = np.where((column < 0) | (column > largest), largest, column).astype(dtype)
    return np.ascontiguousarray(column)


def _same_length(*columns: NDArray[Any]) -> int:
    lengths = {len(column) for column in columns}
    if len(lengths) != 1:
        raise ValueError(f"columns must have the same length, not {sorted(lengths)}")
    return lengths.pop()


def _signed(column: NDArray[Any]) -> NDArray[Any]:
    """A wide column as signed integers, which is all the kernel computes with.

    No valid value is large enough to notice; mixing signs would compile to floating point.
    """
    return column.view(np.int32) if column.dtype == np.uint32 else column


def _run(
    name: str, columns: tuple[NDArray[Any], ...], out: tuple[NDArray[Any], ...], cores: int | None
) -> None:
    """Fill the columns of `out` by the kernel of that name, on all cores if there is much to do."""
    sources, targets = list(map(_signed, columns)), list(map(_signed, out))
    rows = len(out[0])
    if rows <= INTERPRETED_ROWS:
        plain = [each.data for each in (*sources, *targets)]
        getattr(kernel, name)(*plain[: len(sources)], load(), *plain[len(sources) :])
        return
    fill, tables = getattr(compiled(kernel.__name__), name), load_array()

    def work(chunk: slice) -> None:
        fill(*(each[chunk] for each in sources), tables, *(each[chunk] for each in targets))

    share_rows(rows, work, cores)
