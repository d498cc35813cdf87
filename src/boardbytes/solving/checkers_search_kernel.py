"""What a search must know of checkers: it fills the open functions of `search_kernel`."""

from __future__ import annotations

from typing import Any

from boardbytes.games.checkers import kernel
from boardbytes.games.checkers.kernel import (
    ALL,
    BOTTOM,
    JUMPS_SHIFT,
    MAN_SHIFT,
    STEPS_SHIFT,
    TOP,
    play_unchecked,
    popcount,
)
from boardbytes.games.checkers.kernel import list_moves as list_codes
from boardbytes.solving.checkers_kernel import ENGLISH, place_of
from boardbytes.solving.search_kernel import CALM, COUNT, DRAWN, GAME, UNKNOWN, mixed

FILLS = "boardbytes.solving.search_kernel"

OWN, OPP, KINGS, DOWN = range(GAME, GAME + 4)

MOST_MOVES = kernel.MAX_MOVES
MAN_VALUE, KING_VALUE = 100, 140
CENTRE = 0x00666600
TOP_GUARD, BOTTOM_GUARD = 0b0101, 0b1010 << 28
"""The squares of the home row from which two men keep kings out."""
ROWS_WITH = (0xF0F0F0F0, 0xFF00FF00, 0xFFFF0000)
"""The squares in rows whose number has a bit."""

_LOW = (1 << 62) - 1


def list_moves(state: Any, rules: int, row: Any) -> int:
    own, opp, kings = int(state[OWN]), int(state[OPP]), int(state[KINGS])
    return list_codes(own, opp, kings, state[DOWN] == 1, rules, row)


def play(state: Any, code: int, after: Any) -> None:
    own, opp, kings = int(state[OWN]), int(state[OPP]), int(state[KINGS])
    moved, left, crowned = play_unchecked(own, opp, kings, state[DOWN] == 1, code)
    after[OWN], after[OPP], after[KINGS], after[DOWN] = left, moved, crowned, 1 - state[DOWN]


def key_of(state: Any) -> int:
    """Tells positions apart nearly always: a position has more than 62 bits."""
    key = mixed(mixed(int(state[OWN])) ^ int(state[OPP]))
    return mixed((key + 0x3C6EF372FE94F82B * (2 * int(state[KINGS]) + int(state[DOWN]))) & _LOW)


def side_value(pieces: int, kings: int, down: bool) -> int:
    """What a side's pieces are worth: material, advance, the centre, the home row."""
    men, crowned = pieces & ~kings, pieces & kings
    value = MAN_VALUE * popcount(men) + KING_VALUE * popcount(crowned)
    value += 3 * popcount(pieces & CENTRE) + 4 * popcount(crowned & CENTRE)
    # The number of a row is the sum of its bits: rows that have one are counted together.
    for bit in range(3):
        rows = ROWS_WITH[bit] if down else ALL & ~ROWS_WITH[bit]
        value += (2 << bit) * popcount(men & rows)
    guard = TOP_GUARD if down else BOTTOM_GUARD
    if men & guard == guard:
        value += 12
    return value


def evaluate(state: Any, rules: int) -> int:
    """A lead counts more when fewer pieces are left."""
    kings, down = int(state[KINGS]), state[DOWN] == 1
    mine = side_value(int(state[OWN]), kings, down)
    theirs = side_value(int(state[OPP]), kings, not down)
    return mine - theirs + 240 * (mine - theirs) // (mine + theirs + 1)


def winner_of(state: Any, rules: int) -> int:
    """Whoever cannot move has lost."""
    return -1


def is_quiet(state: Any, row: Any) -> bool:
    """Jumps are followed to their end."""
    return int(row[0]) >> JUMPS_SHIFT & 15 == 0


def is_forced(state: Any) -> bool:
    return bool(state[COUNT] == 1)


def promise(state: Any, code: int) -> int:
    """Jumps, the more the better; then the steps of men that are within two of their crown."""
    jumps = code >> JUMPS_SHIFT & 15
    if jumps > 0:
        return CALM + 1 + jumps
    near = BOTTOM >> 4 | BOTTOM >> 8 if state[DOWN] == 1 else TOP << 4 | TOP << 8
    return CALM + 1 if code >> MAN_SHIFT & near >> (code & 31) & 1 else 0


def kind_of(state: Any, code: int) -> int:
    """Steps are told apart by where they begin, where they go and who makes them; jumps are not."""
    if code >> JUMPS_SHIFT & 15:
        return -1
    return code & 31 | (code >> STEPS_SHIFT & 3) << 5 | int(state[DOWN]) << 7


def ending(
    state: Any, rules: int, reach: int, values: Any, starts: Any, slots: Any, index: Any
) -> int:
    """From the table of endings of up to `reach` pieces; it needs neither slots nor index."""
    own, opp, kings, down = int(state[OWN]), int(state[OPP]), int(state[KINGS]), state[DOWN] == 1
    if rules != ENGLISH or opp == 0 or popcount(own | opp) > reach:
        return UNKNOWN
    if own & ~kings & (BOTTOM if down else TOP):
        return UNKNOWN
    value = int(values[place_of(own, opp, kings, down, starts)])
    return DRAWN if value == 0 else value - 1
