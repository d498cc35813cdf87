"""Games of checkers stepped at once: what may be done, what it does, when a game ends.

A game is a row of STATE numbers. Every jump is a step of its own; a piece that can jump on must. An
action is 4 · square + direction, with the directions of the game's kernel. The same source runs
interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.columns.go_kernel import next_random
from boardbytes.env.outcomes import GOES_ON, ILLEGAL, standing
from boardbytes.games.checkers.board import START_RED, START_WHITE
from boardbytes.games.checkers.kernel import ALL, BOTTOM, TOP, able, jumpers, popcount, shift

FILLS = "boardbytes.env.rows_kernel"

RED, WHITE, KINGS, TURN, JUMPING, QUIET, PLIES, SEED = range(8)
STATE = 8
ACTIONS = 128


def sow(games: Any, at: int, seed: int) -> None:
    """Set the number that chances come from."""
    games[at + SEED] = seed


def reset(games: Any, at: int) -> None:
    """Begin a new game."""
    games[at + RED], games[at + WHITE] = START_RED, START_WHITE
    games[at + KINGS] = games[at + JUMPING] = games[at + QUIET] = games[at + PLIES] = 0
    games[at + TURN] = 1


def movers(own: int, opp: int, kings: int, down: bool, jumping: int, jumps: bool, way: int) -> int:
    """The pieces that can jump, or step, in a direction; only the one that must jump on, if any."""
    if jumps:
        found = jumpers(own, opp, kings, down, way)
        return found & jumping if jumping else found
    empty = ALL & ~(own | opp)
    return able(own, kings, down, way) & shift(empty, 3 - way)


def has_jump(own: int, opp: int, kings: int, down: bool, jumping: int) -> bool:
    """Whether the side to move has a jump to make."""
    found = 0
    for way in range(4):
        found |= movers(own, opp, kings, down, jumping, True, way)
    return found != 0


def has_step(own: int, opp: int, kings: int, down: bool) -> bool:
    """Whether the side to move has a step to make."""
    found = 0
    for way in range(4):
        found |= movers(own, opp, kings, down, 0, False, way)
    return found != 0


def choose(games: Any, at: int, flags: int) -> int:
    """A legal action, each as likely as the others."""
    side = games[at + TURN] - 1
    own, opp, kings = games[at + side], games[at + 1 - side], games[at + KINGS]
    down, jumping = side == 0, games[at + JUMPING]
    seed = next_random(games[at + SEED])
    games[at + SEED] = seed
    first = movers(own, opp, kings, down, jumping, True, 0)
    second = movers(own, opp, kings, down, jumping, True, 1)
    third = movers(own, opp, kings, down, jumping, True, 2)
    fourth = movers(own, opp, kings, down, jumping, True, 3)
    if first | second | third | fourth == 0:
        first = movers(own, opp, kings, down, 0, False, 0)
        second = movers(own, opp, kings, down, 0, False, 1)
        third = movers(own, opp, kings, down, 0, False, 2)
        fourth = movers(own, opp, kings, down, 0, False, 3)
    counts = popcount(first), popcount(second), popcount(third), popcount(fourth)
    place = (seed * (counts[0] + counts[1] + counts[2] + counts[3])) >> 32
    way, pieces = 0, first
    if place >= counts[0]:
        place -= counts[0]
        way, pieces = 1, second
        if place >= counts[1]:
            place -= counts[1]
            way, pieces = 2, third
            if place >= counts[2]:
                place -= counts[2]
                way, pieces = 3, fourth
    while place > 0:
        pieces &= pieces - 1
        place -= 1
    return 4 * popcount((pieces & -pieces) - 1) + way


def apply(games: Any, at: int, action: int, flags: int, limit: int, quiet_limit: int) -> int:
    """Make a step; returns how the game then stands, or ILLEGAL, with nothing changed."""
    side = games[at + TURN] - 1
    own, opp, kings = games[at + side], games[at + 1 - side], games[at + KINGS]
    down, jumping = side == 0, games[at + JUMPING]
    if action < 0 or action >= ACTIONS:
        return ILLEGAL
    piece, way = 1 << (action >> 2), action & 3
    jumps = jumping != 0 or has_jump(own, opp, kings, down, 0)
    if movers(own, opp, kings, down, jumping, jumps, way) & piece == 0:
        return ILLEGAL
    target = shift(piece, way)
    if jumps:
        opp ^= target
        kings &= ~target
        target = shift(target, way)
    own ^= piece | target
    is_king = kings & piece != 0
    games[at + QUIET] = games[at + QUIET] + 1 if is_king and not jumps else 0
    goes_on = False
    if is_king:
        kings ^= piece | target
    elif target & (BOTTOM if down else TOP):
        kings |= target
    if jumps and (is_king or kings & target == 0):
        goes_on = has_jump(own, opp, kings, down, target)
    games[at + side], games[at + 1 - side], games[at + KINGS] = own, opp, kings
    games[at + JUMPING] = target if goes_on else 0
    if goes_on:
        return GOES_ON
    games[at + TURN] = 2 - side
    games[at + PLIES] += 1
    can_move = has_step(opp, own, kings, not down) or has_jump(opp, own, kings, not down, 0)
    return standing(
        not can_move, side, games[at + QUIET], quiet_limit, games[at + PLIES], limit
    )  # fmt: skip


def mask(games: Any, at: int, flags: int, masks: Any, base: int) -> None:
    """A flag for each action: whether it is legal."""
    side = games[at + TURN] - 1
    own, opp, kings = games[at + side], games[at + 1 - side], games[at + KINGS]
    down, jumping = side == 0, games[at + JUMPING]
    jumps = jumping != 0 or has_jump(own, opp, kings, down, 0)
    found = masks[base : base + ACTIONS]
    for way in range(4):
        pieces = movers(own, opp, kings, down, jumping, jumps, way)
        for square in range(32):
            found[4 * square + way] = pieces >> square & 1
