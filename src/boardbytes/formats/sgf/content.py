"""What the properties of a node say: a step, notes and the rest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from boardbytes.formats.sgf.points import BadPoint, Board
from boardbytes.formats.sgf.private import PRIVATE
from boardbytes.formats.sgf.properties import MULTILINE_HEADERS, Kind, Known, Type, known
from boardbytes.formats.sgf.texts import parse_simple, parse_text, split_composed
from boardbytes.games.go import GoMove
from boardbytes.model import Colour, Notes, Setup
from boardbytes.model.notes import (
    NO_NOTES,
    Clock,
    Figure,
    Judgement,
    Label,
    Link,
    Mark,
    Owned,
    Verdict,
)
from boardbytes.model.tree import Property

Raw: TypeAlias = "tuple[str, Sequence[str]]"
"""A property as it is written: its name and its values, escapes and all."""

TURNS = {"B": Colour.BLACK, "W": Colour.WHITE}
_ODD_TURNS = {
    "b": Colour.BLACK, "black": Colour.BLACK, "1": Colour.BLACK,
    "w": Colour.WHITE, "white": Colour.WHITE, "2": Colour.WHITE,
}  # fmt: skip

_SECONDS = re.compile(r"-?[0-9]{1,9}(?:\.[0-9]{0,6})?")
_COUNT = re.compile(r"[0-9]{1,9}")
_WHOLE = re.compile(r"[+-]?[0-9]{1,15}")
NUMBER = re.compile(r"[+-]?(?:[0-9]{1,15}(?:\.[0-9]{0,15})?|\.[0-9]{1,15})")
UNSTRESSED = (Verdict.DOUBTFUL, Verdict.INTERESTING)
"""The judgements that SGF has no emphasis for."""


@dataclass(frozen=True)
class Oddity:
    """Something to say about a value: which property and value of the node it is."""

    code: str
    message: str
    property: int
    value: int = 0
    found: str | None = None


@dataclass
class Content:
    """What the properties of one node say."""

    moves: list[tuple[Colour, GoMove, int]] = field(default_factory=list)
    """Each with the number of its property."""
    stones: dict[str, str] = field(default_factory=dict)
    turn: Colour | None = None
    has_setup: bool = False
    notes: Notes = NO_NOTES
    headers: dict[str, str] = field(default_factory=dict)
    verbatim: tuple[Property, ...] = ()
    oddities: list[Oddity] = field(default_factory=list)

    @property
    def setup(self) -> Setup | None:
        return Setup(tuple(self.stones.items()), self.turn) if self.has_setup else None


def content_of(properties: Iterable[Raw], board: Board, *, is_root: bool = False) -> Content:
    """What properties say; values that mean nothing to us are kept verbatim."""
    reader = _Reader(board, is_root)
    for number, (name, values) in enumerate(properties):
        reader.read(number, name, values)
    return reader.finish()


class _Reader:
    """Takes the properties of a node one by one."""

    def __init__(self, board: Board, is_root: bool) -> None:
        self.board, self.is_root = board, is_root
        self.content = Content()
        self.verbatim: dict[str, list[str]] = {}
        self.lists: dict[str, list[Any]] = {}
        self.texts: dict[str, list[str]] = {}
        self.clocks: dict[Colour, list[Any]] = {}
        self.said: dict[str, str] = {}
        """What each property that has one value said first."""
        self.number, self.name = 0, ""

    def read(self, number: int, name: str, values: Sequence[str]) -> None:
        self.number, self.name = number, name
        entry = known(name)
        reader = _READERS.get(entry.kind)
        if reader is None:
            self.keep(*values)
            self.check(entry, values)
        elif entry.kind in _ROOT_ONLY and not self.is_root:
            self.keep(*values)
        else:
            reader(self, entry, values)

    def finish(self) -> Content:
        content = self.content
        lists: dict[str, Any] = {
            name: tuple(dict.fromkeys(items)) for name, items in self.lists.items()
        }
        if self.clocks:
            lists["clocks"] = tuple(Clock(colour, *told) for colour, told in self.clocks.items())
        between = {"comment": "\n", "name": " "}
        texts: dict[str, Any] = {
            name: between[name].join(filter(None, each)) for name, each in self.texts.items()
        }
        if lists or texts:
            content.notes = Notes(**texts, **lists)
        if self.verbatim:
            found = ((name, tuple(kept)) for name, kept in self.verbatim.items())
            content.verbatim = tuple(sorted(found, key=_order))
        return content

    def keep(self, *values: str) -> None:
        self.verbatim.setdefault(self.name, []).extend(values)

    def check(self, entry: Known, values: Sequence[str]) -> None:
        """Tell of values that are not of their property's type."""
        fits = _CHECKS.get(entry.type, _is_any)
        for number, value in enumerate(values):
            if not fits(value.strip(), self.board):
                self.say("value", f"{self.name} must be {entry.type.value}", number, value)

    def say(self, code: str, message: str, value: int = 0, found: str | None = None) -> None:
        self.content.oddities.append(Oddity(code, message, self.number, value, found))

    def add(self, field: str, item: Any) -> None:
        self.lists.setdefault(field, []).append(item)

    def points(self, values: Sequence[str]) -> list[str]:
        """The names of the points of a list; any other value is kept as it is."""
        found = self.board.points(values)
        for number, value in found.bad:
            self.keep(value)
            if value.strip():
                message = f"a value of {self.name} is not a point of the board"
                self.say("off-board", message, number, value)
        if found.reversed:
            message = f"the corners of a rectangle of {self.name} are the wrong way round"
            self.say("corners", message, found.reversed[0], values[found.reversed[0]])
        names = self.board.names
        return [names[index] for index in found.indices]

    def move(self, entry: Known, values: Sequence[str]) -> None:
        for number, value in enumerate(values):
            if number:
                self.say("two-moves", f"{self.name} has more than one value", number)
                self.keep(value)
                continue
            try:
                move = self.board.move(value)
            except BadPoint:
                message = f"{self.name} is not a point of the board, so it is not a move"
                self.say("off-board", message, found=value)
                self.keep(value)
            else:
                self.content.moves.append((entry.what, move, self.number))

    def stones(self, entry: Known, values: Sequence[str]) -> None:
        names = self.points(values)
        for name in names:
            self.content.stones[name] = entry.what
        self.content.has_setup = self.content.has_setup or bool(names)

    def turn(self, entry: Known, values: Sequence[str]) -> None:
        for number, value in enumerate(values):
            word = value.strip()
            colour = TURNS.get(word) or _ODD_TURNS.get(word.lower())
            if colour is None:
                self.keep(value)
            else:
                self.content.turn, self.content.has_setup = colour, True
            if word not in TURNS:
                self.say("player", "PL must be B or W", number, value)

    def comment(self, entry: Known, values: Sequence[str]) -> None:
        self.texts.setdefault("comment", []).extend(map(parse_text, values))

    def named(self, entry: Known, values: Sequence[str]) -> None:
        self.texts.setdefault("name", []).extend(map(parse_simple, values))

    def mark(self, entry: Known, values: Sequence[str]) -> None:
        for name in self.points(values):
            self.add("marks", Mark(entry.what, name))

    def territory(self, entry: Known, values: Sequence[str]) -> None:
        for name in self.points(values):
            self.add("territory", Owned(name, entry.what))

    def letters(self, entry: Known, values: Sequence[str]) -> None:
        for number, name in enumerate(self.points(values)):
            self.add("labels", Label(name, chr(ord("a") + number % 26)))

    def label(self, entry: Known, values: Sequence[str]) -> None:
        for number, value in enumerate(values):
            point, text = split_composed(value)

            def add(point: str = point, text: str = text or "") -> None:
                name = self.board.names[self.board.point(point)]
                self.add("labels", Label(name, parse_simple(text)))

            self._with_point(number, value, add)

    def link(self, entry: Known, values: Sequence[str]) -> None:
        for number, value in enumerate(values):
            first, _, last = value.partition(":")

            def add(first: str = first, last: str = last) -> None:
                names, point = self.board.names, self.board.point
                self.add("links", Link(names[point(first)], names[point(last)], entry.what))

            self._with_point(number, value, add)

    def _with_point(self, number: int, value: str, add: Callable[[], None]) -> None:
        try:
            add()
        except BadPoint:
            self.keep(value)
            message = f"a value of {self.name} is not a point of the board"
            self.say("off-board", message, number, value)

    def judgement(self, entry: Known, values: Sequence[str]) -> None:
        for value in values:
            if value.strip() in ("", "1", "2"):
                strong = value.strip() == "2" and entry.what not in UNSTRESSED
                self.add("judgements", Judgement(entry.what, strong))
            else:
                self.keep(value)

    def clock(self, entry: Known, values: Sequence[str]) -> None:
        is_time = entry.kind is Kind.TIME
        for value in values:
            told = self.clocks.get(entry.what, [None, None])
            place = 0 if is_time else 1
            if told[place] is None and (_SECONDS if is_time else _COUNT).fullmatch(value.strip()):
                told[place] = float(value) if is_time else int(value)
                self.clocks[entry.what] = told
            else:
                self.keep(value)

    def figure(self, entry: Known, values: Sequence[str]) -> None:
        for value in values:
            if NUMBER.fullmatch(value.strip()):
                self.add("figures", Figure(entry.what, value.strip()))
            else:
                self.keep(value)

    def any_figure(self, entry: Known, values: Sequence[str]) -> None:
        for value in values:
            name, text = split_composed(value)
            if text is None:
                self.keep(value)
            else:
                self.add("figures", Figure(parse_simple(name), parse_simple(text)))

    def header(self, entry: Known, values: Sequence[str]) -> None:
        """The first value counts, even if it is empty; others are kept as they are."""
        parse = parse_text if entry.what in MULTILINE_HEADERS else parse_simple
        for number, value in enumerate(values):
            if self.is_said_again(value, parse, number):
                self.keep(value)
            elif parse(value).strip():
                self.content.headers.setdefault(entry.what, parse(value))

    def is_said_again(
        self, value: str, parse: Callable[[str], str], number: int, code: str = "header-twice"
    ) -> bool:
        """Whether a property said something else before; that is told."""
        text = parse(value)
        said = self.said.setdefault(self.name, text)
        if text == said or not text.strip():
            return False
        message = f"{self.name} is said again; what is said first counts"
        self.say(code, message, number, value)
        return True

    def any_header(self, entry: Known, values: Sequence[str]) -> None:
        for value in values:
            name, text = split_composed(value)
            if text is None:
                self.keep(value)
                continue
            said = parse_text(text)
            if self.content.headers.setdefault(parse_text(name), said) != said:
                self.keep(value)

    def root(self, entry: Known, values: Sequence[str]) -> None:
        """This was understood before the nodes were read; only DGF may have several values."""
        for number, value in enumerate(values):
            if self.name != PRIVATE:
                self.is_said_again(value, parse_simple, number, "root-twice")


