"""What the text forms of mill positions have in common: boards of three rings, and counters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from boardbytes.errors import PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.text import TextField, Word, explain_words, shown
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import LINES, NAMES, POINTS, STONES, mask_of
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


def check_game(
    white: int, black: int, hands: tuple[int, int], turn: Colour, removing: bool, place: int,
    findings: Findings,
) -> None:  # fmt: skip
    """An error for a position of another mill game, by its name; a warning if it may be one.

    Does not know such games by the stones alone once some may have been taken.
    """
    counts = white.bit_count(), black.bit_count()
    totals = [count + hand for count, hand in zip(counts, hands, strict=True)]
    most = max(totals)
    if most > STONES:
        name = _GAMES.get(most, "another mill game")
        message = f"this is {name}: in Nine Men's Morris each side has {STONES} stones"
        findings.error("other-game", message, place, f"{most} stones")
    elif max(counts) < 3 and min(totals) == most < STONES:
        # Whoever took the last stone had a mill, and still has its three stones.
        name = _GAMES.get(most, f"a mill game with {most} stones a side")
        message = f"this is {name}, or no game: no side has a mill that could have taken a stone"
        findings.warning("other-game", message, place, f"{most} stones")
    own = white if turn is Colour.WHITE else black
    closed = [line for line in _DIAGONALS if _has(own, line)]
    if removing and closed and not any(_has(own, line) for line in LINES):
        names = "-".join(NAMES[point] for point in closed[0])
        message = f"a mill on {names} belongs to a game with diagonals, such as Morabaraba"
        findings.warning("other-game", message, place)


def _has(stones: int, line: tuple[int, ...]) -> bool:
    return mask_of(line) & ~stones == 0


_GAMES = {
    3: "Three Men's Morris",
    5: "Five Men's Morris",
    6: "Six Men's Morris",
    10: "Ten Men's Morris or Lasker Morris",
    11: "Eleven Men's Morris",
    12: "Twelve Men's Morris or Morabaraba",
}
"""Mill games by the number of stones that each side has."""

MOST_STONES = max(_GAMES)
_DIAGONALS = tuple((corner, corner + 8, corner + 16) for corner in (0, 2, 4, 6))
"""The lines between the corners of the rings: mills in games that have diagonals."""


def build(
    white: int, black: int, hands: tuple[int, int], turn: Colour, removing: bool, place: int,
    findings: Findings,
) -> MillPosition:  # fmt: skip
    """The position of these values; FormatError, with all problems so far, if they make none."""
    check_game(white, black, hands, turn, removing, place, findings)
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
