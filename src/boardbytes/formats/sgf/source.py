"""One SGF game while it is read: its properties, their places, and what is found."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from operator import itemgetter
from typing import NoReturn

from boardbytes.errors import FormatError
from boardbytes.formats.findings import Findings
from boardbytes.formats.sgf.split import extents
from boardbytes.formats.sgf.text import (
    Charset,
    GameText,
    Node,
    charset_of,
    original_size,
    parse_simple_text,
    read_game,
    rewritten,
)
from boardbytes.model import Place, Problem


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
        before = bisect_right(self._known_places, offset, key=itemgetter(0)) - 1
        start, place = self._known_places[before]
        place += original_size(self.data, start, offset, self.charset)
        self._known_places.insert(before + 1, (offset, place))
        return place

    @cached_property
    def _known_places(self) -> list[tuple[int, int]]:
        """Places that were asked for: what is asked next is never far from one of them."""
        return [(self.game.start, self.origin)]

    def place_of_value(self, value: int) -> int:
        """Where the value of that number, counted over the main line, stands."""
        offsets = self._value_offsets
        return self.place(offsets[value] if value < len(offsets) else self.game.start)

    @cached_property
    def _value_offsets(self) -> array[int]:
        """Where every value begins: found once, however much there is to say about them."""
        return array("Q", (match.start() for match in self.game.values(self.data)))

    def raw_value(self, value: int) -> bytes:
        """What stands in the brackets of the value of that number."""
        match = next(islice(self.game.values(self.data), value, None), None)
        return match[0][1:-1] if match else b""

    def places(self, values: Sequence[int]) -> Callable[[int], int]:
        """Where each of some values stands."""
        return lambda index: self.place_of_value(values[index])

    def place_of(self, name: str, node: Node | None = None) -> int:
        """Where the first value of a property stands, by default one of the root."""
        wanted = self.root if node is None else node
        value = self._first_values.get(id(wanted))
        if value is None or name not in wanted:
            return self.place(self.game.start)
        for key, values in wanted.items():
            if key == name:
                break
            value += len(values)
        return self.place_of_value(value)

    @cached_property
    def _first_values(self) -> dict[int, int]:
        """The number of the first value of every node, by the node's identity."""
        firsts, count = {}, 0
        for each in self.game.steps:
            if isinstance(each, dict):
                firsts[id(each)] = count
                count += sum(map(len, each.values()))
            else:
                count += len(each)
        return firsts

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
    return FormatError([Problem("no-game", "an SGF game begins with (;", Place(0))], "sgf")
