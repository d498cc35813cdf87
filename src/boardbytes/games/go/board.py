"""The Go board: n × n intersections, and what they are called.

Columns and rows are counted from 1, columns from the left, rows from the bottom, as players
name them. An index counts the intersections from 0, left to right, top to bottom.
"""

from __future__ import annotations

from functools import cache, lru_cache

from boardbytes.model.colour import Colour, Sides

SIDES = Sides(Colour.BLACK, Colour.WHITE)

MAX_SIZE = 255
"""The largest board that a byte can tell of."""

MAX_PLAYED_SIZE = 181
"""The largest board of a record: every move on it fits 16 bits."""

USUAL_SIZE = 19

EMPTY, BLACK, WHITE, KO = range(4)
"""What stands on an intersection; KO is empty, but forbidden until the next move."""

STONES = {Colour.BLACK: BLACK, Colour.WHITE: WHITE}

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The names of columns, without I; after Z come AA, AB and so on."""


def column_name(column: int) -> str:
    """The letters of a column."""
    text = ""
    while column:
        column, letter = divmod(column - 1, len(LETTERS))
        text = LETTERS[letter] + text
    return text


def column_of(name: str) -> int:
    """The column of some letters: the inverse of `column_name`; ValueError for other signs."""
    column = 0
    for letter in name:
        column = column * len(LETTERS) + LETTERS.index(letter) + 1
    return column


def point_name(index: int, size: int) -> str:
    """The name of an intersection: column letters, and the row from the bottom."""
    return f"{column_name(index % size + 1)}{size - index // size}"


@lru_cache(maxsize=4)
def point_names(size: int) -> tuple[str, ...]:
    """The names of all intersections of a board, in reading order."""
    return tuple(point_name(index, size) for index in range(size * size))


@cache
def star_points(size: int) -> tuple[int, ...]:
    """The indices of the marked points: corners on the third or fourth line, sides, the centre.

    Sides are marked from 15 lines on, and only where there is a middle line.
    """
    if size < 7:
        return (size * size // 2,) if size == 5 else ()
    margin = 3 if size >= 13 else 2
    lines = {margin, size - 1 - margin}
    middle = size // 2
    points = {(row, column) for row in lines for column in lines}
    if size % 2 and size >= 9:
        points.add((middle, middle))
    if size % 2 and size >= 15:
        points |= {(row, middle) for row in lines} | {(middle, column) for column in lines}
    return tuple(sorted(row * size + column for row, column in points))
