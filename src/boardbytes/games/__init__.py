"""The games, one folder each."""

from __future__ import annotations

from boardbytes.model import Game, Registry

GAMES: Registry[Game] = Registry(
    "game", {name: f"boardbytes.games.{name}:GAME" for name in ("mill", "go", "checkers")}
)
