"""JSON documents as spans: every value with its path, meaning, points and move."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from boardbytes.errors import FormatError, MoveError
from boardbytes.formats.dgf.numbers import says_mark
from boardbytes.formats.facts import FACTS
from boardbytes.formats.json import text as json_text
from boardbytes.formats.json.text import JsonValue
from boardbytes.formats.text import MOST_SPANS, shown
from boardbytes.games import GAMES, SUBJECTS
from boardbytes.games.checkers.board import NAMES as SQUARE_NAMES
from boardbytes.games.go.board import MAX_SIZE, point_names
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import BOARDS, THREE_RINGS, MillBoard
from boardbytes.games.tiles.board import DEPTHS
from boardbytes.model import Position, Span
from boardbytes.model.plain import EACH, Path, Plain

_DOCUMENT: dict[Path, str] = {
    ("boardbytes",): "the version of this kind of document",
    ("game",): "what the document is about: a game, or tiles",
    **{
        (part, *path): words
        for part in ("tree", "record")
        for path, words in (
            (("rules",), "the rule set that the game was played by"),
            (("rules", EACH), "a rule that differs from those of that name"),
            (("headers", EACH), "what the game says about itself"),
            (("result",), "not ended yet"),
            (("result", "winner"), "who won; null: nobody"),
            (("result", "reason"), "why the game ended"),
        )
    },
}
_STARTS: tuple[Path, ...] = (("position",), ("tree", "start"), ("record", "start"))
_NODE: dict[str, str] = {
    "parent": "the node that it follows",
    "setup": "stones put on the board or taken off",
    "move": "the move",
    "colour": "who made the move",
    "forced": "the move was played although the rules forbid it",
    "comment": "a comment",
    "name": "the name of the position",
    "marks": "a mark on a point",
    "labels": "a label on a point",
    "links": "an arrow or a line",
    "territory": "a point that somebody owns",
    "judgements": "what is thought of the move or the position, and whether strongly",
    "clocks": "a side's time left, and the moves to make in it",
    "figures": "a number with a name",
    "properties": "what the game's own format calls this",
}
_NO_MEANING = "not a part of such a document"


def explain(data: bytes) -> list[Span]:
    """Every value with the path to it; nothing for text that is not JSON."""
    try:
        value, text = json_text.parse(data, "json")
    except FormatError:
        return []
    return explain_values(text, _Document(value).spans)


def explain_values(text: str, spans_of: Callable[[JsonValue], Iterable[Span]]) -> list[Span]:
    """The spans of every value; `spans_of` gives those of one, in characters."""
    spans = (
        span
        for place in json_text.places(text)
        if place.token not in "{["
        for span in spans_of(place)
    )
    few = list(islice(spans, MOST_SPANS))
    if text.isascii():
        return few
    ends = (end for span in few for end in (span.offset, span.offset + span.size))
    places = json_text.byte_offsets(text, ends)
    return [
        replace(span, offset=start, size=end - start)
        for span, start, end in zip(few, places, places, strict=True)
    ]


def value_span(
    place: JsonValue, meaning: str, points: tuple[str, ...] = (), ply: int | None = None
) -> Span:
    """The span of a whole value."""
    token = place.token
    value = token if len(token) <= 40 else f"{token[:37]}..."
    return Span(place.start, len(token), Plain(None, place.path).name, value, meaning, points, ply)


def member(value: Any, path: Path) -> Any:
    """What stands at the end of a path of names; None if nothing does."""
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _size(rows: Any) -> tuple[int, int]:
    """The columns and rows of a board that is a list of texts; no columns if it is not one."""
    if not isinstance(rows, list) or not 1 <= len(rows) <= MAX_SIZE:
        return 0, 0
    width = len(rows[0]) if isinstance(rows[0], str) else 0
    return width if width <= MAX_SIZE else 0, len(rows)


@dataclass(frozen=True)
class _Document:
    """A document's plain value, whatever it is."""

    value: Any

    @cached_property
    def game(self) -> str:
        name = member(self.value, ("game",))
        return name if isinstance(name, str) and name in SUBJECTS else ""

    @cached_property
    def sizes(self) -> dict[Path, tuple[int, int]]:
        """The columns and rows of each Go board; damaged files may have boards that differ."""
        return {start: _size(member(self.value, (*start, "rows"))) for start in _STARTS}

    @cached_property
    def mill_board(self) -> MillBoard:
        """The board of mill that the document speaks of."""
        name = member(self.value, ("position", "board"))
        return BOARDS.get(name, THREE_RINGS) if isinstance(name, str) else THREE_RINGS

    @property
    def start(self) -> Position:
        """A position on the document's board, to read moves on."""
        start = GAMES.find(self.game).start
        return replace(start, board=self.mill_board) if isinstance(start, MillPosition) else start

    @cached_property
    def names(self) -> frozenset[str]:
        """The points that a value may name."""
        names = {"mill": self.mill_board.names, "checkers": SQUARE_NAMES}
        size = next((size for size in self.sizes.values() if size[0]), None)
        if self.game == "go" and size:
            return frozenset(point_names(size))
        return frozenset(names.get(self.game, ()))

    def spans(self, place: JsonValue) -> Iterable[Span]:
        path = place.path
        for start in _STARTS:
            if path[: len(start)] == start:
                return self._position(place, path[len(start) :], self.sizes[start])
        if path[:1] == ("facts",) and len(path) > 1:
            words = FACTS[path[1]].words if path[1] in FACTS else _NO_MEANING
            return [value_span(place, words)]
        if path[:2] == ("record", "moves") and len(path) == 3 and isinstance(path[2], int):
            return [self._move(place, path[2] + 1)]
        if path[:2] == ("tree", "nodes") and len(path) > 2 and isinstance(path[2], int):
            return [self._node(place, path[2], path[3:])]
        if path[:2] == ("tree", "root") and len(path) > 2:
            return [value_span(place, _NODE.get(f"{path[2]}", _NO_MEANING))]
        meaning = _DOCUMENT.get(path) or _DOCUMENT.get((*path[:2], EACH), _NO_MEANING)
        return [value_span(place, meaning)]

    @cached_property
    def plies(self) -> list[int | None]:
        """The ply of every node's move on the main line; None for the others."""
        nodes = member(self.value, ("tree", "nodes"))
        plies: list[int | None] = []
        on_main, ply = True, 0
        for index, node in enumerate(nodes if isinstance(nodes, list) else ()):
            is_object = isinstance(node, dict)
            on_main = on_main and (not is_object or node.get("parent", index) == index)
            has_move = not is_object or "move" in node
            ply += has_move
            plies.append(ply if on_main and has_move else None)
        return plies

    def _node(self, place: JsonValue, index: int, rest: Path) -> Span:
        ply = self.plies[index] if index < len(self.plies) else None
        if not rest or rest == ("move",):
            return self._move(place, ply)
        return value_span(place, _NODE.get(f"{rest[0]}", _NO_MEANING))

    def _move(self, place: JsonValue, ply: int | None) -> Span:
        try:
            move = self.start.parse_move(json.loads(place.token))
            points = move.points if self.names.issuperset(move.points) else ()
        except (MoveError, LookupError, AttributeError, TypeError):
            points = ()
        meaning = f"move {ply}" if ply else "a move of a variation"
        return value_span(place, meaning, points, ply)

    def _position(self, place: JsonValue, rest: Path, size: tuple[int, int]) -> Iterable[Span]:
        if len(rest) == 2 and rest[0] == "rows" and isinstance(rest[1], int):
            plain = place.token[:1] == '"' and "\\" not in place.token
            in_board = rest[1] < size[1] and len(place.token) == size[0] + 2 > 2
            if self.game == "go" and plain and in_board:
                return self._intersections(place, rest[1], size)
            if self.game == "tiles" and plain:
                return self._tiles(place, rest[1])
            return [value_span(place, "a row of the board")]
        table = SUBJECTS.find(self.game).meanings if self.game else {}
        meaning = table.get(rest) or table.get((*rest[:1], EACH), _NO_MEANING)
        named = json.loads(place.token) if len(rest) == 2 and place.token[0] == '"' else ""
        return [value_span(place, meaning, (named,) if named in self.names else ())]

    def _intersections(self, place: JsonValue, row: int, size: tuple[int, int]) -> Iterator[Span]:
        names = point_names(size)[row * size[0] :]
        for column, mark in enumerate(place.token[1:-1]):
            start, name = place.start + 1 + column, names[column]
            yield Span(start, 1, name, shown(mark), says_mark(mark), (name,))

    def _tiles(self, place: JsonValue, y: int) -> Iterator[Span]:
        depth = member(self.value, ("position", "depth"))
        (row,) = DEPTHS[depth if depth in DEPTHS else max(DEPTHS)].layout.fields
        for x, word in enumerate(re.finditer(r"[^ ]+", place.token[1:-1])):
            point, start = f"{x},{y}", place.start + 1 + word.start()
            is_tile = re.fullmatch(r"[0-9a-f]{1,16}", word[0])
            meaning = row.says(int(word[0], 16)) if is_tile else "must be a hexadecimal number"
            value = shown(word[0])
            yield Span(start, len(word[0]), f"tile {point}", value, meaning, (point,))
