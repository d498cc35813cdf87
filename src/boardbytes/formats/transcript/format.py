"""`transcript`: a signed game of checkers, a header and then a word to a line.

Reading one verifies it: every signature and every move. Does not sign: what was not signed cannot
be written.
"""

from __future__ import annotations

from dataclasses import replace

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.loss import HEADERS, MOVES, RESULT, RULES
from boardbytes.formats.transcript.explaining import explain
from boardbytes.formats.transcript.transcript import (
    MARK,
    MAX_SIZE,
    NAME,
    Transcript,
    format_transcript,
    offsets_of,
    parse_transcript,
)
from boardbytes.formats.transcript.verdict import WORDS, Verdict, verify
from boardbytes.formats.word.format import CARRIES, decode_word
from boardbytes.model import Document, Facts, GameTree, Place, Problem

SIGNED = "signed"
"""The fact that holds all that was signed: the lines themselves."""


def decode(data: bytes) -> Document:
    """The game of a transcript, verified.

    Raises FormatError with everything that is wrong; it carries the game as far as its moves are
    legal, if all that is wrong is with single lines.
    """
    game, warnings = parse_transcript(data)
    findings = Findings(NAME)
    findings.extend(list(warnings))
    verdict = verify(game)
    findings.extend(list(verdict.problems))
    if verdict.record is None:
        findings.error("start", "the start must be a position", 0)
        findings.raise_errors()
        raise AssertionError
    played = len(verdict.record.moves)
    if verdict.ok and played < verdict.moves:
        message = "not a move of checkers, although the contract accepts it"
        place = Place(offsets_of(game)[played + 1], line=played + 2, ply=played + 1)
        findings.extend([Problem("step", message, place)])
    document = _document(game, verdict)
    errors = [problem for problem in findings.problems if problem.is_error]
    if errors:
        # Its result is what its legal moves led to, so it stands although more is wrong.
        is_readable = all(problem.place.ply is not None for problem in errors)
        raise FormatError(findings.problems, NAME, document if is_readable else None)
    return replace(document, problems=findings.problems)


def _document(game: Transcript, verdict: Verdict) -> Document:
    assert verdict.record is not None
    players = {"game_id": f"{game.game_id:#x}", "red": game.red, "white": game.white}
    tree = GameTree.of(verdict.record).with_headers(**players)
    start = decode_word(game.start, WORDS[game.layout])
    facts = {**start.facts, SIGNED: format_transcript(game).decode("ascii").rstrip("\n")}
    return Document.of(NAME, tree, Facts(facts))


def encode(document: Document) -> bytes:
    """The lines that were signed; PositionError if there are none, or not for this very game."""
    signed = document.facts.text(SIGNED, "")
    if not signed:
        raise PositionError("a transcript holds what two players signed, and nobody signed this")
    try:
        again = decode(signed.encode("ascii", "replace") + b"\n")
    except FormatError as error:
        raise PositionError(f"what was signed is not valid: {error}") from None
    record = document.record
    if record is None or again.record is None or again.start != document.start:
        raise PositionError("the game is not the one that was signed")
    if record.moves != again.record.moves:
        raise PositionError("the moves are not those that were signed")
    if record.rules != again.record.rules:
        raise PositionError("the rules are not those that were signed for")
    return f"{signed}\n".encode("ascii")


def likeness(data: bytes) -> float:
    """Beyond doubt with our mark at the beginning."""
    return 1.0 if data.startswith(f'{{"{MARK}"'.encode()) else 0.0


class TranscriptFormat(Format):
    """The lines that two players signed."""

    name = NAME
    title = "transcript of a signed game"
    game = "checkers"
    suffixes = (".channel",)
    max_size = MAX_SIZE
    holds = frozenset({MOVES, RESULT, RULES, HEADERS, SIGNED, *CARRIES, "target", "spare"})
    holds_positions = False
    is_signed = keeps_games = True

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)


FORMAT = TranscriptFormat()
