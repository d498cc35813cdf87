"""The rules of Go as a value, and the rule sets that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class KoRule(Enum):
    """What may not come back.

    Simple: the board before the opponent's move. Positional: any board of the game so far.
    Situational: any board of the game so far with the same side to move.
    """

    SIMPLE = "simple"
    POSITIONAL = "positional"
    SITUATIONAL = "situational"


class Scoring(Enum):
    """What is counted: stones and what they surround, or prisoners and what they surround."""

    AREA = "area"
    TERRITORY = "territory"


@dataclass(frozen=True)
class GoRules:
    """What differs between the ways in which Go is played.

    Does not know of handicap bonuses: komi of any kind is in the points of the first board.
    """

    name: str
    ko: KoRule = KoRule.SIMPLE
    suicide: bool = False
    """A move may leave its own group without a liberty; the group is then taken."""
    scoring: Scoring = Scoring.AREA
    repetitions: int | None = None
    quiet_plies: int | None = None


PRESETS: Mapping[str, GoRules] = {
    rules.name: rules
    for rules in (
        GoRules("standard"),
        # The standard rules by the name that DGF gives them.
        GoRules("simple-ko"),
        GoRules("positional", KoRule.POSITIONAL),
        GoRules("situational", KoRule.SITUATIONAL),
        GoRules("simple-ko-suicide", suicide=True),
        GoRules("positional-suicide", KoRule.POSITIONAL, suicide=True),
        GoRules("situational-suicide", KoRule.SITUATIONAL, suicide=True),
        GoRules("tromp-taylor", KoRule.POSITIONAL, suicide=True),
        # The text of the Chinese rules forbids every repetition; referees apply simple ko.
        GoRules("chinese"),
        GoRules("japanese", scoring=Scoring.TERRITORY),
        GoRules("aga", KoRule.SITUATIONAL),
        GoRules("new-zealand", KoRule.SITUATIONAL, suicide=True),
    )
}
