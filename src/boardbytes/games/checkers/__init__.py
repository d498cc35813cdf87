"""Checkers, which is English draughts."""

from boardbytes.games.checkers.move import CheckersMove
from boardbytes.games.checkers.perft import perft
from boardbytes.games.checkers.plain import MEANINGS, from_plain, to_plain
from boardbytes.games.checkers.position import CheckersPosition
from boardbytes.games.checkers.rules import PRESETS, CheckersRules
from boardbytes.model.game import Game

GAME = Game(
    name="checkers",
    title="Checkers",
    start=CheckersPosition(),
    presets=PRESETS,
    match_rules="match",
    to_plain=to_plain,
    from_plain=from_plain,
    meanings=MEANINGS,
    perft=perft,
)

__all__ = ["GAME", "CheckersMove", "CheckersPosition", "CheckersRules"]
