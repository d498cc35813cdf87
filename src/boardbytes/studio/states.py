"""What lies on a desk, as values: bytes in a format, and what they turned out to hold."""

from __future__ import annotations

from dataclasses import dataclass, replace

from boardbytes.errors import BoardbytesError, FormatError, PositionError
from boardbytes.formats import FORMATS, dumps, format_of, loads
from boardbytes.formats.loss import losses
from boardbytes.model import Document, Problem

KEEPS_ALL = "json"
"""The format that can hold every document whole."""


@dataclass(frozen=True)
class State:
    """Bytes in a format; None if they look like no format.

    `game` has the whole document if the format cannot hold the game that was played.
    """

    format: str | None
    data: bytes
    game: bytes | None = None
    part: tuple[int, int] | None = None
    """Where the game on the desk begins and ends in a file of many; None if it is the whole."""

    @property
    def is_signed(self) -> bool:
        """Whether players sign what it holds."""
        return self.format is not None and FORMATS.find(self.format).is_signed

    def holding(self, other: State) -> State:
        """This file with another game in place of the one on the desk."""
        if self.part is None:
            return other
        if other.format != self.format:
            raise PositionError(f"a file of many games in {self.format} cannot hold this")
        (start, end), data = self.part, other.data
        whole = self.data[:start] + data + self.data[end:]
        return replace(other, data=whole, part=(start, start + len(data)))


@dataclass(frozen=True)
class Reading:
    """What a state holds: a document, or everything that is wrong with it.

    With an illegal move in a record the document goes as far as the moves are legal.
    """

    format: str | None
    document: Document | None
    problems: tuple[Problem, ...]

    @property
    def is_signed(self) -> bool:
        """Whether players sign what it holds."""
        return self.format is not None and FORMATS.find(self.format).is_signed

    @property
    def is_kept_as_game(self) -> bool:
        """Whether it is a game even before its first move."""
        return self.format is not None and FORMATS.find(self.format).keeps_games


def read(state: State, name: str) -> Reading:
    """Understand bytes; `name` is the file's: its ending decides between similar formats."""
    if state.game is not None:
        # What is odd about the bytes was reported when they were laid down.
        return Reading(state.format, replace(loads(state.game, KEEPS_ALL), problems=()), ())
    start, end = state.part or (0, len(state.data))
    try:
        found = format_of(state.data, state.format, name)
        document = found.decode(state.data[start:end])
    except FormatError as error:
        return Reading(error.format, error.readable, _moved(error.problems, start))
    return Reading(found.name, document, _moved(document.problems, start))


def _moved(problems: tuple[Problem, ...], by: int) -> tuple[Problem, ...]:
    """Problems of a part of a file, with their places in the whole of it."""
    if by == 0:
        return problems
    return tuple(
        each
        if each.place.offset is None
        else replace(each, place=replace(each.place, offset=each.place.offset + by, line=None))
        for each in problems
    )


def reading_of(state: State, document: Document) -> Reading:
    """What a state made from a document holds: the same as `read` finds, without reading.

    Only for a document that came from bytes in which nothing was wrong.
    """
    format = state.format if state.game is None else KEEPS_ALL
    return Reading(state.format, document.in_format(format), ())


def state_of(document: Document, format: str | None) -> State:
    """A document laid down in a format, or in the one that keeps everything if it does not fit."""
    try:
        if format is None or not FORMATS.find(format).holds_positions:
            raise FormatError([Problem("format", "it holds no positions")], format)
        data = dumps(document, format, lossy=True)
    except BoardbytesError:
        return State(KEEPS_ALL, dumps(document, KEEPS_ALL, lossy=True))
    lost = losses(document.in_format(format), FORMATS.find(format))
    game = dumps(document, KEEPS_ALL, lossy=True) if lost else None
    return State(format, data, game)