def _order(kept: Property) -> tuple[bool, str]:
    """First the properties that we read, by name, since what is kept of them is written beside
    what was read; then all others, as they were found.
    """
    name, _ = kept
    is_read = known(name).kind in _READERS
    return not is_read, name if is_read else ""


_ROOT_ONLY = {Kind.HEADER, Kind.ANY_HEADER, Kind.ROOT}


def _is_any(value: str, board: Board) -> bool:
    return True


def _is_point(value: str, board: Board) -> bool:
    try:
        board.corners(value)
    except BadPoint:
        return False
    return True


def _is_figure(value: str, board: Board) -> bool:
    return not value or (":" in value and bool(_WHOLE.fullmatch(value.partition(":")[0].strip())))


_CHECKS: dict[Type, Callable[[str, Board], object]] = {
    Type.NONE: lambda value, board: not value,
    Type.NUMBER: lambda value, board: _WHOLE.fullmatch(value),
    Type.STYLE: lambda value, board: value in ("0", "1", "2", "3"),
    Type.REAL: lambda value, board: NUMBER.fullmatch(value),
    Type.DOUBLE: lambda value, board: value in ("", "1", "2"),
    Type.MOVE: lambda value, board: value in ("", "tt") or _is_point(value, board),
    Type.POINTS: lambda value, board: not value or _is_point(value, board),
    Type.FIGURE: _is_figure,
}
"""Whether a value is of a type, where it is kept as it is written; text is never wrong."""

_READERS: dict[Kind, Callable[[_Reader, Known, Sequence[str]], None]] = {
    Kind.MOVE: _Reader.move,
    Kind.STONES: _Reader.stones,
    Kind.TURN: _Reader.turn,
    Kind.COMMENT: _Reader.comment,
    Kind.NAME: _Reader.named,
    Kind.MARK: _Reader.mark,
    Kind.LABEL: _Reader.label,
    Kind.LETTERS: _Reader.letters,
    Kind.LINK: _Reader.link,
    Kind.TERRITORY: _Reader.territory,
    Kind.JUDGEMENT: _Reader.judgement,
    Kind.TIME: _Reader.clock,
    Kind.MOVES_LEFT: _Reader.clock,
    Kind.FIGURE: _Reader.figure,
    Kind.ANY_FIGURE: _Reader.any_figure,
    Kind.HEADER: _Reader.header,
    Kind.ANY_HEADER: _Reader.any_header,
    Kind.ROOT: _Reader.root,
}
