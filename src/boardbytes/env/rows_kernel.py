"""Loops over rows of games, for any game: its kernel fills what is open here.

The same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from boardbytes.env.outcomes import CUT, DRAWN, GOES_ON, ILLEGAL

Fixed: TypeAlias = tuple[int, int, int]
"""What is the same for all games: flags, and the limits of moves and of moves without progress."""

sow: Callable[[Any, int, int], None]
"""Open: set the number that a game's chances come from."""

reset: Callable[[Any, int], None]
"""Open: begin a new game."""

choose: Callable[[Any, int, int], int]
"""Open: a legal action, each as likely as the others."""

apply: Callable[[Any, int, int, int, int, int], int]
"""Open: make a step, given action, flags and both limits; returns how the game then stands."""

mask: Callable[[Any, int, int, Any, int], None]
"""Open: a flag for each action: whether it is legal."""


def reset_rows(games: Any, size: int, seeds: Any) -> None:
    """Begin all games."""
    for row in range(len(seeds)):
        sow(games, row * size, seeds[row])
        reset(games, row * size)


def sample_rows(games: Any, size: int, flags: int, actions: Any) -> None:
    """A legal action for every game."""
    for row in range(len(actions)):
        actions[row] = choose(games, row * size, flags)


def mask_rows(games: Any, size: int, flags: int, count: int, masks: Any) -> None:
    """The legal actions of every game."""
    for row in range(len(games) // size):
        mask(games, row * size, flags, masks, row * count)


def step(
    games: Any,
    at: int,
    row: int,
    fixed: Fixed,
    action: int,
    winners: Any,
    ended: Any,
    errors: Any,
) -> None:
    """A step of one game, and what it led to; one that ends begins anew."""
    flags, limit, quiet_limit = fixed
    end = apply(games, at, action, flags, limit, quiet_limit)
    winners[row] = end if end < DRAWN else 0
    ended[row] = 2 if end == CUT else 1 if GOES_ON < end <= DRAWN else 0
    errors[row] = 1 if end == ILLEGAL else 0
    if end != GOES_ON and end != ILLEGAL:
        reset(games, at)


def step_rows(
    games: Any, size: int, fixed: Fixed, actions: Any, winners: Any, ended: Any, errors: Any
) -> None:
    """A step of every game."""
    for row in range(len(actions)):
        step(games, row * size, row, fixed, actions[row], winners, ended, errors)


def step_and_sample_rows(
    games: Any,
    size: int,
    fixed: Fixed,
    actions: Any,
    winners: Any,
    ended: Any,
    errors: Any,
    following: Any,
) -> None:
    """A step of every game, and a legal action for the next, while the game is in the cache."""
    for row in range(len(actions)):
        step(games, row * size, row, fixed, actions[row], winners, ended, errors)
        following[row] = choose(games, row * size, fixed[0])


def step_and_mask_rows(
    games: Any,
    size: int,
    fixed: Fixed,
    actions: Any,
    winners: Any,
    ended: Any,
    errors: Any,
    count: int,
    masks: Any,
) -> None:
    """A step of every game, and what is legal then, while the game is in the cache."""
    for row in range(len(actions)):
        step(games, row * size, row, fixed, actions[row], winners, ended, errors)
        mask(games, row * size, fixed[0], masks, row * count)


def play_rows(
    games: Any, size: int, flags: int, limit: int, quiet_limit: int, steps: int, counts: Any
) -> None:
    """Make so many random steps in every game; counts how many games end each way."""
    for row in range(len(games) // size):
        at = row * size
        for _ in range(steps):
            end = apply(games, at, choose(games, at, flags), flags, limit, quiet_limit)
            if end != GOES_ON:
                counts[row * 6 + end] += 1
                reset(games, at)
