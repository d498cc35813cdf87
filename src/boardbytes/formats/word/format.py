"""Words to documents and back, for either layout."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from boardbytes.errors import FormatError, LossError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.word.step import IN_PLAY
from boardbytes.formats.word.text import (
    MAX_SIZE,
    RAW,
    complaint,
    explain_written,
    format_written,
    parse_written,
)
from boardbytes.formats.word.word import (
    NUMBERS,
    CheckersWord,
    WordLayout,
    advance,
    check_move,
    check_pieces,
    checkers_position,
    mover_of,
    piece_words,
    position_of,
    square_names,
    target_byte,
    target_names,
    usual_pieces,
)
from boardbytes.games.checkers import CheckersMove, CheckersPosition
from boardbytes.games.checkers.board import SIDES
from boardbytes.model import Colour, Document, Fact, Facts, Span
from boardbytes.model.words import counted

CARRIES = frozenset({"plies", "pieces", "moved", "jumped", "form"})
"""The facts that either layout holds."""


def decode_word(data: bytes, layout: WordLayout) -> Document:
    """The position of a word; piece numbers and the last move are kept as facts."""
    written = parse_written(data)
    if written is None:
        raise FormatError([complaint(data)], layout.name)
    findings = Findings(layout.name)
    word = layout.read(written.data)
    found = check_word(word, layout)
    for problem in found.problems:
        place = replace(problem.place, offset=written.place(problem.place.offset or 0))
        findings.extend([replace(problem, place=place)])
    findings.raise_errors()
    position = position_of(word.pieces, SIDES.other(mover_of(word.turn)))
    return Document(
        layout.name, position, None, _facts(word, position, written.form, layout), findings.problems
    )


def check_word(word: CheckersWord, layout: WordLayout) -> Findings:
    """Everything that is wrong with a word."""
    findings = Findings(layout.name, layout.table)
    check_pieces(word.pieces, layout, findings)
    check_move(word, layout, findings)
    return findings


def _facts(word: CheckersWord, position: CheckersPosition, form: str, layout: WordLayout) -> Facts:
    usual = _usual_word(position)
    facts: dict[str, Fact] = {}
    if word.turn != usual.turn:
        facts["plies"] = word.turn
    if word.pieces != usual.pieces:
        facts["pieces"] = word.pieces
    if word.moved:
        facts["moved"] = word.moved
    if any(word.jumped):
        facts["jumped"] = word.jumped
    if "target" in layout.table.offsets and word.target != _usual_target(word):
        facts["target"] = word.target
    if word.spare:
        facts["spare"] = word.spare
    if form != RAW:
        facts["form"] = form
    return Facts(facts)


def _usual_word(position: CheckersPosition) -> CheckersWord:
    """The word of a position of which nothing else is known."""
    turn = int(position.turn is Colour.WHITE)
    return CheckersWord(0, 0, (), 0, turn, usual_pieces(position))


def _usual_target(word: CheckersWord) -> int:
    byte = word.pieces[word.moved - 1] if word.moved in NUMBERS else 0
    return target_byte(byte) if byte & IN_PLAY else 0


def encode_word(document: Document, layout: WordLayout) -> bytes:
    """The word of a document's last position, with the move that led there.

    Raises LossError for what does not fit: a jump over too many pieces, a turn number that is too
    large or not that of the side to move.
    """
    word = word_of(document, layout)
    return format_written(layout.write(word), document.facts.text("form", RAW))


def word_of(document: Document, layout: WordLayout) -> CheckersWord:
    """The word of a document's last position."""
    start = checkers_position(document.start, f"a {layout.name} word")
    word = _start_word(start, document.facts, layout)
    steps = document.record.steps if document.record else ()
    positions = document.record.positions if document.record else (start,)
    for step, after in zip(steps, positions[1:], strict=True):
        here = checkers_position(after, "a record")
        if step.setup is None and isinstance(step.move, CheckersMove):
            word = advance(word, step.move, here)
        else:
            word = _usual_word(here)  # nothing is known of pieces that were set up anew
    return word if "target" in layout.table.offsets else replace(word, target=0)


