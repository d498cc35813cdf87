"""The Go board: rows and columns of intersections, and what they are called.

A size is the number of lines of a square board, or the columns and rows of any other. Columns and
rows are counted from 1, columns from the left, rows from the bottom, as players name them. An index
counts the intersections from 0, left to right, top to bottom.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

from boardbytes.model.colour import Colour, Sides

SIDES = Sides(Colour.BLACK, Colour.WHITE)

Size: TypeAlias = int | tuple[int, int]
"""The lines of a square board, or the columns and rows of any board."""

MAX_SIZE = 255
"""The most columns, and the most rows, that a board may have."""

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
    """The column of some letters: the inverse of `column_name`; ValueError for anything else."""
    column = 0
    for letter in name:
        column = column * len(LETTERS) + LETTERS.index(letter) + 1
    return column


def shape(size: Size) -> tuple[int, int]:
    """The columns and rows of a board."""
    return (size, size) if isinstance(size, int) else size


def size_of(width: int, height: int) -> Size:
    """The size of a board: a number where it is square, else its columns and rows."""
    return width if width == height else (width, height)


def format_size(size: Size) -> str:
    """How people write a size: `9 × 5`."""
    width, height = shape(size)
    return f"{width} × {height}"


def point_name(index: int, size: Size) -> str:
    """The name of an intersection: column letters, and the row from the bottom."""
    width, height = shape(size)
    return f"{column_name(index % width + 1)}{height - index // width}"


@lru_cache(maxsize=4)
def point_names(size: Size) -> tuple[str, ...]:
    """The names of all intersections of a board, in reading order."""
    width, height = shape(size)
    columns = [column_name(column) for column in range(1, width + 1)]
    return tuple(f"{column}{row}" for row in range(height, 0, -1) for column in columns)


def neighbours(index: int, size: Size) -> tuple[int, ...]:
    """The intersections next to one, in reading order: two in a corner, three at a side."""
    width, height = shape(size)
    row, column = divmod(index, width)
    near = ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column))
    return tuple(
        down * width + right for down, right in near if 0 <= down < height and 0 <= right < width
    )


def is_corner(index: int, size: Size) -> bool:
    """Whether an intersection ends a row and a column."""
    width, height = shape(size)
    return index % width in (0, width - 1) and index // width in (0, height - 1)


def is_side(index: int, size: Size) -> bool:
    """Whether an intersection is at the edge of the board, but not in a corner."""
    return len(neighbours(index, size)) < 4 and not is_corner(index, size)


@cache
def star_points(size: Size) -> tuple[int, ...]:
    """The indices of the star points: corners on the third or fourth line, sides, the centre.

    Sides are marked from 15 lines on, and only where there is a middle line.
    """
    width, height = shape(size)
    least = min(width, height)
    if least < 7:
        return (width * height // 2,) if width == height == 5 else ()
    margin = 3 if least >= 13 else 2
    columns, rows = {margin, width - 1 - margin}, {margin, height - 1 - margin}
    points = {(row, column) for row in rows for column in columns}
    if width % 2 and height % 2 and least >= 9:
        points.add((height // 2, width // 2))
    if width % 2 and width >= 15:
        points |= {(row, width // 2) for row in rows}
    if height % 2 and height >= 15:
        points |= {(height // 2, column) for column in columns}
    return tuple(sorted(row * width + column for row, column in points))
