"""An SGF game read as a record."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from boardbytes.formats.dgf.moves import read_moves
from boardbytes.formats.sgf.board import MAX_SIZE, PLAYERS, BadPoint
from boardbytes.formats.sgf.left_out import TEXTS, report_left_out
from boardbytes.formats.sgf.line import Section, check_points, read_sections, set_up_section
from boardbytes.formats.sgf.private import PRIVATE, Private, parse_private
from boardbytes.formats.sgf.result import RULES, parse_komi, parse_result
from boardbytes.formats.sgf.source import Source
from boardbytes.formats.text import shown
from boardbytes.games.go import PRESETS, GoPosition, GoRules
from boardbytes.games.go.board import BLACK, SIDES, USUAL_SIZE
from boardbytes.games.go.faults import find_faults
from boardbytes.model import Document, Fact, Facts, GameTree, Outcome, Record
from boardbytes.model.words import counted

_LONGEST = 65_535


@dataclass(frozen=True)
class Line:
    """What a game says, before its moves are checked: numbers as DGF has them."""

    start: GoPosition
    numbers: list[int]
    values: list[int]
    """Which value of the game each move is."""
    rules: GoRules
    result: Outcome | None
    facts: dict[str, Fact]
    headers: dict[str, str]


def read_document(source: Source) -> Document:
    """The game as a document; FormatError if no record can be made of it."""
    line = read_line(source)
    record, facts = check_moves(source, line)
    record = record.with_result(line.result)
    tree = GameTree.of(record, line.headers)
    return source.findings.finish(Document.of("sgf", tree, Facts(line.facts | facts)))


def check_moves(source: Source, line: Line) -> tuple[Record, dict[str, Fact]]:
    """The record of a line, without its result; FormatError if a move cannot be played."""
    places = source.places(line.values)
    return read_moves(line.start, line.numbers, places, source.findings, line.rules)


def read_line(source: Source) -> Line:
    """The main line of a game; what is odd about it, and what is left out, is in the findings.

    A move on no point is an error among them, and the line ends before it.
    """
    _check_text(source)
    size = _size(source)
    name = RULES.get(source.text("RU").strip().lower(), "standard")
    sections = read_sections(source, size)
    private = _private(source, size)
    komi = 0 if private.points else _komi(source)
    rules = replace(PRESETS[name], komi=komi)
    start = private.position(_start(source, sections, size, rules))
    last = sections[-1]
    on_board = check_points(source, last, size)
    written = source.text("RE").strip()[:_LONGEST]
    result, says_all = parse_result(written, name)
    facts = private.facts
    facts |= {"score": written} if written and not says_all else {}
    _check_board(source, start, len(sections))
    report_left_out(source, knows_rules="RU" not in source.root or name != "standard")
    further = private.moves if on_board else ()
    values = [*last.values, *[0] * len(further)]
    return Line(start, [*last.numbers, *further], values, rules, result, facts, _texts(source))


def _check_text(source: Source) -> None:
    """Fail where the grammar is broken; warn of an encoding that is not what it says."""
    game, charset = source.game, source.charset
    if game.fault:
        source.fail("grammar", game.fault, source.place(game.end))
    for node in source.nodes:
        if not all(node.values()):
            name = next(name for name, values in node.items() if not values)
            message = f"the property {shown(name)} must have a value"
            source.fail("grammar", message, source.place(game.start))
    if charset.claimed:
        message = f"the text is not in {shown(charset.claimed)} and read as {charset.name}"
        source.findings.warning("encoding", message, source.place_of("CA"))


def _size(source: Source) -> int:
    game, size = source.text("GM").strip(), source.text("SZ").strip()
    if game not in ("", "1"):
        source.fail("game", "GM must be 1 (Go)", source.place_of("GM"), shown(game))
    columns, colon, rows = size.partition(":")
    if colon and columns != rows:
        source.fail("size", "the board must be square", source.place_of("SZ"), shown(size))
    if not columns:
        return USUAL_SIZE
    if not columns.isascii() or not columns.isdigit() or not 1 <= int(columns[:9]) <= MAX_SIZE:
        message = f"SZ must be from 1 to {MAX_SIZE}"
        source.fail("size", message, source.place_of("SZ"), shown(size))
    return int(columns)


def _private(source: Source, size: int) -> Private:
    try:
        return parse_private(source.root.get(PRIVATE, ()), size)
    except BadPoint as error:
        message = f"{PRIVATE} must hold what boardbytes writes there"
        source.fail("private", message, source.place_of(PRIVATE), shown(str(error)))


def _start(source: Source, sections: list[Section], size: int, rules: GoRules) -> GoPosition:
    """The board before the first move of the last section; the moves before it are left out."""
    position = set_up_section(source, sections[0], GoPosition(size))
    left_out: list[int] = []
    for section, following in pairwise(sections):
        left_out += section.values
        check_points(source, section, size)
        record, _ = read_moves(
            position, section.numbers, source.places(section.values), source.findings, rules
        )
        _fail_before_the_record(source)
        if following.setup:
            message = f"{counted(len(left_out), 'move')} before stones are set up left out"
            source.findings.warning("setup", message, source.place_of_value(left_out[0]))
            left_out = []
        assert isinstance(record.position, GoPosition)
        position = set_up_section(source, following, record.position)
    if left_out:
        turn = PLAYERS[sections[-1].players[0]]
        again = f"{turn} plays again, although it is {SIDES.other(turn)}'s turn"
        message = f"{again}: the record begins here, {counted(len(left_out), 'move')} left out"
        source.findings.warning("turn", message, source.place_of_value(sections[-1].values[0]))
    return position


def _fail_before_the_record(source: Source) -> None:
    """Raise errors about moves that would be left out: they are no moves of the record."""
    if source.findings.has_errors:
        found = source.findings.take()
        source.findings.extend(
            [replace(problem, place=replace(problem.place, ply=None)) for problem in found]
        )
        source.findings.raise_errors()


def _komi(source: Source) -> float:
    text = source.text("KM")
    komi = parse_komi(text) if text.strip() else 0
    if komi is None:
        message = "komi that is no multiple of ½ is left out"
        source.findings.warning("komi", message, source.place_of("KM"), shown(text))
        komi = 0
    return komi


def _check_board(source: Source, start: GoPosition, sections: int) -> None:
    """Warn of a handicap that is not on the board, and of what no game leads to."""
    handicap, stones = source.text("HA").strip(), start.stones.count(BLACK)
    if sections == 1 and handicap not in ("", "0", "1", f"{stones}"):
        message = f"HA should be the number of black stones set up, {stones}"
        source.findings.warning("handicap", message, source.place_of("HA"), shown(handicap))
    for fault in find_faults(start.stones, start.size, start.mover):
        source.findings.warning(fault.code, fault.message, source.place_of("AB"))


def _texts(source: Source) -> dict[str, str]:
    headers: dict[str, str] = {}
    for name, fact in TEXTS.items():
        text = source.text(name)
        if len(text.encode("utf-8", "replace")) > _LONGEST:
            message = f"{name} is too long and left out"
            source.findings.warning("text", message, source.place_of(name))
        elif text:
            headers[fact] = text
    return headers
