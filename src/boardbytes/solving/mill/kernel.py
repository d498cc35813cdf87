"""Retrograde analysis of the members of mill's family, on integers and arrays.

A subspace holds every state in which the side to move and the other side have so many stones on
the board and in hand. A state's place in it is `class of the own stones · ways + rank of the other
stones`: the own stones are turned into the smallest of their images, the others ranked among the
free points. Own stones that are symmetric in themselves have several places for one state; whoever
decides one must decide all of them.

A table has a byte for every place: the plies to the end of the game. The winner makes the last
move, so an odd number is a win for the side to move and an even one a loss; DRAWN is neither.
Levels of plies are decided in order. A byte above the current level is not final: an odd one is a
win by a move that leaves the pair and may yet come sooner, an even one a loss by such moves if the
others lose, too.

What the board's bits are is open (`free_points`, `adjacent`, `closing`): a board fills them in.
The same source runs compiled for the processor's cores and for a GPU: no objects but tuples of
integers, no exceptions, no allocation, and nothing that calls itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from boardbytes.games.mill.kernel import adjacent, closing, free_points, popcount, takeable
from boardbytes.games.mill.rules import FLYING, PLACE_TWO_MILLS, TAKE_FROM_TWO_MILLS

DRAWN = 255
NEVER_LOST = 254
"""While a subspace is solved: a move that leaves the pair draws, so it may be won but not lost."""

RULES = FLYING | PLACE_TWO_MILLS | TAKE_FROM_TWO_MILLS
"""Which stones may be taken, in every member that is solved."""

FAR = 1 << 12
"""More plies than any game takes."""
NOTHING = -2 * FAR
"""The gain where there is no move."""

BYTE = 0xFF
HALF = 12
LOWER = (1 << HALF) - 1
"""Sets of points are ranked by halves."""


# Where each of the tables that all subspaces share begins; `indexing.py` makes them. They follow
# each other in one array: kernels that take tuples of arrays spend their time counting references.
IMAGES = 0
"""By symmetry, byte of a set and value of that byte: where its points go."""
PACKED = IMAGES + 16 * 3 * 256
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


class Turn(NamedTuple):
    """What the side to move may do in a subspace."""

    sets: bool
    moves: bool
    flies: bool
    mill_wins: bool
    stuck: int
    """What a state is worth in which there is no move, or a mill has won."""


def image(mask: int, symmetry: int, tables: Sequence[int]) -> int:
    """The image of a set of points under a symmetry of the board."""
    at = IMAGES + symmetry * 768
    outer, middle = tables[at + (mask & BYTE)], tables[at + 256 + (mask >> 8 & BYTE)]
    return outer | middle | tables[at + 512 + (mask >> 16)]


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


def squeeze_point(point: int, symmetry: int, free: int, tables: Sequence[int]) -> int:
    """The dense set of one point's image: sets are squeezed point by point."""
    return 1 << popcount(free & (image(point, symmetry, tables) - 1))


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
    free = free_points(tables[shape.masks + number])
    return number * shape.ways + rank_of(squeeze(others, free, tables), shape.opp_ranks, tables)


def others_at(number: int, rank: int, shape: Shape, tables: Sequence[int]) -> int:
    """The other side's stones of the state in a place."""
    free = free_points(tables[shape.masks + number])
    return spread(tables[shape.subsets + rank], free, tables)


def gain(value: int) -> int:
    """What a move is worth to its side, most for quick wins, then draws, then slow losses."""
    if value == DRAWN:
        return 0
    return value + 1 - FAR if value & 1 else FAR - value - 1


def value_for(best: int) -> int:
    """The value of a state from which the best move is worth so much, as `gain` says it."""
    if best == 0:
        return DRAWN
    return FAR - best if best > 0 else FAR + best


def reach(stone: int, free: int, flies: bool) -> int:
    """The points to which a stone on the board may move."""
    return free if flies else free & adjacent(stone)


def best_setting(
    own: int, opp: int, targets: int,
    after: Shape, after_values: Any, after_else: int,
    tables: Sequence[int],
) -> int:  # fmt: skip
    """The best gain of setting a stone on one of these points, or NOTHING.

    `after` is where that leads: the other side's stones are then the own ones, always the same, so
    their class is found once, and the stones of the mover are squeezed point by point.
    """
    best = NOTHING
    if targets and len(after_values) == 0:
        return gain(after_else)
    entry = class_of(opp, after, tables)
    symmetry, number = entry & 15, entry >> 4
    free = free_points(tables[after.masks + number])
    dense = squeeze(image(own, symmetry, tables), free, tables)
    start = number * after.ways
    while targets:
        target = targets & -targets
        targets ^= target
        moved = dense | squeeze_point(target, symmetry, free, tables)
        value = int(after_values[start + rank_of(moved, after.opp_ranks, tables)])
        best = max(best, gain(value))
    return best


