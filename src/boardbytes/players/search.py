"""A player that looks ahead: iterative deepening within a time limit, on ten levels."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from boardbytes.compiling import compiled
from boardbytes.errors import PlayerError
from boardbytes.games.checkers import CheckersMove, CheckersPosition
from boardbytes.model import Move, Record

SLICE = 4_000
"""Positions to look at between two glances at the clock: about a millisecond's worth."""

TABLE_SIZE = 1 << 19


@dataclass(frozen=True)
class Level:
    """How far a player looks, for how long at most, and how often it plays on a whim."""

    depth: int
    seconds: float
    whim: float = 0.0


LEVELS = {
    1: Level(1, 0.2, 0.4),
    2: Level(1, 0.2, 0.2),
    3: Level(2, 0.2, 0.1),
    4: Level(4, 0.3),
    5: Level(9, 0.5),
    6: Level(11, 0.7),
    7: Level(13, 1.0),
    8: Level(15, 2.0),
    9: Level(20, 3.0),
    10: Level(60, 5.0),
}


class SearchPlayer:
    """Chooses the move that looks best; of equally good ones any. Plays checkers only."""

    games = ("checkers",)

    def __init__(
        self, seed: int | None = None, level: int = 5, seconds: float | None = None
    ) -> None:
        self._random = random.Random(seed)
        self.level = LEVELS[min(max(level, 1), 10)]
        self.seconds = self.level.seconds if seconds is None else seconds
        self._engine: Engine | None = None

    def choose(self, record: Record) -> Move:
        deadline = time.monotonic() + self.seconds
        moves = list(record.position.legal_moves(record.rules))
        self._random.shuffle(moves)
        if len(moves) == 1 or self._random.random() < self.level.whim:
            chosen: Move = moves[0]
            return chosen
        if not isinstance(record.position, CheckersPosition):
            raise PlayerError(f"the search player plays checkers, not {record.position.game}")
        self._engine = self._engine or Engine()
        return self._engine.best(record.positions, moves, self.level.depth, deadline)


class Engine:
    """The compiled search of checkers with its memory."""

    def __init__(self) -> None:
        import numpy as np

        from boardbytes.games.checkers.kernel import MAX_MOVES
        from boardbytes.players import checkers_kernel as kernel

        self._kernel = kernel
        self._search = compiled(kernel.__name__)
        self._control = np.zeros(kernel.CONTROL_SIZE, np.int64)
        self._states = np.zeros((kernel.MAX_PLY + 1, kernel.STATE_SIZE), np.int64)
        self._moves = np.zeros((kernel.MAX_PLY + 1, MAX_MOVES), np.int64)
        self._memory = np.zeros(TABLE_SIZE, np.int64), np.zeros(TABLE_SIZE, np.int64)
        self._endings = Endings()

    def best(
        self, positions: Sequence[Any], moves: list[Any], depth: int, deadline: float
    ) -> Move:  # fmt: skip
        """The best of some moves, as far as a search to a depth can tell before the deadline.

        They are moves of the last position; those before it must not be repeated too often.
        """
        *before, position = positions
        played = [self._key(each) for each in before]
        best = moves[0]
        for limit in range(1, depth + 1):
            code = self._run(position, limit, deadline, played)
            if code is None:
                break
            best = CheckersMove.from_code(code)
            if abs(int(self._states[0][self._kernel.BEST])) > self._kernel.SURE:
                break
        chosen: Move = best
        return chosen

    def _key(self, position: Any) -> int:
        return int(self._kernel.key_of(*position.kernel_values))

    def _run(
        self, position: CheckersPosition, depth: int, deadline: float, played: list[int]
    ) -> int | None:
        """The code of the best move at a depth; None if time ran out before it was found."""
        import numpy as np

        pieces, endings, starts = self._endings.ready(position)
        keys = np.array(played, np.int64)
        self._search.start(*position.kernel_values, depth, self._control, self._states)
        self._control[self._kernel.PIECES] = pieces
        while not self._control[self._kernel.DONE]:
            if time.monotonic() >= deadline:
                return None
            self._search.run(
                SLICE,
                *(self._control, self._states, self._moves, *self._memory),
                *(endings, starts, keys),
            )
        return int(self._states[0][self._kernel.BEST_CODE])


class Endings:
    """Tables of small endings, built by a process of their own when few pieces are left.

    So neither compiling nor solving takes time from the player, which plays on without until then.
    """

    FEW = 8
    _BUILD = "from boardbytes.solving.checkers import table; table()"

    def __init__(self) -> None:
        self._builder: subprocess.Popen[bytes] | None = None
        self._table: Any = None

    def ready(self, position: CheckersPosition) -> tuple[int, Any, Any]:
        """The table of endings if it is ready: for how many pieces, its values, its classes."""
        import numpy as np

        if self._table is None and (position.black | position.white).bit_count() <= self.FEW:
            self._table = self._find()
        if self._table is None:
            return 0, np.zeros(1, np.uint8), np.zeros(256, np.int64)
        return self._table.pieces, self._table.values, self._table.starts

    def _find(self) -> Any:
        from boardbytes.solving.checkers import is_built, table

        if is_built():
            return table()
        if self._builder is None:
            command = [sys.executable, "-c", self._BUILD]
            quiet = subprocess.DEVNULL
            self._builder = subprocess.Popen(command, stdin=quiet, stdout=quiet, stderr=quiet)
        return None
