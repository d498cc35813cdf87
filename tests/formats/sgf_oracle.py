"""What sgfmill makes of a game beside what we make of it: structure, and every property value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

from sgfmill import sgf_grammar
from sgfmill.sgf import Sgf_game, Tree_node

import boardbytes as bb
from boardbytes.formats.sgf import format as sgf
from boardbytes.formats.sgf.properties import HEADERS, TABLE, Kind
from boardbytes.formats.sgf.reading import Places
from boardbytes.formats.sgf.result import format_result, format_rules
from boardbytes.games.go import GoPosition
from boardbytes.games.go.board import BLACK, WHITE, point_names
from boardbytes.model import Colour, GameTree, Node
from boardbytes.model.notes import Verdict

EVERYWHERE = {
    "refused": "a value that sgfmill refuses; we read it or keep it as it is",
    "undeclared": "text whose encoding is not declared, or not the declared one: sgfmill takes it "
    "for Latin-1 or fails",
    "contradiction": "a point in two of AB, AW and AE: sgfmill keeps it in both",
    "empty": "a header of white space alone, and AE in the root, which say nothing",
    "unknown": "M, L, XFIG and XHD, which sgfmill does not know; LB beside L, since both are "
    "labels",
}
"""Where we differ in every file, and why: this is not compared, all else is."""

_UNKNOWN = ("M", "L", "XFIG", "XHD")

SETUPS = ("AB", "AW", "AE")
_TURNS = {Colour.BLACK: "b", Colour.WHITE: "w"}


DIFFERENT = {
    "big5": "sgfmill takes a bracket's code inside a character for a bracket",
    "warning-komi": "komi that is no multiple of ½ is kept as written, and counts as none",
    **dict.fromkeys(
        (f"warning-komi-{written}" for written in (325, 375, 550, 650, 750)),
        "komi in hundredths is the points meant",
    ),
}
"""The vectors of which sgfmill reads something else, and why."""


def compared(data: bytes) -> list[tuple[object, ...]] | None:
    """Every difference between us and sgfmill; None if sgfmill refuses the file."""
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
        theirs = [Sgf_game.from_coarse_game_tree(tree) for tree in trees]
    except ValueError:
        return None
    found: list[tuple[object, ...]] = []
    for ours, game in zip(sgf.games(data), theirs, strict=True):
        assert isinstance(ours, bb.Document)
        assert ours.tree is not None
        found += differences(ours.tree, game)
    return found


def differences(tree: GameTree, game: Sgf_game) -> list[tuple[object, ...]]:
    """Each value that differs: where, which property, ours, and sgfmill's."""
    groups, theirs = list(_groups(tree)), list(_preorder(game.get_root()))
    ours_shape = [len(group[-1].children) for group in groups]
    their_shape = [len(node) for node in theirs]
    if ours_shape != their_shape:
        return [("", "structure", ours_shape, their_shape)]
    comparison = _Comparison(tree, game.get_size())
    return [
        (group[0].path, *found)
        for group, node in zip(groups, theirs, strict=True)
        for found in comparison.node(group, node)
    ]


def _groups(tree: GameTree) -> Iterator[list[Node]]:
    """Our nodes, those together that are one node of the file."""
    assert tree.source is not None
    places: Places = tree.source.spans
    group: list[Node] = []
    for node in tree.nodes():
        if group and places.nodes[node.id] >= 0:
            yield group
            group = []
        group.append(node)
    yield group


def _preorder(root: Tree_node) -> Iterator[Tree_node]:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node[:]))


