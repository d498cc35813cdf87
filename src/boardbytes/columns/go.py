"""Games of Go as columns: many records replayed at once, every move checked, on all cores.

>>> import numpy as np
>>> from boardbytes.columns import go
>>> moves = np.array([61, 62, 0, 0, 5, 5])        # two records, one after the other
>>> found = go.replay(moves, offsets=[0, 4, 6])
>>> found.illegal.tolist(), found.reason.tolist()
([-1, 1], [0, 1])
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from boardbytes.columns import go_kernel
from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.errors import PositionError
from boardbytes.games.go import GoPosition, GoRules, KoRule, kernel
from boardbytes.games.go.board import BLACK, MAX_PLAYED_SIZE, USUAL_SIZE
from boardbytes.games.go.position import REFUSALS

Numbers: TypeAlias = "npt.NDArray[Any]"

_RECORDS_PER_TASK = 128
_FILLINGS_PER_TASK = 64

REASONS = REFUSALS | {
    kernel.LEGAL: "every move is legal",
    go_kernel.OFF_BOARD: "the point is not on the board",
    go_kernel.OVER: "the game is over",
}
"""What the reasons mean."""


@dataclass(frozen=True)
class Replay:
    """The end of every record, one row each; where a move is illegal, the board before it."""

    boards: Numbers
    """The intersections, as DGF has them."""
    illegal: Numbers
    """Which move, counted from 0, cannot be played; -1 if all can."""
    reason: Numbers
    """Why not: a key of REASONS."""
    black_taken: Numbers
    """Stones that black has captured since the start."""
    white_taken: Numbers
    turn: Numbers
    """1 black, 2 white, 0 the game is over."""


def replay(
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    size: int = USUAL_SIZE,
    starts: npt.ArrayLike | None = None,
    turns: npt.ArrayLike = BLACK,
    rules: GoRules | str = "standard",
    cores: int | None = None,
) -> Replay:
    """Replay records of one board size, every move checked.

    `moves` holds DGF's numbers of all records, one after the other; record `r` has those from
    `offsets[r]` up to `offsets[r + 1]`. `starts` has the intersections of every first board, or
    of one for all; none means empty boards. `turns` says who begins, for all or for each.
    Does not know of superko. Raises PositionError for columns that do not fit together.
    """
    found = _simple(rules)
    games = _games(moves, offsets, size, starts, turns)
    finals = np.zeros((games.count, size * size), dtype=np.uint8)
    results = np.zeros((games.count, 5), dtype=np.int32)
    run = compiled(go_kernel.__name__).replay_many

    def work(rows: slice) -> None:
        given = (*games.columns, rows.start, rows.stop)
        run(new_state(size), size, found.suicide, *given, finals, results)

    share_rows(games.count, work, cores, _RECORDS_PER_TASK)
    return Replay(finals, *results.T)


def may_repeat(
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    size: int = USUAL_SIZE,
    starts: npt.ArrayLike | None = None,
    turns: npt.ArrayLike = BLACK,
    cores: int | None = None,
) -> Numbers:
    """Whether a stone of each record may bring back an earlier board of it; False is certain.

    Takes what `replay` takes. A record of which this is not true, and which `replay` finds legal,
    is legal under every superko rule too. Does not check moves: they must be legal.
    """
    games = _games(moves, offsets, size, starts, turns)
    longest = int(np.diff(games.offsets).max(initial=0))
    found = np.zeros(games.count, dtype=np.bool_)
    run = compiled(go_kernel.__name__).may_repeat_many

    def work(rows: slice) -> None:
        marks = np.zeros(longest + 1, dtype=np.int64)
        run(new_state(size), size, *games.columns, rows.start, rows.stop, marks, found)

    share_rows(games.count, work, cores, _RECORDS_PER_TASK)
    return found


@dataclass(frozen=True)
class _Games:
    """Records as the kernels take them."""

    starts: Numbers
    turns: Numbers
    moves: Numbers
    offsets: Numbers

    @property
    def count(self) -> int:
        return len(self.offsets) - 1

    @property
    def columns(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        return self.starts, self.turns, self.moves, self.offsets


def _games(
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    size: int,
    starts: npt.ArrayLike | None,
    turns: npt.ArrayLike,
) -> _Games:
    """The columns, as long as they should be; PositionError if they do not fit together."""
    numbers = np.ascontiguousarray(moves, dtype=np.int32)
    bounds = np.ascontiguousarray(offsets, dtype=np.int64)
    boards = np.zeros((1, size * size) if starts is None else 0, dtype=np.uint8)
    if starts is not None:
        boards = np.atleast_2d(np.ascontiguousarray(starts, dtype=np.uint8))
    begins = np.broadcast_to(np.asarray(turns, dtype=np.int32).reshape(-1), (len(boards),)).copy()
    _check(numbers, bounds, size, boards, len(bounds) - 1)
    return _Games(boards, begins, numbers, bounds)


def _simple(rules: GoRules | str) -> GoRules:
    found = GoPosition.find_rules(rules)
    if found.ko is not KoRule.SIMPLE:
        raise PositionError(f"columns know simple ko only, not the {found.ko.value} superko")
    return found


def _check(numbers: Numbers, bounds: Numbers, size: int, boards: Numbers, count: int) -> None:
    if not 1 <= size <= MAX_PLAYED_SIZE:
        raise PositionError(f"records have boards of 1 to {MAX_PLAYED_SIZE} lines, not {size}")
    if count < 0 or bounds[0] < 0 or bounds[-1] > len(numbers) or (np.diff(bounds) < 0).any():
        raise PositionError("offsets must rise from 0 to the number of moves")
    if boards.shape not in ((1, size * size), (count, size * size)) or boards.max() > 3:
        raise PositionError(f"starts must be rows of {size * size} numbers from 0 to 3")


def new_state(size: int) -> kernel.State:
    """Arrays for one board, for one thread."""
    length = kernel.cells(size)
    board = np.zeros(length, dtype=np.uint8)
    head, link, sizes, libs = (np.zeros(length, dtype=np.int32) for _ in range(4))
    return kernel.State(board, head, link, sizes, libs, size + 1)  # type: ignore[arg-type]


def random_games(
    count: int, size: int = USUAL_SIZE, seed: int = 1, limit: int = 1000, suicide: bool = False
) -> tuple[Numbers, Numbers]:
    """Random games as `moves` and `offsets`; every legal move is as likely as the others."""
    run = compiled(go_kernel.__name__).play_random
    state, start = new_state(size), np.zeros(size * size, dtype=np.uint8)
    game = np.zeros(limit, dtype=np.int32)
    chance = np.random.default_rng(seed)
    parts: list[Numbers] = []
    for _ in range(count):
        begin = int(chance.integers(1, 2**32))
        length = run(state, size, suicide, start, begin, game, limit)
        parts.append(game[:length].copy())
    offsets = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    return np.concatenate(parts) if parts else game[:0], offsets


def count_legal_boards(size: int, cores: int | None = None) -> int:
    """How many boards of so many lines a game can lead to: every group has a liberty.

    Looks at all 3 ** (size * size) of them, so a size of 4 is already much.
    """
    points = [index + index // size for index in range(size * size)]
    low, high = points[: len(points) // 2], points[len(points) // 2 :]
    black, white = _fillings(low)
    upper = np.stack(_fillings(high), axis=1)
    full = sum(1 << point for point in points)
    run = compiled(go_kernel.__name__).count_legal
    totals = np.zeros(len(upper), dtype=np.int64)

    def work(rows: slice) -> None:
        for row in range(rows.start, rows.stop):
            totals[row] = run(black, white, upper[row], full, size + 1)

    share_rows(len(upper), work, cores, _FILLINGS_PER_TASK)
    return int(totals.sum())


def _fillings(points: Sequence[int]) -> tuple[Numbers, Numbers]:
    """The black and the white stones, as sets of points, of every way to fill some points."""
    black, white = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
    for point in points:
        stone = np.int64(1 << point)
        black = np.concatenate([black, black | stone, black])
        white = np.concatenate([white, white, white | stone])
    return black, white
