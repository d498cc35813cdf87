"""Retrograde analysis of mill's moving phase, on integers and arrays.

A subspace holds every state in which the side to move has so many stones and the other side so
many. A state's place in it is `class of the own stones · ways + rank of the other stones`: the
own stones are turned into the smallest of their 16 images, the others ranked among the free
points. Own stones that are symmetric in themselves have several places for one state; whoever
decides one must decide all of them.

A table has a byte for every place: the plies to the end of the game. The winner makes the last
move, so an odd number is a win for the side to move and an even one a loss; DRAWN is neither.
Levels of plies are decided in order. A byte above the level in work is not final: an odd one is a
win by a capture that may yet come sooner, an even one a loss by captures if other moves lose, too.

The same source runs compiled for the processor's cores and for a GPU: no objects but tuples of
arrays, no exceptions, no allocation, and nothing that calls itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from boardbytes.games.mill.kernel import ALL, adjacent, closing, destinations, popcount, takeable
from boardbytes.games.mill.rules import FLYING, PLACE_TWO_MILLS, TAKE_FROM_TWO_MILLS

DRAWN = 255
NEVER_LOST = 254
"""While a subspace is in work: a capture draws, so the state may yet be won but not lost."""

RULES = FLYING | PLACE_TWO_MILLS | TAKE_FROM_TWO_MILLS
"""The standard rules."""

BYTE = 0xFF
HALF = 12
LOWER = (1 << HALF) - 1
"""Sets of points are ranked by halves."""


# Where each of the tables that all subspaces share begins; `indexing.py` makes them. They follow
# each other in one array: kernels that take tuples of arrays spend their time counting references.
TURNED = 0
"""By turn and byte: a ring turned, 0–3 by quarters and 4–7 mirrored first."""
PACKED = TURNED + 8 * 256
"""By free points and set of a ring: the set counted among the free points only, and from bit 8 on
how many of those there are."""
SPACED = PACKED + 256 * 256
"""By free points and dense set: the inverse of PACKED, with the same number."""
LOW_RANKS = SPACED + 256 * 256
"""By lower half of a set: its rank among the halves with as many points."""
HIGH_RANKS = LOW_RANKS + (1 << HALF)
"""By number of points and upper half: how many sets of so many points have a smaller one."""


class Shape(NamedTuple):
    """How the states of a subspace are placed: how many to a class, and where its tables begin."""

    ways: int
    masks: int
    """By class: the own stones that stand for it."""
    symmetric: int
    """By class: the symmetries that leave those stones as they are, one bit each."""
    subsets: int
    """By rank: the dense set of the other side's stones."""
    classes: int
    """By rank of the own stones: 16 times their class, plus the symmetry that leads to it."""
    own_ranks: int
    """The part of HIGH_RANKS for the own stones."""
    opp_ranks: int
    """The part of HIGH_RANKS for the other side's."""


def image(mask: int, symmetry: int, tables: Sequence[int]) -> int:
    """The image of a set of points: every ring turned, and for symmetries over 7 two swapped."""
    turn = symmetry & 7
    outer = tables[TURNED + (turn << 8) + (mask & BYTE)]
    middle = tables[TURNED + (turn << 8) + (mask >> 8 & BYTE)]
    inner = tables[TURNED + (turn << 8) + (mask >> 16)]
    if symmetry > 7:
        return inner | middle << 8 | outer << 16
    return outer | middle << 8 | inner << 16


def squeeze(mask: int, free: int, tables: Sequence[int]) -> int:
    """The points of a set counted among the free ones only: a smaller, dense set."""
    outer = tables[PACKED + ((free & BYTE) << 8) + (mask & BYTE)]
    middle = tables[PACKED + (free & BYTE << 8) + (mask >> 8 & BYTE)]
    inner = tables[PACKED + (free >> 16 << 8) + (mask >> 16)]
    rest = middle & BYTE | (inner & BYTE) << (middle >> 8)
    return outer & BYTE | rest << (outer >> 8)


def spread(dense: int, free: int, tables: Sequence[int]) -> int:
    """The free points that a dense set stands for: the inverse of `squeeze`."""
    outer = tables[SPACED + ((free & BYTE) << 8) + (dense & BYTE)]
    dense >>= outer >> 8
    middle = tables[SPACED + (free & BYTE << 8) + (dense & BYTE)]
    dense >>= middle >> 8
    inner = tables[SPACED + (free >> 16 << 8) + (dense & BYTE)]
    return outer & BYTE | (middle & BYTE) << 8 | (inner & BYTE) << 16


