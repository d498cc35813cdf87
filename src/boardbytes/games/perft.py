"""Counting move sequences, interpreted where that is quicker than starting the compiler."""

from __future__ import annotations

from typing import Any

from boardbytes.compiling import Filling, compiled, interpreted
from boardbytes.games import perft_kernel


def count_sequences(
    filling: Filling, states: Any, rules: int, depth: int, most_moves: int, quick: int
) -> int:
    """How many sequences of `depth` moves there are from the state in row `depth`.

    `filling` is what knows the game's moves. Up to a depth of `quick` the states are lists, and
    the interpreter is done before Numba is loaded; beyond that they are arrays.
    """
    if depth <= quick:
        kernel = interpreted(perft_kernel.__name__, filling)
        moves: Any = [[0] * most_moves for _ in range(depth + 1)]
        counts: Any = [0] * (depth + 1)
        cursors: Any = [0] * (depth + 1)
    else:
        import numpy as np

        kernel = compiled(perft_kernel.__name__, filled_by=filling)
        moves = np.zeros((depth + 1, most_moves), np.int64)
        counts, cursors = np.zeros((2, depth + 1), np.int64)
    return int(kernel.sequences(states, rules, depth, moves, counts, cursors))


def rows_of(first: tuple[int, ...], depth: int, quick: int) -> Any:
    """A row of integers for every depth, all of them the first state, for `count_sequences`."""
    rows = [list(first) for _ in range(depth + 1)]
    if depth <= quick:
        return rows
    import numpy as np

    return np.array(rows, np.int64)
