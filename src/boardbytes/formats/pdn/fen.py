"""`draughts-fen`: the one-line form of draughts positions.

    B:W21,22,23,K30:B1,2,K12

The side to move, then both sides' squares, kings with a K. Does not hold games other than
English draughts: squares go up to 32.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from boardbytes.errors import PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.text import MAX_SIZE, Word, check_text, shown
from boardbytes.formats.word.word import checkers_position
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import NAMES, SQUARES
from boardbytes.model import Colour, Document, Span

BY_LETTER = {"B": Colour.RED, "W": Colour.WHITE}
"""Which side each letter means: what this format calls Black is red here."""
LETTERS = {colour: letter for letter, colour in BY_LETTER.items()}
_COUNTER = re.compile(r"[HF]\d{1,5}\.?")
"""How many moves were made without progress, or in all: some servers write these."""
_ENTRY = re.compile(r"(K?)(\d{1,2})(?:-(\d{1,2}))?")


def decode(data: bytes) -> Document:
    """The position of a line."""
    findings = Findings("draughts-fen")
    check_text(data, findings)
    findings.raise_errors()
    position = parse_fen(Word(0, data.decode("ascii")), findings)
    return Document("draughts-fen", position, problems=findings.problems)


def parse_fen(word: Word, findings: Findings) -> CheckersPosition:
    """The position of a text, alone or in another format; raises FormatError with all problems."""
    parts = list(_split(word, ":"))
    counters = [part for part in parts[3:] if _COUNTER.fullmatch(part.text.strip())]
    if counters:
        message = "the counts of moves are not read"
        findings.warning("counters", message, counters[0].offset, shown(counters[0].text))
    if len(parts) - len(counters) != 3:
        message = "there must be a side to move and both sides' squares, separated by colons"
        findings.error("parts", message, word.offset, f"{len(parts)} parts")
    turn = parts[0].text.strip().upper()
    if turn == "?":
        message = "it does not say whose turn it is: read as red's, who moves first"
        findings.warning("turn", message, parts[0].offset, turn)
        turn = "B"
    if turn not in BY_LETTER:
        message = "the side to move must be W or B"
        findings.error("turn", message, parts[0].offset, shown(parts[0].text))
    sides: dict[str, int] = {}
    kings = 0
    for part in parts[1:3]:
        letter, rest = _trimmed(part)
        if not letter:
            message = "a side without a letter is read as one without pieces"
            findings.warning("side", message, part.offset)
            continue
        letter = letter.upper()
        if letter not in BY_LETTER or letter in sides:
            message = "each side must have its letter, W or B, once"
            findings.error("side", message, part.offset, shown(part.text))
        mask, crowned = _parse_squares(rest, sum(sides.values()), findings)
        sides[letter] = mask
        kings |= crowned
    findings.raise_errors()
    try:
        position = CheckersPosition(sides.get("B", 0), sides.get("W", 0), kings, BY_LETTER[turn])
    except PositionError as error:
        findings.error("pieces", str(error), parts[1].offset)
        findings.raise_errors()
        raise
    for problem in position.problems():
        findings.warning(problem.code, problem.message, parts[1].offset)
    return position


def _split(word: Word, mark: str) -> Iterator[Word]:
    """The parts of a text between marks, each with its place."""
    offset = word.offset
    for text in word.text.split(mark):
        yield Word(offset, text)
        offset += len(text) + 1


def _trimmed(part: Word) -> tuple[str, Word]:
    """A side's letter, and its squares without the full stop that some programs write."""
    start = len(part.text) - len(part.text.lstrip())
    text = part.text.strip().removesuffix(".")
    return text[:1], Word(part.offset + start + 1, text[1:])


def _parse_squares(word: Word, taken: int, findings: Findings) -> tuple[int, int]:
    """A side's squares and the kings among them; a range such as `1-12` is read too."""
    mask = kings = 0
    if not word.text.strip():
        return 0, 0
    for entry in _split(word, ","):
        match = _ENTRY.fullmatch(entry.text.strip().upper())
        low, high = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
        if match is None or not 1 <= low <= high <= SQUARES:
            message = "a square must be a number from 1 to 32, with a K before it for a king"
            findings.error("square", message, entry.offset, shown(entry.text))
            continue
        for square in range(low - 1, high):
            if (taken | mask) >> square & 1:
                message = f"square {square + 1} must be named once"
                findings.error("square-twice", message, entry.offset, shown(entry.text))
            mask |= 1 << square
            kings |= bool(match[1]) << square
    return mask, kings


def format_fen(position: CheckersPosition) -> str:
    """The text of a position: the inverse of `parse_fen`."""
    sides = []
    for colour in (Colour.WHITE, Colour.RED):
        names = [
            ("K" if position.kings >> square & 1 else "") + NAMES[square]
            for square in position.squares(colour)
        ]
        sides.append(LETTERS[colour] + ",".join(names))
    return ":".join([LETTERS[position.turn], *sides])


def encode(document: Document) -> bytes:
    """The line of a position."""
    position = checkers_position(document.position, "a draughts FEN")
    return f"{format_fen(position)}\n".encode("ascii")


def explain(data: bytes) -> list[Span]:
    """Every square with its meaning."""
    return explain_fen(Word(0, data.decode("latin-1")))


def explain_fen(word: Word) -> list[Span]:
    """Every square of a text, alone or in another format, with its meaning."""
    spans = []
    for index, part in enumerate(_split(word, ":")):
        if not index:
            side = BY_LETTER.get(part.text.strip().upper())
            meaning = f"{side} is to move" if side else "must be W or B"
            spans.append(Span(part.offset, len(part.text), "turn", shown(part.text), meaning))
            continue
        letter, rest = _trimmed(part)
        side = BY_LETTER.get(letter.upper())
        meaning = f"what {side} has" if side else "must begin with W or B"
        spans.append(Span(rest.offset - 1, len(letter), "side", shown(letter), meaning))
        for entry in _split(rest, ","):
            text = entry.text.strip()
            kind = "a king" if text[:1].upper() == "K" else "a man"
            size, names = len(entry.text), _names(text)
            spans.append(Span(entry.offset, size, "square", shown(text), kind, names))
    return [span for span in spans if span.size]


def _names(text: str) -> tuple[str, ...]:
    """The squares of an entry; none if it is not one."""
    match = _ENTRY.fullmatch(text.upper())
    low, high = (int(match[2]), int(match[3] or match[2])) if match else (0, 0)
    return NAMES[low - 1 : high] if 1 <= low <= high <= SQUARES else ()


def likeness(data: bytes) -> float:
    """Nearly beyond doubt when it begins with a side to move and a side."""
    return 0.95 if re.match(rb"\s*[WBwb?]:\s*[WBwb](?:K?\d|:|\s*$)", data[:64]) else 0.0


class DraughtsFenFormat(Format):
    """draughts position line (FEN)."""

    name = "draughts-fen"
    title = "draughts position line (FEN)"
    game = "checkers"
    suffixes = (".fen",)
    max_size = MAX_SIZE

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)


FORMAT = DraughtsFenFormat()
