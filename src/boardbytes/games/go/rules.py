"""The rules of Go as a value, and the rule sets that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum

from boardbytes.errors import PositionError


class KoRule(Enum):
    """What may not come back.

    Simple: the board before the opponent's move. Positional: any board of the game so far.
    Situational: any board of the game so far with the same side to move.
    """

    SIMPLE = "simple"
    POSITIONAL = "positional"
    SITUATIONAL = "situational"


class Scoring(Enum):
    """What is counted: stones and what they surround, or only what they surround and prisoners."""

    AREA = "area"
    TERRITORY = "territory"


@dataclass(frozen=True)
class GoRules:
    """What may differ from table to table in Go, komi included.

    Does not know of handicap bonuses. Raises PositionError for komi that is not a multiple of ½.
    """

    name: str
    ko: KoRule = KoRule.SIMPLE
    suicide: bool = False
    """A move may leave its own group without a liberty; the group is then taken."""
    scoring: Scoring = Scoring.AREA
    komi: float = 0
    """Points that white gets for playing second; below 0 black gets them."""
    agreement: bool = True
    """Dead stones are taken off before counting; without it every stone counts as it stands."""
    repetitions: int | None = None
    quiet_plies: int | None = None

    @property
    def looks_back(self) -> bool:
        """Whether a move may be illegal because of what was on the board long ago."""
        return self.ko is not KoRule.SIMPLE

    def __post_init__(self) -> None:
        if self.komi * 2 % 1:
            raise PositionError(f"komi must be a multiple of ½, not {self.komi:g}")


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
        GoRules("tromp-taylor", KoRule.POSITIONAL, suicide=True, agreement=False),
        # The text of the Chinese rules forbids every repetition; referees apply simple ko.
        GoRules("chinese"),
        GoRules("japanese", scoring=Scoring.TERRITORY),
        GoRules("aga", KoRule.SITUATIONAL),
        GoRules("new-zealand", KoRule.SITUATIONAL, suicide=True),
    )
}


def preset_of(rules: GoRules) -> str | None:
    """The name of the preset that these rules are, whatever the komi; None for other rules."""
    return rules.name if PRESETS.get(rules.name) == replace(rules, komi=0) else None
