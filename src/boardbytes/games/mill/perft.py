"""Counting move sequences of mill."""

from __future__ import annotations

from boardbytes.games.mill import perft_kernel
from boardbytes.games.mill.kernel import MAX_MOVES
from boardbytes.games.mill.position import MillPosition
from boardbytes.games.mill.rules import MillRules
from boardbytes.games.perft import count_sequences, rows_of

INTERPRETED_DEPTH = 3
"""Up to this depth the interpreter is done before Numba is loaded."""


def perft(position: MillPosition, depth: int, rules: MillRules | str = "standard") -> int:
    """How many sequences of `depth` legal moves there are from a position.

    Setting or moving a stone and then taking one count as a single move.
    """
    states = rows_of(position.kernel_values, depth, INTERPRETED_DEPTH)
    flags = position.find_rules(rules).flags
    board = position.board.filling
    fillings = (perft_kernel.__name__, *(() if board is None else (board,)))
    return count_sequences(fillings, states, flags, depth, MAX_MOVES, INTERPRETED_DEPTH)
