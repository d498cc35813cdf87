"""The checkers board: the 32 dark squares of an 8 × 8 board.

Squares are numbered as players number them, less one: row by row from red's side. Red moves
first, and down the page. A set of squares is an integer with one bit each.

       0   1   2   3
     4   5   6   7
       8   9  10  11
    12  13  14  15
      16  17  18  19
    20  21  22  23
      24  25  26  27
    28  29  30  31
"""

from __future__ import annotations

from collections.abc import Iterable

from boardbytes.model.colour import Colour, Sides

SIZE = 8
SQUARES = 32

PIECES = 12
"""How many pieces each side has."""

SIDES = Sides(Colour.RED, Colour.WHITE)

NAMES: tuple[str, ...] = tuple(str(square + 1) for square in range(SQUARES))
"""The name of each square: the number that players give it."""

COORDINATES: tuple[tuple[int, int], ...] = tuple(
    (2 * (square % 4) + (1 - square // 4 % 2), square // 4) for square in range(SQUARES)
)
"""Column and row of each square as players see it, both from 0, rows from the top."""

START_RED = 0x00000FFF
START_WHITE = 0xFFF00000

FAR_ROWS = {Colour.RED: 0xF0000000, Colour.WHITE: 0x0000000F}
"""The row on which a side's men are crowned."""


def mask_of(squares: Iterable[int]) -> int:
    """The set of these squares as an integer."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def squares_of(mask: int) -> tuple[int, ...]:
    """The squares of a set, in ascending order: the inverse of `mask_of`."""
    return tuple(square for square in range(SQUARES) if mask >> square & 1)
