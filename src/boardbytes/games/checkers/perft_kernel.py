"""What the counting of move sequences must know of checkers: fills `games.perft_kernel`."""

from __future__ import annotations

from typing import Any

from boardbytes.games.checkers.kernel import count_moves, list_moves, play_unchecked

FILLS = "boardbytes.games.perft_kernel"
INLINED = ("list_at", "count_after", "play_at")


def list_at(states: Any, level: int, rules: int, moves: Any) -> int:
    state = states[level]
    return list_moves(state[0], state[1], state[2], state[3] == 1, rules, moves)


def count_after(states: Any, level: int, code: int, rules: int) -> int:
    state = states[level]
    down = state[3] == 1
    own, opp, kings = play_unchecked(state[0], state[1], state[2], down, code)
    return count_moves(opp, own, kings, not down, rules)


def play_at(states: Any, level: int, code: int) -> None:
    state, after = states[level], states[level - 1]
    own, opp, kings = play_unchecked(state[0], state[1], state[2], state[3] == 1, code)
    after[0], after[1], after[2], after[3] = opp, own, kings, 1 - state[3]