def rank_of(mask: int, ranks: int, tables: Sequence[int]) -> int:
    """The rank of a set among those of as many points; `ranks` is their part of HIGH_RANKS."""
    return tables[ranks + (mask >> HALF)] + tables[LOW_RANKS + (mask & LOWER)]


def class_of(own: int, shape: Shape, tables: Sequence[int]) -> int:
    """16 times the class of the own stones, plus the symmetry that turns them into it."""
    return tables[shape.classes + rank_of(own, shape.own_ranks, tables)]


def place_of(own: int, opp: int, shape: Shape, tables: Sequence[int]) -> int:
    """Where a state stands in its subspace."""
    entry = class_of(own, shape, tables)
    number = entry >> 4
    others = image(opp, entry & 15, tables)
    free = ALL & ~tables[shape.masks + number]
    return number * shape.ways + rank_of(squeeze(others, free, tables), shape.opp_ranks, tables)


def others_at(number: int, rank: int, shape: Shape, tables: Sequence[int]) -> int:
    """The other side's stones of the state in a place."""
    free = ALL & ~tables[shape.masks + number]
    return spread(tables[shape.subsets + rank], free, tables)


def first_look(
    own: int, opp: int, distances: bool, fewer: Shape, fewer_values: Any, tables: Sequence[int]
) -> int:
    """What the captures of a state say before anything is known of its subspace.

    0 without a move, 1 with a capture that ends the game. Else the plies of the quickest win by a
    capture, odd; or of the longest loss if all captures lose, even and 2 or more: the other moves
    must lose, too. NEVER_LOST if a capture draws, DRAWN if there are none. `fewer` is the subspace
    that captures lead to; it has no values where they end the game. Without `distances` any win is
    in 1, and captures that lose say nothing.
    """
    if adjacent(own) & ALL & ~(own | opp) == 0 and popcount(own) > 3:
        return 0
    victims = takeable(opp, RULES)
    best, worst, draws = DRAWN, 0, False
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        closes = destinations(stone, own, opp, RULES) & closing(own ^ stone)
        if closes and len(fewer_values) == 0:
            return 1
        while closes:
            target = closes & -closes
            closes ^= target
            takes = victims
            while takes:
                victim = takes & -takes
                takes ^= victim
                place = place_of(opp ^ victim, own ^ stone ^ target, fewer, tables)
                value = int(fewer_values[place])
                if value == DRAWN:
                    draws = True
                elif value & 1:
                    worst = max(worst, value + 1)
                elif distances:
                    best = min(best, value + 1)
                else:
                    return 1
    if best != DRAWN:
        return best
    if draws:
        return NEVER_LOST
    return worst if worst and distances else DRAWN


def look(
    number: int,
    rank: int,
    distances: bool,
    shape: Shape,
    fewer: Shape,
    fewer_values: Any,
    tables: Sequence[int],
) -> int:
    """The first look at the state in a place."""
    opp = others_at(number, rank, shape, tables)
    own = tables[shape.masks + number]
    return first_look(own, opp, distances, fewer, fewer_values, tables)


def all_won(
    own: int, opp: int, level: int, other: Shape, other_values: Any, tables: Sequence[int]
) -> bool:
    """Whether every move that closes no mill leads to a state won before this level."""
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        left = own ^ stone
        targets = destinations(stone, own, opp, RULES) & ~closing(left)
        while targets:
            target = targets & -targets
            targets ^= target
            value = int(other_values[place_of(opp, left | target, other, tables)])
            if value & 1 == 0 or value > level:
                return False
    return True


def is_lost(
    number: int,
    rank: int,
    level: int,
    shape: Shape,
    other: Shape,
    other_values: Any,
    tables: Sequence[int],
) -> bool:
    """Whether the state in a place, whose captures lose by this level, is lost at it."""
    opp = others_at(number, rank, shape, tables)
    return all_won(tables[shape.masks + number], opp, level, other, other_values, tables)


def decide(
    own: int, opp: int, value: int, shape: Shape, values: Any, tables: Sequence[int]
) -> None:
    """Write the value of a state to every place it has."""
    entry = class_of(own, shape, tables)
    number = entry >> 4
    others = image(opp, entry & 15, tables)
    free = ALL & ~tables[shape.masks + number]
    stabilisers = tables[shape.symmetric + number]
    while stabilisers:
        bit = stabilisers & -stabilisers
        stabilisers ^= bit
        turned = squeeze(image(others, popcount(bit - 1), tables), free, tables)
        values[number * shape.ways + rank_of(turned, shape.opp_ranks, tables)] = value


