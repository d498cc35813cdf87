"""Retrograde analysis of mill's moving phase, on integers and arrays.

A subspace holds every state in which the side to move has so many stones and the other side so
many. A state's place in it is `class of the own stones · ways + rank of the other stones`: the
own stones are turned into the smallest of their 16 images, the others ranked among the free
points. Own stones that are symmetric in themselves have several places for one state; whoever
decides one must decide all of them.

A table has a byte for every place: the plies to the end of the game. The winner makes the last
move, so an odd number is a win for the side to move and an even one a loss; DRAWN is neither.

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
"""Among captures: one of them draws, so the state may be won but not lost."""

RULES = FLYING | PLACE_TWO_MILLS | TAKE_FROM_TWO_MILLS
"""The standard rules."""

BYTE = 0xFF


# Where each of the tables that all subspaces share begins; `indexing.py` makes them. They follow
# each other in one array: kernels that take tuples of arrays spend their time counting references.
TURNED = 0
"""By turn and byte: a ring turned, 0–3 by quarters and 4–7 mirrored first."""
PACKED = TURNED + 8 * 256
"""By free points and set of a ring: the set counted among the free points only."""
SPACED = PACKED + 256 * 256
"""By free points and dense set: the inverse of PACKED."""
CLASSES = SPACED + 256 * 256
"""By set of points: 16 times its class among the sets of as many points, plus the symmetry."""
RANKS = CLASSES + (1 << 24)
"""By dense set: its rank among the sets of as many points."""


class Shape(NamedTuple):
    """How the states of a subspace are placed: how many to a class, and where its tables begin."""

    ways: int
    masks: int
    """By class: the own stones that stand for it."""
    symmetric: int
    """By class: the symmetries that leave those stones as they are, one bit each."""
    subsets: int
    """By rank: the dense set of the other side's stones."""


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
    first, second = free & BYTE, free >> 8 & BYTE
    room = popcount(first)
    dense = tables[PACKED + (first << 8) + (mask & BYTE)]
    dense |= tables[PACKED + (second << 8) + (mask >> 8 & BYTE)] << room
    room += popcount(second)
    return dense | tables[PACKED + (free >> 16 << 8) + (mask >> 16)] << room


def spread(dense: int, free: int, tables: Sequence[int]) -> int:
    """The free points that a dense set stands for: the inverse of `squeeze`."""
    first, second = free & BYTE, free >> 8 & BYTE
    mask = tables[SPACED + (first << 8) + (dense & BYTE)]
    dense >>= popcount(first)
    mask |= tables[SPACED + (second << 8) + (dense & BYTE)] << 8
    dense >>= popcount(second)
    return mask | tables[SPACED + (free >> 16 << 8) + (dense & BYTE)] << 16


def place_of(own: int, opp: int, shape: Shape, tables: Sequence[int]) -> int:
    """Where a state stands in its subspace."""
    entry = tables[CLASSES + own]
    number = entry >> 4
    others = image(opp, entry & 15, tables)
    free = ALL & ~tables[shape.masks + number]
    return number * shape.ways + tables[RANKS + squeeze(others, free, tables)]


def others_at(number: int, rank: int, shape: Shape, tables: Sequence[int]) -> int:
    """The other side's stones of the state in a place."""
    free = ALL & ~tables[shape.masks + number]
    return spread(tables[shape.subsets + rank], free, tables)


def first_look(
    own: int, opp: int, fewer: Shape, fewer_values: Any, tables: Sequence[int]
) -> tuple[int, int]:  # fmt: skip
    """What the moves of a state say before anything is known of its subspace.

    First its value if that can be told already: 0 without a move, 1 with a capture that ends the
    game. Then what captures lead to: the quickest win, odd; or the longest loss if all of them
    lose, even; NEVER_LOST if one draws, DRAWN if there are none. `fewer` is the subspace that
    captures lead to; it has no values where they end the game.
    """
    if adjacent(own) & ALL & ~(own | opp) == 0 and popcount(own) > 3:
        return 0, DRAWN
    victims = takeable(opp, RULES)
    best, worst, kinds = DRAWN, 0, 0
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        closes = destinations(stone, own, opp, RULES) & closing(own ^ stone)
        if closes and len(fewer_values) == 0:
            return 1, DRAWN
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
                    kinds |= 1
                elif value & 1:
                    kinds |= 2
                    worst = max(worst, value + 1)
                else:
                    best = min(best, value + 1)
    if best != DRAWN:
        return DRAWN, best
    if kinds & 1:
        return DRAWN, NEVER_LOST
    return DRAWN, worst if kinds else DRAWN


