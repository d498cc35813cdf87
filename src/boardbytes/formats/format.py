"""What a format is: the class that every format derives from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from mmap import mmap
from typing import ClassVar

from boardbytes.errors import FormatError, UnknownNameError
from boardbytes.model import Document, Layout, Problem, Span

MANY = 500_000
"""Bytes from which on it is worth loading the compiler to check games together."""


@dataclass(frozen=True)
class Change:
    """A byte that a repair changed, or the length of the file, and why."""

    offset: int
    before: int
    after: int
    reason: str
    is_length: bool = False
    """Whether `before` and `after` are how many bytes there are, from `offset` on other ones."""

    @property
    def what(self) -> str:
        return "length" if self.is_length else f"byte {self.offset}"

    def __str__(self) -> str:
        return f"{self.what}: {self.before} becomes {self.after}: {self.reason}"


def spans_between(spans: list[Span], start: int, end: int) -> list[Span]:
    """Those of some spans, in order, that have a byte from `start` on and before `end`."""
    first = bisect_right(spans, start, key=lambda span: span.offset + span.size)
    last = bisect_left(spans, end, key=lambda span: span.offset)
    return spans[first:last]


class Format(ABC):
    """A way to store positions or games as bytes.

    A format gives its name and limits, what it can hold beyond a position, and the four methods
    that have no body here. The others have an answer that fits most formats.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    game: ClassVar[str | None] = None
    """The one game it is for; None: any."""
    suffixes: ClassVar[tuple[str, ...]] = ()
    max_size: ClassVar[int]
    """No file of this format is longer."""
    holds: ClassVar[frozenset[str]] = frozenset()
    """The kinds of things it can hold beyond a position: see `formats.loss`."""
    layout: ClassVar[Layout | None] = None
    holds_positions: ClassVar[bool] = True
    """Whether any position of its game can be written; a move alone is none."""
    separator: ClassVar[bytes | None] = None
    """What a game ends with before the next one of a file; None: a file holds one game."""

    options: ClassVar[tuple[str, ...]] = ()
    """The names of what bytes leave open and a reader may tell: see `with_options`."""

    def with_options(self, **options: object) -> Format:
        """This format, told what its bytes leave open; UnknownNameError for what it never asks."""
        for name in options:
            if name not in self.options:
                raise UnknownNameError(f"option of {self.name}", name, self.options, ())
        return self

    @abstractmethod
    def decode(self, data: bytes) -> Document:
        """The document that bytes hold; FormatError, with everything found, if they hold none."""

    @abstractmethod
    def encode(self, document: Document) -> bytes:
        """The bytes of a document; PositionError for one that the format has no way to write."""

    @abstractmethod
    def explain(self, data: bytes) -> list[Span]:
        """What any bytes say, in spans that follow one another."""

    @abstractmethod
    def likeness(self, data: bytes) -> float:
        """How much bytes look like this format: 0 not at all, 1 beyond doubt."""

    def losses(self, document: Document) -> list[str]:
        """What else of a document it cannot hold, in words."""
        return []

    def beside(self, document: Document) -> dict[str, bytes]:
        """Further files that belong beside one with a document, by name."""
        return {}

    def repair(self, data: bytes) -> tuple[bytes, tuple[Change, ...]]:
        """The bytes with what the format stores twice made to agree, and what was changed."""
        message = "the format stores nothing twice, so there is nothing to repair it from"
        raise FormatError([Problem("no-repair", message)], self.name)

    @property
    def can_repair(self) -> bool:
        """Whether the format stores something twice."""
        return type(self).repair is not Format.repair

    def games(self, data: bytes, skip: int = 0) -> Iterator[Document | FormatError]:
        """Every game of a file, or the error that says why there is none in its place.

        The first `skip` games are not decoded.
        """
        if skip:
            return
        try:
            yield self.decode(data)
        except FormatError as error:
            yield error

    def check(self, data: bytes | mmap) -> Iterator[tuple[Problem, ...]]:
        """What is wrong with every game of a file: what reading them, one by one, tells.

        A format that knows a quicker way for many games takes it, also on a mapped file.
        """
        return (game.problems for game in self.games(bytes(data)))

    @property
    def checks_in_bulk(self) -> bool:
        """Whether many games are checked without holding them."""
        return type(self).check is not Format.check

    def explain_part(self, data: bytes, start: int, end: int) -> list[Span]:
        """The spans that have a byte between two places."""
        return spans_between(self.explain(data), start, end)

    @property
    def explains_parts(self) -> bool:
        """Whether a part of a file is explained without the rest."""
        return type(self).explain_part is not Format.explain_part

    def place_of(self, data: bytes, point: str) -> tuple[int, int] | None:
        """Between which two places all bytes are that speak of a point; None: nowhere."""
        return 0, len(data)

    def spans(self, data: bytes, start: int = 0, end: int | None = None) -> list[Span]:
        """The spans that have a byte from `start` on and before `end`: all, if not told."""
        start, end = max(0, start), len(data) if end is None else end
        return self.explain_part(data, start, end) if start < end else []