def best_set(
    own: int, opp: int, quick: bool,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Sequence[int],
) -> int:  # fmt: skip
    """The best gain of setting a stone; with `quick`, of any way to do so that wins.

    `setting` is where that leads without taking, `both` with it. A part without values has ended:
    all its states have the value beside it.
    """
    free = free_points(own | opp)
    # A mill against an empty board takes nothing.
    victims = takeable(opp, RULES)
    closes = closing(own) & free if victims else 0
    best = NOTHING
    if closes == 0:
        victims = 0
    while victims:
        victim = victims & -victims
        victims ^= victim
        found = best_setting(
            own, opp ^ victim, closes, both, both_values, both_else, tables
        )  # fmt: skip
        best = max(best, found)
        if quick and best > 0:
            return best
    quiet = free ^ closes
    if quiet:
        found = best_setting(
            own, opp, quiet, setting, setting_values, setting_else, tables
        )  # fmt: skip
        best = max(best, found)
    return best


def best_taking(
    own: int, opp: int, quick: bool, turn: Turn,
    taking: Shape, taking_values: Any,
    tables: Sequence[int],
) -> int:  # fmt: skip
    """The best gain of moving a stone and taking one; with `quick`, of any way that wins.

    Where `taking` has no values, taking wins.
    """
    best = NOTHING
    free = free_points(own | opp)
    victims = takeable(opp, RULES)
    rest = own if victims else 0
    while rest:
        stone = rest & -rest
        rest ^= stone
        closes = reach(stone, free, turn.flies) & closing(own ^ stone)
        if closes and len(taking_values) == 0:
            return FAR - 1
        while closes:
            target = closes & -closes
            closes ^= target
            takes = victims
            while takes:
                victim = takes & -takes
                takes ^= victim
                place = place_of(opp ^ victim, own ^ stone ^ target, taking, tables)
                best = max(best, gain(int(taking_values[place])))
                if quick and best > 0:
                    return best
    return best


def leaving(
    own: int, opp: int, quick: bool, turn: Turn,
    taking: Shape, taking_values: Any,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Sequence[int],
) -> int:  # fmt: skip
    """The best gain of the moves that leave the pair, or NOTHING; with `quick`, of any that wins.

    `taking` is where a move that takes leads, `setting` where a stone that is set does, `both`
    where one does that is set and takes.
    """
    best = NOTHING
    if turn.sets:
        best = best_set(
            own, opp, quick, setting, setting_values, setting_else, both,
            both_values, both_else, tables,
        )  # fmt: skip
    if turn.moves and not (quick and best > 0):
        best = max(best, best_taking(own, opp, quick, turn, taking, taking_values, tables))
    return best


def quiet_targets(stone: int, left: int, opp: int, free: int, flies: bool) -> int:
    """Where a stone may move without taking; `left` are the others of its side."""
    targets = reach(stone, free, flies)
    return targets & ~closing(left) if opp else targets


def has_quiet(own: int, opp: int, flies: bool) -> bool:
    """Whether a stone on the board can move without taking."""
    free = free_points(own | opp)
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        if quiet_targets(stone, own ^ stone, opp, free, flies):
            return True
    return False


def is_stuck(own: int, opp: int, turn: Turn) -> bool:
    """Whether there is no move, or the game is over by a mill."""
    if turn.mill_wins and (own & closing(own) or opp & closing(opp)):
        return True
    return not turn.sets and not turn.flies and adjacent(own) & free_points(own | opp) == 0


def look_setting(
    number: int, rank: int, distances: bool, shape: Shape, turn: Turn,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Sequence[int],
) -> int:  # fmt: skip
    """The value of a state in which stones are only set: there is always a way to do so."""
    own = tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    if is_stuck(own, opp, turn):
        return turn.stuck
    best = best_set(
        own, opp, not distances, setting, setting_values, setting_else, both, both_values,
        both_else, tables,
    )  # fmt: skip
    value = value_for(best)
    return value if distances or best == 0 else value & 1


def look(
    number: int, rank: int, distances: bool, shape: Shape, turn: Turn,
    taking: Shape, taking_values: Any,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Sequence[int],
) -> int:  # fmt: skip
    """What the moves that leave the pair say of a state before anything is known of its subspace.

    The plies of the quickest win by them, odd; or of the longest loss if all of them lose, even:
    the other moves must lose, too. NEVER_LOST if one draws, DRAWN if there are none.
    Without `distances` any win is in 1, and moves that lose say nothing where there are others.
    """
    own = tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    if is_stuck(own, opp, turn):
        return turn.stuck
    best = leaving(
        own, opp, not distances, turn, taking, taking_values, setting, setting_values,
        setting_else, both, both_values, both_else, tables,
    )  # fmt: skip
    if best > 0:
        return FAR - best
    if best == 0:
        return NEVER_LOST
    if best == NOTHING:
        return DRAWN
    if distances:
        return FAR + best
    return DRAWN if turn.moves and has_quiet(own, opp, turn.flies) else 2


