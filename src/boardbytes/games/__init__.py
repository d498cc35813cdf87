"""The games, one folder each."""

from __future__ import annotations

from boardbytes.model import Game, Registry

GAMES: Registry[Game] = Registry(
    "game",
    {
        "mill": "boardbytes.games.mill:GAME",
        "go": "boardbytes.games.go:GAME",
    },
)
