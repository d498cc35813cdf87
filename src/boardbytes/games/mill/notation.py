"""Text of points, moves and boards, parse_ and format_ in pairs."""

from __future__ import annotations

import re

from boardbytes.errors import InvalidMoveError, PositionError
from boardbytes.games.mill.board import (
    COORDINATES,
    LINES,
    NAMES,
    POINTS,
    ROW_ORDER,
    STONES,
    mask_of,
    points_of,
)
from boardbytes.games.mill.move import MillMove

_BY_NAME = {name: point for point, name in enumerate(NAMES)}
_BY_NAME |= {str(row + 1): point for row, point in enumerate(ROW_ORDER)}

_POINT = r"[a-g][1-7]|\d\d?"
_MOVE = re.compile(
    rf"(?:(?:(?P<source>{_POINT})\s*-\s*)?(?P<target>{_POINT}))?(?:\s*x\s*(?P<taken>{_POINT}))?"
)


def parse_point(text: str) -> int:
    """The point of a name, `d6`, or of a PlayOK number, 1–24 row by row from the top."""
    point = _BY_NAME.get(text.strip().lower())
    if point is None:
        raise PositionError(f"{text!r} is no point of the mill board (a1 to g7, or 1 to 24)")
    return point


def format_point(point: int) -> str:
    """The name of a point."""
    return NAMES[point]


def parse_move(text: str) -> MillMove:
    """The move that a text means: `d6`, `d6-d5`, `e5-e4xd1`, `xd1`, or with PlayOK numbers.

    Does not ask whether the move is legal anywhere.
    """
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None or not text.strip():
        raise InvalidMoveError(text, f"{text!r} is no move: write d6, d6-d5 or e5-e4xd1")
    try:
        points = {
            name: None if part is None else parse_point(part)
            for name, part in match.groupdict().items()
        }
    except PositionError as error:
        raise InvalidMoveError(text, f"{text!r} is no move: {error}") from None
    return MillMove(**points)


def format_move(move: MillMove) -> str:
    """The text of a move, as `parse_move` reads it."""
    return str(move)


WHITE_STONE, BLACK_STONE, EMPTY = "O", "@", "·"


def _empty_diagram() -> list[list[str]]:
    """The lines of the board in characters: two rows and four columns to a step."""
    rows = [[" "] * 25 for _ in range(13)]
    for first, _, last in LINES:
        (left, top), (right, bottom) = sorted((COORDINATES[first], COORDINATES[last]))
        for column in range(4 * left, 4 * right + 1):
            rows[2 * top][column] = "-"
        if left == right:
            for row in range(2 * min(top, bottom), 2 * max(top, bottom) + 1):
                rows[row][4 * left] = "|"
    return rows


def format_diagram(white: int, black: int) -> str:
    """The board in plain characters, with its coordinates: `O` white, `@` black."""
    rows = _empty_diagram()
    for point, (column, row) in enumerate(COORDINATES):
        mark = WHITE_STONE if white >> point & 1 else BLACK_STONE if black >> point & 1 else EMPTY
        rows[2 * row][4 * column] = mark
    lines = []
    for index, row_text in enumerate(map("".join, rows)):
        label = f"{7 - index // 2}" if index % 2 == 0 else " "
        lines.append(f"{label} {row_text}".rstrip())
    lines.append("  " + "   ".join("abcdefg"))
    return "\n".join(lines)


def parse_diagram(text: str) -> tuple[int, int]:
    """The white and black stones of a diagram: the inverse of `format_diagram`.

    Reads the 24 points left to right, top to bottom; everything else is only decoration.
    """
    board = re.sub(r"(?m)^\s*[1-7]|^\s*a\s+b.*$", "", text)
    marks = re.findall(rf"[{WHITE_STONE}{BLACK_STONE}{EMPTY}]", board)
    if len(marks) != POINTS:
        raise PositionError(f"a mill diagram has {POINTS} points, not {len(marks)}")
    white = black = 0
    for point, mark in zip(ROW_ORDER, marks, strict=True):
        white |= (mark == WHITE_STONE) << point
        black |= (mark == BLACK_STONE) << point
    return white, black


_LINE = re.compile(
    r"\s*white:?([^;]*);\s*black:?([^;]*);\s*(white|black) to (move|take)"
    r"\s*;\s*in hand:? white (\d), black (\d)\s*"
)
_STATE = re.compile(
    r"(white|black) to (move|take)(?: a stone)?; in hand: white (\d), black (\d)\s*$"
)


def format_line(white: int, black: int, state: str) -> str:
    """A position in one line: the points of both sides, then the state as it is given."""
    names = [" ".join(map(format_point, points_of(stones))) for stones in (white, black)]
    return f"white {names[0]}; black {names[1]}; {state}"


def parse_position(text: str) -> tuple[int, int, int, int, str, bool]:
    """White and black stones, both hands, whose turn it is, and whether a stone is to be taken.

    Reads the line that `repr` shows and the diagram that `str` writes; a diagram alone is taken
    for the start of a game that goes on with white. Raises PositionError for other texts.
    """
    if match := _LINE.fullmatch(text):
        sides = [mask_of(map(parse_point, words.split())) for words in match.groups()[:2]]
        turn, doing, *hands = match.groups()[2:]
        return sides[0], sides[1], int(hands[0]), int(hands[1]), turn, doing == "take"
    if match := _STATE.search(text):
        white, black = parse_diagram(text[: match.start()])
        turn, doing, *hands = match.groups()
        return white, black, int(hands[0]), int(hands[1]), turn, doing == "take"
    white, black = parse_diagram(text)
    left = [STONES - stones.bit_count() for stones in (white, black)]
    return white, black, left[0], left[1], "white", False