def push(
    number: int,
    rank: int,
    level: int,
    shape: Shape,
    values: Any,
    other: Shape,
    other_values: Any,
    tables: Sequence[int],
) -> int:
    """From a state decided at this level, decide the states before it; how many those are.

    Before a lost state the other side wins, perhaps sooner than by a capture. Before a won one it
    loses if all its moves lead to won states; where captures lose later, that level asks.
    """
    own = tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    free = ALL & ~(own | opp)
    flies = popcount(opp) == 3
    count = 0
    # The other side moved last, and closed no mill: the stone it moved is in none.
    rest = opp & ~closing(opp)
    while rest:
        stone = rest & -rest
        rest ^= stone
        sources = free if flies else free & adjacent(stone)
        while sources:
            source = sources & -sources
            sources ^= source
            mover = opp ^ stone ^ source
            value = other_values[place_of(mover, own, other, tables)]
            if level & 1:
                if value != DRAWN or not all_won(mover, own, level, shape, values, tables):
                    continue
            elif value <= level + 1:
                continue
            decide(mover, own, level + 1, other, other_values, tables)
            count += 1
    return count


def value_by_moves(
    own: int,
    opp: int,
    other: Shape,
    other_values: Any,
    fewer: Shape,
    fewer_values: Any,
    tables: Sequence[int],
) -> int:
    """The value of a state of the moving phase, from those that all its moves lead to."""
    found = first_look(own, opp, True, fewer, fewer_values, tables)
    if found == 0 or (found == 1 and len(fewer_values) == 0):
        return found
    best = found if found & 1 else DRAWN
    draws = found == NEVER_LOST
    worst = 0 if found & 1 or draws else found
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        left = own ^ stone
        targets = destinations(stone, own, opp, RULES) & ~closing(left)
        while targets:
            target = targets & -targets
            targets ^= target
            value = int(other_values[place_of(opp, left | target, other, tables)])
            if value == DRAWN:
                draws = True
            elif value & 1:
                worst = max(worst, value + 1)
            else:
                best = min(best, value + 1)
    if best != DRAWN:
        return best
    return DRAWN if draws else worst


def finished(value: int, distances: bool) -> int:
    """What stays of a byte when the work is done; without distances, 1 won and 0 lost."""
    if value >= NEVER_LOST:
        return DRAWN
    return value if distances else value & 1


def is_same(value: int, other: int, distances: bool) -> bool:
    """Whether two values agree; without distances, whether the same side wins."""
    if distances or value == DRAWN or other == DRAWN:
        return value == other
    return value & 1 == other & 1


def is_first(number: int, rank: int, shape: Shape, tables: Sequence[int]) -> bool:
    """Whether this is the first of the places that its state has."""
    stabilisers = tables[shape.symmetric + number]
    if stabilisers & (stabilisers - 1) == 0:
        return True
    free = ALL & ~tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    while stabilisers:
        bit = stabilisers & -stabilisers
        stabilisers ^= bit
        turned = squeeze(image(opp, popcount(bit - 1), tables), free, tables)
        if rank_of(turned, shape.opp_ranks, tables) < rank:
            return False
    return True


def set_stone(
    number: int,
    rank: int,
    shape: Shape,
    quiet: Shape,
    quiet_values: Any,
    quiet_else: int,
    taking: Shape,
    taking_values: Any,
    taking_else: int,
    tables: Sequence[int],
) -> int:
    """The value of a state of the setting phase, from those with one more stone set.

    `quiet` is where a stone that closes no mill leads, `taking` where one that takes leads. A
    part without values is one that has ended: all its states have the value beside it.
    """
    own = tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    closes = closing(own)
    victims = takeable(opp, RULES)
    best, worst, draws = DRAWN, 0, False
    empty = ALL & ~(own | opp)
    while empty:
        target = empty & -empty
        empty ^= target
        moved = own | target
        # A mill against an empty board takes nothing.
        takes = victims if target & closes else 0
        goes_on = True
        while goes_on:
            if takes:
                victim = takes & -takes
                takes ^= victim
                value = taking_else
                if len(taking_values) > 0:
                    value = int(taking_values[place_of(opp ^ victim, moved, taking, tables)])
                goes_on = takes != 0
            else:
                value = quiet_else
                if len(quiet_values) > 0:
                    value = int(quiet_values[place_of(opp, moved, quiet, tables)])
                goes_on = False
            if value == DRAWN:
                draws = True
            elif value & 1:
                worst = max(worst, value + 1)
            else:
                best = min(best, value + 1)
    if best != DRAWN:
        return best
    return DRAWN if draws else worst
