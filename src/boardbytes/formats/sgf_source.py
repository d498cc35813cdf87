"""One SGF game while it is read: its properties, their places, and what is found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from boardbytes.errors import FormatError
from boardbytes.formats.findings import Findings
from boardbytes.formats.sgf_text import (
    Charset,
    GameText,
    Node,
    original_offset,
    parse_simple_text,
)


@dataclass(frozen=True)
class Source:
    """A game and the text that it stands in."""

    data: bytes
    game: GameText
    charset: Charset
    findings: Findings

    @property
    def nodes(self) -> list[Node]:
        return self.game.nodes

    @property
    def root(self) -> Node:
        return self.game.nodes[0] if self.game.nodes else {}

    def text(self, name: str) -> str:
        """A property of the root on one line; empty if there is none."""
        values = self.root.get(name)
        return parse_simple_text(values[0], self.charset) if values else ""

    def place(self, offset: int) -> int:
        """Where in the file a place of the text stands."""
        return original_offset(self.data, offset, self.charset)

    def place_of_value(self, value: int) -> int:
        """Where the value of that number, counted over the main line, stands."""
        return self.place(self.game.offset(self.data, value))

    def place_of(self, name: str, node: Node | None = None) -> int:
        """Where the first value of a property stands, by default one of the root."""
        wanted, count = self.root if node is None else node, 0
        for each in self.nodes:
            for key, values in each.items():
                if each is wanted and key == name:
                    return self.place_of_value(count)
                count += len(values)
        return self.place(self.game.start)

    def fail(self, code: str, message: str, place: int, found: str | None = None) -> NoReturn:
        """Raise FormatError with this and everything that was found so far."""
        self.findings.error(code, message, place, found)
        raise FormatError(self.findings.problems, self.findings.format)
