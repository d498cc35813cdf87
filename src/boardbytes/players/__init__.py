"""Computer opponents.

A player is a module with a class and a `PlayerKind` called `KIND`, and one line here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from boardbytes.errors import PlayerError
from boardbytes.model import Registry
from boardbytes.players.player import Option, Player, PlayerKind, Setting, Thought

__all__ = [
    "PLAYERS",
    "Given",
    "Option",
    "Player",
    "PlayerKind",
    "Setting",
    "Thought",
    "create_player",
    "players_of",
]

Given: TypeAlias = Mapping[str, Mapping[str, Setting]]
"""Settings by the names of players, and then of options."""

PLAYERS: Registry[PlayerKind] = Registry(
    "player",
    {
        "random": "boardbytes.players.random:KIND",
        "search": "boardbytes.players.search:KIND",
        "perfect": "boardbytes.players.perfect:KIND",
        "engine": "boardbytes.players.gtp:KIND",
        "katago": "boardbytes.players.engines:KATAGO",
        "leela-zero": "boardbytes.players.engines:LEELA_ZERO",
        "pachi": "boardbytes.players.engines:PACHI",
        "gnugo": "boardbytes.players.engines:GNUGO",
    },
)


def players_of(game: str, given: Given | None = None) -> tuple[PlayerKind, ...]:
    """The kinds of players that play a game.

    With settings `given`, only those that need no more than these and that this machine has.
    """
    kinds = (kind for kind in PLAYERS.values() if kind.plays(game))
    if given is None:
        return tuple(kinds)
    return tuple(
        kind for kind in kinds if not kind.missing(given.get(kind.name, {})) and kind.is_here()
    )


def create_player(name: str, game: str, settings: Mapping[str, Setting] | None = None) -> Player:
    """A player of a game by its name; PlayerError if it does not play it or lacks a setting."""
    kind = PLAYERS.find(name)
    if not kind.plays(game):
        others = ", ".join(other.name for other in players_of(game))
        raise PlayerError(f"the player called {name} does not play {game}; these do: {others}")
    return kind.create(settings)
