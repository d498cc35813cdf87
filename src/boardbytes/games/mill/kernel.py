"""The rules of mill on integers: what is legal, what a move does, when it ends.

Nothing here knows of colours. `own` and `opp` are the stones of the side to move and of the
other side, as sets of points; `hand` and `opp_hand` the stones they have not set yet. `flags` is
`MillRules.flags`. Every function works on all points at once: the points of a ring are the bits
of a byte, so a turn of the board is a rotation of bytes.

What differs between boards is open: `free_points`, `adjacent`, `closing` and `closing_two`. As
they stand here they are those of the board of three rings; `kernels.py` fills in those of others.

The same source runs interpreted and compiled: no objects, no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import MutableSequence

from boardbytes.games.mill.rules import (
    FLYING,
    MILL_WINS,
    MOVES_EARLY,
    PLACE_TWO_MILLS,
    TAKE_FROM_TWO_MILLS,
)

ALL = 0xFFFFFF
"""Every point that some board has."""
CORNERS = 0x555555
MIDPOINTS = 0xAAAAAA

NONE = 24
"""Stands for no point in a move's code."""

MAX_MOVES = 363
"""No position has more legal moves: two stones that fly and one in hand, each to one of 11 empty
points, and 11 stones to take."""


def popcount(mask: int) -> int:
    """How many points a set has."""
    mask -= (mask >> 1) & 0x555555
    mask = (mask & 0x333333) + ((mask >> 2) & 0x333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F
    return (mask + (mask >> 8) + (mask >> 16)) & 0x1F


def clockwise(mask: int) -> int:
    """Every point moved one on along its ring."""
    return (mask << 1) & 0xFEFEFE | (mask >> 7) & 0x010101


def anticlockwise(mask: int) -> int:
    """Every point moved one back along its ring."""
    return (mask >> 1) & 0x7F7F7F | (mask << 7) & 0x808080


def free_points(stones: int) -> int:
    """Open: the points of the board on which none of these stones stands."""
    return ALL & ~stones


def adjacent(mask: int) -> int:
    """Open: all points one step along a line from a point of the set."""
    return clockwise(mask) | anticlockwise(mask) | ((mask << 8) | (mask >> 8)) & MIDPOINTS


def closing_first(stones: int) -> int:
    """The points whose first line holds stones on both other points.

    Every point is on two lines. The first: the side clockwise from a corner, a midpoint's side.
    """
    onwards = anticlockwise(stones)
    return onwards & (CORNERS & anticlockwise(onwards) | MIDPOINTS & clockwise(stones))


def closing_across(stones: int) -> int:
    """The points that have stones in the same place on both other rings."""
    inwards = ((stones << 8) | (stones >> 16)) & ALL
    outwards = ((stones >> 8) | (stones << 16)) & ALL
    return inwards & outwards


def closing_second(stones: int) -> int:
    """The points whose second line holds stones on both other points.

    The second: the side anticlockwise from a corner, a midpoint's spoke across the rings.
    """
    back = clockwise(stones)
    return CORNERS & back & clockwise(back) | MIDPOINTS & closing_across(stones)


def closing(stones: int) -> int:
    """Open: the points at which a stone stands, or would stand, in a mill of `stones`."""
    return closing_first(stones) | closing_second(stones)


def closing_two(stones: int) -> int:
    """Open: the points at which a stone stands, or would stand, in two mills of `stones`."""
    return closing_first(stones) & closing_second(stones)


def takeable(opp: int, flags: int) -> int:
    """The opposing stones that may be taken: those in no mill, or if all are in mills, any.

    Some rules protect stones in two mills; where a mill wins, nothing is taken.
    """
    if flags & MILL_WINS:
        return 0
    free = opp & ~closing(opp)
    if free:
        return free
    if flags & TAKE_FROM_TWO_MILLS:
        return opp
    return opp & ~closing_two(opp)


def is_lost(own: int, hand: int, flags: int) -> bool:
    """Whether a side has too few stones to go on.

    Where all stones are set before any is moved, a side with stones in hand has not lost yet: it
    sets them first.
    """
    if hand > 0 and flags & MOVES_EARLY == 0:
        return False
    return popcount(own) + hand < 3


def is_over(own: int, opp: int, hand: int, opp_hand: int, flags: int) -> bool:
    """Whether the stones alone say that the game has ended, whether or not anyone could move."""
    if flags & MILL_WINS and (own & closing(own) or opp & closing(opp)):
        return True
    return is_lost(own, hand, flags) or is_lost(opp, opp_hand, flags)


def placements(own: int, opp: int, flags: int) -> int:
    """The points on which a stone may be set."""
    empty = free_points(own | opp)
    if flags & PLACE_TWO_MILLS:
        return empty
    return empty & ~closing_two(own)


def flies(own: int, hand: int, flags: int) -> bool:
    """Whether a side's stones may move to any empty point: it has three left, hand included."""
    return flags & FLYING != 0 and popcount(own) + hand == 3


def destinations(stone: int, own: int, opp: int, hand: int, flags: int) -> int:
    """The points to which one stone, given as a set, may move."""
    empty = free_points(own | opp)
    if flies(own, hand, flags):
        return empty
    return adjacent(stone) & empty


def moves_stones(hand: int, flags: int) -> bool:
    """Whether a side with `hand` stones in hand may move those on the board."""
    return hand == 0 or flags & MOVES_EARLY != 0


def count_moves(own: int, opp: int, hand: int, opp_hand: int, removing: bool, flags: int) -> int:
    """How many legal moves there are, without listing them."""
    if removing:
        return popcount(takeable(opp, flags))
    if is_over(own, opp, hand, opp_hand, flags):
        return 0
    # A mill against an empty board takes nothing, but it is still one move.
    takes = max(1, popcount(takeable(opp, flags)))
    total = 0
    if hand > 0:
        targets = placements(own, opp, flags)
        total = popcount(targets) + popcount(targets & closing(own)) * (takes - 1)
        if not moves_stones(hand, flags):
            return total
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        targets = destinations(stone, own, opp, hand, flags)
        total += popcount(targets) + popcount(targets & closing(own ^ stone)) * (takes - 1)
    return total


def add_moves(
    source: int, targets: int, closes: int, takes: int, out: MutableSequence[int], count: int
) -> int:
    """Write the codes of all moves from one point to `targets` into `out` from `count` on.

    A move to a point of `closes` takes one of `takes`. Gives the new count.
    """
    while targets:
        target = targets & -targets
        targets ^= target
        code = source | popcount(target - 1) << 5
        victims = takes if target & closes else 0
        if victims == 0:
            out[count] = code | NONE << 10
            count += 1
        while victims:
            victim = victims & -victims
            victims ^= victim
            out[count] = code | popcount(victim - 1) << 10
            count += 1
    return count


def list_moves(
    own: int,
    opp: int,
    hand: int,
    opp_hand: int,
    removing: bool,
    flags: int,
    out: MutableSequence[int],
) -> int:
    """Write the codes of all legal moves into `out`, which has room for MAX_MOVES.

    Gives their number. A code is `source | target << 5 | taken << 10`, each a point or NONE.
    """
    takes = takeable(opp, flags)
    count = 0
    if removing:
        while takes:
            victim = takes & -takes
            takes ^= victim
            out[count] = NONE | NONE << 5 | popcount(victim - 1) << 10
            count += 1
        return count
    if is_over(own, opp, hand, opp_hand, flags):
        return 0
    if hand > 0:
        count = add_moves(NONE, placements(own, opp, flags), closing(own), takes, out, count)
        if not moves_stones(hand, flags):
            return count
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        targets = destinations(stone, own, opp, hand, flags)
        source = popcount(stone - 1)
        count = add_moves(source, targets, closing(own ^ stone), takes, out, count)
    return count


def bit(point: int) -> int:
    """The set of one point; the empty set for NONE."""
    return (1 << point) & ALL


def play_unchecked(own: int, opp: int, hand: int, code: int) -> tuple[int, int, int]:
    """The stones of the mover and of the other side, and the mover's hand, after a move."""
    source, target, taken = code & 31, code >> 5 & 31, code >> 10
    if source == NONE and target != NONE:
        hand -= 1
    return (own & ~bit(source)) | bit(target), opp & ~bit(taken), hand
