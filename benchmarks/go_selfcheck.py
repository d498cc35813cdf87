"""Go against itself: after every move of random games, its groups and liberties from scratch.

BOARDBYTES_SELFCHECK_GAMES=100000 python -m benchmarks go_selfcheck    # 2000 games by default
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from typing import Any

import numba
import numpy as np

from benchmarks import Comparison, Row
from boardbytes.columns import go_kernel
from boardbytes.columns.go_games import new_state
from boardbytes.compiling import compiled
from boardbytes.cores import share_rows
from boardbytes.games.go import kernel
from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.kernel import EDGE, LEGAL

SIZES = (5, 9, 13, 19)
GAMES = int(os.environ.get("BOARDBYTES_SELFCHECK_GAMES", "2000"))
"""How many games in all, a quarter of them on each size."""

LIMIT = 1000
"""Moves after which a game is left."""

GAMES_PER_TASK = 16

_rules, _columns = compiled(kernel.__name__), compiled(go_kernel.__name__)
setup, judge, play_unchecked = _rules.setup, _rules.judge, _rules.play_unchecked
padded, next_random = _rules.padded, _columns.next_random


def rows() -> Iterator[Row]:
    for size in SIZES:
        games = GAMES // len(SIZES)
        selfcheck(size, 1)
        begun = time.perf_counter()
        moves = selfcheck(size, games)
        rate = moves / (time.perf_counter() - begun)
        name = f"go {size} × {size}, {games:,} random games, all {moves:,} moves recomputed alike"
        yield Row(name, rate, None, "moves/s")


def comparisons() -> Iterator[Comparison]:
    """As many games; the first difference ends the command."""
    for size in SIZES:
        ours = f"Go {size} × {size}: groups and liberties, kept along in random games"
        moves = selfcheck(size, GAMES // len(SIZES))
        yield Comparison(ours, "the same from the board alone after each move", moves, "moves")


def selfcheck(size: int, games: int) -> int:
    """Play random games on all cores; how many moves they had.

    Raises RuntimeError at the first game whose state is not what its board alone gives.
    """
    lengths = np.zeros(games, dtype=np.int64)
    seeds = np.random.default_rng(size).integers(1, 2**32, games)

    def work(part: slice) -> None:
        state, board = new_state(size), new_state(size).board
        stack = np.zeros(kernel.cells(size, size), dtype=np.int64)
        seen = np.zeros(kernel.cells(size, size), dtype=np.uint8)
        for game in range(part.start, part.stop):
            lengths[game] = _play(state, board, stack, seen, size, int(seeds[game]), LIMIT)

    share_rows(games, work, chunk=GAMES_PER_TASK)
    wrong = np.flatnonzero(lengths < 0)
    if len(wrong):
        game = int(wrong[0])
        message = f"differs after move {-lengths[game]} of the game of seed {seeds[game]}"
        raise RuntimeError(f"go {size} × {size}: the state {message}")
    return int(lengths.sum())


def _play_source(
    state: Any, board: Any, stack: Any, seen: Any, size: int, seed: int, limit: int
) -> int:
    """Play a game on a state and, by plain flood fill, on a board; how many moves it had.

    Less than 0: minus the number of the move after which they differ.
    """
    setup(state, np.zeros(size * size, np.uint8))
    board[:] = state.board
    colour, ko, passes, count = BLACK, 0, 0, 0
    while count < limit and passes < 2:
        point = number = 0
        while True:
            seed = next_random(seed)
            number = (seed * (size * size + 1)) >> 32
            if number == 0:
                break
            point = padded(number - 1, size)
            legal = judge(state, point, colour, False) == LEGAL
            if legal != _is_legal(board, point, colour, size + 1, stack, seen):
                return -(count + 1)
            if legal:
                break
        if ko:
            state.board[ko] = EMPTY
        for place in range(len(board)):
            if board[place] == KO:
                board[place] = EMPTY
        ko = 0
        passes += 1
        count += 1
        if number:
            passes = 0
            ko = play_unchecked(state, point, colour)[2]
            _play_plainly(board, point, colour, size + 1, stack, seen)
        if not _agrees(state, board, stack, seen):
            return -count
        colour = BLACK + WHITE - colour
    return count


def _fill_source(board: Any, first: int, stride: int, stack: Any, seen: Any) -> tuple[int, int]:
    """Flood a group: its stones are put on the stack; how many, and how often they touch air."""
    seen[:] = 0
    stack[0], seen[first] = first, 1
    size, done, air = 1, 0, 0
    while done < size:
        stone = stack[done]
        done += 1
        for step in (-stride, -1, 1, stride):
            near = stone + step
            if board[near] in (EMPTY, KO):
                air += 1
            elif board[near] == board[first] and not seen[near]:
                stack[size], seen[near] = near, 1
                size += 1
    return size, air


def _is_legal_source(
    board: Any, point: int, colour: int, stride: int, stack: Any, seen: Any
) -> bool:
    """Whether the point is empty and a stone there would breathe or take something."""
    if board[point] != EMPTY:
        return False
    board[point] = colour
    legal = _fill(board, point, stride, stack, seen)[1] > 0
    for step in (-stride, -1, 1, stride):
        near = point + step
        if board[near] == BLACK + WHITE - colour:
            legal = legal or _fill(board, near, stride, stack, seen)[1] == 0
    board[point] = EMPTY
    return legal


def _play_plainly_source(
    board: Any, point: int, colour: int, stride: int, stack: Any, seen: Any
) -> None:
    """Put a stone on the board, take what does not breathe, and mark a ko."""
    board[point] = colour
    taken = last = 0
    for step in (-stride, -1, 1, stride):
        near = point + step
        if board[near] == BLACK + WHITE - colour:
            size, air = _fill(board, near, stride, stack, seen)
            if air == 0:
                board[stack[:size]] = EMPTY
                taken, last = taken + size, near
    size, air = _fill(board, point, stride, stack, seen)
    if taken == 1 and size == 1 and air == 1:
        board[last] = KO


def _agrees_source(state: Any, board: Any, stack: Any, seen: Any) -> bool:
    """Whether a state has this board, and the groups and liberties that follow from it."""
    stones = 0
    for point in range(len(board)):
        if state.board[point] != board[point]:
            return False
        if board[point] in (EMPTY, KO, EDGE):
            continue
        stones += 1
        if state.head[point] != point:
            continue
        size, air = _fill(board, point, state.stride, stack, seen)
        stones -= size
        if state.sizes[point] != size or state.libs[point] != air:
            return False
        stone = point
        for _ in range(size):
            if state.head[stone] != point or not seen[stone]:
                return False
            seen[stone] = 0
            stone = state.link[stone]
        if stone != point:
            return False
    return stones == 0


_fill = numba.njit(nogil=True)(_fill_source)
_is_legal = numba.njit(nogil=True)(_is_legal_source)
_play_plainly = numba.njit(nogil=True)(_play_plainly_source)
_agrees = numba.njit(nogil=True)(_agrees_source)
_play = numba.njit(nogil=True)(_play_source)
