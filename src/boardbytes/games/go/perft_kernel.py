"""What the counting of move sequences must know of Go: fills `games.perft_kernel`.

The states are a board in every row, and beside it the side to move and how many passes came last;
a move is 0 for a pass, else one more than the number of its point.
"""

from __future__ import annotations

from typing import Any

from boardbytes.games.go.board import BLACK, WHITE
from boardbytes.games.go.kernel import LEGAL, copy_unmarked, judge, padded, play_unchecked, state_at

FILLS = "boardbytes.games.perft_kernel"


def list_at(states: Any, level: int, rules: int, moves: Any) -> int:
    boards, players, points = states
    mover, passes = players[level][0], players[level][1]
    if passes == 2:
        return 0
    state = state_at(boards, level)
    moves[0] = 0
    count = 1
    for number in range(1, points + 1):
        if judge(state, padded(number - 1, state.stride - 1), mover, rules == 1) == LEGAL:
            moves[count] = number
            count += 1
    return count


def play_at(states: Any, level: int, code: int) -> None:
    boards, players, _ = states
    mover, after = players[level][0], players[level - 1]
    after[0], after[1] = BLACK + WHITE - mover, players[level][1] + 1
    below = state_at(boards, level - 1)
    copy_unmarked(state_at(boards, level), below)
    if code > 0:
        after[1] = 0
        play_unchecked(below, padded(code - 1, below.stride - 1), mover)


def count_after(states: Any, level: int, code: int, rules: int) -> int:
    play_at(states, level, code)
    boards, players, points = states
    mover, passes = players[level - 1][0], players[level - 1][1]
    if passes == 2:
        return 0
    state = state_at(boards, level - 1)
    count = 1
    for point in range(points):
        if judge(state, padded(point, state.stride - 1), mover, rules == 1) == LEGAL:
            count += 1
    return count