def _start_word(start: CheckersPosition, facts: Facts, layout: WordLayout) -> CheckersWord:
    """The word that facts tell of, as far as they fit the position."""
    usual = _usual_word(start)
    turn = facts.integer("plies", usual.turn)
    if turn % 2 != usual.turn:
        played = counted(turn, "move")
        raise LossError(layout.name, [f"{played} played when {start.turn} is to move"])
    word = CheckersWord(
        facts.integer("moved", 0),
        0,
        facts.integers("jumped") or (),
        facts.integer("spare", 0) if "spare" in layout.table.offsets else 0,
        turn,
        _fitting_pieces(facts, start) or usual.pieces,
    )
    return replace(word, target=facts.integer("target", _usual_target(word)))


def _fitting_pieces(facts: Facts, start: CheckersPosition) -> tuple[int, ...] | None:
    """The pieces among the facts, if they make this position."""
    pieces = facts.integers("pieces")
    if pieces is None or len(pieces) != len(NUMBERS):
        return None
    try:
        return pieces if position_of(pieces, start.turn) == start else None
    except PositionError:
        return None


def explain_word(data: bytes, layout: WordLayout) -> list[Span]:
    """Every byte of a word with its meaning."""
    written = parse_written(data)
    if written is None:
        return layout.table.explain(data)
    spans = layout.table.explain(written.data)
    first = layout.table.offset("pieces")
    squares = _squares_of_spans(written.data, layout)
    told = [
        replace(
            span,
            points=squares.get(span.offset, ()),
            meaning=span.meaning
            if span.offset < first
            else piece_words(span.offset - first + 1, written.data[span.offset]),
        )
        for span in spans
    ]
    return explain_written(written, told)


def _squares_of_spans(data: bytes, layout: WordLayout) -> dict[int, tuple[str, ...]]:
    """The squares that each byte speaks of: its own, or that of the piece it numbers.

    Does not tell where a jumped piece stood: the word no longer says.
    """
    table, word = layout.table, layout.read(data)
    first = table.offset("pieces")
    stands = {number: square_names(byte) for number, byte in zip(NUMBERS, word.pieces, strict=True)}
    found = {first + number - 1: names for number, names in stands.items()}
    found[table.offset("moved_piece")] = stands.get(word.moved, ())
    for index, number in enumerate(word.jumped):
        found[table.offset("jumped_pieces", index)] = stands.get(number, ())
    if "target" in table.offsets and word.moved:
        found[table.offset("target")] = target_names(word.target)
    return found


FITS, ODD, DAMAGED = 0.9, 0.7, 0.55
"""How likely bytes are to be a word: its move fits its pieces, or does not, or pieces are bad."""


def word_likeness(data: bytes, layout: WordLayout) -> float:
    """How likely bytes are to be a word of a layout.

    Where both layouts look alike neither is preferred, so that no one guesses; a word that says
    the same in both is one of `channel`.
    """
    written = parse_written(data)
    if written is None:
        return 0.0
    word = layout.read(written.data)
    problems = check_word(word, layout).problems
    bad = sum(problem.is_error or problem.code == "taken-not-zero" for problem in problems)
    if bad > 4 or not any(byte & IN_PLAY for byte in word.pieces):
        return 0.0
    if any(problem.is_error for problem in problems):
        return DAMAGED
    header = layout.table.offset("pieces")
    return ODD if any((problem.place.offset or 0) < header for problem in problems) else FITS


class WordFormat(Format):
    """A word in one of the two layouts."""

    game = "checkers"
    max_size = MAX_SIZE
    word: ClassVar[WordLayout]

    def decode(self, data: bytes) -> Document:
        return decode_word(data, self.word)

    def encode(self, document: Document) -> bytes:
        return encode_word(document, self.word)

    def explain(self, data: bytes) -> list[Span]:
        return explain_word(data, self.word)

    def likeness(self, data: bytes) -> float:
        return word_likeness(data, self.word)
