"""What a search must know of mill: it fills the open functions of the general `search_kernel`."""

from __future__ import annotations

from typing import Any

from boardbytes.games.mill import kernel
from boardbytes.games.mill.kernel import (
    NONE,
    adjacent,
    closing,
    flies,
    free_points,
    is_lost,
    play_unchecked,
    popcount,
)
from boardbytes.games.mill.kernel import list_moves as list_codes
from boardbytes.games.mill.rules import FULL_BOARD_DRAWS
from boardbytes.solving.mill.probing_kernel import FLAGS_AT, table_value
from boardbytes.solving.search_kernel import GAME, UNKNOWN, mixed

FILLS = "boardbytes.solving.search_kernel"

OWN, OPP, HAND, OPP_HAND, REMOVING = range(GAME, GAME + 5)

MOST_MOVES = kernel.MAX_MOVES

STONE, CLOSED, CLOSES, STEP, NEXT_CLOSES = 100, 6, 14, 4, 30
"""What things are worth: a stone, one in a mill, a point where a mill can be closed, a free
neighbour, and being to move with a mill to close."""


def list_moves(state: Any, rules: int, row: Any) -> int:
    """Takings come first: they are the best move more often than not."""
    count = list_codes(
        int(state[OWN]), int(state[OPP]), int(state[HAND]), int(state[OPP_HAND]),
        state[REMOVING] == 1, rules, row,
    )  # fmt: skip
    front = 0
    for number in range(count):
        if row[number] >> 10 != NONE:
            code = row[number]
            row[number] = row[front]
            row[front] = code
            front += 1
    return count


def play(state: Any, code: int, after: Any) -> None:
    moved, left, kept = play_unchecked(int(state[OWN]), int(state[OPP]), int(state[HAND]), code)
    after[OWN], after[OPP] = left, moved
    after[HAND], after[OPP_HAND], after[REMOVING] = state[OPP_HAND], kept, 0


def key_of(state: Any) -> int:
    """No two positions have the same: stones, hands and the taking together have 57 bits."""
    hands = int(state[HAND]) << 4 | int(state[OPP_HAND])
    sets = int(state[OWN]) << 24 | int(state[OPP])
    return mixed((sets << 8 | hands) << 1 | int(state[REMOVING]))


def side_value(own: int, opp: int, hand: int, rules: int) -> int:
    """What a side's stones are worth: how many, in mills, about to close one, free to move."""
    empty = free_points(own | opp)
    value = STONE * (popcount(own) + hand) + CLOSED * popcount(own & closing(own))
    value += CLOSES * popcount(closing(own) & empty)
    if hand == 0 and flies(own, hand, rules):
        return value + STEP * 12
    return value + STEP * popcount(adjacent(own) & empty)


def evaluate(state: Any, rules: int) -> int:
    own, opp, hand, opp_hand = (
        int(state[OWN]), int(state[OPP]), int(state[HAND]), int(state[OPP_HAND]),
    )  # fmt: skip
    score = side_value(own, opp, hand, rules) - side_value(opp, own, opp_hand, rules)
    room = closing(own) & free_points(own | opp)
    if hand == 0 and not flies(own, hand, rules):
        room &= adjacent(own)
    if room:
        score += NEXT_CLOSES
    return score


def winner_of(state: Any, rules: int) -> int:
    """Whoever set the last stone may have too few; on a full board nobody can move."""
    own, opp = int(state[OWN]), int(state[OPP])
    if is_lost(opp, int(state[OPP_HAND]), rules) and not is_lost(own, int(state[HAND]), rules):
        return 1
    if rules & FULL_BOARD_DRAWS != 0 and free_points(own | opp) == 0:
        return 0
    return -1


def is_quiet(state: Any, row: Any) -> bool:
    """A swing mill takes stone after stone, so nothing is followed beyond the depth."""
    return True


def is_calm(state: Any, code: int) -> bool:
    """Takes no stone."""
    return code >> 10 == NONE


def kind_of(state: Any, code: int) -> int:
    """Moves are listed with what they close in mind already."""
    return -1


def ending(
    state: Any, rules: int, reach: int, values: Any, starts: Any, slots: Any, index: Any
) -> int:
    """Tables say nothing of other rules, of the middle of a move, or beyond their reach."""
    own, opp = int(state[OWN]), int(state[OPP])
    if rules != starts[FLAGS_AT] or state[REMOVING] == 1 or popcount(own | opp) > reach:
        return UNKNOWN
    hand, opp_hand = int(state[HAND]), int(state[OPP_HAND])
    return table_value(own, opp, hand, opp_hand, values, starts, slots, index)
