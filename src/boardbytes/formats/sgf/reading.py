"""An SGF game read as a tree."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from boardbytes.errors import FormatError
from boardbytes.formats.findings import Findings
from boardbytes.formats.sgf import kernel
from boardbytes.formats.sgf.charset import Charset, Text
from boardbytes.formats.sgf.content import Content, Oddity, Raw, content_of
from boardbytes.formats.sgf.lexing import Lexed
from boardbytes.formats.sgf.points import MAX_SIZE, BadPoint, Board, board_of
from boardbytes.formats.sgf.private import Private, parse_private
from boardbytes.formats.sgf.properties import GAMES
from boardbytes.formats.sgf.result import HUNDREDTHS, RULES, parse_komi
from boardbytes.formats.sgf.root import PRIVATE, Face, parse_size, read_face
from boardbytes.formats.sgf.texts import parse_simple
from boardbytes.formats.text import shown
from boardbytes.games.go import RESIGN, GoPosition
from boardbytes.games.go.board import BLACK, SIDES
from boardbytes.games.go.faults import find_faults
from boardbytes.model import (
    Colour,
    Document,
    Fact,
    Facts,
    GameTree,
    Notes,
    Outcome,
    Place,
    Problem,
    Reason,
    Step,
)
from boardbytes.model.line import Reached, advance, begin
from boardbytes.model.notes import NO_NOTES
from boardbytes.model.problem import warning
from boardbytes.model.step import NO_STEP
from boardbytes.model.tree import Entry, Property, Source
from boardbytes.model.vector import Vector
from boardbytes.model.words import counted

_MOST_SAID = 100
"""So many findings of one kind are told; nobody reads more."""

_FAULTS = {
    kernel.UNCLOSED: ("unclosed", "the closing parenthesis is missing"),
    kernel.NO_SGF: ("junk", "something that is no SGF stands in the game"),
    kernel.NO_VALUE: ("no-value", "a property has no value"),
    kernel.NO_PROPERTY: ("no-property", "a value stands without a property"),
    kernel.OPEN_VALUE: ("open-value", "a value never ends"),
    kernel.NO_NODE: ("no-node", "a property stands outside a node"),
    kernel.EMPTY_BRANCH: ("empty-branch", "parentheses without a node"),
    kernel.LATE_NODE: ("late-node", "a node follows variations"),
}
_COLOURS = {b"B": Colour.BLACK, b"W": Colour.WHITE}
_NOT_LEXED = -1


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
    """The game as a document; FormatError if it is no game of Go.

    The source of its tree is what stands between two places: the game and what is around it.
    """
    return _Reader(text, lexed, charset, start, end).read()


class _Reader:
    """Reads one game, and keeps what is to be said about it."""

    def __init__(self, text: Text, lexed: Lexed, charset: Charset, start: int, end: int) -> None:
        self.text, self.lexed, self.charset = text, lexed, charset
        self.start, self.end = start, end
        self.findings = Findings("sgf")
        self.parents = array("q", [-1])
        self.contents: list[tuple[Step, Notes, tuple[Property, ...]]] = []
        self.nodes = array("q")
        self.illegal: list[tuple[int, int, Problem]] = []
        self.said: dict[str, int] = {}

    def read(self) -> Document:
        self._tell_text()
        properties = self._properties(0)
        board = self._board(dict(properties))
        private = self._private(dict(properties), board)
        content = content_of(properties, board, is_root=True)
        if private is None:  # not ours: kept as it is
            content.verbatim += tuple(each for each in _verbatim(properties) if each[0] == PRIVATE)
            private = Private()
        face = read_face(content, board, private, self._first(content, board))
        self._tell_face(content, face, dict(properties))
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

    def _place(self, name: str, value: int = 0) -> int:
        """Where a value of a property of the root stands."""
        for prop in self.lexed.properties_of(0):
            values = self.lexed.value_range(prop)
            if self.lexed.name(prop) == name and value < len(values):
                return self.text.origin(self.lexed.value_start[values[value]] - 1)
        return self.text.origin(self.lexed.start)

    def _tell_text(self) -> None:
        lexed, charset = self.lexed, self.charset
        for code, place in lexed.faults:
            self.findings.warning(*_FAULTS[code], self.text.origin(place))
        if charset.warning:
            self.findings.warning("encoding", charset.warning, self._place("CA"))
        if charset.broken is not None:
            message = f"a character that is no {charset.codec} is replaced"
            self.findings.warning("character", message, self.text.origin(charset.broken))

    def _board(self, root: dict[str, Sequence[str]]) -> Board:
        game = parse_simple(root.get("GM", [""])[0]).strip()
        if game.isascii() and game.isdigit() and int(game[:9]) != 1:
            named = GAMES.get(int(game[:9]))
            message = f"GM must be 1 (Go){f', this is a game of {named}' if named else ''}"
            self._fail("game", message, self._place("GM"), shown(game))
        elif game not in ("", "1"):
            message = "GM must be a number; taken for Go"
            self.findings.warning("game", message, self._place("GM"), shown(game))
        written = parse_simple(root.get("SZ", [""])[0])
        size = parse_size(written)
        if size is None:
            message = f"SZ must be from 1 to {MAX_SIZE}, or two such numbers"
            self._fail("size", message, self._place("SZ"), shown(written.strip()))
        assert size is not None
        return board_of(size)

    def _fail(self, code: str, message: str, place: int, found: str | None = None) -> None:
        self.findings.error(code, message, place, found)
        raise FormatError(self.findings.problems, self.findings.format)

    def _private(self, root: dict[str, Sequence[str]], board: Board) -> Private | None:
        try:
            return parse_private(root.get(PRIVATE, ()), board)
        except BadPoint as error:
            message = f"{PRIVATE} must hold what boardbytes writes there"
            self.findings.warning("private", message, self._place(PRIVATE), shown(str(error)))
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

    def _tell_oddities(self, node: int, oddities: list[Oddity]) -> None:
        """Warnings about values of a node."""
        props = [
            prop
            for prop in self.lexed.properties_of(node)
            if self.lexed.first_value[prop] < self.lexed.first_value[prop + 1]
        ]
        for odd in oddities:
            if not self._is_worth_saying(odd.code):
                continue
            value = self.lexed.value_range(props[odd.property])[odd.value]
            found = None if odd.found is None else shown(odd.found)
            place = self.text.origin(self.lexed.value_start[value] - 1)
            self.findings.warning(odd.code, odd.message, place, found)

    def _is_worth_saying(self, code: str) -> bool:
        count = self.said[code] = self.said.get(code, 0) + 1
        return count <= _MOST_SAID

    def _tell_face(self, content: Content, face: Face, root: dict[str, Sequence[str]]) -> None:
        """Warnings about the whole game."""
        headers, findings = content.headers, self.findings
        komi = headers.get("komi", "")
        if parse_komi(komi) is None and komi.strip():
            message = "komi should be a multiple of ½; it is kept as written, and not counted"
            findings.warning("komi", message, self._place("KM"), shown(komi))
        elif komi.strip() in HUNDREDTHS:
            message = f"komi is in hundredths and means {face.rules.komi:g} points"
            findings.warning("komi", message, self._place("KM"), shown(komi))
        rules = headers.get("rules", "").strip()
        if rules and rules.lower() not in RULES:
            message = "these rules are not known, and the standard ones are used"
            findings.warning("rules", message, self._place("RU"), shown(rules))
        handicap, stones = headers.get("handicap", "").strip(), face.start.stones.count(BLACK)
        as_moves = not stones and face.start.turn is Colour.BLACK
        if handicap not in ("", "0", "1", f"{stones}") and not as_moves:
            message = f"HA should be the number of black stones set up, {stones}"
            findings.warning("handicap", message, self._place("HA"), shown(handicap))
        if content.stones:
            for fault in find_faults(face.start.stones, face.start.size, face.start.mover):
                findings.warning(fault.code, fault.message, self._place("AB"))

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
        line = _MainLine(self, face.start)
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
                    self._tell_illegal(parent, node, ply, main, here)
                if main:
                    line.move(was, here, node, ply)
            ids.append(parent)
            if content is not None:
                self._tell_oddities(node, content.oddities)
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

    def place_of_move(self, node: int) -> int:
        """Where the first move of a node stands."""
        lexed = self.lexed
        for prop in lexed.properties_of(node):
            if lexed.name(prop) in ("B", "W") and len(lexed.value_range(prop)):
                return self.text.origin(lexed.value_start[lexed.first_value[prop]] - 1)
        return self.text.origin(lexed.node_start[node])

    def _tell_illegal(self, id: int, node: int, ply: int, main: bool, here: Reached) -> None:
        if not self._is_worth_saying("illegal-move"):
            return
        where = "" if main else "in a variation, "
        message = f"{where}move {ply}: {here.error}"
        place = Place(self.place_of_move(node), ply=ply if main else None)
        self.illegal.append((id, int(main), warning("illegal-move", message, place)))

    def _resign(self, private: Private, face: Face, here: Reached) -> Reached:
        """The resignation that a private property tells of, as a last node."""
        if private.resign is None or here.position.turn is None:
            return here
        here = advance(here, Step(RESIGN), face.rules)
        last = 0
        for id in range(1, len(self.contents)):
            if self.parents[id] != id - 1:
                break
            last = id
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
        source = Source("sgf", self._source(), entries, face.headers, places)
        tree = GameTree(face.start, face.rules, face.headers, result, entries, source)
        self.findings.extend([self._with_path(tree, *found) for found in self.illegal])
        facts: dict[str, Fact] = dict(private.facts)
        if private.resign not in (None, -1):
            facts["resigned_with"] = private.resign
        record = tree.record().ending_at(here)
        document = Document[Any]("sgf", here.position, tree, Facts(facts), self.findings.problems)
        document.__dict__["record"] = record
        return document

    def _source(self) -> bytes:
        if self.text.outer is None:
            return self.text.data[self.start : self.end]
        origin, data = self.text.origin, self.text.source
        end = len(data) if self.end == len(self.text.data) else origin(self.end)
        return data[origin(self.start) : end]

    @staticmethod
    def _with_path(tree: GameTree, id: int, main: int, problem: Problem) -> Problem:
        if main:
            return problem
        return replace(problem, place=replace(problem.place, path=tree.node(id).path))


class _MainLine:
    """What is odd about the order of moves on the main line: told once each."""

    def __init__(self, reader: _Reader, start: GoPosition) -> None:
        self.reader = reader
        self.turns: list[tuple[int, int, Colour]] = []
        self.after: list[tuple[int, int]] = []

    def move(self, before: Reached, here: Reached, node: int, ply: int) -> None:
        colour = here.step.colour
        assert colour is not None
        turn = before.position.turn
        setup = here.step.setup
        if setup is not None and setup.turn is not None:
            turn = setup.turn
        if turn is None:
            self.after.append((node, ply))
        elif turn is not colour:
            self.turns.append((node, ply, colour))

    def finish(self) -> None:
        if self.turns:
            node, ply, colour = self.turns[0]
            other = SIDES.other(colour)
            message = f"move {ply}: {colour} plays, although it is {other}'s turn"
            self._tell("turn", message, node, ply, len(self.turns))
        if self.after:
            node, ply = self.after[0]
            message = f"move {ply} is played after the game was over"
            self._tell("after-end", message, node, ply, 1)

    def _tell(self, code: str, message: str, node: int, ply: int, count: int) -> None:
        if count > 1:
            message += f" (and {counted(count - 1, 'time')} more)"
        place = Place(self.reader.place_of_move(node), ply=ply)
        self.reader.findings.extend([warning(code, message, place)])


def _verbatim(properties: list[Raw]) -> list[Property]:
    return [(name, tuple(values)) for name, values in properties]


def _light(here: Reached) -> Reached:
    """The same place without what the position remembers for quick play."""
    return replace(here, position=replace(here.position))  # type: ignore[type-var]


def _result(face: Face, here: Reached) -> Outcome | None:
    """The stated result; else, where somebody resigned, that.

    Where two passes ended the game, a winner and no more was found by counting.
    """
    stated = face.result
    is_bare = stated is not None and stated.reason is Reason.STATED
    if stated and is_bare and "result" not in face.headers and here.position.turn is None:
        return replace(stated, reason=Reason.SCORE)
    if face.result is not None or here.step.move != RESIGN:
        return face.result
    return here.outcome(face.rules)
