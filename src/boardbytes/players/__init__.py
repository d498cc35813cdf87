"""Computer opponents."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from boardbytes.model import Move, Record, Registry


class Player(Protocol):
    """Someone who chooses a legal move in a game that is not over."""

    def choose(self, record: Record) -> Move: ...


PLAYERS: Registry[Callable[..., Player]] = Registry(
    "player",
    {
        "random": "boardbytes.players.random:RandomPlayer",
        "search": "boardbytes.players.search:SearchPlayer",
    },
)
"""Each makes a player from a seed; None means a different game every time. Some take more."""
