"""Column sets as record batches of Arrow, and back: what `columns` gives can be kept and sent.

A column with an axis is a list of fixed size, one with two axes a list of such lists. Nothing is
copied on the way out; moves and records of several lengths are lists.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from boardbytes.columns.go_boards import GoColumns
from boardbytes.columns.go_records import GoGames, RaggedRecords
from boardbytes.columns.rows import Columns
from boardbytes.columns.tables.lists import moves_of
from boardbytes.columns.tables.schemas import need_arrow
from boardbytes.errors import ColumnError

if TYPE_CHECKING:
    import pyarrow as pa

ColumnSet: TypeAlias = "Columns | GoGames | RaggedRecords"
Kind = TypeVar("Kind", bound=Columns | GoGames | RaggedRecords)

_LISTS: dict[type, str] = {GoGames: "moves", RaggedRecords: "records"}
"""The columns that `offsets` cuts into lists."""
_NESTED: dict[type, tuple[str, str, type[Columns]]] = {GoGames: ("starts", "start_", GoColumns)}
"""A column set within another: its field, how its columns are called, its kind."""


def batch_of(columns: ColumnSet) -> pa.RecordBatch:
    """The rows of a column set as a record batch, whose columns have the same names."""
    pa = need_arrow()
    found: dict[str, Any] = {}
    ragged = _LISTS.get(type(columns))
    for each in fields(columns):
        values = getattr(columns, each.name)
        if each.name == ragged:
            first, last = columns.offsets[[0, -1]]  # type: ignore[union-attr]
            bounds = pa.array(columns.offsets - first)  # type: ignore[union-attr]
            found[ragged] = pa.LargeListArray.from_arrays(bounds, pa.array(values[first:last]))
        elif isinstance(values, Columns):
            prefix = _NESTED[type(columns)][1]
            found |= {prefix + name: _listed(array) for name, array in values.arrays.items()}
        elif not (ragged and each.name == "offsets"):
            found[each.name] = _listed(values)
    return pa.RecordBatch.from_arrays([*found.values()], names=[*found])


def arrays_of(batch: pa.RecordBatch | pa.Table, kind: type[Kind]) -> Kind:
    """The columns of a batch, or of a table, as a column set of a kind; other columns are ignored.

    Raises ColumnError if one is missing that must be there, or holds what it cannot.
    """
    ragged, nested = _LISTS.get(kind), _NESTED.get(kind)
    found: dict[str, Any] = {}
    for each in fields(kind):
        if nested and each.name == nested[0]:
            names = {name: name.removeprefix(nested[1]) for name in batch.schema.names}
            inner = batch.select([name for name, short in names.items() if name != short])
            found[each.name] = arrays_of(
                inner.rename_columns([names[name] for name in inner.schema.names]), nested[2]
            )
        elif each.name == ragged:
            found[ragged], found["offsets"] = moves_of(_column(batch, ragged), ragged)
        elif each.name in batch.schema.names:
            found[each.name] = _unlisted(each.name, _column(batch, each.name))
        elif each.default is MISSING and each.name not in found and each.name != "offsets":
            raise ColumnError(f"there is no column {each.name}")
    return kind(**found)


def _column(batch: pa.RecordBatch | pa.Table, name: str) -> Any:
    if name not in batch.schema.names:
        raise ColumnError(f"there is no column {name}")
    column = batch.column(name)
    return column.combine_chunks() if hasattr(column, "combine_chunks") else column


def _listed(values: NDArray[Any]) -> pa.Array:
    pa = need_arrow()
    found = pa.array(values.reshape(-1))
    for size in reversed(values.shape[1:]):
        found = pa.FixedSizeListArray.from_arrays(found, size)
    return found


def _unlisted(name: str, column: pa.Array) -> NDArray[Any]:
    """An array with an axis for each list of fixed size around its numbers."""
    pa = need_arrow()
    shape = [len(column)]
    while pa.types.is_fixed_size_list(column.type) and not column.null_count:
        shape.append(column.type.list_size)
        column = column.flatten()
    if column.null_count:
        raise ColumnError(f"{name} must have a value in every row")
    if not (pa.types.is_integer(column.type) or pa.types.is_floating(column.type)):
        raise ColumnError(f"{name} must be numbers, or lists of numbers of fixed size")
    values: NDArray[Any] = np.asarray(column.to_numpy(zero_copy_only=False))
    return values.reshape(shape)
