"""The value of mill states from tables in memory: integers in, integers out.

A *space* is all states with as many stones on the board and in hand: the digits of its number, to
the base SIDE, are hand, opp_hand, own and opp. `starts` says by space where its blocks begin in
`slots`, -1 for no table; after that, by own and opp, the numbers of its shape, and last the
member's flags. `slots` says where in `values` a block lies, -1 for one that must be fetched first.
`index` is the array of the solver's tables.
"""

from __future__ import annotations

from typing import Any

from boardbytes.games.mill.board import MOST_STONES, STONES
from boardbytes.games.mill.kernel import (
    ALL,
    count_moves,
    free_points,
    is_lost,
    list_moves,
    play_unchecked,
    popcount,
)
from boardbytes.games.mill.rules import FULL_BOARD_DRAWS, MOVES_EARLY
from boardbytes.solving.mill.kernel import DRAWN, RULES, Shape, place_of
from boardbytes.solving.search_kernel import UNKNOWN

SIDE = MOST_STONES + 1
SPACES = SIDE**4
SHAPE_SIZE = len(Shape._fields)
FLAGS_AT = SPACES + SHAPE_SIZE * SIDE**2
STARTS_SIZE = FLAGS_AT + 1

BLOCK_BITS = 16
"""A block has 2 to the power of this many places."""

LOST, WON = 0, 1
UNTIMED_LOST, UNTIMED_WON = 252, 253
"""More plies than any game takes, where a table says who wins but not when."""

# What is wrong with a row.
NO_POSITION, NO_GAME, NO_TABLE = 1, 2, 3


def space_of(own: int, opp: int, hand: int, opp_hand: int, flags: int) -> int:
    """The number of a state's space; -1 if no game leads to these hands.

    Where each turn sets a stone, the side to move has as many in hand as the other, or one more.
    """
    if flags & MOVES_EARLY == 0 and (hand < opp_hand or hand > opp_hand + 1):
        return -1
    return ((hand * SIDE + opp_hand) * SIDE + popcount(own)) * SIDE + popcount(opp)


def place_in(space: int, own: int, opp: int, starts: Any, index: Any) -> int:
    """Where a state stands in its space."""
    at = SPACES + SHAPE_SIZE * (space % (SIDE * SIDE))
    shape = Shape(
        int(starts[at]), int(starts[at + 1]), int(starts[at + 2]), int(starts[at + 3]),
        int(starts[at + 4]), int(starts[at + 5]), int(starts[at + 6]),
    )  # fmt: skip
    return place_of(own, opp, shape, index)


def table_value(
    own: int, opp: int, hand: int, opp_hand: int,
    values: Any, starts: Any, slots: Any, index: Any,
) -> int:  # fmt: skip
    """The plies to the end of the game: odd won, even lost; or DRAWN, or UNKNOWN without a table.

    Less than UNKNOWN: `-2 - number` of the block that must be fetched first.
    """
    flags = int(starts[FLAGS_AT])
    if is_lost(own, hand, flags):
        return LOST
    if is_lost(opp, opp_hand, flags):
        return WON
    space = space_of(own, opp, hand, opp_hand, flags)
    if space < 0 or starts[space] < 0:
        return UNKNOWN
    place = place_in(space, own, opp, starts, index)
    block = int(starts[space]) + (place >> BLOCK_BITS)
    slot = int(slots[block])
    if slot < 0:
        return -2 - block
    return int(values[(slot << BLOCK_BITS) + (place & (1 << BLOCK_BITS) - 1)])


def value_of(
    own: int, opp: int, hand: int, opp_hand: int,
    values: Any, starts: Any, slots: Any, index: Any,
) -> int:  # fmt: skip
    """Like `table_value`, and a side that cannot move has lost even where no table says so."""
    value = table_value(own, opp, hand, opp_hand, values, starts, slots, index)
    flags = int(starts[FLAGS_AT])
    if value == UNKNOWN and count_moves(own, opp, hand, opp_hand, False, flags) == 0:
        is_full = free_points(own | opp) == 0
        return DRAWN if is_full and flags & FULL_BOARD_DRAWS else LOST
    return value


def fault_of(own: int, opp: int, hand: int, opp_hand: int) -> int:
    """NO_POSITION, NO_GAME, or 0 for a state of nine stones that a table might hold."""
    if (own | opp) & ~ALL or own & opp or hand > STONES or opp_hand > STONES:
        return NO_POSITION
    if popcount(own) + hand > STONES or popcount(opp) + opp_hand > STONES:
        return NO_POSITION
    if is_lost(own, hand, RULES) or is_lost(opp, opp_hand, RULES):
        return 0
    return 0 if space_of(own, opp, hand, opp_hand, RULES) >= 0 else NO_GAME


def space_rows(own: Any, opp: Any, hand: Any, opp_hand: Any, spaces: Any, errors: Any) -> None:
    """The space of every row, -1 for one that no table could hold, and what is wrong with it."""
    for row in range(len(own)):
        mine, theirs, held, other = int(own[row]), int(opp[row]), int(hand[row]), int(opp_hand[row])
        errors[row] = fault_of(mine, theirs, held, other)
        spaces[row] = -1
        is_over = is_lost(mine, held, RULES) or is_lost(theirs, other, RULES)
        if errors[row] == 0 and not is_over:
            spaces[row] = space_of(mine, theirs, held, other, RULES)


def value_rows(
    own: Any,
    opp: Any,
    hand: Any,
    opp_hand: Any,
    errors: Any,
    values: Any,
    starts: Any,
    slots: Any,
    index: Any,
    found: Any,
) -> None:
    """What `value_of` says of every row with which nothing is wrong."""
    for row in range(len(own)):
        found[row] = UNKNOWN
        if errors[row] == 0:
            found[row] = value_of(
                int(own[row]), int(opp[row]), int(hand[row]), int(opp_hand[row]),
                values, starts, slots, index,
            )  # fmt: skip


def value_moves(
    own: int, opp: int, hand: int, opp_hand: int, removing: bool,
    values: Any, starts: Any, slots: Any, index: Any,
    codes: Any, found: Any,
) -> int:  # fmt: skip
    """The codes of all moves and what `value_of` says of the positions they lead to; how many.

    UNKNOWN or less, as `value_of` says it, if one of them is not known.
    """
    count = list_moves(own, opp, hand, opp_hand, removing, int(starts[FLAGS_AT]), codes)
    for number in range(count):
        moved, left, kept = play_unchecked(own, opp, hand, int(codes[number]))
        value = value_of(left, moved, opp_hand, kept, values, starts, slots, index)
        if value <= UNKNOWN:
            return value
        found[number] = value
    return count


def keeps(value: int, after: int) -> bool:
    """Whether a move to a position of value `after` keeps the `value` of the one before it.

    A draw stays a draw and a win a win, however long it takes. A loss is kept by holding out as
    long as can be.
    """
    if value == DRAWN or after == DRAWN:
        return value == after
    if value == UNTIMED_LOST:
        return True
    return after & 1 == 0 if value & 1 else after == value - 1


def count_keeping(
    own: int, opp: int, hand: int, opp_hand: int, value: int,
    values: Any, starts: Any, slots: Any, index: Any,
    codes: Any, found: Any,
) -> int:  # fmt: skip
    """How many moves keep the value of a position; UNKNOWN or less as `value_moves` says it."""
    count = value_moves(
        own, opp, hand, opp_hand, False, values, starts, slots, index, codes, found
    )  # fmt: skip
    if count <= UNKNOWN:
        return count
    kept = 0
    for number in range(count):
        kept += keeps(value, int(found[number]))
    return kept
