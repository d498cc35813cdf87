"""SGF games as places in bytes: the kernel's arrays, read by name.

>>> from boardbytes.formats.sgf.lexing import lexed_games
>>> game = next(lexed_games(b"(;SZ[9];Black[E5](;W[gc])(;W[cc]))"))
>>> [(game.name(i), game.value(i)) for i in range(game.properties)]
[('SZ', b'9'), ('B', b'E5'), ('W', b'gc'), ('W', b'cc')]
>>> list(game.parent)
[-1, 0, 1, 1]
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from string import ascii_letters, ascii_lowercase, digits
from typing import Any, NamedTuple

from boardbytes.compiling import compiled, is_compiling
from boardbytes.formats.sgf import kernel
from boardbytes.formats.sgf.kernel import NONE, Tables

FEW, MANY = 1 << 12, 1 << 21
"""From how many bytes on the compiled kernel is faster: if it is loaded, and if it is not."""

MOST_FAULTS = 100
"""The most faults of a game that are kept; nobody reads more."""

_SIGNS = {
    b" \t\n\r\v\f": kernel.SPACE,
    ascii_letters.encode(): kernel.LETTER,
    digits.encode() + b"_": kernel.DIGIT,
    b";": kernel.SEMICOLON,
    b"(": kernel.OPEN,
    b")": kernel.CLOSE,
    b"[": kernel.BRACKET,
    b"]": kernel.END,
    b"\\": kernel.ESCAPE,
}

_LEADS = {
    "big5": (range(0x81, 0xFF),),
    "big5hkscs": (range(0x81, 0xFF),),
    "cp950": (range(0x81, 0xFF),),
    "gbk": (range(0x81, 0xFF),),
    "gb18030": (range(0x81, 0xFF),),
    "cp949": (range(0x81, 0xFF),),
    "johab": (range(0x84, 0xFA),),
    "shift_jis": (range(0x81, 0xA0), range(0xE0, 0xFD)),
    "shift_jis_2004": (range(0x81, 0xA0), range(0xE0, 0xFD)),
    "shift_jisx0213": (range(0x81, 0xA0), range(0xE0, 0xFD)),
    "cp932": (range(0x81, 0xA0), range(0xE0, 0xFD)),
}
"""Codecs in which the second byte of a character may look like a bracket or a backslash, and the
bytes such characters begin with."""

_LOWER = ascii_lowercase.encode()


@cache
def signs(codec: str = "ascii") -> bytes:
    """What each byte is to the kernel, in text of a codec, named as `codecs.lookup` does.

    Does not serve codecs in which a byte below 64 can be a part of something else, as in UTF-16:
    such text must be rewritten first.
    """
    table = bytearray(256)
    for members, sign in _SIGNS.items():
        for byte in members:
            table[byte] = sign
    for leads in _LEADS.get(codec, ()):
        for byte in leads:
            table[byte] = kernel.LEAD
    return bytes(table)


class Fault(NamedTuple):
    """Where a game breaks the grammar: one of the kernel's codes, and the place."""

    code: int
    place: int


@dataclass(frozen=True, eq=False)
class Lexed:
    """One game as places in its data: nodes, properties and values in the order of the file.

    `kernel.Tables` says what the arrays hold.
    """

    data: bytes
    start: int
    end: int
    faults: tuple[Fault, ...]
    fault_count: int
    """How many faults there are; of many, only the first are kept."""
    node_start: Sequence[int]
    node_end: Sequence[int]
    parent: Sequence[int]
    sub_start: Sequence[int]
    sub_end: Sequence[int]
    first_property: Sequence[int]
    property_node: Sequence[int]
    name_start: Sequence[int]
    name_end: Sequence[int]
    first_value: Sequence[int]
    value_start: Sequence[int]
    value_end: Sequence[int]

    @property
    def nodes(self) -> int:
        return len(self.parent)

    @property
    def properties(self) -> int:
        return len(self.property_node)

    @property
    def values(self) -> int:
        return len(self.value_start)

    def name(self, prop: int) -> str:
        """A property's name without the lower-case letters of old files: `Black` is `B`."""
        raw = self.data[self.name_start[prop] : self.name_end[prop]]
        return (raw if raw.isupper() else raw.translate(None, _LOWER)).decode("ascii")

    def value(self, index: int) -> bytes:
        """What stands between the brackets of a value, as it is written."""
        return self.data[self.value_start[index] : self.value_end[index]]

    def values_of(self, prop: int) -> list[bytes]:
        """The values of a property, as they are written."""
        return [self.value(index) for index in self.value_range(prop)]

    def value_range(self, prop: int) -> range:
        return range(self.first_value[prop], self.first_value[prop + 1])

    def properties_of(self, node: int) -> range:
        return range(self.first_property[node], self.first_property[node + 1])


