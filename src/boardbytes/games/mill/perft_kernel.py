"""What the counting of move sequences must know of mill: fills `games.perft_kernel`."""

from __future__ import annotations

from typing import Any

from boardbytes.games.mill.kernel import count_moves, list_moves, play_unchecked

FILLS = "boardbytes.games.perft_kernel"


def list_at(states: Any, level: int, rules: int, moves: Any) -> int:
    state = states[level]
    return list_moves(state[0], state[1], state[2], state[3], state[4] == 1, rules, moves)


def count_after(states: Any, level: int, code: int, rules: int) -> int:
    state = states[level]
    own, opp, hand = play_unchecked(state[0], state[1], state[2], code)
    return count_moves(opp, own, state[3], hand, False, rules)


def play_at(states: Any, level: int, code: int) -> None:
    state, after = states[level], states[level - 1]
    own, opp, hand = play_unchecked(state[0], state[1], state[2], code)
    after[0], after[1], after[2], after[3], after[4] = opp, own, state[3], hand, 0
