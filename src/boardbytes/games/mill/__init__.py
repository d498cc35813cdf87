"""Mill: Nine Men's Morris and its family."""

from boardbytes.games.mill.move import MillMove
from boardbytes.games.mill.perft import perft
from boardbytes.games.mill.plain import MEANINGS, from_plain, to_plain
from boardbytes.games.mill.position import MillCounts, MillPhase, MillPosition
from boardbytes.games.mill.rules import PRESETS, MillRules
from boardbytes.model.game import Game

GAME = Game(
    name="mill",
    title="Nine Men's Morris",
    start=MillPosition(),
    presets=PRESETS,
    match_rules="match",
    to_plain=to_plain,
    from_plain=from_plain,
    meanings=MEANINGS,
    perft=perft,
)

__all__ = ["GAME", "MillCounts", "MillMove", "MillPhase", "MillPosition", "MillRules"]
