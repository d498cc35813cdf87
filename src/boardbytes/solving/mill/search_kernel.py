"""What a search must know of mill: it fills the open functions of the general `search_kernel`."""

from __future__ import annotations

from typing import Any

from boardbytes.games.mill import kernel
from boardbytes.games.mill.kernel import (
    NONE,
    adjacent,
    bit,
    closing,
    destinations,
    flies,
    free_points,
    is_lost,
    moves_stones,
    placements,
    play_unchecked,
    popcount,
)
from boardbytes.games.mill.kernel import list_moves as list_codes
from boardbytes.games.mill.rules import FULL_BOARD_DRAWS, MILL_WINS
from boardbytes.solving.mill.probing_kernel import FLAGS_AT, table_value
from boardbytes.solving.search_kernel import CALM, COUNT, GAME, UNKNOWN, mixed

FILLS = "boardbytes.solving.search_kernel"

OWN, OPP, HAND, OPP_HAND, REMOVING, THREATS = range(GAME, GAME + 6)
"""THREATS, known once moves are listed: where the other side would close a mill that decides."""

MOST_MOVES = kernel.MAX_MOVES

STONE, CLOSED, CLOSES, STEP, NEXT_CLOSES = 100, 6, 14, 4, 30
"""What things are worth: a stone, one in a mill, a point where a mill can be closed, a free
neighbour, and being to move with a mill to close."""


WINNING, LOSING = 1, 2
"""Plies to the end for a side that can take the last stone but two, and one that cannot stop it."""


def list_moves(state: Any, rules: int, row: Any) -> int:
    """All moves, or where the next mill decides only those that may stop it."""
    own, opp, hand, opp_hand = (
        int(state[OWN]), int(state[OPP]), int(state[HAND]), int(state[OPP_HAND]),
    )  # fmt: skip
    count = list_codes(own, opp, hand, opp_hand, state[REMOVING] == 1, rules, row)
    state[THREATS] = 0
    if count == 0 or state[REMOVING] == 1 or not is_at_the_last(own, hand, rules):
        return count
    threats = closable(opp, own, opp_hand, rules)
    state[THREATS] = threats
    if threats == 0:
        return count
    stopping = 0
    for number in range(count):
        code = row[number]
        if code >> 10 != NONE or bit(code >> 5 & 31) & threats:
            row[number] = row[stopping]
            row[stopping] = code
            stopping += 1
    return stopping if stopping > 0 else count


def is_at_the_last(stones: int, hand: int, rules: int) -> bool:
    """Whether the game is lost with the next stone, though one in hand is set before."""
    return rules & MILL_WINS == 0 and hand <= 1 and popcount(stones) + hand == 3


def closable(own: int, opp: int, hand: int, rules: int) -> int:
    """The points at which a side that is to move can close a mill."""
    room = closing(own) & free_points(own | opp)
    if room == 0:
        return 0
    found = 0
    if hand > 0:
        found = room & placements(own, opp, rules)
        if not moves_stones(hand, rules):
            return found
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        found |= closing(own ^ stone) & destinations(stone, own, opp, hand, rules)
    return found


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


def is_forced(state: Any) -> bool:
    """Few moves stop a mill that decides."""
    return bool(state[COUNT] == 1 or state[THREATS] != 0)


def promise(state: Any, code: int) -> int:
    """Takings, then what stands in the way of a mill, then what prepares one."""
    if code >> 10 != NONE:
        return CALM + 2
    own, opp, target = int(state[OWN]), int(state[OPP]), bit(code >> 5 & 31)
    if closing(opp) & target:
        return CALM + 1
    moved = own & ~bit(code & 31) | target
    return CALM if closing(moved) & ~closing(own) & free_points(moved | opp) else 0


def kind_of(state: Any, code: int) -> int:
    """From where to where."""
    return code & 1023


def ending(
    state: Any, rules: int, reach: int, values: Any, starts: Any, slots: Any, index: Any
) -> int:
    """From tables, or because a mill decides: at once, or against whoever cannot stop two.

    Tables say nothing of other rules, of the middle of a move, or beyond their reach.
    """
    own, opp = int(state[OWN]), int(state[OPP])
    hand, opp_hand = int(state[HAND]), int(state[OPP_HAND])
    if state[REMOVING] == 1:
        return UNKNOWN
    wins, threats = opp_hand == 0 and is_at_the_last(opp, 0, rules), int(state[THREATS])
    has_two = threats & (threats - 1) != 0
    if wins or has_two:
        if closable(own, opp, hand, rules) == 0:
            if has_two:
                return LOSING
        elif wins:
            return WINNING
    if rules != starts[FLAGS_AT] or popcount(own | opp) > reach:
        return UNKNOWN
    return table_value(own, opp, hand, opp_hand, values, starts, slots, index)
