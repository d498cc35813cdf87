"""The rules of mill on integers: what is legal, what a move does, when it ends.

Nothing here knows of colours. `own` and `opp` are the stones of the side to move and of the
other side, as sets of points; `hand` and `opp_hand` the stones they have not set yet. `flags` is
`MillRules.flags`. Every function works on all points at once: the points of a ring are the bits
of a byte, so a turn of the board is a rotation of bytes.

The same source runs interpreted and compiled: no objects, no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from boardbytes.games.mill.rules import FLYING, PLACE_TWO_MILLS, TAKE_FROM_TWO_MILLS

ALL = 0xFFFFFF
CORNERS = 0x555555
MIDPOINTS = 0xAAAAAA

NONE = 24
"""Stands for no point in a move's code."""

MAX_MOVES = 324
"""No position has more legal moves: 9 stones × 4 neighbours × 9 stones to take."""


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


def adjacent(mask: int) -> int:
    """All points one step along a line from a point of the set."""
    return clockwise(mask) | anticlockwise(mask) | ((mask << 8) | (mask >> 8)) & MIDPOINTS


def closing_first(stones: int) -> int:
    """The points whose first line holds stones on both other points.

    Every point is on two lines. The first: a corner's side onwards, a midpoint's side.
    """
    onwards = anticlockwise(stones)
    return onwards & (CORNERS & anticlockwise(onwards) | MIDPOINTS & clockwise(stones))


def closing_second(stones: int) -> int:
    """The points whose second line holds stones on both other points.

    The second: a corner's side backwards, a midpoint's spoke across the rings.
    """
    back = clockwise(stones)
    inwards = ((stones << 8) | (stones >> 16)) & ALL
    outwards = ((stones >> 8) | (stones << 16)) & ALL
    return CORNERS & back & clockwise(back) | MIDPOINTS & inwards & outwards


def closing(stones: int) -> int:
    """The points at which a stone stands, or would stand, in a mill of `stones`."""
    return closing_first(stones) | closing_second(stones)


def closing_two(stones: int) -> int:
    """The points at which a stone stands, or would stand, in two mills of `stones`."""
    return closing_first(stones) & closing_second(stones)


def takeable(opp: int, flags: int) -> int:
    """The opposing stones that may be taken: those in no mill, or any if all are in mills."""
    free = opp & ~closing(opp)
    if free:
        return free
    if flags & TAKE_FROM_TWO_MILLS:
        return opp
    return opp & ~closing_two(opp)


def is_lost(own: int, hand: int) -> bool:
    """Whether a side has too few stones to go on."""
    return hand == 0 and popcount(own) < 3


def placements(own: int, opp: int, flags: int) -> int:
    """The points on which a stone may be set."""
    empty = ALL & ~(own | opp)
    if flags & PLACE_TWO_MILLS:
        return empty
    return empty & ~closing_two(own)


def destinations(stone: int, own: int, opp: int, flags: int) -> int:
    """The points to which one stone, given as a set, may move."""
    empty = ALL & ~(own | opp)
    if flags & FLYING and popcount(own) == 3:
        return empty
    return adjacent(stone) & empty


def count_moves(own: int, opp: int, hand: int, opp_hand: int, removing: bool, flags: int) -> int:
    """How many legal moves there are, without listing them."""
    if removing:
        return popcount(takeable(opp, flags))
    if is_lost(own, hand) or is_lost(opp, opp_hand):
        return 0
    # A mill against an empty board takes nothing, but it is still one move.
    takes = max(1, popcount(takeable(opp, flags)))
    if hand > 0:
        targets = placements(own, opp, flags)
        return popcount(targets) + popcount(targets & closing(own)) * (takes - 1)
    total = 0
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        targets = destinations(stone, own, opp, flags)
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
    """Write the codes of all legal moves into `out`, which has room for MAX_MOVES; their number.

    A code is `source | target << 5 | taken << 10`, each a point or NONE.
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
    if is_lost(own, hand) or is_lost(opp, opp_hand):
        return 0
    if hand > 0:
        return add_moves(NONE, placements(own, opp, flags), closing(own), takes, out, count)
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        targets = destinations(stone, own, opp, flags)
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


def perft(
    own: int,
    opp: int,
    hand: int,
    opp_hand: int,
    removing: bool,
    flags: int,
    depth: int,
    states: Sequence[MutableSequence[int]],
    moves: Sequence[MutableSequence[int]],
) -> int:
    """How many sequences of `depth` moves there are.

    For every depth `states` has a row of 6 and `moves` one of MAX_MOVES: a position, the move to
    play next and the number of moves. The last ply is counted, not played. Does not call itself:
    compiled functions that do cannot be cached.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return count_moves(own, opp, hand, opp_hand, removing, flags)
    level = depth - 1
    first = states[level]
    first[0], first[1], first[2], first[3], first[4] = own, opp, hand, opp_hand, 0
    first[5] = list_moves(own, opp, hand, opp_hand, removing, flags, moves[level])
    total = 0
    while level < depth:
        state = states[level]
        if state[4] == state[5]:
            level += 1
            continue
        code = moves[level][state[4]]
        state[4] += 1
        moved, left, kept = play_unchecked(state[0], state[1], state[2], code)
        other = state[3]
        if level == 1:
            total += count_moves(left, moved, other, kept, False, flags)
            continue
        level -= 1
        next_ = states[level]
        next_[0], next_[1], next_[2], next_[3], next_[4] = left, moved, other, kept, 0
        next_[5] = list_moves(left, moved, other, kept, False, flags, moves[level])
    return total
