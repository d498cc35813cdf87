"""An SGF game read as a tree."""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from boardbytes.errors import FormatError
from boardbytes.formats.loss import words_beside
from boardbytes.formats.sgf.charset import Charset, Text
from boardbytes.formats.sgf.content import Content, Oddity, Raw, content_of
from boardbytes.formats.sgf.lexing import Lexed
from boardbytes.formats.sgf.points import MAX_SIZE, BadPoint, Board, board_of
from boardbytes.formats.sgf.private import PRIVATE, Private, parse_private
from boardbytes.formats.sgf.properties import GAMES
from boardbytes.formats.sgf.root import Face, parse_size, read_face
from boardbytes.formats.sgf.telling import MainLine, Teller
from boardbytes.formats.sgf.texts import parse_simple
from boardbytes.formats.text import shown
from boardbytes.games.go import RESIGN
from boardbytes.model import Colour, Document, Fact, Facts, GameTree, Notes, Outcome, Reason, Step
from boardbytes.model.line import Reached, advance, begin
from boardbytes.model.notes import NO_NOTES
from boardbytes.model.step import NO_STEP
from boardbytes.model.tree import Entry, Property, Source
from boardbytes.model.vector import Vector

_COLOURS = {b"B": Colour.BLACK, b"W": Colour.WHITE}
_NOT_LEXED = -1
_TEXT = re.compile(rb"[0-9A-Za-z\x80-\xff]")
"""A byte of something that is said; brackets and white space say nothing."""
_BOM = b"\xef\xbb\xbf"
_BESIDE = {
    "junk": ("piece of text that is not SGF", "pieces of text that are not SGF"),
    "no-property": ("value without a property", "values without a property"),
    "no-value": ("property without a value", "properties without a value"),
    "root-twice": ("second word about the file", "second words about the file"),
}
"""The findings that tell of something which is not in the tree."""


@dataclass(frozen=True)
class Places:
    """Where the nodes of a tree stand in its source, and what its root said."""

    text: Text
    lexed: Lexed
    charset: Charset
    start: int
    """Where the source begins in the lexed data, and where it ends."""
    end: int
    nodes: Sequence[int]
    """The lexed node of each node of the tree; below 0 for one that has none of its own."""
    face: Face
    result: Outcome | None


def read_game(text: Text, lexed: Lexed, charset: Charset, start: int, end: int) -> Document:
    """The game as a document; FormatError if it is not a game of Go.

    The source of its tree is what stands between two places: the game and what is around it.
    """
    return _Reader(text, lexed, charset, start, end).read()


