"""The values of an SGF file as spans: meaning, points of the board, move of the record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, islice
from typing import NamedTuple

from boardbytes.formats.dgf.numbers import names_of_move
from boardbytes.formats.sgf.board import (
    MAX_SIZE,
    PLAYERS,
    SETTERS,
    SETUP,
    BadPoint,
    parse_move,
    parse_points,
)
from boardbytes.formats.sgf.private import PRIVATE
from boardbytes.formats.sgf.text import (
    OPEN_VALUE,
    Charset,
    charset_of,
    original_size,
    rewritten,
)
from boardbytes.formats.text import EXPLAINED, MOST_SPANS
from boardbytes.games.go.board import USUAL_SIZE, point_names
from boardbytes.games.go.move import RESIGN_NUMBER
from boardbytes.model import Span

_MOST_RECTANGLES = 256
"""So many rectangles have their points named: a short file can list very many."""

_MEANINGS = {
    "FF": "version of the format", "GM": "kind of game; 1 is Go", "SZ": "lines of the board",
    "CA": "encoding of the text", "AP": "program that wrote it", "KM": "komi", "RE": "result",
    "HA": "handicap stones", "RU": "rules", "PB": "who plays black", "PW": "who plays white",
    "DT": "date", "GN": "name of the game", "AB": "black stones set up",
    "AW": "white stones set up", "AE": "points made empty", "PL": "who plays next",
    "B": "black plays", "W": "white plays", "C": "comment", "N": "name of the node",
    "DGF": "what DGF says beyond SGF",
}  # fmt: skip
_POINT_LISTS = {*SETUP, "TR", "CR", "SQ", "MA", "SL", "TB", "TW", "DD", "VW"}
_START = re.compile(rb"\(\s*;")
_TOKEN = re.compile(rb"([A-Za-z]+)|(" + OPEN_VALUE + rb")|([;()])", re.DOTALL)
_NO_POINT = MAX_SIZE**2 + 1


class _Value(NamedTuple):
    """A value of a property, and where it stands: `node` counts from 1."""

    name: str
    start: int
    raw: bytes
    node: int
    is_main: bool
    """Whether it is on the main line of the first game."""
    is_first: bool
    """Whether it belongs to the first game."""

    @property
    def inside(self) -> bytes:
        return self.raw[1:].removesuffix(b"]")


def explain(data: bytes) -> list[Span]:
    """Every value with its property and meaning, of the first megabyte.

    Only the first game, which is the one that is read, has points; only its main line has moves.
    """
    charset = charset_of(data)
    text = rewritten(data[:EXPLAINED], charset)
    values = list(islice(_values(text), MOST_SPANS))
    size = _size(values)
    plies = _plies([value for value in values if value.is_main])
    spans, rectangles = [], 0
    offset = before = 0
    for value in values:
        end = value.start + len(value.raw)
        offset += original_size(text, before, value.start, charset)
        # Half a character at the end is rewritten as a whole one.
        width = min(original_size(text, value.start, end, charset), len(data) - offset)
        rectangles += b":" in value.raw and value.name in _POINT_LISTS
        is_named = value.is_first and rectangles <= _MOST_RECTANGLES
        points = _points(value, size) if is_named else ()
        shown, meaning = _shown(value.raw[1:-1], charset), _MEANINGS.get(value.name, "left out")
        if points and value.name in PLAYERS:
            meaning += f" {points[0]}"
        spans.append(
            Span(offset, width, value.name, shown, meaning, points, plies.get(value.start))
        )  # fmt: skip
        offset, before = offset + width, end
    return [span for span in spans if span.size > 0]


def _values(text: bytes) -> Iterator[_Value]:
    """The values from the first game on, whatever the text."""
    start = _START.search(text)
    name, node, depth, is_main, is_first = "", 0, 0, True, True
    for match in _TOKEN.finditer(text, start.start()) if start else ():
        if match[1]:
            name = re.sub(r"[a-z]", "", match[1].decode("ascii"))
        elif match[2]:
            if name:
                yield _Value(name, match.start(), match[2], node, is_main, is_first)
        elif match[3] == b")":
            # The main line takes the first branch everywhere: it ends where anything ends.
            depth, is_main = depth - 1, False
            is_first = is_first and depth > 0
        else:
            depth += match[3] == b"("
            node += match[3] == b";"
            name = ""


def _size(values: list[_Value]) -> int:
    """The lines of the board; 0 if there is no such board."""
    given = [value.inside for value in values if (value.name, value.node) == ("SZ", 1)]
    columns, _, rows = given[0].strip().partition(b":") if given else (b"", b"", b"")
    if not columns:
        return USUAL_SIZE
    size = int(columns) if re.fullmatch(rb"\d{1,3}", columns) else 0
    return size if 1 <= size <= MAX_SIZE and rows in (b"", columns) else 0


def _plies(values: list[_Value]) -> dict[int, int]:
    """Which move of the record each value of the main line is, by its place.

    As in reading: the record begins where stones were last set up before a move, or where a side
    last played again.
    """
    sections: list[list[_Value]] = [[]]
    for _, node in groupby(values, lambda value: value.node):
        row = list(node)
        if sections[-1] and any(value.name in SETTERS for value in row):
            sections.append([])
        for value in row:
            if value.name in PLAYERS:
                if sections[-1] and sections[-1][-1].name == value.name:
                    sections.append([])
                sections[-1].append(value)
    moves = sections.pop() or (sections.pop() if sections else [])
    private = [value for value in values if (value.name, value.node) == (PRIVATE, 1)]
    if any(value.inside == b"over" for value in private):
        return {}
    moves += [value for value in private if value.inside.startswith(b"resign:")]
    return {value.start: ply for ply, value in enumerate(moves, 1)}


def _number(value: _Value, size: int) -> int:
    """DGF's number of a move; one that is no point for what is no move."""
    if value.name == PRIVATE:
        return RESIGN_NUMBER
    try:
        return parse_move(value.inside, size)
    except BadPoint:
        return _NO_POINT


def _points(value: _Value, size: int) -> tuple[str, ...]:
    """The points that a value names."""
    inside = value.inside
    if value.name in PLAYERS:
        return names_of_move(_number(value, size), size)
    if value.name == "LB":
        inside = inside.partition(b":")[0]
    elif value.name == PRIVATE:
        inside = inside.removeprefix(b"ko:")
    elif value.name not in _POINT_LISTS:
        return ()
    try:
        return tuple(point_names(size)[index] for index in parse_points(inside, size))
    except BadPoint:
        return ()


def _shown(value: bytes, charset: Charset) -> str:
    text = value.decode("utf-8" if charset.is_rewritten else charset.name, "replace")
    text = text if text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= 40 else f"{text[:37]}..."
