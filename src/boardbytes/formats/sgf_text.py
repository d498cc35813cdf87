"""SGF as text: its encoding, its games, the nodes of a main line, and its ways to write text.

The grammar is sgfmill's, whose tokeniser neither recurses nor copies. What is added: a run of
nodes that hold one move each, which is most of most files, is read in one step; and places in
the bytes, which tokens do not have, are found again when there is something to say about them.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

Node: TypeAlias = dict[str, list[bytes]]
"""The properties of a node: raw values by identifier."""

_VALUE = rb"\[[^\\\]]*(?:\\.[^\\\]]*)*\]"
_VALUES = re.compile(_VALUE, re.DOTALL)
OPEN_VALUE = rb"\[[^\\\]]*(?:\\.[^\\\]]*)*(?:\]|\\?\Z)"
"""A value, or what would be one if it ended: found once, not looked for from every bracket."""
_OPEN_VALUES = re.compile(OPEN_VALUE, re.DOTALL)
_OPENING = re.compile(rb"\s*\[")
_SPACE = re.compile(rb"\s*")
_START = re.compile(rb"\(\s*;")
_ROOT = re.compile(rb"\(\s*;(?:\s*[A-Za-z]{1,64}(?:\s*" + _VALUE + rb")+)*", re.DOTALL)
_RUN = re.compile(rb"(?:\s*;\s*[BW]\s*\[[a-zA-Z]{0,2}\])*\s*\)")
_MOVE = re.compile(rb"([BW])\s*\[([a-zA-Z]{0,2})\]")
_CHARSET = re.compile(rb"[;\]\s]CA\s*\[\s*([\w.:-]{1,40})\s*\]")

_SAFE = {"utf-8", "ascii", "koi8-r", "euc_jp", "euc_kr", "gb2312"} | {
    *(f"cp125{digit}" for digit in range(9)),
    *(f"iso8859-{number}" for number in range(1, 17)),
}
"""Encodings in which a byte below 128 always means itself."""

_UNSAFE = {"big5", "big5hkscs", "shift_jis", "cp932", "cp949", "cp950", "gbk", "gb18030", "johab"}
"""Encodings that hide brackets and backslashes inside characters: they are rewritten first."""

_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


@dataclass(frozen=True)
class Charset:
    """How a file's text is encoded; `claimed` is what it says, if that is not so."""

    name: str
    is_rewritten: bool = False
    claimed: str | None = None


def charset_of(data: bytes) -> Charset:
    """The encoding that a file says it has, or else UTF-8 if it is that, or else Latin-1."""
    for mark, name in _MARKS.items():
        if data.startswith(mark):
            return Charset(name, is_rewritten=True)
    said = _CHARSET.search(data[:65536])
    claimed = said[1].decode("ascii", "replace") if said else None
    try:
        name = codecs.lookup(claimed).name if claimed else ""
    except LookupError:
        name = ""
    if name in _UNSAFE:
        return Charset(name, is_rewritten=True)
    if name in _SAFE and _is(data, name):
        return Charset(name)
    fallback = "utf-8" if _is(data, "utf-8") else "iso8859-1"
    return Charset(fallback, claimed=claimed)


def _is(data: bytes, name: str) -> bool:
    try:
        data.decode(name)
    except UnicodeDecodeError:
        return False
    return True


def rewritten(data: bytes, charset: Charset) -> bytes:
    """The data as UTF-8 where its own encoding could be mistaken for structure."""
    if not charset.is_rewritten:
        return data
    return data.decode(charset.name, "replace").encode("utf-8")


def original_offset(text: bytes, offset: int, charset: Charset) -> int:
    """Where a place in the rewritten data stands in the file."""
    if not charset.is_rewritten:
        return offset
    return len(text[:offset].decode("utf-8", "replace").encode(charset.name, "replace"))