class _Reader:
    """Reads one game, and keeps what is to be said about it."""

    def __init__(self, text: Text, lexed: Lexed, charset: Charset, start: int, end: int) -> None:
        self.text, self.lexed, self.charset = text, lexed, charset
        self.start, self.end = start, end
        self.told = Teller(text, lexed, charset)
        self.parents = array("q", [-1])
        self.contents: list[tuple[Step, Notes, tuple[Property, ...]]] = []
        self.nodes = array("q")

    def read(self) -> Document:
        self.told.text()
        properties = self._properties(0)
        first = dict(reversed(properties))
        board = self._board(first)
        private = self._private(properties, board)
        content = content_of(properties, board, is_root=True)
        if private is None:  # not ours: kept as it is
            content.verbatim += tuple(each for each in _verbatim(properties) if each[0] == PRIVATE)
            private = Private()
        face = read_face(content, board, private, self._first(content, board))
        self.told.face(content, face)
        here = self._read_nodes(content, board, face)
        here = self._resign(private, face, here)
        return self._document(face, private, here)

    def _properties(self, node: int) -> list[Raw]:
        lexed, decode = self.lexed, self.charset.decode
        return [
            (lexed.name(prop), [decode(value) for value in lexed.values_of(prop)])
            for prop in lexed.properties_of(node)
            if lexed.first_value[prop] < lexed.first_value[prop + 1]
        ]

    def _board(self, root: dict[str, Sequence[str]]) -> Board:
        game = parse_simple(root.get("GM", [""])[0]).strip()
        if game.isascii() and game.isdigit() and int(game[:9]) != 1:
            named = GAMES.get(int(game[:9]))
            message = f"GM must be 1 (Go){f', this is a game of {named}' if named else ''}"
            self._fail("game", message, self.told.place("GM"), shown(game))
        elif game not in ("", "1"):
            message = "GM must be a number; taken for Go"
            self.told.findings.warning("game", message, self.told.place("GM"), shown(game))
        written = parse_simple(root.get("SZ", [""])[0])
        size = parse_size(written)
        if size is None:
            message = f"SZ must be from 1 to {MAX_SIZE}, or two such numbers"
            self._fail("size", message, self.told.place("SZ"), shown(written.strip()))
        assert size is not None
        return board_of(size)

    def _fail(self, code: str, message: str, place: int, found: str | None = None) -> None:
        self.told.findings.error(code, message, place, found)
        raise FormatError(self.told.findings.problems, self.told.findings.format)

    def _private(self, root: list[Raw], board: Board) -> Private | None:
        try:
            values = [value for name, values in root if name == PRIVATE for value in values]
            return parse_private(values, board)
        except BadPoint as error:
            message = f"{PRIVATE} must hold what boardbytes writes there"
            self.told.findings.warning(
                "private", message, self.told.place(PRIVATE), shown(str(error))
            )
            return None

    def _first(self, content: Content, board: Board) -> Colour | None:
        """Who moves first on the main line, if nothing before says whose turn it is."""
        if content.moves:
            return content.moves[0][0]
        lexed = self.lexed
        for node in range(1, lexed.nodes):
            if lexed.parent[node] != node - 1:
                return None
            names = [lexed.name(prop) for prop in lexed.properties_of(node)]
            if "PL" in names:
                return None
            for name in names:
                if name in ("B", "W"):
                    return _COLOURS[name.encode()]
        return None

    def _read_nodes(self, root: Content, board: Board, face: Face) -> Reached:
        """Every node, its moves played; where the main line ends."""
        lexed, rules = self.lexed, face.rules
        left = array("q", bytes(8 * lexed.nodes))
        for parent in lexed.parent[1:]:
            left[parent] += 1
        kept: dict[int, Reached] = {-1: begin(face.start, rules)}
        ids = array("q", [-1])  # the last node of the tree that each lexed node became
        plies = array("q", [0])
        main = True
        line = MainLine(self.told)
        end = kept[-1]
        for node in range(lexed.nodes):
            before = lexed.parent[node]
            main = main and before == node - 1
            here = kept[before]
            if before < 0 or left[before] == 1:
                del kept[before]
            else:
                left[before] -= 1
            content = root if node == 0 else None
            steps, notes, verbatim, content = self._content(node, board, content)
            parent = ids[before + 1]
            for number, step in enumerate(steps):
                ply = plies[before + 1 if number == 0 else -1] + (step.move is not None)
                was = here
                if step is not NO_STEP:
                    here = advance(here, step, rules, as_written=True)
                self._add(parent, here.step if step is not NO_STEP else step, notes, verbatim)
                self.nodes.append(node if number == 0 else _NOT_LEXED)
                parent = len(self.contents) - 1
                notes, verbatim = NO_NOTES, ()
                if number == 0:
                    plies.append(ply)
                else:
                    plies[-1] = ply
                if step.move is None:
                    continue
                if here.error is not None:
                    self.told.illegal(parent, node, ply, main, here)
                if main:
                    line.move(was, here, node, ply)
            ids.append(parent)
            if content is not None:
                self.told.oddities(node, content.oddities)
            if left[node]:
                kept[node] = here if left[node] == 1 else _light(here)
            if main:
                end = here
        line.finish()
        return end

    def _content(
        self, node: int, board: Board, content: Content | None
    ) -> tuple[list[Step], Notes, tuple[Property, ...], Content | None]:
        """What a node says: a step for each of its moves, most often one."""
        lexed = self.lexed
        if content is None:
            props = lexed.properties_of(node)
            if len(props) == 1 and len(lexed.value_range(props[0])) == 1:
                name = lexed.data[lexed.name_start[props[0]] : lexed.name_end[props[0]]]
                if name in _COLOURS:
                    move = board.move_of.get(lexed.value(lexed.first_value[props[0]]))
                    if move is not None:
                        return [Step(move, _COLOURS[name])], NO_NOTES, (), None
            content = content_of(self._properties(node), board)
        setup = content.setup if node else None
        if not content.moves:
            steps = [Step(setup=setup)] if setup is not None else [NO_STEP]
        else:
            steps = [Step(move, colour) for colour, move, _ in content.moves]
            steps[0] = replace(steps[0], setup=setup)
            if len(steps) > 1:
                odd = Oddity("two-moves", "there are two moves in one node", content.moves[1][2])
                content.oddities.append(odd)
        return steps, content.notes, content.verbatim, content

    def _add(self, parent: int, step: Step, notes: Notes, properties: tuple[Property, ...]) -> None:
        if self.contents:
            self.parents.append(parent)
        self.contents.append((step, notes, properties))

    def _resign(self, private: Private, face: Face, here: Reached) -> Reached:
        """Add the resignation that the private property tells of: in the last node if that has
        no move, else in a node after it.
        """
        if private.resign is None or here.position.turn is None:
            return here
        here = advance(here, Step(RESIGN), face.rules)
        last = 0
        for id in range(1, len(self.contents)):
            if self.parents[id] != id - 1:
                break
            last = id
        step, notes, properties = self.contents[last]
        if last and step == NO_STEP:
            self.contents[last] = here.step, notes, properties
            return here
        self._add(last, here.step, NO_NOTES, ())
        self.nodes.append(_NOT_LEXED)
        return here

    def _entries(self) -> Vector[Entry]:
        children: list[Any] = [()] * len(self.parents)
        for id, parent in enumerate(self.parents):
            if parent >= 0:
                below = children[parent]
                if not below:
                    children[parent] = (id,)
                elif isinstance(below, list):
                    below.append(id)
                else:
                    children[parent] = [*below, id]
        return Vector(
            Entry(parent, tuple(below), *content)
            for parent, below, content in zip(self.parents, children, self.contents, strict=True)
        )

    def _document(self, face: Face, private: Private, here: Reached) -> Document:
        entries = self._entries()
        result = _result(face, here)
        text, lexed, charset = self.text, self.lexed, self.charset
        places = Places(text, lexed, charset, self.start, self.end, self.nodes, face, result)
        source = Source("sgf", self._source(), entries, face.headers, places, self._beside())
        tree = GameTree(face.start, face.rules, face.headers, result, entries, source)
        self.told.finish(tree)
        facts: dict[str, Fact] = dict(private.facts)
        if private.resign not in (None, -1):
            facts["resigned_with"] = private.resign
        record = tree.record().ending_at(here)
        document = Document[Any](
            "sgf", here.position, tree, Facts(facts), self.told.findings.problems
        )
        document.__dict__["record"] = record
        return document

    def _beside(self) -> tuple[str, ...]:
        """What stands before, in and after the game and is no part of it."""
        data, lexed, origin = self.text.data, self.lexed, self.text.origin
        begin = self.start + len(_BOM) * data.startswith(_BOM, self.start)
        around = {"before": (begin, lexed.start), "after": (lexed.end, self.end)}
        told = [
            f"the text {where} the game (at byte {origin(found.start())})"
            for where, (start, end) in around.items()
            if (found := _TEXT.search(data, start, end))
        ]
        places: dict[tuple[str, str], list[int]] = {words: [] for words in _BESIDE.values()}
        for problem in self.told.findings.problems:
            if problem.code in _BESIDE:
                places[_BESIDE[problem.code]].append(problem.place.offset or 0)
        return (*told, *words_beside(places))

    def _source(self) -> bytes:
        if self.text.outer is None:
            return self.text.data[self.start : self.end]
        origin, data = self.text.origin, self.text.source
        end = len(data) if self.end == len(self.text.data) else origin(self.end)
        return data[origin(self.start) : end]


def _verbatim(properties: list[Raw]) -> list[Property]:
    return [(name, tuple(values)) for name, values in properties]


def _light(here: Reached) -> Reached:
    """The same place without what the position remembers for quick play."""
    return replace(here, position=replace(here.position))  # type: ignore[type-var]


def _result(face: Face, here: Reached) -> Outcome | None:
    """The stated result; without one, a resignation if there is one.

    If two passes ended the game and only a winner is stated, that side won by counting.
    """
    stated = face.result
    is_bare = stated is not None and stated.reason is Reason.STATED
    if stated and is_bare and "result" not in face.headers and here.position.turn is None:
        return replace(stated, reason=Reason.SCORE)
    if face.result is not None or here.step.move != RESIGN:
        return face.result
    return here.outcome(face.rules)
