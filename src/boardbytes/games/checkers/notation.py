"""Text of squares, moves and boards, parse_ and format_ in pairs."""

from __future__ import annotations

import re
from typing import TypeAlias

from boardbytes.errors import InvalidMoveError, PositionError
from boardbytes.games.checkers.board import COORDINATES, NAMES, SIZE, SQUARES, squares_of
from boardbytes.games.checkers.move import CheckersMove, are_neighbours
from boardbytes.model.given import move_given

AnyMove: TypeAlias = CheckersMove | str | tuple[int, ...]
"""A move, its text, or the numbers of the squares that the piece stands on."""

_BY_NAME = {name: square for square, name in enumerate(NAMES)}
_MOVE = re.compile(r"\d\d?(?:\s*-\s*\d\d?|(?:\s*[x:]\s*\d\d?)+)")


def parse_square(text: str) -> int:
    """The square of a number from 1 to 32."""
    square = _BY_NAME.get(text.strip())
    if square is None:
        raise PositionError(f"{text!r} is not a square of the checkers board (1 to 32)")
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
        raise InvalidMoveError(text, f"{text!r} is not a move: write 11-15 or 11x18")
    try:
        squares = tuple(parse_square(number) for number in re.findall(r"\d+", lowered))
    except PositionError as error:
        raise InvalidMoveError(text, f"{text!r} is not a move: {error}") from None
    return CheckersMove(squares, "-" not in lowered)


def move_of(given: AnyMove) -> CheckersMove:
    """The move that is given as a value, as text or as its squares; InvalidMoveError otherwise.

    Two squares next to each other are a step, any others a jump.
    """
    if not isinstance(given, tuple):
        return move_given(given, CheckersMove, parse_move)
    if not all(type(square) is int for square in given):
        message = f"{given!r} is not a move: give squares by their numbers, such as (11, 15)"
        raise InvalidMoveError(str(given), message)
    squares = parse_move("x".join(map(str, given))).squares
    is_step = len(squares) == 2 and are_neighbours(*squares)
    return CheckersMove(squares, not is_step)


def format_move(move: CheckersMove) -> str:
    """The text of a move, as `parse_move` reads it."""
    return str(move)


RED_MAN, RED_KING, WHITE_MAN, WHITE_KING, EMPTY = "rRwW·"
_MARKS = {
    RED_MAN: (1, 0, 0),
    RED_KING: (1, 0, 1),
    WHITE_MAN: (0, 1, 0),
    WHITE_KING: (0, 1, 1),
}
"""What a mark puts on its square: red, white, king."""


def mark_of(square: int, red: int, white: int, kings: int) -> str:
    """The mark of what stands on a square."""
    bits = (red >> square & 1, white >> square & 1, kings >> square & 1)
    return next((mark for mark, found in _MARKS.items() if found == bits), EMPTY)


def format_diagram(red: int, white: int, kings: int) -> str:
    """The board as players see it, each row with the numbers of its squares beside it.

    `r` and `w` are men, `R` and `W` kings.
    """
    rows = [[" "] * SIZE for _ in range(SIZE)]
    for square, (column, row) in enumerate(COORDINATES):
        rows[row][column] = mark_of(square, red, white, kings)
    return "\n".join(
        f"{4 * row + 1:>2}-{4 * row + 4:<2}  {' '.join(cells)}".rstrip()
        for row, cells in enumerate(rows)
    )


def parse_diagram(text: str) -> tuple[int, int, int]:
    """The red pieces, white pieces and kings of a diagram: the inverse of `format_diagram`.

    Reads the 32 squares left to right, top to bottom; everything else is only decoration.
    """
    marks = re.findall(f"[{''.join(_MARKS)}{EMPTY}]", text)
    if len(marks) != SQUARES:
        raise PositionError(f"a checkers diagram has {SQUARES} squares, not {len(marks)}")
    red = white = kings = 0
    for square, mark in enumerate(marks):
        is_red, is_white, is_king = _MARKS.get(mark, (0, 0, 0))
        red |= is_red << square
        white |= is_white << square
        kings |= is_king << square
    return red, white, kings


