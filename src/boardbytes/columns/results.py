"""What columns say of positions and records, in the same words for every game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from boardbytes.columns.kinds import F32, I8, NOUGHT, U8, U16, U32, Bytes, Masks
from boardbytes.columns.rows import Columns
from boardbytes.model.outcome import Reason

NO_POSITION = 1 << 31
"""The bit of `error` for values that make no position, in the columns of every game."""

REASONS = ("", *(reason.value for reason in Reason))
"""What the numbers of `OutcomeColumns.reason` mean; 0 is a game that goes on."""

NO_PLIES = 255


@dataclass(frozen=True, eq=False)
class CheckColumns(Columns):
    """What is wrong with records: a bit for each code of a problem, as `codes` names them."""

    found: Masks = field(metadata=U32)
    """Errors and warnings."""
    error: Masks = field(metadata=U32)
    """Errors alone: where this is 0, the record holds a position."""


@dataclass(frozen=True, eq=False)
class CountColumns(Columns):
    """How many legal moves positions have."""

    count: NDArray[np.uint16] = field(metadata=U16)
    error: Masks = field(default=NOUGHT, metadata=U32)


@dataclass(frozen=True, eq=False)
class OutcomeColumns(Columns):
    """How the games that are over have ended."""

    winner: Bytes = field(metadata=U8)
    """1 the side that moves first in a game, 2 the other; 0 nobody, or not yet."""
    reason: Bytes = field(metadata=U8)
    """A place in REASONS; 0 where the game goes on."""
    margin: NDArray[np.float32] = field(metadata=F32)
    """By how many points; 0 where none are counted."""
    error: Masks = field(default=NOUGHT, metadata=U32)


@dataclass(frozen=True, eq=False)
class ValueColumns(Columns):
    """Values of positions, for the side to move. Where `error` is not 0 there is none."""

    value: NDArray[np.int8] = field(metadata=I8)
    """1 won, 0 drawn, -1 lost."""
    plies: Bytes = field(metadata=U8)
    """To the end of the game; NO_PLIES for a draw, and where a table only knows who wins."""
    error: Masks = field(default=NOUGHT, metadata=U32)


def names_of(bits: int, codes: Sequence[str]) -> tuple[str, ...]:
    """The codes whose bits are set."""
    found = tuple(code for place, code in enumerate(codes) if bits >> place & 1)
    return (*found, "no-position") if bits & NO_POSITION else found
