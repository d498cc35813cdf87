"""What a format has to say about itself to be listed among the formats."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from mmap import mmap
from typing import TypeAlias

from boardbytes.errors import FormatError
from boardbytes.model import Document, Layout, Problem, Span

MANY = 500_000
"""Bytes from which on it is worth loading the compiler to check games together."""


@dataclass(frozen=True)
class Change:
    """A byte that a repair changed, and why."""

    offset: int
    before: int
    after: int
    reason: str

    def __str__(self) -> str:
        return f"byte {self.offset}: {self.before} becomes {self.after}: {self.reason}"


def spans_between(spans: list[Span], start: int, end: int) -> list[Span]:
    """Those of some spans, in order, that have a byte from `start` on and before `end`."""
    first = bisect_right(spans, start, key=lambda span: span.offset + span.size)
    last = bisect_left(spans, end, key=lambda span: span.offset)
    return spans[first:last]


Repair: TypeAlias = "Callable[[bytes], tuple[bytes, tuple[Change, ...]]]"


@dataclass(frozen=True)
class Format:
    """A way to store positions as bytes.

    `decode` gives a document or raises FormatError with everything it found. `explain` speaks
    about any bytes, in spans that follow one another. `likeness` says how much bytes look like this
    format: 0 not at all, 1 beyond doubt. `carries` names the facts that it can hold beyond a
    position.
    """

    name: str
    title: str
    game: str | None
    """The one game it is for; None: any."""
    suffixes: tuple[str, ...]
    max_size: int
    """No file of this format is longer."""
    decode: Callable[[bytes], Document]
    encode: Callable[[Document], bytes]
    explain: Callable[[bytes], list[Span]]
    likeness: Callable[[bytes], float]
    carries: frozenset[str] = frozenset()
    layout: Layout | None = None
    holds_positions: bool = True
    """Whether any position of its game can be written; a move alone is none."""
    losses: Callable[[Document], list[str]] | None = None
    """What else of a document it cannot hold, in words; None: it holds the rest of any."""
    repair: Repair | None = None
    """Rebuilds what the format stores twice; None where it stores nothing twice."""
    games: Callable[[bytes, int], Iterator[Document | FormatError]] | None = None
    """Every game of a file after so many that are skipped, or the error in its place; at least one
    if none is skipped. None where a file holds one game."""
    check: Callable[[bytes | mmap], Iterator[tuple[Problem, ...]]] | None = None
    """What reading every game tells, in a quicker way, of bytes or of a mapped file; None: there
    is none."""
    explain_part: Callable[[bytes, int, int], list[Span]] | None = None
    """The spans that have a byte between two places, without making all others; None: it must."""
    place_of: Callable[[bytes, str], tuple[int, int] | None] | None = None
    """Between which two places all bytes are that speak of a point; None: anywhere."""

    def spans(self, data: bytes, start: int = 0, end: int | None = None) -> list[Span]:
        """The spans that have a byte from `start` on and before `end`: all, if not told."""
        start, end = max(0, start), len(data) if end is None else end
        if start >= end:
            return []
        if self.explain_part:
            return self.explain_part(data, start, end)
        return spans_between(self.explain(data), start, end)

    def problems(self, data: bytes | mmap) -> Iterator[tuple[Problem, ...]]:
        """What is wrong with every game of a file; a game that is fine has no problems."""
        if self.check and len(data) > MANY:
            return self.check(data)
        return (game.problems for game in self.each_game(bytes(data)))

    def each_game(self, data: bytes, skip: int = 0) -> Iterator[Document | FormatError]:
        """Every game of a file, or the error that says why there is none in its place.

        The first `skip` games are not decoded.
        """
        if self.games:
            yield from self.games(data, skip)
            return
        if skip:
            return
        try:
            yield self.decode(data)
        except FormatError as error:
            yield error
