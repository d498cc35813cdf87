"""Counting move sequences of checkers."""

from __future__ import annotations

from boardbytes.games.checkers import perft_kernel
from boardbytes.games.checkers.kernel import MAX_MOVES
from boardbytes.games.checkers.position import CheckersPosition
from boardbytes.games.checkers.rules import CheckersRules
from boardbytes.games.perft import count_sequences, rows_of

INTERPRETED_DEPTH = 6
"""Up to this depth the interpreter is done before Numba is loaded."""


def perft(position: CheckersPosition, depth: int, rules: CheckersRules | str = "standard") -> int:
    """How many sequences of `depth` legal moves there are from a position.

    A jump over several pieces is one move; two ways to make it are two.
    """
    states = rows_of(position.kernel_values, depth, INTERPRETED_DEPTH)
    flags = position.find_rules(rules).flags
    return count_sequences(
        perft_kernel.__name__, states, flags, depth, MAX_MOVES, INTERPRETED_DEPTH
    )
