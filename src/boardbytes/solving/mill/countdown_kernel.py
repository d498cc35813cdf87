"""Whether a game ends, or goes on with other stones, within so many plies, where a table says
only who wins.

Who wins is known, so whoever wins tries only moves that still win, and whoever loses all of them.
Where a search stands is kept in arrays, as in `search_kernel`: a row of `stack` for every ply,
with the moves of `codes` and what they lead to in `found`. What was found out holds however a
search came by it, so it is remembered in `keys` and `entries`.
"""

from __future__ import annotations

from typing import Any

from boardbytes.games.mill.kernel import count_moves, play_unchecked, popcount
from boardbytes.solving.mill.probing_kernel import (
    BLOCK_BITS,
    FLAGS_AT,
    UNTIMED_LOST,
    place_in,
    space_of,
    value_moves,
)
from boardbytes.solving.search_kernel import UNKNOWN

MOST_PLIES = 120

# Columns of `stack`.
OWN, OPP, HAND, OPP_HAND, VALUE, PLIES, NEXT, COUNT, KEY = range(9)
STACK_SIZE = 9

# Places in `control`.
PLY, ENTERING, ANSWER, LOOKED = range(4)
CONTROL_SIZE = 4

# What `run` says beside the blocks it wants: less than UNKNOWN, as `value_of` says it.
NO, YES, WORKING = 0, 1, 2

# What a game is followed to.
END, CHANGE = 0, 1
"""The end, or the next stone that is taken or set: there are only so many of those."""


def key_of(row: Any, goal: int, starts: Any, index: Any) -> int:
    """The number of a state and of a goal; symmetric states share it."""
    own, opp = int(row[OWN]), int(row[OPP])
    space = space_of(own, opp, int(row[HAND]), int(row[OPP_HAND]), int(starts[FLAGS_AT]))
    place = place_in(space, own, opp, starts, index)
    return 1 + ((int(starts[space]) << BLOCK_BITS) + place << 1 | goal)


def remembered(key: int, plies: int, keys: Any, entries: Any) -> int:
    """YES or NO where it is known whether a state ends within so many plies, else UNKNOWN."""
    slot = key % len(keys)
    if keys[slot] != key:
        return UNKNOWN
    entry = int(entries[slot])
    if entry & 0xFF <= plies:
        return YES
    return NO if plies < entry >> 8 else UNKNOWN


def remember(key: int, plies: int, answer: int, keys: Any, entries: Any) -> None:
    """An entry: the fewest plies that are enough, and above it the fewest that may be."""
    slot = key % len(keys)
    enough, least = 0xFF, 0
    if keys[slot] == key:
        enough, least = int(entries[slot]) & 0xFF, int(entries[slot]) >> 8
    if answer == YES:
        enough = min(enough, plies)
    else:
        least = max(least, plies + 1)
    keys[slot], entries[slot] = key, least << 8 | enough


def known(
    row: Any, before: Any, goal: int, keys: Any, entries: Any, starts: Any, index: Any
) -> int:
    """Whether a state ends within its plies, if that can be said at once; `before` led to it."""
    plies, value = int(row[PLIES]), int(row[VALUE])
    if goal == CHANGE:
        hands = before[HAND] + before[OPP_HAND] - row[HAND] - row[OPP_HAND]
        stones = popcount(int(before[OWN] | before[OPP])) - popcount(int(row[OWN] | row[OPP]))
        if hands != 0 or stones != 0:
            return YES
    if value < UNTIMED_LOST:
        return YES if value <= plies else NO
    if plies == 0:
        if value & 1:
            return NO
        flags = int(starts[FLAGS_AT])
        moves = count_moves(
            int(row[OWN]), int(row[OPP]), int(row[HAND]), int(row[OPP_HAND]), False, flags
        )
        return NO if moves else YES
    row[KEY] = key_of(row, goal, starts, index)
    return remembered(int(row[KEY]), plies, keys, entries)


def run(
    nodes: int, goal: int, control: Any, stack: Any, codes: Any, found: Any,
    keys: Any, entries: Any, values: Any, starts: Any, slots: Any, index: Any,
) -> int:  # fmt: skip
    """Search on, for at most so many states, whether the first row's ends within its plies.

    UNKNOWN where a table is missing.
    """
    ply, looked, said = int(control[PLY]), 0, WORKING
    while looked < nodes:
        row = stack[ply]
        if control[ENTERING]:
            looked += 1
            count: int = value_moves(
                int(row[OWN]), int(row[OPP]), int(row[HAND]), int(row[OPP_HAND]), False,
                values, starts, slots, index, codes[ply], found[ply],
            )  # fmt: skip
            if count <= UNKNOWN:
                said = count
                break
            row[COUNT], row[NEXT] = count, 0
            control[ENTERING], control[ANSWER] = 0, UNKNOWN
        is_won = row[VALUE] & 1
        # One move is enough for whoever wins, all are needed of whoever loses.
        answer = int(control[ANSWER])
        if answer == is_won or row[NEXT] == row[COUNT]:
            settled = is_won if answer == is_won else 1 - is_won
            remember(int(row[KEY]), int(row[PLIES]), settled, keys, entries)
            control[ANSWER] = settled
            if ply == 0:
                said = settled
                break
            ply -= 1
            continue
        number = int(row[NEXT])
        row[NEXT] += 1
        control[ANSWER] = UNKNOWN
        value = int(found[ply, number])
        # Moves that let the win go lead to wins of the other side, or draws, which are odd, too.
        if is_won and value & 1:
            continue
        after = stack[ply + 1]
        own, left, kept = play_unchecked(
            int(row[OWN]), int(row[OPP]), int(row[HAND]), int(codes[ply, number])
        )
        after[OWN], after[OPP], after[HAND], after[OPP_HAND] = left, own, row[OPP_HAND], kept
        after[VALUE], after[PLIES] = value, row[PLIES] - 1
        control[ANSWER] = known(after, row, goal, keys, entries, starts, index)
        if control[ANSWER] == UNKNOWN:
            ply += 1
            control[ENTERING] = 1
    control[PLY] = ply
    control[LOOKED] += looked
    return said
