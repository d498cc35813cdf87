"""Columns of mill positions and of their numbers."""

from __future__ import annotations

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
