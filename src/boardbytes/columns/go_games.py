"""Games of Go as columns: many records replayed at once, every move checked, on all cores."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from boardbytes.columns import go_kernel
from boardbytes.columns.games import GAMES_PER_TASK, Games, Replayed, check_starts
from boardbytes.columns.go_boards import GoColumns, errors
from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.errors import ColumnError
from boardbytes.games.go import GoMove, GoPosition, GoRules, KoRule, kernel
from boardbytes.games.go.board import MAX_SIZE, STONES, USUAL_SIZE, Size, shape, size_of
from boardbytes.games.go.replay import replay as replay_line
from boardbytes.model.step import Step

Numbers: TypeAlias = "npt.NDArray[Any]"

_KO_RULES = {
    KoRule.SIMPLE: go_kernel.SIMPLE,
    KoRule.POSITIONAL: go_kernel.POSITIONAL,
    KoRule.SITUATIONAL: go_kernel.SITUATIONAL,
}
_FILLINGS_PER_TASK = 64

REPLAY_CODES = ("occupied", "ko", "self-capture", "off-board", "over", "repeated")
"""What the bits of `error` mean: why a move cannot be played."""

_BITS = np.array([0, *(1 << bit for bit in range(len(REPLAY_CODES)))], np.uint32)
"""The bit of each reason, by the kernel's number for it."""


@dataclass(frozen=True, eq=False)
class GoReplay(Replayed, GoColumns):
    """The boards that games have reached; where `error` is not 0, that before the move `ply`.

    Captures are those of the start and of the moves.
    """


def replay(
    moves: npt.ArrayLike,
    offsets: npt.ArrayLike,
    starts: GoColumns | None = None,
    rules: GoRules | str = "standard",
    every: bool = False,
    cores: int | None = None,
    size: Size = USUAL_SIZE,
) -> GoReplay:
    """Play games of one board size, every move checked: the last boards, or all of them.

    `moves` holds DGF's numbers of all games, one after the other; game `g` has those from
    `offsets[g]` up to `offsets[g + 1]`. `starts` has one first board for all, or one for each;
    without it, boards of `size` begin empty. Raises ColumnError for columns that do not fit
    together.
    """
    found, games = GoPosition.find_rules(rules), Games.of(moves, offsets)
    begun = starts if starts is not None else _empty(size)
    check_starts([begun.stones], len(games))
    if errors(begun, cores).any():
        raise ColumnError("every start must be a position")
    size = size_of(*begun.shape)
    rows = games.rows(every)
    boards = np.zeros((rows, math.prod(begun.shape)), np.uint8)
    results = np.zeros((rows, 5), np.int32)
    longest = int(np.diff(games.offsets).max(initial=0)) if found.looks_back else 0
    run = compiled(go_kernel.__name__).replay_many
    firsts = begun.stones.reshape(len(begun), math.prod(begun.shape))
    turns = begun.turn.astype(np.int32)

    def work(part: slice) -> None:
        seen = np.zeros(go_kernel.room_for(longest), dtype=np.int64)
        given = (firsts, turns, games.moves, games.offsets, part.start, part.stop, seen)
        ko = _KO_RULES[found.ko]
        run(new_state(size), found.suicide, ko, *given, every, boards, results)

    share_rows(len(games), work, cores, GAMES_PER_TASK)
    # Two boards may share a mark, so what looks like a repetition is checked once more.
    for row in _repeated(games, results, every):
        _look_again(begun, games, row, found, every, boards, results)
    game = np.repeat(np.arange(len(games)), np.diff(games.offsets)) if every else slice(None)
    before = [begun.black_captures, begun.white_captures]
    taken = [
        (column if len(column) == 1 else column[game]) + results[:, 2 + side]
        for side, column in enumerate(before)
    ]
    return GoReplay(
        boards.reshape(rows, *begun.stones.shape[1:]),
        results[:, 4].astype(np.uint8),
        taken[0],
        taken[1],
        _BITS[results[:, 1]],
        results[:, 0],
    )


def _empty(size: Size) -> GoColumns:
    width, height = shape(size)
    if not (1 <= width <= MAX_SIZE and 1 <= height <= MAX_SIZE):
        raise ColumnError(f"boards have 1 to {MAX_SIZE} lines, not {size}")
    return GoColumns(np.zeros((1, height, width), np.uint8))


def _repeated(games: Games, results: Numbers, every: bool) -> list[int]:
    """The games that end with a repetition, as far as marks tell."""
    (rows,) = np.nonzero(results[:, 1] == kernel.REPEATED)
    if every:
        rows = np.unique(np.searchsorted(games.offsets, rows, side="right") - 1)
    return [int(row) for row in rows]


def _look_again(
    begun: GoColumns,
    games: Games,
    row: int,
    rules: GoRules,
    every: bool,
    boards: Numbers,
    results: Numbers,
) -> None:
    """Replay a record that seems to end with a repetition, comparing the boards themselves."""
    start = row if len(begun) > 1 else 0
    colours = {number: colour for colour, number in STONES.items()}
    size, turn = size_of(*begun.shape), colours[int(begun.turn[start])]
    position = GoPosition(size, begun.stones[start].tobytes(), turn)
    first, last = games.offsets[row : row + 2].tolist()
    numbers = games.moves[first:last].tolist()
    steps = [Step(GoMove.from_number(number, size)) for number in numbers]
    if not every:
        _tell(position, steps, rules, boards[row], results[row])
        return
    for index in range(first, last):
        _tell(position, steps[: index - first + 1], rules, boards[index], results[index])


def _tell(
    start: GoPosition, steps: Sequence[Step], rules: GoRules, board: Numbers, result: Numbers
) -> None:
    """Write what the kernel would, by the rules for a single record."""
    found = replay_line(start, steps, rules, stop=True)
    position, verdict = found.position, found.verdicts[-1]
    board[:] = np.frombuffer(position.stones, dtype=np.uint8)
    result[:] = (
        go_kernel.NONE if verdict == kernel.LEGAL else len(found.verdicts),
        verdict,
        position.black_captures,
        position.white_captures,
        position.mover or 0,
    )


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
    """How many boards of a size are legal: every group has a liberty.

    Looks at every board, 3 to the power of its points, so a size of 4 is already a lot of work.
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