def lexed_games(
    data: bytes, place: int = 0, table: bytes | None = None, *, end: int | None = None
) -> Iterator[Lexed]:
    """Every game that begins from a place on, one after the other; nothing else is held.

    A game begins with `(;`. It ends with the parenthesis that closes it, or before the next game
    that begins with `GM` or `FF`, or with the last thing in it.
    """
    run = _Runner(data, table or signs(), place, len(data) if end is None else end)
    while (start := run.find(place)) != NONE:
        game = run.lex(start)
        yield game
        place = game.end


def lexed_game(data: bytes, start: int, end: int, table: bytes | None = None) -> Lexed:
    """The game whose `(` stands at a place."""
    return _Runner(data, table or signs(), start, end).lex(start)


def _is_compiled(size: int) -> bool:
    """Whether to run compiled: what is loaded already costs nothing."""
    can_be_loaded = "numba" in sys.modules and is_compiling()
    is_loaded = can_be_loaded and compiled(kernel.__name__).lex.signatures
    return size > (FEW if is_loaded else MANY)


class _Runner:
    """The kernel, interpreted or compiled, on data between two places.

    Its arrays have room for any game there and serve one after the other.
    """

    def __init__(
        self, data: bytes, table: bytes, start: int, end: int, is_compiled: bool | None = None
    ) -> None:
        self.data, self.end = data, end
        self.is_compiled = _is_compiled(end - start) if is_compiled is None else is_compiled
        self.functions: Any = kernel
        self.arguments: tuple[Any, Any] = (data, table)
        if self.is_compiled:
            import numpy as np

            self.functions = compiled(kernel.__name__)
            self.arguments = (np.frombuffer(data, np.uint8), np.frombuffer(table, np.uint8))
        self.tables: Any = Tables(*map(self._new, room_for(data, start, end)))

    def find(self, place: int) -> int:
        data, table = self.arguments
        return int(self.functions.find_game(data, place, self.end, table))

    def lex(self, start: int) -> Lexed:
        data, table = self.arguments
        tables = self.tables
        end = int(self.functions.lex(data, start, self.end, table, tables))
        nodes, properties, values, faults, _ = map(int, tables.counts)
        columns: list[Any] = [
            *(self._cut(column, nodes) for column in tables[:5]),
            self._cut(tables.first_property, nodes + 1),
            *(self._cut(column, properties) for column in tables[6:9]),
            self._cut(tables.first_value, properties + 1),
            *(self._cut(column, values) for column in tables[10:12]),
        ]
        kept = range(min(faults, MOST_FAULTS))
        found = [Fault(int(tables.fault_code[i]), int(tables.fault_place[i])) for i in kept]
        return Lexed(self.data, start, end, tuple(found), faults, *columns)

    def _new(self, size: int) -> Any:
        if not self.is_compiled:
            return array("q", bytes(8 * size))
        import numpy as np

        return np.empty(size, np.int64)  # what is not written takes no memory

    def _cut(self, column: Any, size: int) -> Any:
        cut = column[:size]
        return memoryview(cut.copy()) if self.is_compiled else cut


def room_for(data: bytes, start: int, end: int) -> tuple[int, ...]:
    """How long the arrays of `Tables` must be for any game between two places."""
    opens = data.count(b"(", start, end)
    # Outside a node, a property makes one: after each parenthesis at most once.
    nodes = data.count(b";", start, end) + opens + data.count(b")", start, end) + 1
    properties = (end - start) // 2 + 2
    values = data.count(b"[", start, end)
    return rooms(nodes, properties, values, opens + 1)


def rooms(nodes: int, properties: int, values: int, depth: int) -> tuple[int, ...]:
    """How long each array of `Tables` must be for that many of everything."""
    faults, counts = MOST_FAULTS, 5
    stack = kernel.LEVEL * depth
    return (*(nodes,) * 6, *(properties,) * 4, values, values, faults, faults, stack, counts)
