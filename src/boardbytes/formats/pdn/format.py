"""`pdn`: games of English draughts in Portable Draughts Notation.

Comments and variations are kept as they stand, and variations are counted. Does not play
variations. `decode` reads the first game of a file, `games` reads them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from textwrap import wrap

from boardbytes.errors import FormatError, MoveError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.loss import MOVES
from boardbytes.formats.pdn.explaining import explain
from boardbytes.formats.pdn.fen import format_fen, parse_fen
from boardbytes.formats.pdn.text import (
    COMMENT,
    MARK,
    MAX_SIZE,
    MOVE,
    RESULT,
    RESULTS,
    TAG,
    VARIATION,
    Token,
    format_tag,
    split_games,
    tag_of,
    unicode_of,
)
from boardbytes.formats.text import Word, shown
from boardbytes.formats.word.word import checkers_position
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import SIDES
from boardbytes.model import Colour, Document, Fact, Facts, Outcome, Reason, Record

ENGLISH = "21"
"""The number of English draughts among PDN's game types."""

# The first score is that of the side that moves first: red, which this format calls Black.
_WINNERS = {"1-0": Colour.RED, "2-0": Colour.RED, "0-1": Colour.WHITE, "0-2": Colour.WHITE}
_DRAWS = {"1/2-1/2", "1-1"}
_WRITTEN = {Colour.RED: "1-0", Colour.WHITE: "0-1", None: "1/2-1/2"}

_OWN_TAGS = frozenset({"Result", "SetUp", "FEN", "GameType"})
"""Tags that follow from the game; all others are kept as they stand."""


def decode(data: bytes) -> Document:
    """The first game of a file; further games are a warning."""
    findings = Findings("pdn")
    found = list(split_games(data, findings))
    findings.raise_errors()
    if len(found) > 1:
        message = f"only the first of {len(found)} games is read"
        findings.warning("games", message, found[1][0].offset)
    return _decode_game(found[0], findings)


def games(data: bytes, skip: int = 0) -> Iterator[Document | FormatError]:
    """Every game of a file, or the error that says why there is none in its place.

    Only one game at a time is held; those that are skipped are not replayed.
    """
    findings = Findings("pdn")
    for index, game in enumerate(split_games(data, findings)):
        own = Findings("pdn")
        own.extend(findings.take())
        if index >= skip:
            yield _game_or_error(game, own)


def _game_or_error(game: list[Token], findings: Findings) -> Document | FormatError:
    try:
        findings.raise_errors()
        return _decode_game(game, findings)
    except FormatError as error:
        return error


def decode_games(data: bytes) -> tuple[Document, ...]:
    """All games of a file; FormatError if one of them is no game."""
    findings = Findings("pdn")
    found = list(split_games(data, findings))
    findings.raise_errors()
    return tuple(_decode_game(game, Findings("pdn")) for game in found)


def _decode_game(game: list[Token], findings: Findings) -> Document:
    tags = {tag_of(token)[0]: token for token in game if token.kind == TAG}
    _check_type(tags, findings)
    record = Record(_start(tags, findings))
    notes: list[str] = []
    result: Token | None = None
    for token in game:
        if token.kind == MOVE:
            try:
                record = record.play(token.text.replace(" ", ""))
            except MoveError as error:
                ply = len(record.moves) + 1
                findings.error("move", f"move {ply}: {error}", token.offset, ply=ply)
                break
        elif token.kind == RESULT:
            result = token
        elif token.kind in (COMMENT, VARIATION, MARK):
            notes.append(f"{len(record.moves)} {unicode_of(token.text)}")
    stated = "*"
    if not findings.has_errors:
        stated = _stated(tags, result, findings)
        record = _with_result(record, stated, result or tags.get("Result"), findings)
    facts = _facts(game, notes, stated, record)
    return findings.finish(Document.of("pdn", record, facts))


def _check_type(tags: dict[str, Token], findings: Findings) -> None:
    if "GameType" in tags:
        value = tag_of(tags["GameType"])[1]
        if value.split(",")[0].strip() != ENGLISH:
            message = f"the game must be English draughts, type {ENGLISH}"
            findings.error("game-type", message, tags["GameType"].offset, shown(value))


def _start(tags: dict[str, Token], findings: Findings) -> CheckersPosition:
    if "FEN" not in tags:
        return CheckersPosition()
    token = tags["FEN"]
    fen = tag_of(token)[1]
    return parse_fen(Word(token.offset + token.text.find('"') + 1, fen), findings)


def _stated(tags: dict[str, Token], result: Token | None, findings: Findings) -> str:
    """The result that stands after the moves, or else in the tags."""
    if "Result" not in tags:
        return result.text if result else "*"
    value = tag_of(tags["Result"])[1]
    if value not in RESULTS:
        findings.warning("result", "the result is none", tags["Result"].offset, shown(value))
        value = "*"
    if result and result.text != value:
        message = f"the result should be the one in the tags, {value}"
        findings.warning("result", message, result.offset, result.text)
    return result.text if result else value


