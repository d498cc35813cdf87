"""What the text forms of mill positions have in common: boards of three rings, and counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from boardbytes.errors import PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.text import TextField, Word, explain_words, shown
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import NAMES, POINTS, mask_of
from boardbytes.model import Colour, Document, Position, Span
from boardbytes.model.words import any_of

MAX_COUNT = 2**53 - 1
"""The largest number that every program reads the same."""

BY_LETTER = {"w": Colour.WHITE, "b": Colour.BLACK}
LETTERS = {colour: letter for letter, colour in BY_LETTER.items()}


def parse_rings(
    word: Word,
    order: Sequence[int],
    marks: Mapping[str, Colour | None],
    findings: Findings,
    strange: Mapping[str, str],
) -> tuple[int, int]:
    """The white and black stones of a board written as three rings with slashes between.

    `order` gives the point of each mark, `strange` says what a mark means that we cannot hold.
    """
    stones: dict[Colour, list[int]] = {Colour.WHITE: [], Colour.BLACK: []}
    rings = word.text.split("/")
    if [len(ring) for ring in rings] != [8, 8, 8]:
        message = "board must be three rings of eight points with slashes between"
        findings.error("board", message, word.offset, shown(word.text))
        return 0, 0
    for index, mark in enumerate("".join(rings)):
        point = order[index]
        offset = word.offset + index + index // 8
        if mark in strange:
            findings.error("board", strange[mark], offset, mark)
        elif mark not in marks:
            message = f"{NAMES[point]} must be {any_of(list(marks))}"
            findings.error("board", message, offset, shown(mark))
        elif (colour := marks[mark]) is not None:
            stones[colour].append(point)
    return mask_of(stones[Colour.WHITE]), mask_of(stones[Colour.BLACK])


def explain_line(
    words: list[Word],
    fields: tuple[TextField, ...],
    further: str,
    order: Sequence[int],
    marks: Mapping[str, Colour | None],
) -> list[Span]:
    """Every word of a line with its meaning; of the board, every mark with its point."""
    spans: list[Span] = []
    for word, span in zip(words, explain_words(words, fields, further), strict=True):
        is_board = span.name == "board" and [*map(len, word.text.split("/"))] == [8, 8, 8]
        spans += _explain_rings(word, order, marks) if is_board else [span]
    return spans


def _explain_rings(
    word: Word, order: Sequence[int], marks: Mapping[str, Colour | None]
) -> Iterator[Span]:
    for place, mark in enumerate(word.text):
        ring, step = divmod(place, 9)
        if step == 8:
            meaning = "between two rings"
            yield Span(word.offset + place, 1, "board", mark, meaning)
            continue
        name = NAMES[order[8 * ring + step]]
        meaning = str(marks[mark] or "empty") if mark in marks else "not a value of board"
        yield Span(word.offset + place, 1, f"board {name}", shown(mark), meaning, (name,))


def format_rings(
    position: MillPosition, order: Sequence[int], marks: Mapping[str, Colour | None]
) -> str:
    """The board as three rings with slashes between: the inverse of `parse_rings`."""
    by_colour = {colour: mark for mark, colour in marks.items()}
    text = "".join(
        by_colour[
            Colour.WHITE
            if position.white >> order[index] & 1
            else Colour.BLACK
            if position.black >> order[index] & 1
            else None
        ]
        for index in range(POINTS)
    )
    return "/".join((text[:8], text[8:16], text[16:]))


def build(
    white: int, black: int, hands: tuple[int, int], turn: Colour, removing: bool, place: int,
    findings: Findings,
) -> MillPosition:  # fmt: skip
    """The position of these values; FormatError, with all problems so far, if they make none."""
    findings.raise_errors()
    try:
        return MillPosition(white, black, *hands, turn, removing)
    except PositionError as error:
        findings.error("stones", str(error), place)
        findings.raise_errors()
        raise


def mill_position(position: Position, title: str) -> MillPosition:
    """The position, known to be one of mill."""
    if not isinstance(position, MillPosition):
        raise PositionError(f"{title} holds a mill position, not one of {position.game}")
    return position


def least_plies(position: MillPosition) -> int:
    """How many moves, begun ones included, it takes at least to get here: one per stone set."""
    return position.counts().s


def plies(document: Document) -> int:
    """How many moves were played in all: those the file told of and those in the record."""
    start = mill_position(document.start, "the record")
    moves = len(document.record.moves) if document.record else 0
    # A taking that ends a move begun in the file is no further move.
    begun = start.removing and moves > 0
    return document.facts.integer("plies", least_plies(start)) + moves - begun


def quiet_plies(document: Document) -> int:
    """How many moves in a row were played without progress."""
    if document.record is None:
        return document.facts.integer("quiet", 0)
    quiet = document.record.quiet_plies
    if quiet < len(document.record.moves):
        return quiet
    return quiet + document.facts.integer("quiet", 0)
