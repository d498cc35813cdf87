"""Games one after the other: moves in one column, and where each game begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardbytes.columns.kinds import I32, NOUGHT
from boardbytes.columns.rows import INTERPRETED_ROWS, Columns, as_column
from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.errors import ColumnError

GAMES_PER_TASK = 128


@dataclass(frozen=True, eq=False)
class Replayed(Columns):
    """The positions that games have reached; where `error` is not 0, that before the move `ply`."""

    ply: NDArray[np.int32] = field(default=NOUGHT, metadata=I32)
    """The first move that cannot be played, counted from 1; 0 where all can."""


@dataclass(frozen=True, eq=False)
class Games:
    """Moves of all games; game `g` has those from `offsets[g]` up to `offsets[g + 1]`."""

    moves: NDArray[np.int32]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, moves: ArrayLike, offsets: ArrayLike) -> Games:
        """The columns of moves and of offsets; ColumnError if they do not fit together."""
        numbers = as_column("moves", moves, np.int32)
        bounds = as_column("offsets", offsets, np.int64)
        if numbers.ndim != 1 or bounds.ndim != 1 or not len(bounds):
            raise ColumnError("moves and offsets must be rows of numbers, with at least one offset")
        if bounds[0] < 0 or bounds[-1] > len(numbers) or (np.diff(bounds) < 0).any():
            raise ColumnError("offsets must rise from 0 to the number of moves")
        return cls(numbers, bounds)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def rows(self, every: bool) -> int:
        """How many positions are given: the last of each game, or one for each move."""
        return len(self.moves) if every else len(self)

    def play(
        self,
        kernel: str,
        starts: Sequence[NDArray[Any]],
        flags: int,
        most_moves: int,
        out: Columns,
        every: bool,
        cores: int | None,
    ) -> None:
        """Let a kernel's `replay_games` play all games, on all cores if there are many.

        It takes the first and the last game, moves, offsets, the columns of the starts (one row
        for all games, or one for each), the rules' flags, whether every position is wanted, room
        for the codes of as many moves as a position can have, and the columns to fill.
        """
        check_starts(starts, len(self))
        is_small = self.rows(True) <= INTERPRETED_ROWS
        run = (import_module(kernel) if is_small else compiled(kernel)).replay_games

        def plain(array: Any) -> Any:
            return array.data if is_small and isinstance(array, np.ndarray) else array

        begun = [plain(each) for each in starts]
        told = [plain(each) for each in out.arrays.values()]
        ragged = plain(self.moves), plain(self.offsets)

        def work(part: slice) -> None:
            codes = plain(np.zeros(most_moves, np.int64))
            run(part.start, part.stop, *ragged, *begun, flags, every, codes, *told)

        share_rows(len(self), work, cores, GAMES_PER_TASK)


def check_starts(starts: Sequence[NDArray[Any]], games: int) -> None:
    """ColumnError unless there is one start for all games or one for each."""
    if len(starts[0]) not in (1, games):
        message = f"there must be one start, or one for each of {games} games"
        raise ColumnError(f"{message} (found {len(starts[0])})")
