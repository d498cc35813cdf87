"""The main line of an SGF game as sections: stones that are set up, and moves."""

from __future__ import annotations

from dataclasses import dataclass, field
from operator import itemgetter
from typing import NoReturn

from boardbytes.formats.sgf.board import (
    PLAYERS,
    SETTERS,
    SETUP,
    BadPoint,
    move_numbers,
    parse_move,
    set_up,
)
from boardbytes.formats.sgf.source import Source
from boardbytes.formats.sgf.text import Node, Run
from boardbytes.formats.text import shown
from boardbytes.games.go import GoPosition
from boardbytes.games.go.board import EMPTY, KO
from boardbytes.model import Colour


@dataclass
class Section:
    """Setup and the moves that follow it: DGF's numbers, who plays, which value of the line.

    In a section the sides take turns.
    """

    setup: list[Node] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    players: str = ""
    values: list[int] = field(default_factory=list)

    def cut(self, index: int) -> None:
        """Leave out the moves from one on."""
        del self.numbers[index:], self.values[index:]
        self.players = self.players[:index]

    @property
    def turn_node(self) -> Node | None:
        """The last node that says who plays next."""
        return next((node for node in reversed(self.setup) if "PL" in node), None)


def read_sections(source: Source, size: int) -> list[Section]:
    """The main line, cut where stones are set up after moves and where a side plays again.

    A record's moves have no colours, so a move that is not by the side whose turn it is can only
    be a first one. Setup that no move follows is left out, unless it is all there is.
    """
    sections = [Section()]
    value = count = 0
    for node in source.game.steps:
        if not isinstance(node, dict):
            _add_run(node, sections, size, value)
            count, value = count + len(node), value + len(node)
            continue
        if not SETTERS.isdisjoint(node):
            if sections[-1].numbers:
                sections.append(Section())
            sections[-1].setup.append(node)
        before = count
        for name, values in node.items():
            if name in PLAYERS:
                count += len(values)
                if count - before > 1:
                    _fail_node(source, node, before)
                _add(sections, _move(values[0], size), name, value)
            value += len(values)
    if len(sections) > 1 and not sections[-1].numbers:
        node = sections.pop().setup[0]
        place = source.place_of(next(iter(node)), node)
        source.findings.warning("setup", "stones set up after the last move left out", place)
    return sections


def _fail_node(source: Source, node: Node, count: int) -> NoReturn:
    message = f"a node holds one move, but after move {count} there are several in one"
    place = source.place_of(next(name for name in PLAYERS if name in node), node)
    source.fail("node", message, place)


def _add(sections: list[Section], number: int, player: str, value: int) -> None:
    if sections[-1].players[-1:] == player:
        sections.append(Section())
    section = sections[-1]
    section.numbers.append(number)
    section.players += player
    section.values.append(value)


def _add_run(run: Run, sections: list[Section], size: int, value: int) -> None:
    """Add moves that have nothing beside them: most of most games, so all at once."""
    known = move_numbers(size)
    try:
        numbers = [known[move[1:]] for move in run]
    except KeyError:
        numbers = [_move(move[1:], size) for move in run]
    players = bytes(map(itemgetter(0), run)).decode("ascii")
    section = sections[-1]
    if _take_turns(section.players[-1:] + players):
        section.numbers.extend(numbers)
        section.players += players
        section.values.extend(range(value, value + len(run)))
        return
    for index, (number, player) in enumerate(zip(numbers, players, strict=True)):
        _add(sections, number, player, value + index)


def _take_turns(players: str) -> bool:
    count = len(players)
    return players in (("BW" * count)[:count], ("WB" * count)[:count])


def _move(raw: bytes, size: int) -> int:
    """DGF's number of a move; one that is beyond the board for what is no point of it."""
    known = move_numbers(size).get(raw)
    if known is not None:
        return known
    try:
        return parse_move(raw, size)
    except BadPoint:
        return size * size + 1


def check_points(source: Source, section: Section, size: int) -> bool:
    """Whether every move is on the board; the first that is not is an error, and cut off."""
    if max(section.numbers, default=0) <= size * size:
        return True
    index = next(at for at, number in enumerate(section.numbers) if number > size * size)
    value = section.values[index]
    raw = source.raw_value(value).decode("latin-1")
    message = f"move {index + 1} must be a point of a board with {size} lines"
    place = source.place_of_value(value)
    source.findings.error("point", message, place, shown(raw), ply=index + 1)
    section.cut(index)
    return False


def set_up_section(source: Source, section: Section, before: GoPosition) -> GoPosition:
    """The board before the first move of a section, given the board before its setup."""
    stones = bytearray(before.stones).replace(bytes([KO]), bytes([EMPTY]))
    for node in section.setup:
        try:
            set_up(stones, node, before.width)
        except BadPoint as error:
            _fail_setup(source, node, before.width, str(error))
    turn = _turn(source, section)
    return GoPosition(
        before.size, bytes(stones), turn, before.black_captures, before.white_captures
    )


def _fail_setup(source: Source, node: Node, size: int, value: str) -> NoReturn:
    name = next(name for name in SETUP if name in node)
    message = f"stones must be on points of a board with {size} lines"
    source.fail("point", message, source.place_of(name, node), shown(value))


def _turn(source: Source, section: Section) -> Colour:
    """Who plays first: who does, else as PL says, else white where only black has stones."""
    said, node = None, section.turn_node
    if node is not None:
        letter = node["PL"][0].strip()[:1].upper().decode("latin-1")
        if letter not in PLAYERS:
            message = "PL must be B (black) or W (white)"
            source.fail("turn", message, source.place_of("PL", node), shown(letter))
        said = PLAYERS[letter]
    if section.players:
        turn = PLAYERS[section.players[0]]
        if said and said is not turn:
            message = f"PL says that it is {said}'s turn, but {turn} plays"
            source.findings.warning("turn", message, source.place_of("PL", node))
        return turn
    if said:
        return said
    set_colours = {name for node in section.setup for name in ("AB", "AW") if name in node}
    return Colour.WHITE if set_colours == {"AB"} else Colour.BLACK
