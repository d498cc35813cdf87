"""One SGF game while it is read: its properties, their places, and what is found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import NoReturn

from boardbytes.errors import FormatError
from boardbytes.formats.findings import Findings
from boardbytes.formats.sgf_split import extents
from boardbytes.formats.sgf_text import (
    Charset,
    GameText,
    Node,
    charset_of,
    original_size,
    parse_simple_text,
    read_game,
    rewritten,
)
from boardbytes.model import Problem


@dataclass(frozen=True)
class Source:
    """A game and the text that it stands in."""

    data: bytes
    game: GameText
    charset: Charset
    findings: Findings
    origin: int
    """Where in the file the game begins: the data may have been rewritten."""

    @property
    def nodes(self) -> Iterator[Node]:
        """The nodes that hold more than a move."""
        return (step for step in self.game.steps if isinstance(step, dict))

    @cached_property
    def root(self) -> Node:
        return next(self.nodes, {})

    def unread(self) -> Source:
        """The same with places and findings, but without the game's properties."""
        return replace(self, game=replace(self.game, steps=()))

    def text(self, name: str) -> str:
        """A property of the root on one line; empty if there is none."""
        values = self.root.get(name)
        return parse_simple_text(values[0], self.charset) if values else ""

    def place(self, offset: int) -> int:
        """Where in the file a place of the text stands."""
        start = self.game.start
        return self.origin + original_size(self.data, start, offset, self.charset)

    def place_of_value(self, value: int) -> int:
        """Where the value of that number, counted over the main line, stands."""
        return self.place(self.game.offset(self.data, value))

    def places(self, values: Sequence[int]) -> Callable[[int], int]:
        """Where each of some values stands."""
        return lambda index: self.place_of_value(values[index])

    def place_of(self, name: str, node: Node | None = None) -> int:
        """Where the first value of a property stands, by default one of the root."""
        wanted, count = self.root if node is None else node, 0
        for each in self.game.steps:
            if not isinstance(each, dict):
                count += len(each)
                continue
            for key, values in each.items():
                if each is wanted and key == name:
                    return self.place_of_value(count)
                count += len(values)
        return self.place(self.game.start)

    def fail(self, code: str, message: str, place: int, found: str | None = None) -> NoReturn:
        """Raise FormatError with this and everything that was found so far."""
        self.findings.error(code, message, place, found)
        raise FormatError(self.findings.problems, self.findings.format)


def sources(data: bytes, skip: int = 0) -> Iterator[Source]:
    """The games of a file, one after the other; those that are skipped are not read."""
    charset = charset_of(data)
    text = rewritten(data, charset)
    origin = before = 0
    for extent in islice(extents(text), skip, None):
        origin += original_size(text, before, extent.start, charset)
        before = extent.start
        yield Source(text, read_game(text, extent), charset, Findings("sgf"), origin)


def no_game() -> FormatError:
    """What is wrong with a file in which no game begins."""
    return FormatError([Problem("no-game", "an SGF game begins with (;", 0)], "sgf")
