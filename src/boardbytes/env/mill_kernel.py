"""Games of mill stepped at once: what may be done, what it does, when a game ends.

A game is a row of STATE numbers. A stone is taken by a step of its own. An action below 24 is a
point, to set a stone on or to take one from; the others are 24 + 24 · source + target. The same
source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.columns.go_kernel import next_random
from boardbytes.env.outcomes import GOES_ON, ILLEGAL, standing
from boardbytes.games.mill.kernel import (
    ALL,
    adjacent,
    closing,
    destinations,
    is_lost,
    placements,
    popcount,
    takeable,
)
from boardbytes.games.mill.rules import FLYING

FILLS = "boardbytes.env.rows_kernel"

WHITE, BLACK, WHITE_HAND, BLACK_HAND, TURN, REMOVING, QUIET, PLIES, SEED = range(9)
STATE = 9
POINTS, NINE = 24, 9
ACTIONS = POINTS + POINTS * POINTS


def sow(games: Any, at: int, seed: int) -> None:
    """Set the number that chances come from."""
    games[at + SEED] = seed


def reset(games: Any, at: int) -> None:
    """Begin a new game."""
    games[at + WHITE] = games[at + BLACK] = 0
    games[at + WHITE_HAND] = games[at + BLACK_HAND] = NINE
    games[at + TURN] = 1
    games[at + REMOVING] = games[at + QUIET] = games[at + PLIES] = 0


def nth_point(mask: int, place: int) -> int:
    """The point of a set that has so many of its other points before it."""
    while place > 0:
        mask &= mask - 1
        place -= 1
    return popcount((mask & -mask) - 1)


def targets(own: int, opp: int, hand: int, removing: int, flags: int) -> int:
    """The points that a step may name alone: to take from, or to set on."""
    if removing:
        return takeable(opp, flags)
    return placements(own, opp, flags) if hand > 0 else 0


def choose(games: Any, at: int, flags: int) -> int:
    """A legal action, each as likely as the others."""
    side = games[at + TURN] - 1
    own, opp = games[at + side], games[at + 1 - side]
    hand, removing = games[at + WHITE_HAND + side], games[at + REMOVING]
    seed = next_random(games[at + SEED])
    games[at + SEED] = seed
    if removing or hand > 0:
        points = targets(own, opp, hand, removing, flags)
        return nth_point(points, (seed * popcount(points)) >> 32)
    empty = ALL & ~(own | opp)
    flies = flags & FLYING != 0 and popcount(own) == 3
    total = 3 * popcount(empty)
    if not flies:
        total, rest = 0, own
        while rest:
            stone = rest & -rest
            rest ^= stone
            total += popcount(adjacent(stone) & empty)
    place = (seed * total) >> 32
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        ends = empty if flies else adjacent(stone) & empty
        count = popcount(ends)
        if place < count:
            return POINTS + POINTS * popcount(stone - 1) + nth_point(ends, place)
        place -= count
    return -1


def cannot_move(own: int, opp: int, hand: int, flags: int) -> bool:
    """Whether a side has nothing that it can do."""
    empty = ALL & ~(own | opp)
    if hand > 0:
        return placements(own, opp, flags) == 0
    if flags & FLYING and popcount(own) == 3:
        return empty == 0
    return adjacent(own) & empty == 0


def apply(games: Any, at: int, action: int, flags: int, limit: int, quiet_limit: int) -> int:
    """Make a step; returns how the game then stands, or ILLEGAL, with nothing changed."""
    side = games[at + TURN] - 1
    own, opp = games[at + side], games[at + 1 - side]
    hand = games[at + WHITE_HAND + side]
    if games[at + REMOVING]:
        victim = 1 << action if 0 <= action < POINTS else 0
        if victim & takeable(opp, flags) == 0:
            return ILLEGAL
        opp ^= victim
        games[at + REMOVING] = games[at + QUIET] = 0
    else:
        source = 0
        target = 1 << action if 0 <= action < POINTS else 0
        if POINTS <= action < ACTIONS:
            source = 1 << (action - POINTS) // POINTS
            target = 1 << (action - POINTS) % POINTS
        if hand > 0:
            if source or target & placements(own, opp, flags) == 0:
                return ILLEGAL
            games[at + WHITE_HAND + side] = hand = hand - 1
        elif source & own == 0 or target & destinations(source, own, opp, 0, flags) == 0:
            return ILLEGAL
        else:
            games[at + QUIET] += 1
        rest = own & ~source
        closes = target & closing(rest) and takeable(opp, flags) != 0
        own = rest | target
        if closes:
            games[at + side] = own
            games[at + REMOVING] = 1
            return GOES_ON
    games[at + side], games[at + 1 - side] = own, opp
    games[at + TURN] = 2 - side
    games[at + PLIES] += 1
    other = games[at + WHITE_HAND + 1 - side]
    won = is_lost(opp, other, flags) or cannot_move(opp, own, other, flags)
    return standing(won, side, games[at + QUIET], quiet_limit, games[at + PLIES], limit)


def mask(games: Any, at: int, flags: int, masks: Any, base: int) -> None:
    """A flag for each action: whether it is legal."""
    found = masks[base : base + ACTIONS]
    for action in range(ACTIONS):
        found[action] = 0
    side = games[at + TURN] - 1
    own, opp = games[at + side], games[at + 1 - side]
    hand, removing = games[at + WHITE_HAND + side], games[at + REMOVING]
    if removing or hand > 0:
        points = targets(own, opp, hand, removing, flags)
        for point in range(POINTS):
            found[point] = points >> point & 1
        return
    rest = own
    while rest:
        stone = rest & -rest
        rest ^= stone
        first = POINTS + POINTS * popcount(stone - 1)
        ends = destinations(stone, own, opp, 0, flags)
        while ends:
            found[first + popcount((ends & -ends) - 1)] = 1
            ends &= ends - 1
