"""What the text forms of mill positions have in common: boards of three rings, and counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from boardbytes.formats.findings import Findings
from boardbytes.formats.text import TextField, Word, explain_words, shown
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import NAMES, POINTS, mask_of
from boardbytes.model import Colour, Span
from boardbytes.model.words import any_of

BY_LETTER = {"w": Colour.WHITE, "b": Colour.BLACK}
LETTERS = {colour: letter for letter, colour in BY_LETTER.items()}


def parse_rings(
    word: Word,
    order: Sequence[int],
    marks: Mapping[str, Colour | None],
    findings: Findings,
    strange: Mapping[str, str],
) -> tuple[int, int]:
    """The white and black stones of a board written as three rings separated by slashes.

    `order` gives the point of each mark, `strange` says what marks mean that we cannot hold.
    """
    stones: dict[Colour, list[int]] = {Colour.WHITE: [], Colour.BLACK: []}
    rings = word.text.split("/")
    if [len(ring) for ring in rings] != [8, 8, 8]:
        message = "board must be three rings of eight points separated by slashes"
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
    """The board as three rings separated by slashes: the inverse of `parse_rings`."""
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
