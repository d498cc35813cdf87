"""Games of Go as columns: many records replayed at once, every move checked, on all cores.

>>> import numpy as np
>>> from boardbytes.columns import go
>>> moves = np.array([61, 62, 0, 0, 5, 5])        # two records, one after the other
>>> found = go.replay(moves, offsets=[0, 4, 6])
>>> found.illegal.tolist(), found.reason.tolist()
([-1, 1], [0, 1])
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from boardbytes.columns import go_kernel
from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.errors import PositionError
from boardbytes.games.go import GoMove, GoPosition, GoRules, KoRule, kernel
from boardbytes.games.go.board import BLACK, MAX_SIZE, USUAL_SIZE, Size, shape
from boardbytes.games.go.position import REFUSALS
from boardbytes.games.go.replay import replay as replay_line
from boardbytes.model.colour import Colour
from boardbytes.model.step import Step

Numbers: TypeAlias = "npt.NDArray[Any]"

_RECORDS_PER_TASK = 128
_KO_RULES = {
    KoRule.SIMPLE: go_kernel.SIMPLE,
    KoRule.POSITIONAL: go_kernel.POSITIONAL,
    KoRule.SITUATIONAL: go_kernel.SITUATIONAL,
}
_FILLINGS_PER_TASK = 64

REASONS = REFUSALS | {kernel.LEGAL: "every move is legal"}
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
    size: Size = USUAL_SIZE,
    starts: npt.ArrayLike | None = None,
    turns: npt.ArrayLike = BLACK,
    rules: GoRules | str = "standard",
    cores: int | None = None,
) -> Replay:
    """Replay records of one board size, every move checked.

    `moves` holds DGF's numbers of all records, one after the other; record `r` has those from
    `offsets[r]` up to `offsets[r + 1]`. `starts` has the intersections of every first board, or
    of one for all; none means empty boards. `turns` says who begins, for all or for each.
    Raises PositionError for columns that do not fit together.
    """
    found = GoPosition.find_rules(rules)
    games = _games(moves, offsets, size, starts, turns)
    finals = np.zeros((games.count, games.starts.shape[1]), dtype=np.uint8)
    results = np.zeros((games.count, 5), dtype=np.int32)
    longest = int(np.diff(games.offsets).max(initial=0)) if found.looks_back else 0
    run = compiled(go_kernel.__name__).replay_many

    def work(rows: slice) -> None:
        seen = np.zeros(go_kernel.room_for(longest), dtype=np.int64)
        given = (*games.columns, rows.start, rows.stop, seen)
        run(new_state(size), found.suicide, _KO_RULES[found.ko], *given, finals, results)

    share_rows(games.count, work, cores, _RECORDS_PER_TASK)
    # Two boards may have one mark, so what seems to come back is looked at once more.
    for row in np.flatnonzero(results[:, 1] == kernel.REPEATED).tolist():
        _look_again(games, row, size, found, finals, results)
    return Replay(finals, *results.T)


def _look_again(
    games: _Games, row: int, size: Size, rules: GoRules, finals: Numbers, results: Numbers
) -> None:
    """Replay a record that ends with a repetition, unless boards only look the same."""
    begun = row if len(games.starts) > 1 else 0
    colours = {1: Colour.BLACK, 2: Colour.WHITE}
    start = GoPosition(size, bytes(games.starts[begun]), colours[int(games.turns[begun])])
    numbers = games.moves[games.offsets[row] : games.offsets[row + 1]].tolist()
    steps = [Step(GoMove.from_number(number, size)) for number in numbers]
    found = replay_line(start, steps, rules, stop=True)
    position, verdict = found.position, found.verdicts[-1]
    finals[row] = np.frombuffer(position.stones, dtype=np.uint8)
    results[row] = (
        go_kernel.NONE if verdict == kernel.LEGAL else len(found.verdicts) - 1,
        verdict,
        position.black_captures,
        position.white_captures,
        position.mover or 0,
    )


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
    size: Size,
    starts: npt.ArrayLike | None,
    turns: npt.ArrayLike,
) -> _Games:
    """The columns, as long as they should be; PositionError if they do not fit together."""
    width, height = shape(size)
    if not (1 <= width <= MAX_SIZE and 1 <= height <= MAX_SIZE):
        raise PositionError(f"boards have 1 to {MAX_SIZE} lines, not {size}")
    points = width * height
    numbers = np.ascontiguousarray(moves, dtype=np.int32)
    bounds = np.ascontiguousarray(offsets, dtype=np.int64)
    boards = np.zeros((1, points) if starts is None else 0, dtype=np.uint8)
    if starts is not None:
        boards = np.atleast_2d(np.ascontiguousarray(starts, dtype=np.uint8))
    begins = np.broadcast_to(np.asarray(turns, dtype=np.int32).reshape(-1), (len(boards),)).copy()
    _check(numbers, bounds, points, boards, len(bounds) - 1)
    return _Games(boards, begins, numbers, bounds)


def _check(numbers: Numbers, bounds: Numbers, points: int, boards: Numbers, count: int) -> None:
    if count < 0 or bounds[0] < 0 or bounds[-1] > len(numbers) or (np.diff(bounds) < 0).any():
        raise PositionError("offsets must rise from 0 to the number of moves")
    if boards.shape not in ((1, points), (count, points)) or boards.max() > 3:
        raise PositionError(f"starts must be rows of {points} numbers from 0 to 3")


def new_state(size: Size) -> kernel.State:
    """Arrays for one board, for one thread."""
    width, height = shape(size)
    length = kernel.cells(width, height)
    board = np.zeros(length, dtype=np.uint8)
    head, link, sizes, libs = (np.zeros(length, dtype=np.int32) for _ in range(4))
    return kernel.State(board, head, link, sizes, libs, width + 1)  # type: ignore[arg-type]


def random_games(
    count: int, size: Size = USUAL_SIZE, seed: int = 1, limit: int = 1000, suicide: bool = False
) -> tuple[Numbers, Numbers]:
    """Random games as `moves` and `offsets`; every legal move is as likely as the others."""
    run = compiled(go_kernel.__name__).play_random
    state, start = new_state(size), np.zeros(math.prod(shape(size)), dtype=np.uint8)
    game = np.zeros(limit, dtype=np.int32)
    chance = np.random.default_rng(seed)
    parts: list[Numbers] = []
    for _ in range(count):
        begin = int(chance.integers(1, 2**32))
        length = run(state, suicide, start, begin, game, limit)
        parts.append(game[:length].copy())
    offsets = np.cumsum([0, *map(len, parts)], dtype=np.int64)
    return np.concatenate(parts) if parts else game[:0], offsets


def count_legal_boards(size: Size, cores: int | None = None) -> int:
    """How many boards of a size a game can lead to: every group has a liberty.

    Looks at all of them, 3 to the number of points, so a size of 4 is already much.
    """
    width, height = shape(size)
    points = [index + index // width for index in range(width * height)]
    low, high = points[: len(points) // 2], points[len(points) // 2 :]
    black, white = _fillings(low)
    upper = np.stack(_fillings(high), axis=1)
    full = sum(1 << point for point in points)
    run = compiled(go_kernel.__name__).count_legal
    totals = np.zeros(len(upper), dtype=np.int64)

    def work(rows: slice) -> None:
        for row in range(rows.start, rows.stop):
            totals[row] = run(black, white, upper[row], full, width + 1)

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
