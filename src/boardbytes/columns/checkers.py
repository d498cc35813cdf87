"""Columns of checkers positions: from 32-byte words and back, steps between words, games."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardbytes.columns import checkers_kernel, replay_kernel
from boardbytes.columns.games import Games, Replayed
from boardbytes.columns.kinds import I64, NOUGHT, U8, U32, Bytes, Masks, Planes, scaled
from boardbytes.columns.results import CheckColumns, CountColumns, OutcomeColumns, ValueColumns
from boardbytes.columns.rows import (
    Columns,
    Positions,
    RecordColumns,
    Records,
    as_rows,
    fill,
    new_columns,
)
from boardbytes.errors import ColumnError
from boardbytes.formats.word import channel, contract
from boardbytes.formats.word.step import CHANNEL, CONTRACT, CONTRACT_FAULTS, ENGLISH_FAULTS
from boardbytes.formats.word.text import SIZE
from boardbytes.games.checkers import CheckersPosition, CheckersRules
from boardbytes.games.checkers.board import COORDINATES, START_RED, START_WHITE
from boardbytes.games.checkers.kernel import MAX_MOVES
from boardbytes.model.layout import Layout
from boardbytes.model.registry import find

FORMATS = {"channel": checkers_kernel.CODES, "contract": checkers_kernel.CODES}
"""The formats that can be read as columns, and the codes of their problems, by bit."""

REPLAY_CODES = replay_kernel.REPLAY_CODES
VALUE_CODES = ("no-table", "man-on-far-row")
"""What the bits of `error` mean: a move that cannot be played; no value."""

FAULTS = {"english": ENGLISH_FAULTS, "contract": CONTRACT_FAULTS}
"""What the numbers of `judge` mean, by preset; 0 is no fault."""

PLANES = ("own men", "own kings", "other men", "other kings", "red to move")
"""The channels of `planes`, 8 × 8 each; the pieces of the side to move come first."""

_KERNEL = checkers_kernel.__name__
_LAYOUTS = {"channel": CHANNEL, "contract": CONTRACT}
_WORDS = {"channel": channel.WORD, "contract": contract.WORD}
_CELLS = np.array([8 * row + column for column, row in COORDINATES], np.int64)


@dataclass(frozen=True, eq=False)
class CheckersColumns(Positions):
    """Positions: pieces and kings as sets of squares, and whose turn it is.

    `white` is the side that words call "black". Where `error` is not 0 there is no position.
    """

    game: ClassVar[str] = "checkers"

    red: Masks = field(metadata=U32)
    white: Masks = field(metadata=U32)
    kings: Masks = field(default=NOUGHT, metadata=U32)
    turn: Bytes = field(default=1 + NOUGHT, metadata=U8)
    """1 red, 2 white."""
    plies: NDArray[np.int64] = field(default=NOUGHT, metadata=I64)
    """How many moves were made, as words count them."""
    error: Masks = field(default=NOUGHT, metadata=U32)


@dataclass(frozen=True, eq=False)
class CheckersReplay(Replayed, CheckersColumns):
    """The positions that games have reached."""


@dataclass(frozen=True, eq=False)
class StepColumns(Columns):
    """Steps from one word to the next."""

    error: Bytes = field(metadata=U8)
    """The number of the first fault, 0 for none: `FAULTS[preset]` names them."""


def layout(records: Records, format: str = "channel") -> Layout:
    """The layout of one record."""
    return find("word layout", format, _WORDS).table


def decode(records: Records, format: str = "channel", cores: int | None = None) -> CheckersColumns:
    """The positions and turn numbers of many words."""
    rows, number = as_rows(records, SIZE), find("word layout", format, _LAYOUTS)
    out: CheckersColumns = new_columns(CheckersColumns, len(rows))
    fill(_KERNEL, "decode_rows", [rows], [number], list(out.arrays.values()), cores)
    return out


def encode(
    positions: CheckersColumns, format: str = "channel", cores: int | None = None
) -> RecordColumns:
    """The word of every position, its pieces numbered by rows; all zeros where there is an error.

    A turn number that is too large, or the other side's, is the error `turn`.
    """
    number = find("word layout", format, _LAYOUTS)
    most = (1 << 8 * _WORDS[format].turn_bytes) - 1
    error = np.empty(len(positions), np.uint32)
    numbered = [positions.turn, positions.plies, _errors(positions, cores)]
    fill(_KERNEL, "word_error_rows", numbered, [most], [error], cores)
    rows = np.empty((len(positions), SIZE), np.uint8)
    inputs = [positions.red, positions.white, positions.kings, positions.plies, error]
    fill(_KERNEL, "encode_rows", inputs, [number], [rows], cores)
    return RecordColumns(rows, error)


def check(records: Records, format: str = "channel", cores: int | None = None) -> CheckColumns:
    """What is wrong with every word: the codes that reading it alone would give."""
    rows, number = as_rows(records, SIZE), find("word layout", format, _LAYOUTS)
    found = np.empty(len(rows), np.uint32)
    fill(_KERNEL, "check_rows", [rows], [number], [found], cores)
    return CheckColumns(found, found & np.uint32(checkers_kernel.ERROR_BITS))


def judge(
    old: Records,
    new: Records,
    format: str = "channel",
    preset: str = "english",
    cores: int | None = None,
) -> StepColumns:
    """The first fault of every step from an old word to a new one."""
    before, after = as_rows(old, SIZE), as_rows(new, SIZE)
    find("preset", preset, FAULTS)
    number = find("word layout", format, _LAYOUTS)
    if len(before) != len(after):
        found = f"{len(before)} and {len(after)}"
        raise ColumnError(f"there must be as many new words as old ones (found {found})")
    faults = np.empty(len(before), np.uint8)
    fill(_KERNEL, f"{preset}_rows", [before, after], [number], [faults], cores)
    return StepColumns(faults)


def legal_counts(
    positions: CheckersColumns, rules: CheckersRules | str = "standard", cores: int | None = None
) -> CountColumns:
    """How many legal moves every position has."""
    flags, error = CheckersPosition.find_rules(rules).flags, _errors(positions, cores)
    count = np.empty(len(positions), np.uint16)
    fill(_KERNEL, "count_rows", [*_four(positions), error], [flags], [count], cores)
    return CountColumns(count, error)


def outcome(
    positions: CheckersColumns, rules: CheckersRules | str = "standard", cores: int | None = None
) -> OutcomeColumns:
    """Who has won where a game is over. Does not look at history, so no game is drawn."""
    counts = legal_counts(positions, rules, cores)
    winner, reason = (np.empty(len(positions), np.uint8) for _ in range(2))
    inputs = [positions.red, positions.white, positions.turn, counts.count, counts.error]
    fill(_KERNEL, "outcome_rows", inputs, [], [winner, reason], cores)
    return OutcomeColumns(winner, reason, np.zeros(len(winner), np.float32), counts.error)


def value(positions: CheckersColumns, cores: int | None = None) -> ValueColumns:
    """The value of every ending of up to four pieces, as `boardbytes.solving.checkers` gives it.

    The tables are made when first needed.
    """
    from boardbytes.solving.checkers import MOST_PIECES, table

    rows, error = len(positions), _errors(positions, cores)
    counts = np.bitwise_count(positions.red | positions.white)[error == 0]
    few = int(counts[counts <= MOST_PIECES].max(initial=2))
    out: ValueColumns = new_columns(ValueColumns, rows)
    tables = table(few)
    inputs = [*_four(positions), error]
    fixed = [tables.starts, tables.values, MOST_PIECES]
    fill(_KERNEL, "value_rows", inputs, fixed, list(out.arrays.values()), cores)
    return out


def replay(
    moves: ArrayLike,
    offsets: ArrayLike,
    starts: CheckersColumns | None = None,
    rules: CheckersRules | str = "standard",
    every: bool = False,
    cores: int | None = None,
) -> CheckersReplay:
    """Play games, every move checked: the last position of each, or the one after every move.

    Moves are the kernel's codes of all games one after the other; game `g` has those from
    `offsets[g]` up to `offsets[g + 1]`. Without `starts` all begin from the usual position. Does
    not look at history: no game ends by repetition.
    """
    games, flags = Games.of(moves, offsets), CheckersPosition.find_rules(rules).flags
    usual = np.array([START_RED], np.uint32), np.array([START_WHITE], np.uint32)
    begun = starts if starts is not None else CheckersColumns(*usual)
    out: CheckersReplay = new_columns(CheckersReplay, games.rows(every))
    first = [*_four(begun), begun.plies, _errors(begun, cores)]
    games.play(_KERNEL, first, flags, MAX_MOVES, out, every, cores)
    return out


def planes(positions: CheckersColumns, dtype: type = np.uint8, cores: int | None = None) -> Planes:
    """Positions for learning: an array of rows × PLANES × 8 × 8, red's side on top.

    Rows that hold no position are all zeros.
    """
    out = np.zeros((len(positions), len(PLANES), 8, 8), np.uint8)
    inputs = [*_four(positions), _errors(positions, cores)]
    fill(_KERNEL, "plane_rows", inputs, [_CELLS], [out], cores)
    return scaled(out, dtype, {})


def _four(positions: CheckersColumns) -> list[NDArray[Any]]:
    return list(positions.arrays.values())[:4]


def _errors(positions: CheckersColumns, cores: int | None) -> Masks:
    """The errors of the rows, and NO_POSITION where the values make none."""
    faults = np.empty(len(positions), np.uint32)
    fill(_KERNEL, "error_rows", list(positions.arrays.values())[:6], [], [faults], cores)
    return faults
