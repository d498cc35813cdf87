"""Computer opponents."""

from __future__ import annotations

from typing import Any, Protocol

from boardbytes.model import Move, Record, Registry


class Player(Protocol):
    """Someone who chooses a legal move in a game that is not over."""

    def choose(self, record: Record) -> Move: ...


class PlayerKind(Protocol):
    """A class of players, each made from a seed: None for a different game every time."""

    @property
    def games(self) -> tuple[str, ...] | None:
        """The games they play; None: any."""

    def __call__(self, seed: int | None = None, **options: Any) -> Player: ...


PLAYERS: Registry[PlayerKind] = Registry(
    "player",
    {
        "random": "boardbytes.players.random:RandomPlayer",
        "search": "boardbytes.players.search:SearchPlayer",
        "perfect": "boardbytes.players.perfect:PerfectPlayer",
    },
)


def players_of(game: str) -> tuple[str, ...]:
    """The names of the players that play a game."""
    return tuple(name for name in PLAYERS if game in (PLAYERS.find(name).games or (game,)))