def _with_result(
    record: Record, stated: str, token: Token | None, findings: Findings
) -> Record:  # fmt: skip
    """The record with the result that its last position has, or else the one that is stated."""
    winner = _WINNERS.get(stated)
    loser = SIDES.other(winner) if winner else None
    stands = _is_result(stated)
    outcome = Outcome(winner, Reason.STATED, record.rules.name, loser) if stands else None
    played = record.position.outcome(record.rules)
    if played is None:
        return record.with_result(outcome)
    if outcome and outcome.winner is not played.winner and token:
        findings.warning("result", f"the game ended: {played}", token.offset, stated)
    return record.with_result(played)


def _is_result(text: str) -> bool:
    return text in _WINNERS or text in _DRAWS


def _facts(game: list[Token], notes: list[str], stated: str, record: Record) -> Facts:
    kept = [
        unicode_of(token.text)
        for token in game
        if token.kind == TAG and tag_of(token)[0] not in _OWN_TAGS
    ]
    variations = sum(token.kind == VARIATION for token in game)
    facts: dict[str, Fact] = {}
    if kept:
        facts["tags"] = "\n".join(kept)
    if notes:
        facts["notes"] = "\n".join(notes)
    if variations:
        facts["variations"] = variations
    usual = _WRITTEN[record.result.winner] if record.result else "*"
    if stated != usual and _same(stated, usual):
        facts["result"] = stated
    return Facts(facts)


def _same(stated: str, usual: str) -> bool:
    """Whether two results say the same."""
    return _is_result(stated) == _is_result(usual) and _WINNERS.get(stated) is _WINNERS.get(usual)


def encode(document: Document) -> bytes:
    """The game of a document; of a position alone, a game without moves from there."""
    record = document.record or Record(document.position)
    start = checkers_position(record.start, "PDN")
    result = _WRITTEN[record.result.winner] if record.result else "*"
    stated = document.facts.text("result", result)
    result = stated if _same(stated, result) else result
    kept = document.facts.text("tags", "")
    tags = [*([kept] if kept else []), format_tag("GameType", ENGLISH)]
    if start != CheckersPosition():
        tags += [format_tag("SetUp", "1"), format_tag("FEN", format_fen(start))]
    tags.append(format_tag("Result", result))
    text = " ".join([*_movetext(record, document.facts.text("notes", "")), result])
    lines = wrap(text, 80, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*tags, "", *lines, ""]).encode("utf-8")


def _movetext(record: Record, notes: str) -> Iterator[str]:
    """Moves with their numbers, and every note after the move that it followed."""
    by_ply: dict[int, list[str]] = {}
    for line in notes.split("\n"):
        ply, _, note = line.partition(" ")
        if ply.isdecimal():
            by_ply.setdefault(int(ply), []).append(note)
    yield from _glued(by_ply.get(0, []))
    first = int(record.start.turn is Colour.WHITE)
    for index, move in enumerate(record.moves):
        number, second = divmod(index + first, 2)
        dots = "." if not second else "..." if not index else ""
        text = f"{number + 1}{dots} {move}" if dots else f"{move}"
        yield from _glued([text, *by_ply.get(index + 1, [])])


def _glued(words: list[str]) -> Iterator[str]:
    """Words with their marks stuck to them: a star that stands alone is a result."""
    text = ""
    for word in words:
        if re.fullmatch(r"\$\d+|[!?]+|\*", word) and text[-1:] != "}":
            text += word
        else:
            if text:
                yield text
            text = word
    if text:
        yield text


_MOVES = re.compile(rb"\b1\.\s*\d{1,2}\s?[-x]\s?\d{1,2}\b")


def likeness(data: bytes) -> float:
    """Likely with tags or a first move number before a draughts move, or a draughts FEN."""
    head = data[:4096].lstrip()
    if re.match(rb"1\.\s*\d{1,2}[-x]\d{1,2}\b", head):
        return 0.8
    if not re.match(rb'\[\s*\w+\s*"', head):
        return 0.0
    known = _MOVES.search(head) or re.search(rb'\[(?:GameType "21\b|FEN "[WB]:[WB])', head)
    return 0.9 if known else 0.5


class PdnFormat(Format):
    """Portable Draughts Notation."""

    name = "pdn"
    title = "Portable Draughts Notation"
    game = "checkers"
    suffixes = (".pdn",)
    max_size = MAX_SIZE
    holds = frozenset({MOVES, "tags", "notes", "variations", "result"})

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)
    games = staticmethod(games)


FORMAT = PdnFormat()
