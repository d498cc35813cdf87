"""What people write beside a move: the same words for every game."""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import Enum

from boardbytes.model.colour import Colour


class MarkKind(Enum):
    """The shape of a mark on a point."""

    TRIANGLE = "triangle"
    SQUARE = "square"
    CIRCLE = "circle"
    CROSS = "cross"
    SELECTED = "selected"
    DIM = "dim"


class Verdict(Enum):
    """What is thought of a move (the first four), or of a position."""

    GOOD = "good"
    BAD = "bad"
    DOUBTFUL = "doubtful"
    INTERESTING = "interesting"
    EVEN = "even"
    UNCLEAR = "unclear"
    HOTSPOT = "hotspot"
    BETTER_FOR_FIRST = "better for the first side"
    BETTER_FOR_SECOND = "better for the second side"


@dataclass(frozen=True, slots=True)
class Mark:
    """A shape on a point."""

    kind: MarkKind
    point: str


@dataclass(frozen=True, slots=True)
class Label:
    """A short text on a point."""

    point: str
    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """A line from one point to another; an arrow if it has a head."""

    start: str
    end: str
    has_head: bool = False


@dataclass(frozen=True, slots=True)
class Owned:
    """A point counted as somebody's territory."""

    point: str
    colour: Colour


@dataclass(frozen=True, slots=True)
class Judgement:
    """A verdict, and whether it is given with emphasis: a very good move."""

    verdict: Verdict
    is_strong: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A side's time after its move, in seconds, and the moves it has to make in it."""

    colour: Colour
    seconds: float | None = None
    moves_left: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with a name: an estimate of the score, a value that a program gave."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Notes:
    """Everything that is written beside one move or position."""

    comment: str = ""
    name: str = ""
    marks: tuple[Mark, ...] = ()
    labels: tuple[Label, ...] = ()
    links: tuple[Link, ...] = ()
    territory: tuple[Owned, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    clocks: tuple[Clock, ...] = ()
    figures: tuple[Figure, ...] = ()

    def __bool__(self) -> bool:
        return self != NO_NOTES


NO_NOTES = Notes()

KINDS = tuple(field.name for field in fields(Notes))
"""The kinds of notes, by the names of their fields."""
