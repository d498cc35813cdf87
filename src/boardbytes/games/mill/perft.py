"""Counting move sequences, interpreted where that is quicker than starting the compiler."""

from __future__ import annotations

from boardbytes.compiling import compiled
from boardbytes.games.mill import kernel
from boardbytes.games.mill.position import MillPosition
from boardbytes.games.mill.rules import MillRules

INTERPRETED_DEPTH = 3
"""Up to here the interpreter is done before Numba is loaded."""


def perft(position: MillPosition, depth: int, rules: MillRules | str = "standard") -> int:
    """How many sequences of `depth` legal moves there are from a position.

    Setting or moving and taking are one move.
    """
    flags = position.find_rules(rules).flags
    if depth <= INTERPRETED_DEPTH:
        states = [[0] * 6 for _ in range(depth)]
        moves = [[0] * kernel.MAX_MOVES for _ in range(depth)]
        return kernel.perft(*position.kernel_values, flags, depth, states, moves)
    import numpy as np

    rows = np.zeros((depth, 6), np.int64), np.zeros((depth, kernel.MAX_MOVES), np.int64)
    nodes = compiled(kernel.__name__).perft(*position.kernel_values, flags, depth, *rows)
    return int(nodes)
