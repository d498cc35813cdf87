"""Loops over rows of games, for any game: its kernel fills what is open here.

The same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardbytes.env.outcomes import GOES_ON, ILLEGAL

reset: Callable[[Any, int], None]
"""Open: begin a new game."""

choose: Callable[[Any, int, int], int]
"""Open: a legal action, each as likely as the others."""

apply: Callable[[Any, int, int, int, int, int], int]
"""Open: make a step, given action, flags and both limits; returns how the game then stands."""

mask: Callable[[Any, int, int, Any, int], None]
"""Open: a flag for each action: whether it is legal."""


def reset_rows(games: Any, size: int) -> None:
    """Begin all games."""
    for row in range(len(games) // size):
        reset(games, row * size)


def sample_rows(games: Any, size: int, flags: int, actions: Any) -> None:
    """A legal action for every game."""
    for row in range(len(actions)):
        actions[row] = choose(games, row * size, flags)


def mask_rows(games: Any, size: int, flags: int, count: int, masks: Any) -> None:
    """The legal actions of every game."""
    for row in range(len(games) // size):
        mask(games, row * size, flags, masks, row * count)


def step_rows(
    games: Any, size: int, flags: int, limit: int, quiet_limit: int, actions: Any, ends: Any
) -> None:
    """A step of every game; games that end begin anew."""
    for row in range(len(actions)):
        end = apply(games, row * size, actions[row], flags, limit, quiet_limit)
        ends[row] = end
        if end != GOES_ON and end != ILLEGAL:
            reset(games, row * size)


def step_and_mask_rows(
    games: Any,
    size: int,
    flags: int,
    limit: int,
    quiet_limit: int,
    actions: Any,
    ends: Any,
    count: int,
    masks: Any,
) -> None:
    """A step of every game, and what is legal then, while the game is in the cache."""
    for row in range(len(actions)):
        one = row * size
        end = apply(games, one, actions[row], flags, limit, quiet_limit)
        ends[row] = end
        if end != GOES_ON and end != ILLEGAL:
            reset(games, one)
        mask(games, one, flags, masks, row * count)


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
