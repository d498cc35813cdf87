"""`sgf`: games of Go in the Smart Game Format, FF[1] to FF[4], all of them.

An untouched game is written as the bytes it was read from; an edited one differs from them only
where it was edited. Does not read games other than Go.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from mmap import mmap

from boardbytes.errors import FormatError
from boardbytes.formats.format import MANY, Format
from boardbytes.formats.loss import HEADERS, KOMI, RULES, TREE, with_place
from boardbytes.formats.sgf.charset import Charset, Text, codec_of
from boardbytes.formats.sgf.explaining import explain
from boardbytes.formats.sgf.lexing import Lexed, lexed_game, lexed_games, signs
from boardbytes.formats.sgf.properties import MULTILINE_HEADERS
from boardbytes.formats.sgf.reading import Places, read_game
from boardbytes.formats.sgf.splicing import splice_game
from boardbytes.formats.sgf.texts import format_text, parse_simple
from boardbytes.formats.sgf.writing import write_game
from boardbytes.games.go import RESIGN
from boardbytes.model import Document, GameTree, Place, Problem
from boardbytes.model.headers import words_for
from boardbytes.model.problem import warning
from boardbytes.model.words import counted

MAX_BYTES = 64 * 1024 * 1024
_HEAD = 1 << 20
"""The first game of a file nearly always ends within this many bytes."""
_NIHON_KI_IN = re.compile(rb"\s*\(\s*TE\s*\[")


def decode(data: bytes) -> Document:
    """The first game of a file; a warning tells of others."""
    text = Text(data)
    found = _first_two(text)
    if not found:
        raise _no_game(data)
    (lexed, charset), *others = found
    end = others[0][0].start if others else len(text.data)
    document = read_game(text, lexed, charset, 0, end)
    if not others:
        return document
    is_short = len(text.data) <= _HEAD
    more = counted(sum(1 for _ in _lexed(text, end)), "more game") if is_short else "more games"
    message = f"{more} in this collection"
    told = warning("more-games", message, Place(text.origin(end)))
    return _with_problem(document, told)


def _first_two(text: Text) -> list[tuple[Lexed, Charset]]:
    """The first game, and the next if any: of a large file, only the head if that will do."""
    if len(text.data) > _HEAD:
        head = list(islice(_lexed(text, end=_HEAD), 2))
        if len(head) == 2:
            return head
    return list(islice(_lexed(text), 2))


def _with_problem(document: Document, problem: Problem) -> Document:
    """The document with one more warning; what it knows already is not computed again."""
    problems = (*document.problems, problem)
    more: Document = Document(
        document.format, document.position, document.tree, document.facts, problems
    )
    more.__dict__["record"] = document.record
    return more


def games(data: bytes, skip: int = 0) -> Iterator[Document | FormatError]:
    """Every game of a collection; in place of one that cannot be read, the error that says why.

    Only two games at a time are held; those that are skipped are not read. Untouched
    and written one after the other, they are the file again.
    """
    text = Text(data)
    start, number, waiting = 0, 0, None
    for found in _lexed(text):
        if waiting is not None:
            end = found[0].start
            if number >= skip:
                yield _game_or_error(text, *waiting, start, end)
            start, number = end, number + 1
        waiting = found
    if waiting is None:
        if skip == 0:
            yield _no_game(data)
    elif number >= skip:
        yield _game_or_error(text, *waiting, start, len(text.data))


def _game_or_error(
    text: Text, lexed: Lexed, charset: Charset, start: int, end: int
) -> Document | FormatError:
    try:
        return read_game(text, lexed, charset, start, end)
    except FormatError as error:
        return error


def _lexed(text: Text, place: int = 0, end: int | None = None) -> Iterator[tuple[Lexed, Charset]]:
    """Every game from a place on, lexed in its own encoding."""
    usual = signs(text.first.codec)
    while True:
        for lexed in lexed_games(text.data, place, usual, end=end):
            charset = text.charset(lexed.start, lexed.end, _declared(lexed))
            if signs(charset.codec) == usual:
                yield lexed, charset
                continue
            # It is not in the encoding of the games before, so it may end elsewhere.
            table = signs(charset.codec)
            last = len(text.data) if end is None else end
            again = lexed_game(text.data, lexed.start, last, table)
            yield again, charset
            place = again.end
            break
        else:
            return


def _declared(lexed: Lexed) -> str | None:
    """The encoding that a game names."""
    for prop in lexed.properties_of(0):
        if lexed.name(prop) == "CA" and len(lexed.value_range(prop)):
            return lexed.value(lexed.first_value[prop]).decode("latin-1").strip() or None
    return None


def _no_game(data: bytes) -> FormatError:
    """What is wrong with a file in which no game begins."""
    if _NIHON_KI_IN.match(data):
        message = "this is a file of the Nihon Ki-in, which is not SGF: a game begins with (;"
        return FormatError([Problem("nihon-ki-in", message, Place(0))], "sgf")
    return FormatError([Problem("no-game", "an SGF game begins with (;", Place(0))], "sgf")


def check(data: bytes | mmap) -> Iterator[tuple[Problem, ...]]:
    """What is wrong with every game of a large collection; only odd games are read."""
    from boardbytes.formats.sgf import bulk

    codec = codec_of(bytes(data[:65536]))
    found: Iterator[tuple[Problem, ...]] = iter(())
    if not codec.startswith(("utf-16", "utf-32", "iso2022", "hz")):
        found = bulk.problems(data, codec, _problems_alone)
    first = next(found, None)
    if first is None:
        yield from (game.problems for game in games(bytes(data)))
        return
    yield first
    yield from found


def _problems_alone(text: bytes) -> tuple[Problem, ...]:
    return next(games(text)).problems


def encode(document: Document) -> bytes:
    """The game: its own bytes as far as it has any, else FF[4] in UTF-8.

    What SGF has no word for is in the property DGF. Raises PositionError for boards of more than
    52 lines.
    """
    tree = document.tree or GameTree(document.position)
    source = tree.source
    if source is not None and source.format == "sgf" and _has_same_board(tree):
        if _is_untouched(tree):
            return source.data
        return splice_game(tree, document.facts)
    return write_game(tree, document.facts)


def _has_same_board(tree: GameTree) -> bool:
    """Whether the game begins on the board that it was read with."""
    places: Places = tree.source.spans  # type: ignore[union-attr]
    return tree.start == places.face.start


def _is_untouched(tree: GameTree) -> bool:
    """Whether nothing has changed since the game was read from SGF."""
    if tree.source is None or tree.source.format != "sgf" or not tree.is_untouched():
        return False
    places: Places = tree.source.spans
    is_same = tree.rules == places.face.rules and tree.result == places.result
    return is_same and _has_same_board(tree)


def losses(document: Document) -> list[str]:
    """Line breaks in headers, which SGF turns into spaces, and resignations in mid-game."""
    tree = document.tree
    if tree is None or _is_untouched(tree):
        return []
    lost = [
        f"the line breaks in {words_for(name)}"
        for name, text in tree.headers.items()
        if name not in MULTILINE_HEADERS and text != parse_simple(format_text(text))
    ]
    source = tree.source
    if source is not None and source.format == "sgf" and not _has_same_board(tree):
        lost += source.beside  # it is written anew
    return [*lost, *_lost_resignations(tree)]


def _lost_resignations(tree: GameTree) -> list[str]:
    last = tree.last.id
    resigned = [node.id for node in tree.nodes() if node.move == RESIGN and node.id != last]
    words = "a resignation that is not the last move of the game"
    return [with_place(words, tree, resigned)] if resigned else []


def likeness(data: bytes) -> float:
    """Beyond doubt when a game begins at once; likely when one begins soon."""
    head = data[:4096]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        head = head.replace(b"\0", b"")[2:]
    start = re.search(rb"\(\s*;\s*[A-Za-z();\[]", head)
    if start is None:
        return 0.6 if _NIHON_KI_IN.match(head) else 0.0
    before = head[: start.start()].removeprefix(b"\xef\xbb\xbf").strip()
    return 0.7 if before else 1.0


class SgfFormat(Format):
    """Smart Game Format."""

    name = "sgf"
    title = "Smart Game Format"
    game = "go"
    suffixes = (".sgf",)
    max_size = MAX_BYTES
    separator = b""
    holds = frozenset({*TREE, HEADERS, KOMI, RULES, "overflow", "resigned_with", "score"})

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)
    losses = staticmethod(losses)
    games = staticmethod(games)

    def check(self, data: bytes | mmap) -> Iterator[tuple[Problem, ...]]:
        return check(data) if len(data) > MANY else super().check(data)


FORMAT = SgfFormat()
