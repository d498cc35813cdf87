"""`sgf`: a game of Go in the Smart Game Format, the main line of it.

Variations, comments and mark-up have no place in a record: they are counted, and the count is a
warning. Does not read other games than Go, nor boards that are not square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.dgf.numbers import MAX_POINTS, go_position
from boardbytes.formats.facts import FACTS
from boardbytes.formats.format import Format
from boardbytes.formats.loss import MOVES, RESULT, RULES
from boardbytes.formats.sgf.board import (
    COLOUR_LETTERS,
    MAX_SIZE,
    format_move,
    format_setup,
)
from boardbytes.formats.sgf.explaining import explain
from boardbytes.formats.sgf.left_out import TEXTS
from boardbytes.formats.sgf.private import PRIVATE, format_private
from boardbytes.formats.sgf.read import read_document
from boardbytes.formats.sgf.result import format_komi, format_result, format_rules, parse_result
from boardbytes.formats.sgf.source import Source, no_game, sources
from boardbytes.formats.sgf.split import extents
from boardbytes.formats.sgf.text import (
    Charset,
    Node,
    format_simple_text,
    parse_simple_text,
)
from boardbytes.games.go import RESIGN, GoMove, GoPosition
from boardbytes.games.go.board import SIDES
from boardbytes.model import Colour, Document, Record
from boardbytes.model.words import counted

MAX_BYTES = 64 * 1024 * 1024


def decode(data: bytes) -> Document:
    """The first game of a file, every move of its main line checked."""
    source = next(sources(data), None)
    if source is None:
        raise no_game()
    more = sum(1 for _ in extents(source.data, source.game.end)) if not source.game.fault else 0
    if more:
        message = f"{counted(more, 'more game')} in this collection left out"
        source.findings.warning("more-games", message, source.place(source.game.end))
    return read_document(source)


def games(data: bytes, skip: int = 0) -> Iterator[Document | FormatError]:
    """Every game of a collection, or the error that says why there is none in its place.

    Only one game at a time is held; those that are skipped are not read.
    """
    is_empty = skip == 0
    for source in sources(data, skip):
        is_empty = False
        yield _game_or_error(source)
    if is_empty:
        yield no_game()


def _game_or_error(source: Source) -> Document | FormatError:
    try:
        return read_document(source)
    except FormatError as error:
        return error


def encode(document: Document) -> bytes:
    """The game as FF[4], in UTF-8; what SGF has no word for is in the property DGF."""
    from sgfmill.sgf_grammar import Coarse_game_tree, serialise_game_tree

    start = go_position(document.start)
    if start.size > MAX_SIZE:
        raise PositionError(f"SGF holds boards of up to {MAX_SIZE} lines, not {start.size}")
    if max(start.black_points, start.white_points) > MAX_POINTS:
        raise PositionError(f"at most {MAX_POINTS:g} points can be written")
    record = document.record or Record(start)
    tree = Coarse_game_tree()
    tree.sequence = [_root(document, start, record), *_moves(start, record)]
    data: bytes = serialise_game_tree(tree)
    return data


def _root(document: Document, start: GoPosition, record: Record) -> Node:
    root: Node = {"FF": [b"4"], "GM": [b"1"], "CA": [b"UTF-8"], "SZ": [b"%d" % start.size]}
    for name, fact in TEXTS.items():
        if text := document.facts.text(fact, ""):
            root[name] = [format_simple_text(text)]
    if start.black_points or start.white_points:
        root["KM"] = [format_komi(start.white_points - start.black_points).encode()]
    if record.rules.name != "standard":
        root["RU"] = [format_simple_text(format_rules(record.rules.name))]
    if result := _result(document, record):
        root["RE"] = [format_simple_text(result)]
    setup = format_setup(start.stones, start.size)
    root |= setup
    if "AW" not in setup and len(setup.get("AB", ())) >= 2 and start.turn is Colour.WHITE:
        root["HA"] = [b"%d" % len(setup["AB"])]
    if start.turn and (setup or start.turn is not Colour.BLACK):
        root["PL"] = [COLOUR_LETTERS[start.turn].encode()]
    private = format_private(document, start, record)
    return root | ({PRIVATE: private} if private else {})


def _result(document: Document, record: Record) -> str:
    """The result as it was written, if that still says who won; else in our words."""
    written = document.facts.text("score", "")
    if written:
        outcome, _ = parse_result(written, record.rules.name)
        if (outcome and outcome.winner) == (record.result and record.result.winner):
            return written
    return format_result(record.result) if record.result else ""


def _moves(start: GoPosition, record: Record) -> Iterator[Node]:
    turn = start.turn
    for move in record.moves:
        if turn is not None and isinstance(move, GoMove) and move != RESIGN:
            yield {COLOUR_LETTERS[turn]: [format_move(move, start.size)]}
            turn = SIDES.other(turn)


def losses(document: Document) -> list[str]:
    """Line breaks in names, which SGF makes spaces."""
    kept = Charset("utf-8")
    return [
        f"the line breaks in {FACTS[fact].words}"
        for fact in TEXTS.values()
        if (text := document.facts.text(fact, ""))
        != parse_simple_text(format_simple_text(text), kept)
    ]


def likeness(data: bytes) -> float:
    """Beyond doubt when a game begins at once; likely when one begins soon."""
    head = data[:4096]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.replace(b"\0", b"")[2:]
    start = re.search(rb"\(\s*;\s*[A-Za-z();]", head)
    if start is None:
        return 0.0
    before = head[: start.start()].removeprefix(b"\xef\xbb\xbf").strip()
    return 0.7 if before else 1.0


class SgfFormat(Format):
    """Smart Game Format."""

    name = "sgf"
    title = "Smart Game Format"
    game = "go"
    suffixes = (".sgf",)
    max_size = MAX_BYTES
    holds = frozenset(
        {MOVES, RULES, RESULT, "overflow", "after_end", "resigned_with", "score", *TEXTS.values()}
    )

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)
    losses = staticmethod(losses)
    games = staticmethod(games)


FORMAT = SgfFormat()
