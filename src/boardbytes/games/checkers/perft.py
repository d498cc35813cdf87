"""Counting move sequences, interpreted where that is quicker than starting the compiler."""

from __future__ import annotations

from boardbytes.compiling import compiled
from boardbytes.games.checkers import kernel
from boardbytes.games.checkers.position import CheckersPosition
from boardbytes.games.checkers.rules import CheckersRules

INTERPRETED_DEPTH = 6
"""Up to here the interpreter is done before Numba is loaded."""


def perft(position: CheckersPosition, depth: int, rules: CheckersRules | str = "standard") -> int:
    """How many sequences of `depth` legal moves there are from a position.

    A jump over several pieces is one move; two ways to make it are two.
    """
    flags = position.find_rules(rules).flags
    if depth <= INTERPRETED_DEPTH:
        states = [[0] * 5 for _ in range(depth)]
        moves = [[0] * kernel.MAX_MOVES for _ in range(depth)]
        return kernel.perft(*position.kernel_values, flags, depth, states, moves)
    import numpy as np

    rows = np.zeros((depth, 5), np.int64), np.zeros((depth, kernel.MAX_MOVES), np.int64)
    nodes = compiled(kernel.__name__).perft(*position.kernel_values, flags, depth, *rows)
    return int(nodes)
