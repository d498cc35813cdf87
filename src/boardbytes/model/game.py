"""What a game, or another subject of documents, has to say about itself to be listed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from boardbytes.errors import PositionError
from boardbytes.model.colour import Sides
from boardbytes.model.plain import Path, Plain
from boardbytes.model.position import Content, Position, Rules


@dataclass(frozen=True)
class Subject:
    """What documents can be about: a game, or something that nobody plays on its own."""

    name: str
    title: str
    start: Content
    """What everything begins with: an untouched board."""
    to_plain: Callable[[Any], dict[str, Any]]
    from_plain: Callable[[Plain], Content]
    meanings: Mapping[Path, str]
    """What its plain values mean, in words."""


@dataclass(frozen=True)
class Game(Subject):
    """A game: its start, its rule presets, its positions as plain values."""

    start: Position
    from_plain: Callable[[Plain], Position]
    presets: Mapping[str, Rules]
    match_rules: str
    """The preset that a game between players uses, draws by history included."""
    perft: Callable[[Any, int, Any], int]
    """Counts the sequences of `depth` moves from a position under some rules."""

    @property
    def sides(self) -> Sides:
        """Both sides, the one that moves first before the other."""
        return self.start.sides

    def rule_sets(self, position: Position) -> list[str]:
        """The names of the presets by which a position can be played."""
        return [name for name in self.presets if self._fits(position, name)]

    def _fits(self, position: Position, rules: str) -> bool:
        try:
            position.under(rules).find_rules(rules)
        except PositionError:
            return False
        return True
