"""What a format is: the class that every format derives from."""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from mmap import mmap
from typing import ClassVar

from boardbytes.errors import FormatError, UnknownNameError
from boardbytes.model import Content, Document, Layout, Problem, Span

MANY = 500_000
"""From this many bytes on, it is worth loading the compiler to check games together."""


@dataclass(frozen=True)
class Change:
    """A byte that a repair changed, or the length of the file, and why."""

    offset: int
    before: int
    after: int
    reason: str
    is_length: bool = False
    """Whether `before` and `after` are lengths of the file, which differs from `offset` on."""

    @property
    def what(self) -> str:
        return "length" if self.is_length else f"byte {self.offset}"

    def __str__(self) -> str:
        return f"{self.what}: {self.before} becomes {self.after}: {self.reason}"


def spans_between(spans: list[Span], start: int, end: int) -> list[Span]:
    """The spans that have a byte from `start` on and before `end`; they must be in order."""
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
    """Whether it can hold any position of its game; a move alone is not a position."""
    is_signed: ClassVar[bool] = False
    """Whether players sign what it holds: it goes on at its end, and nothing of it is changed."""
    keeps_games: ClassVar[bool] = False
    """Whether a file of it is kept as a game even before its first move."""
    separator: ClassVar[bytes | None] = None
    """What a game ends with before the next one of a file; None: a file holds one game."""

    options: ClassVar[tuple[str, ...]] = ()
    """The names of what bytes leave open and a caller may say: see `with_options`."""

    def with_options(self, **options: object) -> Format:
        """This format, told what its bytes leave open; UnknownNameError for other options."""
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
        """How likely bytes are to be of this format: 0 not at all, 1 beyond doubt."""

    def salvage(self, data: bytes) -> Content | None:
        """What damaged bytes still show, to be looked at and not to be played on; None: nothing.

        What cannot be read is left empty.
        """
        return None

    def says_turn(self, data: bytes) -> bool:
        """Whether damaged bytes still say whose turn it is, if anybody's."""
        return True

    def losses(self, document: Document) -> list[str]:
        """What else of a document it cannot hold, in words."""
        return []

    def beside(self, document: Document) -> dict[str, bytes]:
        """Further files that belong beside the document's own, by name."""
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
        """Every game of a file; in place of one that cannot be read, the error that says why.

        The first `skip` games are not decoded.
        """
        if skip:
            return
        try:
            yield self.decode(data)
        except FormatError as error:
            yield error

    def check(self, data: bytes | mmap) -> Iterator[tuple[Problem, ...]]:
        """The problems of every game of a file, as reading the games one by one would find them.

        A format that has a quicker way for many games takes it, on a mapped file too.
        """
        return (game.problems for game in self.games(bytes(data)))

    @property
    def checks_in_bulk(self) -> bool:
        """Whether the format has a quicker way to check many games."""
        return type(self).check is not Format.check

    def explain_part(self, data: bytes, start: int, end: int) -> list[Span]:
        """The spans that have a byte between two places."""
        return spans_between(self.explain(data), start, end)

    @property
    def explains_parts(self) -> bool:
        """Whether a part of a file can be explained without the rest."""
        return type(self).explain_part is not Format.explain_part

    def place_of(self, data: bytes, point: str) -> tuple[int, int] | None:
        """Between which two offsets a file speaks of a point; None if it does so nowhere."""
        return 0, len(data)

    def spans(self, data: bytes, start: int = 0, end: int | None = None) -> list[Span]:
        """The spans that have a byte from `start` on and before `end`: by default, all."""
        start, end = max(0, start), len(data) if end is None else end
        return self.explain_part(data, start, end) if start < end else []
