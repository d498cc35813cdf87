"""What the rules of Go ask of the past."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from boardbytes.model.colour import Colour

if TYPE_CHECKING:
    from boardbytes.games.go.rules import GoRules
    from boardbytes.model.record import Record


class History(Protocol):
    """The past of a position, that position included."""

    @property
    def last_move(self) -> Any:
        """The move that led here; None at the start."""

    @property
    def last_colour(self) -> Colour | None:
        """Who made it."""

    def occurrences(self, key: Any) -> int:
        """How often a position with that key has occurred, this one included."""


class Setup(Protocol):
    """Changes of a board, by point and word, and whose turn it becomes; None: no other."""

    @property
    def stones(self) -> Sequence[tuple[Any, Any]]: ...
    @property
    def turn(self) -> Colour | None: ...


@dataclass
class Past:
    """A history that grows with a game; what `Record` had no word for yet."""

    last_move: Any = None
    last_colour: Colour | None = None
    keys: Counter[Hashable] = field(default_factory=Counter)

    @classmethod
    def of(cls, record: Record, rules: GoRules) -> Past:
        past = cls(record.moves[-1] if record.moves else None)
        if rules.looks_back:
            for position in record.positions:
                past.add(position.key(rules))  # type: ignore[attr-defined]
        return past

    def add(self, key: Hashable | None) -> None:
        if key is not None:
            self.keys[key] += 1

    def occurrences(self, key: Any) -> int:
        return self.keys[key]
