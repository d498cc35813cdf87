"""Counting move sequences of Go."""

from __future__ import annotations

from boardbytes.games.go import perft_kernel
from boardbytes.games.go.kernel import States
from boardbytes.games.go.position import GoPosition
from boardbytes.games.go.rules import GoRules
from boardbytes.games.go.state import state_of
from boardbytes.games.perft import count_sequences, rows_of

INTERPRETED_DEPTH = 2
"""Up to this depth the interpreter is done before Numba is loaded."""


def perft(position: GoPosition, depth: int, rules: GoRules | str = "standard") -> int:
    """How many sequences of `depth` legal moves there are from a position, passes included.

    Two passes end the game. Does not know of superko: under rules that forbid more than the marked
    ko, such moves are counted all the same.
    """
    suicide, mover = position.find_rules(rules).suicide, position.mover
    if mover is None:
        return int(depth == 0)
    points = len(position.stones)
    players = rows_of((mover, 0), depth, INTERPRETED_DEPTH)
    states = (_boards(position, depth), players, points)
    return count_sequences(
        perft_kernel.__name__, states, int(suicide), depth, points + 1, INTERPRETED_DEPTH
    )


def _boards(position: GoPosition, depth: int) -> States:
    """The same board in every row."""
    first = state_of(position.stones, position.width)
    if depth <= INTERPRETED_DEPTH:
        rows = [[part[:] for _ in range(depth + 1)] for part in first[:5]]
        return States._make([*rows, first.stride])
    import numpy as np

    arrays = [np.tile(np.array(part, dtype=np.int32), (depth + 1, 1)) for part in first[:5]]
    return States._make([*arrays, first.stride])
