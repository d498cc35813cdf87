"""The main line of an SGF game as sections: stones that are set up, and moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NoReturn

from boardbytes.formats.sgf_board import (
    PLAYERS,
    SETTERS,
    SETUP,
    BadPoint,
    move_numbers,
    parse_move,
    set_up,
)
from boardbytes.formats.sgf_source import Source
from boardbytes.formats.sgf_text import Node
from boardbytes.formats.text import shown
from boardbytes.games.go import GoPosition
from boardbytes.games.go.board import EMPTY, KO
from boardbytes.model import Colour


@dataclass(frozen=True)
class Section:
    """Setup and the moves that follow it: DGF's numbers, who plays, which value of the line."""

    setup: list[Node] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    players: list[str] = field(default_factory=list)
    values: list[int] = field(default_factory=list)

    def cut(self, index: int) -> None:
        """Leave out the moves from one on."""
        for column in (self.numbers, self.players, self.values):
            del column[index:]

    @property
    def turn_node(self) -> Node | None:
        """The last node that says who plays next."""
        return next((node for node in reversed(self.setup) if "PL" in node), None)


def read_sections(source: Source, size: int) -> list[Section]:
    """The main line, cut where stones are set up after moves.

    Setup that no move follows is left out, unless it is all there is.
    """
    sections = [Section()]
    value = count = 0
    for node in source.nodes:
        if node.keys() & SETTERS:
            if sections[-1].numbers:
                sections.append(Section())
            sections[-1].setup.append(node)
        moves = [name for name in PLAYERS if name in node]
        if len(moves) > 1 or (moves and len(node[moves[0]]) > 1):
            message = f"a node holds one move, but after move {count} there are several in one"
            source.fail("node", message, source.place_of(moves[0], node))
        for name, values in node.items():
            if name in PLAYERS:
                count += 1
                section = sections[-1]
                section.numbers.append(_move(values[0], size))
                section.players.append(name)
                section.values.append(value)
            value += len(values)
    _add_run(source, sections[-1], size, value)
    if len(sections) > 1 and not sections[-1].numbers:
        node = sections.pop().setup[0]
        place = source.place_of(next(iter(node)), node)
        source.findings.warning("setup", "stones set up after the last move left out", place)
    return sections


_LETTERS = {name.encode(): name for name in PLAYERS}


def _add_run(source: Source, section: Section, size: int, value: int) -> None:
    """Add the moves that have nothing beside them: most of most games, so all at once."""
    run, known = source.game.run, move_numbers(size)
    try:
        section.numbers.extend([known[point] for _, point in run])
    except KeyError:
        section.numbers.extend([_move(point, size) for _, point in run])
    section.players.extend([_LETTERS[letter] for letter, _ in run])
    section.values.extend(range(value, value + len(run)))


def _move(raw: bytes, size: int) -> int:
    """DGF's number of a move; one that is beyond the board for what is no point of it."""
    try:
        return parse_move(raw, size)
    except BadPoint:
        return size * size + 1


def check_points(source: Source, section: Section, size: int) -> bool:
    """Whether every move is on the board; the first that is not is an error, and cut off."""
    if max(section.numbers, default=0) <= size * size:
        return True
    index = next(at for at, number in enumerate(section.numbers) if number > size * size)
    place = source.game.offset(source.data, section.values[index])
    raw = source.data[place + 1 :].partition(b"]")[0].decode("latin-1")
    message = f"move {index + 1} must be a point of a board with {size} lines"
    source.findings.error("point", message, source.place(place), shown(raw), ply=index + 1)
    section.cut(index)
    return False


def set_up_section(source: Source, section: Section, before: GoPosition) -> GoPosition:
    """The board before the first move of a section, given the board before its setup."""
    stones = bytearray(before.stones).replace(bytes([KO]), bytes([EMPTY]))
    for node in section.setup:
        try:
            set_up(stones, node, before.size)
        except BadPoint as error:
            _fail_setup(source, node, before.size, str(error))
    turn = _turn(source, section)
    return GoPosition(before.size, bytes(stones), turn, before.black_points, before.white_points)


def _fail_setup(source: Source, node: Node, size: int, value: str) -> NoReturn:
    name = next(name for name in SETUP if name in node)
    message = f"stones must be on points of a board with {size} lines"
    source.fail("point", message, source.place_of(name, node), shown(value))


def _turn(source: Source, section: Section) -> Colour:
    """Who plays first: as PL says, else who does, else white where only black has stones."""
    node = section.turn_node
    if node is not None:
        letter = node["PL"][0].strip()[:1].upper().decode("latin-1")
        if letter not in PLAYERS:
            message = "PL must be B (black) or W (white)"
            source.fail("turn", message, source.place_of("PL", node), shown(letter))
        return PLAYERS[letter]
    if section.players:
        return PLAYERS[section.players[0]]
    set_colours = {name for node in section.setup for name in ("AB", "AW") if name in node}
    return Colour.WHITE if set_colours == {"AB"} else Colour.BLACK


def check_turns(source: Source, section: Section, turn: Colour | None) -> bool:
    """Whether both sides play in turn; the first move that is not is an error, and cut off."""
    order = [*PLAYERS] if turn is Colour.BLACK else [*reversed(PLAYERS)]
    if section.players == (order * (len(section.players) // 2 + 1))[: len(section.players)]:
        return True
    for index, player in enumerate(section.players):
        if turn is not None and turn is not PLAYERS[player]:
            message = f"move {index + 1} is {PLAYERS[player]}'s, but it is {turn}'s turn"
            place = source.place_of_value(section.values[index])
            source.findings.error("turn", message, place, ply=index + 1)
            section.cut(index)
            return False
        turn = PLAYERS[player].other
    return True
