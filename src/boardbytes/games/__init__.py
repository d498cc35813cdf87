"""The games, and what else documents can be about: one folder each."""

from __future__ import annotations

from boardbytes.model import Game, Registry, Subject

GAMES: Registry[Game] = Registry(
    "game", {name: f"boardbytes.games.{name}:GAME" for name in ("mill", "go", "checkers")}
)

SUBJECTS: Registry[Subject] = Registry(
    "game",
    {name: f"boardbytes.games.{name}:GAME" for name in GAMES}
    | {"tiles": "boardbytes.games.tiles:SUBJECT"},
)
"""The games and the rest: whatever a document can hold."""
