"""What columns of all games share: records as rows, arrays of one length, kernels over both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from importlib import import_module
from mmap import mmap
from typing import Any, ClassVar, Self, TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardbytes.columns.kinds import NOUGHT, U8, U32, Bytes, Masks, Rows
from boardbytes.compiling import compiled
from boardbytes.cores import rows_per_task, share_rows
from boardbytes.errors import ColumnError

Records: TypeAlias = "bytes | bytearray | memoryview | mmap | NDArray[np.uint8]"
"""Records one after the other: bytes, a memory-mapped file, or an array with a row for each."""

INTERPRETED_ROWS = 100
"""This many rows take a millisecond interpreted; the compiler takes half a second to start."""


@dataclass(frozen=True, eq=False)
class Columns:
    """Arrays of one length; row `i` of each tells of the same thing.

    Lists and other integers are converted, and a single value stands for all rows. A value that
    does not fit its column becomes the largest that does. Raises ColumnError for arrays of
    different lengths.
    """

    def __post_init__(self) -> None:
        arrays = {
            each.name: as_column(each.name, getattr(self, each.name), each.metadata["dtype"])
            for each in fields(self)
        }
        lengths = {len(array) for array in arrays.values() if array.ndim}
        if len(lengths) > 1:
            raise ColumnError(f"columns must have the same length, not {sorted(lengths)}")
        rows = lengths.pop() if lengths else 1
        for name, array in arrays.items():
            filled = array if array.ndim else np.full(rows, array)
            object.__setattr__(self, name, filled)

    def __len__(self) -> int:
        return len(getattr(self, fields(self)[0].name))

    def __getitem__(self, rows: Rows) -> Self:
        """Some of the rows: a slice, their numbers, or an array that is true for each of them."""
        if not isinstance(rows, slice | np.ndarray):
            raise ColumnError("rows are chosen by a slice or an array")
        return replace(self, **{name: array[rows] for name, array in self.arrays.items()})

    @property
    def arrays(self) -> Mapping[str, NDArray[Any]]:
        """The columns by name."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


@dataclass(frozen=True, eq=False)
class Positions(Columns):
    """Positions of a game; where `error` is not 0 there is none."""

    game: ClassVar[str]


@dataclass(frozen=True, eq=False)
class RecordColumns(Columns):
    """Records as they are stored, one row of bytes each."""

    records: Bytes = field(metadata=U8)
    error: Masks = field(default=NOUGHT, metadata=U32)

    def tobytes(self) -> bytes:
        """All records, one after the other."""
        return self.records.tobytes()


Kind = TypeVar("Kind", bound=Columns)


def new_columns(kind: type[Kind], rows: int) -> Kind:
    """A column set of that many rows, to be filled."""
    return kind(*(np.empty(rows, each.metadata["dtype"]) for each in fields(kind)))


def as_column(name: str, values: ArrayLike, dtype: Any) -> NDArray[Any]:
    """A column of a type, not copied if it has that type; ColumnError if it holds no numbers."""
    if dtype is not None and isinstance(values, np.ndarray) and values.dtype == dtype:
        return np.ascontiguousarray(values) if values.ndim else values
    try:
        column = np.asarray(values)
    except ValueError:
        raise ColumnError(f"{name} must be an array of numbers") from None
    if column.size == 0 and dtype is not None and column.dtype != dtype:
        column = column.astype(dtype)
    kind = np.number if dtype is np.float32 else np.integer
    is_flag = column.dtype == np.bool_ and dtype is np.uint8
    if not np.issubdtype(column.dtype, kind) and not is_flag:
        wanted = "numbers" if dtype is np.float32 else "whole numbers"
        raise ColumnError(f"{name} must be {wanted}, not {column.dtype}")
    if dtype is not None and column.dtype != dtype:
        if dtype is not np.float32 and not is_flag:
            low, high = np.iinfo(dtype).min, np.iinfo(dtype).max
            column = np.where((column < low) | (column > high), high, column)
        column = column.astype(dtype)
    return np.ascontiguousarray(column) if column.ndim else column


def as_bytes(records: Records) -> Bytes:
    """Records as an array of bytes, viewed where they are; ColumnError for other things."""
    if isinstance(records, np.ndarray):
        found = records
        if found.dtype != np.uint8 or found.ndim not in (1, 2):
            shape = f"{found.ndim} dimensions of {found.dtype}"
            raise ColumnError(f"records must be rows of bytes (uint8), not {shape}")
    else:
        try:
            found = np.frombuffer(records, np.uint8)
        except ValueError:  # NumPy does not view a buffer without bytes
            found = np.zeros(0, np.uint8)
        except TypeError:
            raise ColumnError(f"records must be bytes, not {type(records).__name__}") from None
    found = np.ascontiguousarray(found).view()
    # Kernels are compiled anew for read-only arrays, so records are always read-only.
    found.flags.writeable = False
    return found


def as_rows(records: Records, size: int) -> Bytes:
    """Records of that many bytes as rows, viewed where they are; ColumnError if they do not fit."""
    found = as_bytes(records)
    if (found.ndim == 2 and found.shape[1] != size) or found.size % size:
        shown = "×".join(map(str, found.shape))
        raise ColumnError(f"records must be rows of {size} bytes (found {shown})")
    return found.reshape(-1, size)


def fill(
    kernel: str,
    name: str,
    inputs: Sequence[Any],
    fixed: Sequence[Any],
    outputs: Sequence[Any],
    cores: int | None = None,
    scratch: Callable[[], Sequence[Any]] | None = None,
) -> None:
    """Fill columns from others with a kernel, on all cores if there is much to do.

    The kernel takes the inputs, what is fixed, what `scratch` makes for each task, and the outputs.
    Whatever has several numbers to a row is handed over flat. A few rows are done interpreted.
    """
    rows = len(outputs[0])
    if rows <= INTERPRETED_ROWS:
        work: Callable[..., None] = getattr(import_module(kernel), name)
        more = scratch() if scratch else ()
        work(*map(_plain, inputs), *map(_plain, fixed), *map(_plain, more), *map(_plain, outputs))
        return
    run = getattr(compiled(kernel), name)

    def task(part: slice) -> None:
        sources = (each[part].reshape(-1) for each in inputs)
        targets = (each[part].reshape(-1) for each in outputs)
        run(*sources, *fixed, *(scratch() if scratch else ()), *targets)

    row_bytes = sum(each.nbytes for each in (*inputs, *outputs)) // rows
    share_rows(rows, task, cores, rows_per_task(rows, row_bytes, cores))


def _plain(value: Any) -> Any:
    """An array as plain memory, whose every number is an `int`; other things as they are."""
    return value.reshape(-1).data if isinstance(value, np.ndarray) else value
