"""What lies on a desk, as values: bytes in a format, and what they turned out to hold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from boardbytes.errors import BoardbytesError, FormatError
from boardbytes.formats import FORMATS, dumps, format_of, loads
from boardbytes.formats.loss import losses
from boardbytes.games.go import GoPosition
from boardbytes.model import Document, Problem, Record

KEEPS_ALL = "json"
"""The format that can hold every document whole."""


def rules_called(name: str | None, record: Record | None) -> Any:
    """A rule set by its name, with the komi that a record has."""
    komi = getattr(record.rules, "komi", 0) if record else 0
    return replace(GoPosition.find_rules(name or "standard"), komi=komi) if komi else name


@dataclass(frozen=True)
class State:
    """Bytes in a format; None if they look like none.

    `game` has the whole document where the format cannot hold the game that was played.
    """

    format: str | None
    data: bytes
    game: bytes | None = None


@dataclass(frozen=True)
class Reading:
    """What a state holds: a document, or everything that is wrong with it.

    With an illegal move in a record the document goes as far as the moves are legal.
    """

    format: str | None
    document: Document | None
    problems: tuple[Problem, ...]

    @property
    def is_whole(self) -> bool:
        return not any(problem.is_error for problem in self.problems)


def read(state: State, name: str) -> Reading:
    """Understand bytes; `name` is the file's, whose ending decides between formats alike."""
    if state.game is not None:
        return Reading(state.format, loads(state.game, KEEPS_ALL), ())
    try:
        found = format_of(state.data, state.format, name)
        document = found.decode(state.data)
    except FormatError as error:
        return Reading(error.format, error.readable, error.problems)
    return Reading(found.name, document, document.problems)


def state_of(document: Document, format: str | None) -> State:
    """A document laid down in a format, or in the one that keeps all if that cannot hold it."""
    try:
        if format is None or not FORMATS.find(format).holds_positions:
            raise FormatError([Problem("format", "it holds no positions")], format)
        data = dumps(document, format, lossy=True)
    except BoardbytesError:
        return State(KEEPS_ALL, dumps(document, KEEPS_ALL))
    whole = replace(document, format=format)
    game = dumps(document, KEEPS_ALL) if losses(whole, FORMATS.find(format)) else None
    return State(format, data, game)
