"""What is to be said about an SGF game, with its places."""

from __future__ import annotations

from dataclasses import replace

from boardbytes.formats.findings import Findings
from boardbytes.formats.sgf import kernel
from boardbytes.formats.sgf.charset import Charset, Text
from boardbytes.formats.sgf.content import Content, Oddity
from boardbytes.formats.sgf.lexing import Lexed
from boardbytes.formats.sgf.result import HUNDREDTHS, RULES, parse_komi
from boardbytes.formats.sgf.root import Face
from boardbytes.formats.text import shown
from boardbytes.games.go.board import BLACK, SIDES, point_name
from boardbytes.games.go.faults import find_faults
from boardbytes.model import Colour, GameTree, Place, Problem
from boardbytes.model.line import Reached
from boardbytes.model.problem import warning
from boardbytes.model.words import counted

_MOST_SAID = 100
"""The most findings of one kind that are reported; nobody reads more."""

_FAULTS = {
    kernel.UNCLOSED: ("unclosed", "the closing parenthesis is missing"),
    kernel.NO_SGF: ("junk", "there is something in the game that is not SGF"),
    kernel.NO_VALUE: ("no-value", "a property has no value"),
    kernel.NO_PROPERTY: ("no-property", "a value has no property"),
    kernel.OPEN_VALUE: ("open-value", "a value never ends"),
    kernel.NO_NODE: ("no-node", "a property is outside any node"),
    kernel.EMPTY_BRANCH: ("empty-branch", "parentheses without a node"),
    kernel.LATE_NODE: ("late-node", "a node follows variations"),
}


class Teller:
    """Collects the findings about one game."""

    def __init__(self, text: Text, lexed: Lexed, charset: Charset) -> None:
        self._text, self._lexed, self._charset = text, lexed, charset
        self.findings = Findings("sgf")
        self._illegal: list[tuple[int, bool, Problem]] = []
        self._said: dict[str, int] = {}

    def place(self, name: str, value: int = 0) -> int:
        """Where a value of a property of the root stands."""
        for prop in self._lexed.properties_of(0):
            values = self._lexed.value_range(prop)
            if self._lexed.name(prop) == name and value < len(values):
                return self._text.origin(self._lexed.value_start[values[value]] - 1)
        return self._text.origin(self._lexed.start)

    def text(self) -> None:
        """Breaks of the grammar, and what is odd about the encoding."""
        lexed, charset = self._lexed, self._charset
        for code, place in lexed.faults:
            self.findings.warning(*_FAULTS[code], self._text.origin(place))
        if charset.warning:
            self.findings.warning("encoding", charset.warning, self.place("CA"), field="CA")
        if charset.broken is not None:
            message = f"a character that is not {charset.codec} is replaced"
            self.findings.warning("character", message, self._text.origin(charset.broken))

    def oddities(self, node: int, oddities: list[Oddity]) -> None:
        """Warnings about values of a node."""
        props = [
            prop
            for prop in self._lexed.properties_of(node)
            if self._lexed.first_value[prop] < self._lexed.first_value[prop + 1]
        ]
        for odd in oddities:
            if not self._is_worth_saying(odd.code):
                continue
            value = self._lexed.value_range(props[odd.property])[odd.value]
            found = None if odd.found is None else shown(odd.found)
            place = self._text.origin(self._lexed.value_start[value] - 1)
            field = self._lexed.name(props[odd.property])
            self.findings.warning(odd.code, odd.message, place, found, field=field)

    def _is_worth_saying(self, code: str) -> bool:
        count = self._said[code] = self._said.get(code, 0) + 1
        return count <= _MOST_SAID

    def face(self, content: Content, face: Face) -> None:
        """Warnings about the whole game."""
        headers, findings = content.headers, self.findings
        komi = headers.get("komi", "")
        if parse_komi(komi) is None and komi.strip():
            message = "komi should be a multiple of ½; it is kept as written, and not counted"
            findings.warning("komi", message, self.place("KM"), shown(komi), field="KM")
        elif komi.strip() in HUNDREDTHS:
            message = f"komi is in hundredths and means {face.rules.komi:g} points"
            findings.warning("komi", message, self.place("KM"), shown(komi), field="KM")
        rules = headers.get("rules", "").strip()
        if rules and rules.lower() not in RULES:
            message = "these rules are not known; the standard ones are used"
            findings.warning("rules", message, self.place("RU"), shown(rules), field="RU")
        handicap, stones = headers.get("handicap", "").strip(), face.start.stones.count(BLACK)
        as_moves = not stones and face.start.turn is Colour.BLACK
        if handicap not in ("", "0", "1", f"{stones}") and not as_moves:
            message = f"HA should be the number of black stones set up, {stones}"
            findings.warning("handicap", message, self.place("HA"), shown(handicap), field="HA")
        if content.stones:
            for fault in find_faults(face.start.stones, face.start.size, face.start.mover):
                point, where = point_name(fault.index, face.start.size), self.place("AB")
                findings.warning(fault.code, fault.message, where, point=point)

    def place_of_move(self, node: int) -> int:
        """Where the first move of a node stands."""
        lexed = self._lexed
        for prop in lexed.properties_of(node):
            if lexed.name(prop) in ("B", "W") and len(lexed.value_range(prop)):
                return self._text.origin(lexed.value_start[lexed.first_value[prop]] - 1)
        return self._text.origin(lexed.node_start[node])

    def illegal(self, id: int, node: int, ply: int, main: bool, here: Reached) -> None:
        if not self._is_worth_saying("illegal-move"):
            return
        place = Place(self.place_of_move(node), ply=ply if main else None)
        self._illegal.append((id, main, warning("illegal-move", str(here.error), place)))

    def finish(self, tree: GameTree) -> None:
        """Say which moves are illegal, and where in the tree they are."""
        for id, main, problem in self._illegal:
            place = problem.place if main else replace(problem.place, path=tree.node(id).path)
            self.findings.extend([replace(problem, place=place)])


class MainLine:
    """What is odd about the order of moves on the main line: each reported once."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
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
            message = f"{colour} plays, although it is {other}'s turn"
            self._tell("turn", message, node, ply, len(self.turns))
        if self.after:
            node, ply = self.after[0]
            message = "a move is played after the game was over"
            self._tell("after-end", message, node, ply, 1)

    def _tell(self, code: str, message: str, node: int, ply: int, count: int) -> None:
        if count > 1:
            message += f" (and {counted(count - 1, 'time')} more)"
        place = Place(self._teller.place_of_move(node), ply=ply)
        self._teller.findings.extend([warning(code, message, place)])