CROWNED = "KkQq"
"""The letters before a square for a king, which the 32-byte word calls a queen."""

_LINE = re.compile(r"\s*red:?([^;]*);\s*white:?([^;]*);\s*(red|white) to move\s*")
_STATE = re.compile(r"(red|white) to move\s*$")


def format_line(red: int, white: int, kings: int, turn: str) -> str:
    """A position in one line: the squares of both sides, kings with a K, and whose turn it is."""
    words = (
        " ".join(
            ("K" if kings >> square & 1 else "") + NAMES[square] for square in squares_of(side)
        )
        for side in (red, white)
    )
    return f"red {next(words)}; white {next(words)}; {turn} to move"


def parse_position(text: str) -> tuple[int, int, int, str]:
    """Red and white pieces, the kings among them, and whose turn it is.

    Reads the line that `repr` shows, with `K` or `Q` for a king, and the diagram that `str` writes;
    with a diagram alone red is to move. Raises PositionError for other texts.
    """
    if match := _LINE.fullmatch(text):
        masks, kings = [0, 0], 0
        for side in (0, 1):
            for word in match[side + 1].split():
                is_king = word[0] in CROWNED
                square = 1 << parse_square(word[is_king:])
                masks[side] |= square
                kings |= square * is_king
        return masks[0], masks[1], kings, match[3]
    state = _STATE.search(text)
    board = text[: state.start()] if state else text
    return *parse_diagram(board), state[1] if state else "red"


_SOURCE_MARKS = {"x": RED_MAN, "X": RED_KING, "o": WHITE_MAN, "O": WHITE_KING}


_EMPTY_ROW = "--|-- |-- |-- |-- |-- |-- |--"
_SOURCE_HEAD = ("x is red o is black", "RED          RED           RED")
_SOURCE_FOOT = ("BLACK        BLACK        BLACK", "c0 c1  c2  c3  c4  c5  c6  c7")
"""The lines above and below the board, as the document writes them."""


def format_source_diagram(red: int, white: int, kings: int) -> str:
    """The board as the document of the checkers word draws it: rows and columns of the word.

    Red is `x`; white, which it calls black, is `o`; kings are capitals, empty rows are dashes. The
    picture is the mirror image of the one that players know.
    """
    shown = {mark: sign for sign, mark in _SOURCE_MARKS.items()} | {EMPTY: " "}
    rows = [[" "] * SIZE for _ in range(SIZE)]
    for square, (column, row) in enumerate(COORDINATES):
        rows[row][SIZE - 1 - column] = shown[mark_of(square, red, white, kings)]
    lines = [
        f"{' | '.join(cells) if any(map(str.strip, cells)) else _EMPTY_ROW}  r{row}"
        for row, cells in enumerate(rows)
    ]
    return "\n".join([*_SOURCE_HEAD, *lines, *_SOURCE_FOOT])


def parse_source_diagram(text: str) -> tuple[int, int, int]:
    """The red pieces, white pieces and kings of such a diagram, empty rows of dashes included.

    The inverse of `format_source_diagram`; also reads the diagram of the document itself.
    """
    rows = [line.partition("r")[0].split("|") for line in text.splitlines() if "|" in line]
    if [len(cells) for cells in rows] != [SIZE] * SIZE:
        raise PositionError(f"such a diagram has {SIZE} rows of {SIZE} cells with bars between")
    red = white = kings = 0
    for square, (column, row) in enumerate(COORDINATES):
        mark = _SOURCE_MARKS.get(rows[row][SIZE - 1 - column].strip(), EMPTY)
        is_red, is_white, is_king = _MARKS.get(mark, (0, 0, 0))
        red |= is_red << square
        white |= is_white << square
        kings |= is_king << square
    return red, white, kings
