"""Counting move sequences of any game, on a stack of states that the caller brings along.

Row `depth` of the states holds the position; those below are written here, down to row 1. What
differs between games is left open and `filled_by` a game's `perft_kernel.py`. Does not call itself:
compiled functions that do cannot be cached.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

list_at: Callable[[Any, int, int, Any], int]
"""Open: write the codes of a row's legal moves into `moves`; gives their number."""

count_after: Callable[[Any, int, int, int], int]
"""Open: how many legal moves there are after a move of the state in a row."""

play_at: Callable[[Any, int, int], None]
"""Open: play a move of the state in a row, and write what it leads to into the row below."""


def sequences(states: Any, rules: int, depth: int, moves: Any, counts: Any, cursors: Any) -> int:
    """How many sequences of `depth` moves there are. The last ply is counted, not played.

    For every depth there is a row of `moves` with room for all of them; `counts` says how many
    there are, `cursors` which is played next.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return list_at(states, 1, rules, moves[1])
    total = 0
    level = depth
    cursors[level] = 0
    counts[level] = list_at(states, level, rules, moves[level])
    while level <= depth:
        number = cursors[level]
        if number == counts[level]:
            level += 1
            continue
        cursors[level] = number + 1
        code = moves[level][number]
        if level == 2:
            total += count_after(states, level, code, rules)
            continue
        play_at(states, level, code)
        level -= 1
        cursors[level] = 0
        counts[level] = list_at(states, level, rules, moves[level])
    return total