class _Comparison:
    """Compares the values of one game after the other."""

    def __init__(self, tree: GameTree, size: int) -> None:
        assert tree.source is not None
        assert isinstance(tree.start, GoPosition)
        self.tree, self.start = tree, tree.start
        self.names, self.size = point_names(size), size
        charset = tree.source.spans.charset
        self.has_known_text = charset.declared == charset.codec and charset.broken is None

    def node(self, group: list[Node], theirs: Tree_node) -> Iterator[tuple[object, ...]]:
        values = dict(self._values(theirs))
        setups = [point for name in SETUPS if name in values for point in values[name]]
        left_aside = {*_UNKNOWN}
        if len(setups) > len(set(setups)):
            left_aside.update(SETUPS)
        if theirs.has_property("L"):
            left_aside.add("LB")
        if group[0].id == 0:
            texts = {name: text for name, text in values.items() if isinstance(text, str)}
            left_aside.update(["AE"], (name for name, text in texts.items() if not text.strip()))
        for name, their_value in values.items():
            if name not in left_aside:
                our_value = self._ours(group, name, theirs.get_raw_list(name))
                if our_value != their_value:
                    yield name, our_value, their_value

    def _values(self, node: Tree_node) -> Iterator[tuple[str, Any]]:
        """What sgfmill reads in a node, but for what it refuses or cannot decode."""
        for name in node.properties():
            if self.has_known_text or b"".join(node.get_raw_list(name)).isascii():
                with suppress(ValueError, UnicodeError):
                    yield name, self._theirs(node.get(name))

    def _theirs(self, value: Any) -> object:
        """A value of theirs, with our names for points."""
        if isinstance(value, set | list):
            return sorted(self._theirs_item(item) for item in value)
        if isinstance(value, tuple) and len(value) == 2 and all(type(i) is int for i in value):
            return self._name(value)
        return value

    def _theirs_item(self, item: Any) -> tuple[str, ...]:
        if type(item[0]) is int:
            return (self._name(item),)
        return tuple(self._name(part) if isinstance(part, tuple) else part for part in item)

    def _name(self, point: tuple[int, int]) -> str:
        row, column = point
        return self.names[(self.size - 1 - row) * self.size + column]

    def _ours(self, group: list[Node], name: str, raw: list[bytes]) -> object:
        """What our model says where sgfmill finds a property."""
        node, known = group[0], TABLE.get(name)
        place, what = (known.kind, known.what) if known else (Kind.VERBATIM, None)
        if node.id == 0 and place in (Kind.HEADER, Kind.ROOT, Kind.STONES, Kind.TURN):
            return self._of_root(name, what, raw)
        if place is Kind.MOVE:
            return next(
                (next(iter(each.move.points), None) for each in group
                 if each.move is not None and each.colour is what),
                "no move",
            )  # fmt: skip
        setup, notes = node.setup, node.notes
        if place is Kind.STONES:
            return _points(point for point, word in setup.stones if word == what) if setup else None
        if place is Kind.TURN:
            return setup and setup.turn and _TURNS[setup.turn]
        if place is Kind.COMMENT:
            return notes.comment
        if place is Kind.NAME:
            return notes.name
        if place is Kind.MARK:
            return _points(mark.point for mark in notes.marks if mark.kind is what)
        if place is Kind.LABEL:
            return sorted((label.point, label.text) for label in notes.labels)
        if place is Kind.LINK:
            return sorted((link.start, link.end) for link in notes.links if link.has_head is what)
        if place is Kind.TERRITORY:
            return _points(owned.point for owned in notes.territory if owned.colour is what)
        if place is Kind.JUDGEMENT:
            strong = [each.is_strong for each in notes.judgements if each.verdict is what]
            has_none = what in (Verdict.DOUBTFUL, Verdict.INTERESTING)
            return bool(strong) if has_none else 1 + strong[0] if strong else None
        if place in (Kind.TIME, Kind.MOVES_LEFT):
            clock = next(each for each in notes.clocks if each.colour is what)
            return clock.seconds if place is Kind.TIME else clock.moves_left
        if place is Kind.FIGURE:
            return float(next(each.value for each in notes.figures if each.name == what))
        return self._verbatim(node, name)

    def _verbatim(self, node: Node, name: str) -> object:
        """What we keep as it is written, read by sgfmill from our own words."""
        kept = [value for key, values in node.properties if key == name for value in values]
        reader = Sgf_game(self.size, "UTF-8").get_root()
        reader.set_raw_list(name, [value.encode("utf-8") for value in kept] or [b"nothing"])
        return self._theirs(reader.get(name))

    def _of_root(self, name: str, what: Any, raw: list[bytes]) -> object:
        headers, rules, start = self.tree.headers, self.tree.rules, self.start
        stones = {"AB": BLACK, "AW": WHITE}
        if name in stones:
            pairs = zip(self.names, start.stones, strict=True)
            return _points(point for point, stone in pairs if stone == stones[name])
        told: dict[str, Any] = {
            "SZ": start.size,
            "GM": 1,
            "PL": start.turn and _TURNS[start.turn],
            "KM": rules.komi,
            "RU": headers.get("rules", format_rules(rules.name)),
            "RE": headers.get("result", self.tree.result and format_result(self.tree.result)),
            "HA": int(headers.get("handicap", self._handicap)),
        }
        if name in told:
            return told[name]
        if name in HEADERS.values():
            text = headers.get(what, "")
            return float(text or 0) if name == "TM" else self._program(text, name)
        reader = Sgf_game(self.size, "UTF-8").get_root()  # how the file is to be read: CA, FF
        reader.set_raw_list(name, raw)
        return reader.get(name)

    @property
    def _handicap(self) -> int:
        """The handicap that the first board shows: black stones alone, and white to move."""
        black, white = map(self.start.stones.count, (BLACK, WHITE))
        return black if black > 1 and not white and self.start.turn is Colour.WHITE else 0

    @staticmethod
    def _program(text: str, name: str) -> object:
        if name != "AP":
            return text
        first, _, last = text.partition(":")
        return first, last


def _points(points: Iterable[str]) -> list[tuple[str]]:
    return sorted((point,) for point in points)
