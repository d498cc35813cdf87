"""`sgf`: a game of Go in the Smart Game Format, the main line of it.

Variations, comments and mark-up have no place in a record: they are counted, and the count is a
warning. Does not read other games than Go, nor boards that are not square.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from mmap import mmap

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.dgf.numbers import MAX_POINTS, go_position, square_size
from boardbytes.formats.format import MANY, Format
from boardbytes.formats.loss import KOMI, MOVES, RESULT, RULES, header
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
    charset_of,
    format_simple_text,
    parse_simple_text,
)
from boardbytes.games.go import PASS, RESIGN, GoMove, GoPosition
from boardbytes.games.go.board import SIDES
from boardbytes.games.go.plain import join_komi
from boardbytes.model import Colour, Document, Problem, Record
from boardbytes.model.headers import words_for
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


def check(data: bytes | mmap) -> Iterator[tuple[Problem, ...]]:
    """What is wrong with every game of a large collection; only odd games are read."""
    from boardbytes.formats.sgf import bulk

    codec = charset_of(bytes(data[:65536])).name
    found: Iterator[tuple[Problem, ...]] = iter(())
    if not codec.startswith("utf-16"):
        found = bulk.problems(data, codec, _problems_alone)
    first = next(found, None)
    if first is None:
        yield from (game.problems for game in games(bytes(data)))
        return
    yield first
    yield from found


def _problems_alone(text: bytes) -> tuple[Problem, ...]:
    return next(games(text)).problems


def _game_or_error(source: Source) -> Document | FormatError:
    try:
        return read_document(source)
    except FormatError as error:
        return error


def encode(document: Document) -> bytes:
    """The game as FF[4], in UTF-8; what SGF has no word for is in the property DGF."""
    from sgfmill.sgf_grammar import Coarse_game_tree, serialise_game_tree

    bare = go_position(document.start)
    size = square_size(bare)
    if size > MAX_SIZE:
        raise PositionError(f"SGF holds boards of up to {MAX_SIZE} lines, not {size}")
    record = document.record or Record(bare)
    start = join_komi(bare, record.rules)
    if max(start.black_captures, start.white_captures) > MAX_POINTS:
        raise PositionError(f"at most {MAX_POINTS:g} points can be written")
    tree = Coarse_game_tree()
    tree.sequence = [_root(document, start, record), *_moves(start, record)]
    data: bytes = serialise_game_tree(tree)
    return data


def _root(document: Document, start: GoPosition, record: Record) -> Node:
    root: Node = {"FF": [b"4"], "GM": [b"1"], "CA": [b"UTF-8"], "SZ": [b"%d" % square_size(start)]}
    for name, fact in TEXTS.items():
        if document.tree and (text := document.tree.headers.get(fact, "")):
            root[name] = [format_simple_text(text)]
    if start.black_captures or start.white_captures:
        root["KM"] = [format_komi(start.white_captures - start.black_captures).encode()]
    if record.rules.name != "standard":
        root["RU"] = [format_simple_text(format_rules(record.rules.name))]
    if result := _result(document, record):
        root["RE"] = [format_simple_text(result)]
    setup = format_setup(start.stones, start.width)
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
    turn, before = start.turn, None
    for move in record.moves if turn else ():
        if turn is not None and isinstance(move, GoMove) and move != RESIGN:
            yield {COLOUR_LETTERS[turn]: [format_move(move, start.width)]}
            is_over = move == PASS == before
            turn, before = None if is_over else SIDES.other(turn), move
        else:
            return


def losses(document: Document) -> list[str]:
    """Line breaks in names, which SGF makes spaces."""
    kept = Charset("utf-8")
    return [
        f"the line breaks in {words_for(name)}"
        for name in TEXTS.values()
        if document.tree
        and (text := document.tree.headers.get(name, ""))
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
        {
            MOVES,
            RULES,
            KOMI,
            RESULT,
            "overflow",
            "resigned_with",
            "score",
            "resigned_before_with",
            *map(header, TEXTS.values()),
        }
    )

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)
    losses = staticmethod(losses)
    games = staticmethod(games)

    def check(self, data: bytes | mmap) -> Iterator[tuple[Problem, ...]]:
        return check(data) if len(data) > MANY else super().check(data)


FORMAT = SgfFormat()
