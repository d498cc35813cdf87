"""Loops over rows of mill positions: checked, moves counted and played, planes for learning.

Arrays with several numbers to a row come flat. The same source runs interpreted and compiled: no
exceptions, no allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.columns.replay_kernel import fault_of
from boardbytes.columns.results import NO_POSITION
from boardbytes.games.mill.kernel import (
    ALL,
    count_moves,
    is_lost,
    list_moves,
    play_unchecked,
    popcount,
)

NINE, POINTS = 9, 24

FEW_STONES, NO_MOVE = 1, 3
"""Places in REASONS."""


def is_position(
    white: int, black: int, white_hand: int, black_hand: int, turn: int, removing: int
) -> bool:
    """Whether these values make a position."""
    if (white | black) & ~ALL or white & black:
        return False
    if popcount(white) + white_hand > NINE or popcount(black) + black_hand > NINE:
        return False
    return (turn == 1 or turn == 2) and removing <= 1


def error_rows(
    white: Any, black: Any, white_hand: Any, black_hand: Any, turn: Any, removing: Any,
    error: Any, faults: Any,
) -> None:  # fmt: skip
    """The errors of the rows, and NO_POSITION where the values make none."""
    for row in range(len(faults)):
        fine = is_position(
            white[row] + 0,
            black[row] + 0,
            white_hand[row] + 0,
            black_hand[row] + 0,
            turn[row] + 0,
            removing[row] + 0,
        )
        faults[row] = error[row] + 0 if fine or error[row] else NO_POSITION


def state_rows(
    white: Any, black: Any, white_hand: Any, black_hand: Any, turn: Any,
    own: Any, opp: Any, hand: Any, opp_hand: Any,
) -> None:  # fmt: skip
    """The positions as the side to move sees them."""
    for row in range(len(own)):
        if turn[row] == 2:
            own[row], opp[row], hand[row] = black[row], white[row], black_hand[row]
            opp_hand[row] = white_hand[row]
        else:
            own[row], opp[row], hand[row] = white[row], black[row], white_hand[row]
            opp_hand[row] = black_hand[row]


def count_rows(
    own: Any, opp: Any, hand: Any, opp_hand: Any, removing: Any, error: Any, flags: int, count: Any
) -> None:
    """How many legal moves every position has."""
    for row in range(len(count)):
        count[row] = 0
        if error[row] == 0:
            count[row] = count_moves(
                own[row] + 0,
                opp[row] + 0,
                hand[row] + 0,
                opp_hand[row] + 0,
                removing[row] == 1,
                flags,
            )


def outcome_rows(
    own: Any, opp: Any, hand: Any, opp_hand: Any, removing: Any, turn: Any,
    error: Any, flags: int, winner: Any, reason: Any,
) -> None:  # fmt: skip
    """Who has won every game, and why."""
    for row in range(len(winner)):
        winner[row] = reason[row] = 0
        if error[row]:
            continue
        mine, theirs = own[row] + 0, opp[row] + 0
        held, other = hand[row] + 0, opp_hand[row] + 0
        mover = turn[row] + 0
        if is_lost(mine, held, flags):
            winner[row], reason[row] = 3 - mover, FEW_STONES
        elif is_lost(theirs, other, flags):
            winner[row], reason[row] = mover, FEW_STONES
        elif count_moves(mine, theirs, held, other, removing[row] == 1, flags) == 0:
            winner[row], reason[row] = 3 - mover, NO_MOVE


def replay_games(
    first: int, last: int, moves: Any, offsets: Any,
    whites: Any, blacks: Any, white_hands: Any, black_hands: Any, turns: Any, removings: Any,
    errors: Any, flags: int, every: bool, codes: Any,
    white: Any, black: Any, white_hand: Any, black_hand: Any, turn: Any, removing: Any,
    error: Any, ply: Any,
) -> None:  # fmt: skip
    """Play the moves of games, each checked: the last position, or the one after every move.

    At the first move that cannot be played a game stays where it is, with the error.
    """
    for game in range(first, last):
        start = game if len(whites) > 1 else 0
        mover, taking = turns[start] + 0, removings[start] + 0
        own, opp, hand, other = whites[start] + 0, blacks[start] + 0, white_hands[start] + 0, 0
        other = black_hands[start] + 0
        if mover == 2:
            own, opp, hand, other = opp, own, other, hand
        fault, wrong = errors[start] + 0, 0
        index, end = offsets[game] + 0, offsets[game + 1] + 0
        begin = index
        while True:
            if index < end and fault == 0:
                count = list_moves(own, opp, hand, other, taking == 1, flags, codes)
                fault = fault_of(moves[index], codes, count)
                if fault:
                    wrong = index - begin + 1
                else:
                    own, opp, hand = play_unchecked(own, opp, hand, moves[index] + 0)
                    own, opp, hand, other = opp, own, other, hand
                    mover, taking = 3 - mover, 0
            if (every and index < end) or (not every and index >= end):
                row = index if every else game
                swap = mover == 2
                white[row], black[row] = (opp, own) if swap else (own, opp)
                white_hand[row], black_hand[row] = (other, hand) if swap else (hand, other)
                turn[row], removing[row], error[row], ply[row] = mover, taking, fault, wrong
            if index >= end:
                break
            index += 1


def plane_rows(
    own: Any, opp: Any, hand: Any, opp_hand: Any, removing: Any, turn: Any,
    error: Any, cells: Any, planes: Any,
) -> None:  # fmt: skip
    """Seven planes of 7 × 7 for every position, laid over zeros; `cells` tells where points are."""
    plane = 49
    for row in range(len(error)):
        base = row * 7 * plane
        if error[row]:
            continue
        for point in range(POINTS):
            cell = base + cells[point]
            planes[cell] = own[row] >> point & 1
            planes[cell + plane] = opp[row] >> point & 1
            planes[cell + 2 * plane] = 1
        for place in range(plane):
            cell = base + 3 * plane + place
            planes[cell] = hand[row]
            planes[cell + plane] = opp_hand[row]
            planes[cell + 2 * plane] = removing[row]
            planes[cell + 3 * plane] = turn[row] == 1
