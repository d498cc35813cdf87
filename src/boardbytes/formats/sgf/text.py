"""SGF as text: its encoding, its games, the nodes of a main line, and its ways to write text.

The grammar is sgfmill's, whose tokeniser neither recurses nor copies. What is added: runs of nodes
that hold one move each, which are most of most files, are read in one step; and places in the
bytes, which tokens do not have, are found again when there is something to say about them.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from boardbytes.formats.sgf.split import VALUE, Extent

Node: TypeAlias = dict[str, list[bytes]]
"""The properties of a node: raw values by identifier."""

Run: TypeAlias = list[bytes]
"""Moves in a row, one to a node with nothing else in it: `Bdd` is black's."""

Step: TypeAlias = Node | Run

_VALUES = re.compile(VALUE, re.DOTALL)
OPEN_VALUE = rb"\[[^\\\]]*(?:\\.[^\\\]]*)*(?:\]|\\?\Z)"
"""A value, or what would be one if it ended: found once, not looked for from every bracket."""
_SPACE = re.compile(rb"\s*")
_ROOT = re.compile(rb"\(\s*;(?:\s*[A-Za-z]{1,64}(?:\s*" + VALUE + rb")+)*(?=\s*[;()])", re.DOTALL)
_MOVE = rb"\s*;\s*[BW]\s*\[[a-zA-Z]{0,2}\](?=\s*[;()])"
"""A node that holds a move and nothing else, but not the first node."""
_RUN = re.compile(rb"(?:" + _MOVE + rb")+")
_OTHERS = re.compile(rb"(?:\s*(?:[(A-Za-z]+|" + VALUE + rb")|(?!" + _MOVE + rb")\s*;)+", re.DOTALL)
_AROUND_MOVES = b" \t\n\r\f\v;["
_CHARSET = re.compile(rb"[;\]\s]CA\s*\[\s*([\w.:-]{1,40})\s*\]")

_SAFE = {"utf-8", "ascii", "koi8-r", "euc_jp", "euc_kr", "gb2312"} | {
    *(f"cp125{digit}" for digit in range(9)),
    *(f"iso8859-{number}" for number in range(1, 17)),
}
"""Encodings in which a byte below 128 always means itself."""

_UNSAFE = {"big5", "big5hkscs", "shift_jis", "cp932", "cp949", "cp950", "gbk", "gb18030", "johab"}
"""Encodings that hide brackets and backslashes inside characters: they are rewritten first."""

_PIECE = 1 << 20

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
        for _ in _decoded(data, name, "strict"):
            pass
    except UnicodeDecodeError:
        return False
    return True


def _decoded(data: bytes, name: str, errors: str) -> Iterator[str]:
    """The text in pieces: a collection is never held as text, whose signs may take four bytes."""
    decoder = codecs.getincrementaldecoder(name)(errors)
    for start in range(0, len(data), _PIECE):
        yield decoder.decode(data[start : start + _PIECE])
    yield decoder.decode(b"", final=True)


def rewritten(data: bytes, charset: Charset) -> bytes:
    """The data as UTF-8 where its own encoding could be mistaken for structure."""
    if not charset.is_rewritten:
        return data
    return b"".join(piece.encode("utf-8") for piece in _decoded(data, charset.name, "replace"))


def original_size(text: bytes, start: int, end: int, charset: Charset) -> int:
    """How many bytes of the file a part of the rewritten data stands for."""
    if not charset.is_rewritten:
        return end - start
    return len(text[start:end].decode("utf-8", "replace").encode(charset.name, "replace"))


@dataclass(frozen=True)
class GameText:
    """One game of a file: where it stands, the nodes of its main line, what is beside it."""

    start: int
    end: int
    steps: Sequence[Step]
    fault: str | None = None
    """What breaks the grammar, at `end`."""
    variations: int = 0

    def values(self, data: bytes) -> Iterator[re.Match[bytes]]:
        """Every value of the game, brackets included, where it stands."""
        return _VALUES.finditer(data, self.start, self.end)


def read_game(data: bytes, extent: Extent) -> GameText:
    """The game that stands there; of one that is not closed, only what is wrong."""
    start, line_end, end, variations, is_closed = extent
    if not is_closed:
        return GameText(start, end, [], _unfinished(data, end))
    root = _ROOT.match(data, start, end)
    if root is None:  # something is odd about it
        return GameText(start, end, *_read_nodes(data[start:line_end]), variations)
    nodes, fault = _read_nodes(root[0])
    steps: list[Step] = [*nodes]
    place = root.end()
    while place < line_end and not fault:
        run = _RUN.match(data, place, end)
        if run:
            steps.append(run[0].translate(None, _AROUND_MOVES).split(b"]")[:-1])
            place = run.end()
            continue
        others = _OTHERS.match(data, place, line_end)
        assert others is not None  # since all of it is tokens
        # What is given begins with a node: with one before it, tokens before it would be seen.
        nodes, fault = _read_nodes(b"(;" + others[0])
        steps += nodes[1:]
        place = others.end()
    return GameText(start, end, steps, fault, variations)


def _read_nodes(line: bytes) -> tuple[list[Node], str | None]:
    """The nodes of a main line, and what is wrong with it."""
    from sgfmill.sgf_grammar import tokenise

    nodes: list[Node] = []
    node: Node | None = None
    values: list[bytes] | None = None
    for kind, token in tokenise(line)[0]:
        if kind == "V":
            if values is None:
                return nodes, "a value stands without a property"
            values.append(token)
        elif kind == "I":
            if node is None:
                return nodes, "a property stands outside a node"
            name = token.decode("ascii")
            values = node.get(name)
            if values is None:
                values = node[name] = []
        elif token == b";":
            node, values = {}, None
            nodes.append(node)
        else:
            node = values = None
    return nodes, None


def _unfinished(data: bytes, end: int) -> str:
    is_cut_off = _SPACE.fullmatch(data, end)
    return "the game is cut off" if is_cut_off else "something that is no SGF stands in the game"


_ODD = re.compile(rb"[\\\t\n\v\f\r]")
_ESCAPE = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)


def parse_simple_text(value: bytes, charset: Charset) -> str:
    """The text of a value on one line: escapes undone, line breaks and tabs made spaces."""
    name = "utf-8" if charset.is_rewritten else charset.name
    if not _ODD.search(value):
        return value.decode(name, "replace")
    text = _ESCAPE.sub(lambda match: _unescaped(match[1]), value.decode(name, "replace"))
    return re.sub(r"\r\n|\n\r|[\t\n\v\f\r]", " ", text)


def _unescaped(sign: str) -> str:
    return "" if sign in ("\n", "\r", "\r\n", "\n\r") else sign


def format_simple_text(text: str) -> bytes:
    """The value of a text: the inverse of `parse_simple_text` for texts on one line."""
    return re.sub(r"([\\\]])", r"\\\1", text).encode("utf-8")
