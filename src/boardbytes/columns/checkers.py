"""Many checkers words at once: what they hold, and whether steps between them are allowed.

Words are rows of 32 bytes. Nothing raises for a row: what is wrong with it is a number in a
column.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.columns import checkers_kernel
from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.errors import FormatError
from boardbytes.formats.word.step import (
    CHANNEL,
    CONTRACT,
    CONTRACT_FAULTS,
    ENGLISH_FAULTS,
)
from boardbytes.formats.word.text import SIZE
from boardbytes.model import Problem
from boardbytes.model.registry import find

Words: TypeAlias = "bytes | NDArray[np.uint8]"

LAYOUTS = {"channel": CHANNEL, "contract": CONTRACT}
FAULTS = {"english": ENGLISH_FAULTS, "contract": CONTRACT_FAULTS}
"""What the numbers of `check_steps` mean, by preset; 0 is no fault."""

ERRORS = ("", "a piece stands on a light square", "two pieces stand on one square")
"""What the numbers of `WordColumns.error` mean."""


@dataclass(frozen=True, eq=False)
class WordColumns:
    """The words of an array by column; where `error` is not 0 the sets mean nothing.

    Sets of squares are those of positions; `white` is the side that words call "black".
    """

    red: NDArray[np.uint32]
    white: NDArray[np.uint32]
    kings: NDArray[np.uint32]
    turn: NDArray[np.int64]
    """How many moves were made: red is to move where it is even."""
    error: NDArray[np.uint8]


def as_rows(words: Words) -> NDArray[np.uint8]:
    """Words one after the other as rows of 32 bytes, not copied; FormatError for other shapes."""
    rows = np.frombuffer(words, np.uint8) if isinstance(words, bytes) else words
    if rows.dtype != np.uint8 or rows.size % SIZE or rows.ndim not in (1, 2):
        message = f"words must be rows of {SIZE} bytes"
        raise FormatError([Problem("length", message, found=f"{rows.shape} of {rows.dtype}")])
    return np.ascontiguousarray(rows).reshape(-1, SIZE)


def read_words(
    words: Words, layout: str = "channel", *, cores: int | None = None
) -> WordColumns:  # fmt: skip
    """The positions and turn numbers of many words."""
    rows, number = as_rows(words), find("layout", layout, LAYOUTS)
    count = len(rows)
    columns = WordColumns(
        np.zeros(count, np.uint32),
        np.zeros(count, np.uint32),
        np.zeros(count, np.uint32),
        np.zeros(count, np.int64),
        np.zeros(count, np.uint8),
    )
    out = tuple(vars(columns).values())
    kernel = _compiled().word_rows
    share_rows(
        count, lambda part: kernel(rows[part], number, *(column[part] for column in out)), cores
    )
    return columns


def check_steps(
    old: Words,
    new: Words,
    preset: str = "english",
    layout: str = "channel",
    *,
    cores: int | None = None,
) -> NDArray[np.uint8]:
    """The number of the first fault of every step, 0 for none; `FAULTS[preset]` says them."""
    before, after = as_rows(old), as_rows(new)
    find("preset", preset, FAULTS)
    number = find("layout", layout, LAYOUTS)
    if len(before) != len(after):
        message = "there must be as many new words as old ones"
        raise FormatError([Problem("length", message, found=f"{len(before)} and {len(after)}")])
    faults = np.zeros(len(before), np.uint8)
    kernel = getattr(_compiled(), f"{preset}_rows")
    share_rows(
        len(faults),
        lambda part: kernel(before[part], after[part], number, faults[part]),
        cores,
    )
    return faults


def _compiled() -> Any:
    return compiled(checkers_kernel.__name__)
