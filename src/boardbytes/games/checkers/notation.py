"""Text of squares, moves and boards, parse_ and format_ in pairs."""

from __future__ import annotations

import re

from boardbytes.errors import InvalidMoveError, PositionError
from boardbytes.games.checkers.board import COORDINATES, NAMES, SIZE, SQUARES
from boardbytes.games.checkers.move import CheckersMove

_BY_NAME = {name: square for square, name in enumerate(NAMES)}
_MOVE = re.compile(r"\d\d?(?:\s*-\s*\d\d?|(?:\s*[x:]\s*\d\d?)+)")


def parse_square(text: str) -> int:
    """The square of a number from 1 to 32."""
    square = _BY_NAME.get(text.strip())
    if square is None:
        raise PositionError(f"{text!r} is no square of the checkers board (1 to 32)")
    return square


def format_square(square: int) -> str:
    """The number of a square."""
    return NAMES[square]


def parse_move(text: str) -> CheckersMove:
    """The move that a text means: `11-15`, `11x18x25`, or `11x25` for a jump by its ends.

    Does not ask whether the move is legal anywhere.
    """
    lowered = text.strip().lower()
    if _MOVE.fullmatch(lowered) is None:
        raise InvalidMoveError(text, f"{text!r} is no move: write 11-15 or 11x18")
    try:
        squares = tuple(parse_square(number) for number in re.findall(r"\d+", lowered))
    except PositionError as error:
        raise InvalidMoveError(text, f"{text!r} is no move: {error}") from None
    return CheckersMove(squares, "-" not in lowered)


def format_move(move: CheckersMove) -> str:
    """The text of a move, as `parse_move` reads it."""
    return str(move)


BLACK_MAN, BLACK_QUEEN, WHITE_MAN, WHITE_QUEEN, EMPTY = "bBwW·"
_MARKS = {
    BLACK_MAN: (1, 0, 0),
    BLACK_QUEEN: (1, 0, 1),
    WHITE_MAN: (0, 1, 0),
    WHITE_QUEEN: (0, 1, 1),
}
"""What a mark puts on its square: black, white, queen."""


def mark_of(square: int, black: int, white: int, queens: int) -> str:
    """The mark of what stands on a square."""
    bits = (black >> square & 1, white >> square & 1, queens >> square & 1)
    return next((mark for mark, found in _MARKS.items() if found == bits), EMPTY)


def format_diagram(black: int, white: int, queens: int) -> str:
    """The board as players see it, each row with the numbers of its squares beside it.

    `b` and `w` are men, `B` and `W` queens.
    """
    rows = [[" "] * SIZE for _ in range(SIZE)]
    for square, (column, row) in enumerate(COORDINATES):
        rows[row][column] = mark_of(square, black, white, queens)
    return "\n".join(
        f"{4 * row + 1:>2}-{4 * row + 4:<2}  {' '.join(cells)}".rstrip()
        for row, cells in enumerate(rows)
    )


def parse_diagram(text: str) -> tuple[int, int, int]:
    """The black pieces, white pieces and queens of a diagram: the inverse of `format_diagram`.

    Reads the 32 squares left to right, top to bottom; everything else is only decoration.
    """
    marks = re.findall(f"[{''.join(_MARKS)}{EMPTY}]", text)
    if len(marks) != SQUARES:
        raise PositionError(f"a checkers diagram has {SQUARES} squares, not {len(marks)}")
    black = white = queens = 0
    for square, mark in enumerate(marks):
        is_black, is_white, is_queen = _MARKS.get(mark, (0, 0, 0))
        black |= is_black << square
        white |= is_white << square
        queens |= is_queen << square
    return black, white, queens


_SOURCE_MARKS = {"x": BLACK_MAN, "X": BLACK_QUEEN, "o": WHITE_MAN, "O": WHITE_QUEEN}


def format_source_diagram(black: int, white: int, queens: int) -> str:
    """The board as the document of the checkers word draws it: rows and columns of the word.

    The side that moves first is `x`, the other `o`, queens are capital. The picture is the mirror
    image of the one that players know.
    """
    shown = {mark: sign for sign, mark in _SOURCE_MARKS.items()} | {EMPTY: " "}
    rows = [[" "] * SIZE for _ in range(SIZE)]
    for square, (column, row) in enumerate(COORDINATES):
        rows[row][SIZE - 1 - column] = shown[mark_of(square, black, white, queens)]
    lines = [f"{' | '.join(cells)}  r{row}" for row, cells in enumerate(rows)]
    return "\n".join([*lines, "  ".join(f"c{column}" for column in range(SIZE))])


def parse_source_diagram(text: str) -> tuple[int, int, int]:
    """The black pieces, white pieces and queens of such a diagram, empty rows of dashes included.

    The inverse of `format_source_diagram`; also reads the diagram of the document itself.
    """
    rows = [line.partition("r")[0].split("|") for line in text.splitlines() if "|" in line]
    if [len(cells) for cells in rows] != [SIZE] * SIZE:
        raise PositionError(f"such a diagram has {SIZE} rows of {SIZE} cells with bars between")
    black = white = queens = 0
    for square, (column, row) in enumerate(COORDINATES):
        mark = _SOURCE_MARKS.get(rows[row][SIZE - 1 - column].strip(), EMPTY)
        is_black, is_white, is_queen = _MARKS.get(mark, (0, 0, 0))
        black |= is_black << square
        white |= is_white << square
        queens |= is_queen << square
    return black, white, queens