@dataclass(frozen=True)
class GameText:
    """One game of a file: where it stands, the nodes of its main line, what is beside it."""

    start: int
    end: int
    nodes: list[Node]
    run: list[tuple[bytes, bytes]] = field(default_factory=list)
    """The moves after those nodes, one to a node with nothing else in it: who, and where."""
    variations: int = 0
    fault: str | None = None
    """What breaks the grammar, at `end`."""

    def offset(self, data: bytes, value: int) -> int:
        """Where the value of that number, counted from 0 over the game, stands."""
        values = _VALUES.finditer(data, self.start, self.end)
        match = next(islice(values, value, None), None)
        return match.start() if match else self.start


def read_game(data: bytes, position: int = 0) -> GameText | None:
    """The next game from a position on; None if there is none."""
    start = _START.search(data, position)
    if start is None:
        return None
    root = _ROOT.match(data, start.start())
    run = _RUN.match(data, root.end()) if root else None
    if root is None or run is None:
        return _read_any_game(data, start.start())
    nodes = _read_any_game(root[0] + b")", 0).nodes
    return GameText(start.start(), run.end(), nodes, _MOVE.findall(run[0]))


def _read_any_game(data: bytes, start: int) -> GameText:
    from sgfmill.sgf_grammar import tokenise

    tokens, end = tokenise(data, start)
    nodes: list[Node] = []
    node: Node | None = None
    values: list[bytes] | None = None
    for index, (kind, token) in enumerate(tokens):
        if kind == "V":
            if values is None:
                return GameText(start, end, nodes, fault="a value stands without a property")
            values.append(token)
        elif kind == "I":
            if node is None:
                return GameText(start, end, nodes, fault="a property stands outside a node")
            values = node.setdefault(token.decode("ascii"), [])
        elif token == b";":
            node, values = {}, None
            nodes.append(node)
        elif token == b"(":
            node = values = None
        else:
            # The main line takes the first branch everywhere: it ends where anything ends.
            rest = tokens[index:]
            depth = sum((token == b"(") - (token == b")") for kind, token in rest if kind == "D")
            opened = sum(kind == "D" and token == b"(" for kind, token in tokens[:index])
            fault = None if depth + opened == 0 else _unfinished(data, end)
            branches = sum(kind == "D" and token == b"(" for kind, token in rest)
            return GameText(start, end, nodes, variations=branches, fault=fault)
    return GameText(start, end, nodes, fault=_unfinished(data, end))


def _unfinished(data: bytes, end: int) -> str:
    is_cut_off = _SPACE.fullmatch(data, end)
    return "the game is cut off" if is_cut_off else "something that is no SGF stands in the game"


def read_games(data: bytes) -> Iterator[GameText]:
    """All games of a file, one after the other; after a value that never ends there is none."""
    game = read_game(data)
    while game is not None:
        yield game
        if game.fault and _OPENING.match(data, game.end):
            return
        game = read_game(data, game.end)


def count_games(data: bytes, start: int) -> int:
    """How many games there are from a position on, by their brackets alone."""
    brackets = _OPEN_VALUES.sub(b"", data[start:])
    brackets = re.sub(rb"[^()]+", b"", brackets)
    count = depth = 0
    for sign in brackets:
        depth = max(0, depth + (1 if sign == ord("(") else -1))
        count += depth == 0 and sign == ord(")")
    return count


_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


def parse_simple_text(value: bytes, charset: Charset) -> str:
    """The text of a value on one line: escapes undone, line breaks and tabs made spaces."""
    name = "utf-8" if charset.is_rewritten else charset.name
    text = _ESCAPE.sub(lambda match: _unescaped(match[1]), value.decode(name, "replace"))
    return re.sub(r"\r\n|\n\r|[\t\n\v\f\r]", " ", text)


def _unescaped(sign: str) -> str:
    return "" if sign in ("\n", "\r", "\r\n", "\n\r") else sign


def format_simple_text(text: str) -> bytes:
    """The value of a text: the inverse of `parse_simple_text` for texts on one line."""
    return re.sub(r"([\\\]])", r"\\\1", text).encode("utf-8")
