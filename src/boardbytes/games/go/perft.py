"""Counting move sequences, interpreted where that is quicker than starting the compiler."""

from __future__ import annotations

from boardbytes.compiling import compiled
from boardbytes.games.go import kernel
from boardbytes.games.go.position import GoPosition
from boardbytes.games.go.rules import GoRules
from boardbytes.games.go.state import state_of

INTERPRETED_DEPTH = 2
"""Up to here the interpreter is done before Numba is loaded."""


def perft(position: GoPosition, depth: int, rules: GoRules | str = "standard") -> int:
    """How many sequences of `depth` legal moves there are from a position, passes included.

    Two passes end the game. Does not know of superko: rules that forbid more than the marked ko
    are counted as if they did not.
    """
    suicide, mover = position.find_rules(rules).suicide, position.mover
    if mover is None:
        return int(depth == 0)
    first = state_of(position.stones, position.width)
    points = len(position.stones)
    if depth <= INTERPRETED_DEPTH:
        rows = [[part[:] for _ in range(depth + 1)] for part in first[:5]]
        states = kernel.States._make([*rows, first.stride])
        return kernel.perft(states, [0] * (depth + 1), points, mover, suicide, depth)
    import numpy as np

    arrays = [np.tile(np.array(part, dtype=np.int32), (depth + 1, 1)) for part in first[:5]]
    states = kernel.States._make([*arrays, first.stride])
    cursors = np.zeros(depth + 1, dtype=np.int32)
    run = compiled(kernel.__name__).perft
    return int(run(states, cursors, points, mover, suicide, depth))
