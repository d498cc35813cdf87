"""One thing that is wrong, and where."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum


class Severity(Enum):
    """An error: no model can be built. A warning: one can, but a person should look."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is, in as many ways as are known."""

    offset: int | None = None
    """The byte, counted from 0."""
    line: int | None = None
    """The line of a text, counted from 1."""
    game: int | None = None
    """The game of a collection, counted from 1."""
    ply: int | None = None
    """The move of the game, counted from 1."""
    point: str | None = None
    """The point, square or tile, as moves name it."""
    field: str | None = None
    """The field of a layout, the property or the key."""
    path: str | None = None
    """The node of a game tree, where it is not on the main line."""

    def __str__(self) -> str:
        """Where it is, as people look for it; bytes and points are told elsewhere."""
        words = {"game": self.game, "node": self.path, "line": self.line, "move": self.ply}
        return ", ".join(f"{word} {at}" for word, at in words.items() if at is not None)


NOWHERE = Place()


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding: a code for programs, a sentence for people, a place; the sentence has no place.

    The text reads `player must be 1 (white) or 2 (black) at byte 0 (found 7)`, or `game 3, move 2:
    A9 is not legal: the point is occupied at byte 71`.
    """

    code: str
    message: str
    place: Place = NOWHERE
    severity: Severity = Severity.ERROR
    found: str | None = None

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    @property
    def sentence(self) -> str:
        """The message with its place before it, but neither bytes nor what was found there."""
        where = str(self.place)
        return f"{where}: {self.message}" if where else self.message

    def __str__(self) -> str:
        text = self.sentence
        if self.place.offset is not None:
            text += f" at byte {self.place.offset}"
        if self.found is not None:
            text += f" (found {self.found})"
        return text


def warning(code: str, message: str, place: Place = NOWHERE, found: str | None = None) -> Problem:
    """A finding that does not stand in the way of a model."""
    return Problem(code, message, place, Severity.WARNING, found)


def plain_problem(problem: Problem) -> dict[str, str | int | None]:
    """A problem as plain values: the same for JSON, the page and the terminal."""
    places = {field.name: getattr(problem.place, field.name) for field in fields(Place)}
    return {
        "code": problem.code,
        "severity": problem.severity.value,
        "message": problem.message,
        "where": str(problem.place) or None,
        "found": problem.found,
        **places,
    }
