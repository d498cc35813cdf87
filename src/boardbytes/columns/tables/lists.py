"""Lists of Arrow as what `replay` takes: all numbers in one array, and where each list begins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.columns.tables.schemas import need_arrow
from boardbytes.errors import ColumnError

if TYPE_CHECKING:
    import pyarrow as pa

Ragged = tuple[NDArray[np.integer], NDArray[np.int64]]


def moves_of(column: pa.Array | pa.ChunkedArray, name: str = "moves") -> Ragged:
    """The moves and the offsets of a column of lists; a null is a game without moves.

    The moves of a column in one chunk are not copied. Raises ColumnError for other columns.
    """
    pa = need_arrow()
    kind: Any = getattr(column, "type", None)
    is_list = kind is not None and (pa.types.is_list(kind) or pa.types.is_large_list(kind))
    if not is_list or not pa.types.is_integer(kind.value_type):
        raise ColumnError(f"{name} must be lists of whole numbers, not {kind or type(column)}")
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    found = [_of_chunk(chunk) for chunk in chunks]
    if len(found) == 1:
        return found[0]
    lengths = [np.diff(offsets) for _, offsets in found]
    offsets = np.cumsum(np.concatenate([[0], *lengths]), dtype=np.int64)
    empty = np.empty(0, kind.value_type.to_pandas_dtype())
    return np.concatenate([empty, *(moves for moves, _ in found)]), offsets


def _of_chunk(chunk: pa.Array) -> Ragged:
    # `flatten` leaves out what stands behind nulls, so lengths tell where lists begin, not offsets.
    moves = chunk.flatten()
    if moves.null_count:
        raise ColumnError("a move must not be null")
    lengths = chunk.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
    offsets = np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])
    return moves.to_numpy(), offsets.astype(np.int64, copy=False)