def look(
    number: int,
    rank: int,
    shape: Shape,
    values: Any,
    captures: Any,
    fewer: Shape,
    fewer_values: Any,
    tables: Sequence[int],
) -> bool:
    """Take the first look at the state in a place; whether that decided it."""
    opp = others_at(number, rank, shape, tables)
    value, capture = first_look(tables[shape.masks + number], opp, fewer, fewer_values, tables)
    place = number * shape.ways + rank
    values[place] = value
    captures[place] = capture
    return value != DRAWN


def all_won(own: int, opp: int, other: Shape, other_values: Any, tables: Sequence[int]) -> bool:
    """Whether every move that closes no mill leads to a state that is won for the other side."""
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
            if value == DRAWN or value & 1 == 0:
                return False
    return True


def is_due(value: int, capture: int, level: int, pull: bool) -> bool:
    """Whether a level may decide a state by what its captures lead to.

    With `pull` states whose captures have lost already, or that have none, are due at every even
    level: right when asking all states is less work than going back from those won before.
    """
    if value != DRAWN:
        return False
    return capture == level or (
        pull and (capture == DRAWN or (capture & 1 == 0 and capture < level))
    )


def settle(
    number: int,
    rank: int,
    level: int,
    shape: Shape,
    values: Any,
    other: Shape,
    other_values: Any,
    tables: Sequence[int],
) -> bool:
    """Decide a state that is due at this level; whether it was decided.

    An odd level: a capture wins in so many plies. An even one: every capture loses, the longest
    in so many plies, and so does every other move.
    """
    place = number * shape.ways + rank
    if level & 1 == 0:
        opp = others_at(number, rank, shape, tables)
        if not all_won(tables[shape.masks + number], opp, other, other_values, tables):
            return False
    values[place] = level
    return True


def decide(
    own: int, opp: int, value: int, shape: Shape, values: Any, tables: Sequence[int]
) -> None:
    """Write the value of a state to every place it has."""
    entry = tables[CLASSES + own]
    number = entry >> 4
    others = image(opp, entry & 15, tables)
    free = ALL & ~tables[shape.masks + number]
    stabilisers = tables[shape.symmetric + number]
    while stabilisers:
        bit = stabilisers & -stabilisers
        stabilisers ^= bit
        turned = image(others, popcount(bit - 1), tables)
        values[number * shape.ways + tables[RANKS + squeeze(turned, free, tables)]] = value


def push(
    number: int,
    rank: int,
    level: int,
    shape: Shape,
    values: Any,
    other: Shape,
    other_values: Any,
    other_captures: Any,
    tables: Sequence[int],
) -> None:
    """From a state decided at this level, decide the states before it.

    Before a lost state the other side wins. Before a won one it loses if all its moves lead to
    won states; where a capture's loss takes longer, `settle` does it at that level.
    """
    own = tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    free = ALL & ~(own | opp)
    flies = popcount(opp) == 3
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
            place = place_of(mover, own, other, tables)
            if other_values[place] != DRAWN:
                continue
            if level & 1:
                capture = int(other_captures[place])
                if capture != DRAWN and (capture & 1 or capture > level + 1):
                    continue
                if not all_won(mover, own, shape, values, tables):
                    continue
            decide(mover, own, level + 1, other, other_values, tables)


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
        turned = image(opp, popcount(bit - 1), tables)
        if tables[RANKS + squeeze(turned, free, tables)] < rank:
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