def all_won(
    own: int, opp: int, level: int, flies: bool, entry: int,
    other: Shape, other_values: Any,
    tables: Sequence[int],
) -> bool:  # fmt: skip
    """Whether every move within the pair leads to a state won before this level.

    `entry` is what `class_of` says of the other side's stones, which are the same in all of these.
    """
    symmetry, number = entry & 15, entry >> 4
    free_there = free_points(tables[other.masks + number])
    dense = squeeze(image(own, symmetry, tables), free_there, tables)
    start = number * other.ways
    free = free_points(own | opp)
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        targets = quiet_targets(stone, own ^ stone, opp, free, flies)
        if targets:
            left = dense ^ squeeze_point(stone, symmetry, free_there, tables)
            while targets:
                target = targets & -targets
                targets ^= target
                moved = left | squeeze_point(target, symmetry, free_there, tables)
                value = int(other_values[start + rank_of(moved, other.opp_ranks, tables)])
                if value & 1 == 0 or value > level:
                    return False
    return True


def is_asked(value: int, level: int, pull: bool) -> bool:
    """Whether a state is one to go back from or to ask at a level; with `pull`, also if open."""
    return value == level or (pull and value == DRAWN)


def is_lost(
    number: int, rank: int, level: int, flies: bool, shape: Shape,
    other: Shape, other_values: Any,
    tables: Sequence[int],
) -> bool:  # fmt: skip
    """Whether the state in a place, whose other moves lose by this level, is lost at it."""
    own = tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    entry = class_of(opp, other, tables)
    return all_won(own, opp, level, flies, entry, other, other_values, tables)


def decide(
    number: int, others: int, free: int, place: int, value: int,
    shape: Shape, values: Any,
    tables: Sequence[int],
) -> None:  # fmt: skip
    """Write the value of a state to this place and every other that it has."""
    values[place] = value
    # The first symmetry leaves everything as it is.
    stabilisers = tables[shape.symmetric + number] & ~1
    while stabilisers:
        bit = stabilisers & -stabilisers
        stabilisers ^= bit
        turned = squeeze(image(others, popcount(bit - 1), tables), free, tables)
        values[number * shape.ways + rank_of(turned, shape.opp_ranks, tables)] = value


def push(
    number: int, rank: int, level: int,
    shape: Shape, values: Any,
    other: Shape, other_values: Any,
    turn: Turn, tables: Sequence[int],
) -> int:  # fmt: skip
    """From a state decided at this level, decide the states before it; how many those are.

    Before a lost state the other side wins, perhaps sooner than by leaving the pair. Before a won
    one it loses if all its moves lead to won states; where others lose later, that level asks.
    `turn` is the other side's.
    """
    own = tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    free = free_points(own | opp)
    count = 0
    # The other side moved last, and took nothing: the stone it moved is in no mill.
    rest = opp & ~closing(opp) if own else opp
    while rest:
        stone = rest & -rest
        rest ^= stone
        sources = reach(stone, free, turn.flies)
        while sources:
            source = sources & -sources
            sources ^= source
            mover = opp ^ stone ^ source
            entry = class_of(mover, other, tables)
            before = entry >> 4
            others = image(own, entry & 15, tables)
            there = free_points(tables[other.masks + before])
            dense = squeeze(others, there, tables)
            place = before * other.ways + rank_of(dense, other.opp_ranks, tables)
            value = int(other_values[place])
            if level & 1:
                # The own stones stand for their class, so no symmetry is needed.
                if value != DRAWN or not all_won(
                    mover, own, level, turn.flies, number << 4, shape, values, tables
                ):
                    continue
            elif value <= level + 1:
                continue
            decide(before, others, there, place, level + 1, other, other_values, tables)
            count += 1
    return count


def value_by_moves(
    number: int, rank: int, shape: Shape, turn: Turn,
    quiet: Shape, quiet_values: Any,
    taking: Shape, taking_values: Any,
    setting: Shape, setting_values: Any, setting_else: int,
    both: Shape, both_values: Any, both_else: int,
    tables: Sequence[int],
) -> int:  # fmt: skip
    """The value of a state, from those that all its moves lead to."""
    own = tables[shape.masks + number]
    opp = others_at(number, rank, shape, tables)
    if is_stuck(own, opp, turn):
        return finished(turn.stuck, True)
    free = free_points(own | opp)
    best = leaving(
        own, opp, False, turn, taking, taking_values, setting, setting_values, setting_else,
        both, both_values, both_else, tables,
    )  # fmt: skip
    rest = own if turn.moves else 0
    while rest:
        stone = rest & -rest
        rest ^= stone
        left = own ^ stone
        targets = quiet_targets(stone, left, opp, free, turn.flies)
        while targets:
            target = targets & -targets
            targets ^= target
            value = int(quiet_values[place_of(opp, left | target, quiet, tables)])
            best = max(best, gain(value))
    return value_for(best)


def finished(value: int, distances: bool) -> int:
    """What stays of a number when the work is done; without distances, 1 won and 0 lost."""
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
    free = free_points(tables[shape.masks + number])
    opp = others_at(number, rank, shape, tables)
    while stabilisers:
        bit = stabilisers & -stabilisers
        stabilisers ^= bit
        turned = squeeze(image(opp, popcount(bit - 1), tables), free, tables)
        if rank_of(turned, shape.opp_ranks, tables) < rank:
            return False
    return True
