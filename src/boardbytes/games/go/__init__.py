"""Go."""

from boardbytes.games.go.benson import Certain
from boardbytes.games.go.move import PASS, RESIGN, GoMove
from boardbytes.games.go.perft import perft
from boardbytes.games.go.plain import MEANINGS, from_plain, to_plain
from boardbytes.games.go.position import GoPosition
from boardbytes.games.go.replay import replay as _replay  # noqa: F401  lets positions play whole lines
from boardbytes.games.go.rules import PRESETS, GoRules, KoRule, Scoring, preset_of
from boardbytes.games.go.score import GoScore
from boardbytes.model.game import Game

GAME = Game(
    name="go",
    title="Go",
    start=GoPosition(),
    presets=PRESETS,
    match_rules="standard",
    to_plain=to_plain,
    from_plain=from_plain,
    meanings=MEANINGS,
    perft=perft,
)

__all__ = [
    "GAME",
    "PASS",
    "PRESETS",
    "RESIGN",
    "Certain",
    "GoMove",
    "GoPosition",
    "GoRules",
    "GoScore",
    "KoRule",
    "Scoring",
    "preset_of",
]
