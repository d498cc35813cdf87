"""The kinds of numbers that columns hold, as fields of column sets name them."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.errors import ColumnError

Bytes: TypeAlias = NDArray[np.uint8]
Masks: TypeAlias = NDArray[np.uint32]

U8, U16, U32 = {"dtype": np.uint8}, {"dtype": np.uint16}, {"dtype": np.uint32}
I8, I16, I32, I64 = (
    {"dtype": np.int8},
    {"dtype": np.int16},
    {"dtype": np.int32},
    {"dtype": np.int64},
)
F32 = {"dtype": np.float32}
ANY = {"dtype": None}
"""What a field of a column set holds; ANY keeps whatever integer type it is given."""

NOUGHT: Any = 0
"""The default of a column: one value stands for as many rows as the others have."""


Rows: TypeAlias = "slice | NDArray[np.integer[Any]] | NDArray[np.bool_]"
"""Some rows: a slice, their numbers, or what is true for each of them."""

Planes: TypeAlias = "NDArray[np.uint8] | NDArray[np.float32]"
"""Positions for learning, as integers or as floats."""

Unsigned: TypeAlias = "NDArray[np.unsignedinteger[Any]]"
"""Integers from 0 up, of the depth of a tile."""


def scaled(planes: Bytes, dtype: type, largest: dict[int, int]) -> Planes:
    """Planes of a type; as `float32`, those with counts are divided by the largest possible one."""
    if dtype not in (np.uint8, np.float32):
        raise ColumnError(f"planes are uint8 or float32, not {dtype}")
    if dtype is np.uint8:
        return planes
    floats = planes.astype(np.float32)
    for channel, most in largest.items():
        floats[:, channel] /= most
    return floats
