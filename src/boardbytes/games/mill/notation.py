"""Text of points, moves and boards, parse_ and format_ in pairs."""

from __future__ import annotations

import re

from boardbytes.errors import InvalidMoveError, PositionError
from boardbytes.games.mill.board import (
    BOARDS,
    DIAGONALS,
    MOST_STONES,
    STONES,
    THREE_RINGS,
    MillBoard,
    find_board,
    mask_of,
    points_of,
)
from boardbytes.games.mill.move import MillMove
from boardbytes.games.mill.rules import PRESETS
from boardbytes.model.given import text_given

_BY_NAME = {
    board: {name: point for point, name in enumerate(board.names)}
    | {str(row + 1): point for row, point in enumerate(board.row_order)}
    for board in BOARDS.values()
}

_POINT = r"[a-g][1-7]|\d\d?"
_MOVE = re.compile(
    rf"(?:(?:(?P<source>{_POINT})\s*-\s*)?(?P<target>{_POINT}))?(?:\s*x\s*(?P<taken>{_POINT}))?"
)


def parse_point(text: str, board: MillBoard = THREE_RINGS) -> int:
    """The point of a name, `d6`, or of a PlayOK number, 1–24 row by row from the top."""
    point = _BY_NAME[board].get(text_given(text, "a point").strip().lower())
    if point is None:
        last = max(board.names)
        raise PositionError(
            f"{text!r} is not a point of the mill board (a1 to {last}, or 1 to {board.points})"
        )
    return point


def format_point(point: int, board: MillBoard = THREE_RINGS) -> str:
    """The name of a point."""
    return board.names[point]


def parse_move(text: str, board: MillBoard = THREE_RINGS) -> MillMove:
    """The move that a text means: `d6`, `d6-d5`, `e5-e4xd1`, `xd1`, or with PlayOK numbers.

    Does not ask whether the move is legal anywhere.
    """
    match = _MOVE.fullmatch(text.strip().lower())
    if match is None or not text.strip():
        raise InvalidMoveError(text, f"{text!r} is not a move: write d6, d6-d5 or e5-e4xd1")
    try:
        points = [None if part is None else parse_point(part, board) for part in match.groups()]
    except PositionError as error:
        raise InvalidMoveError(text, f"{text!r} is not a move: {error}") from None
    return MillMove(*points, board=board)


def format_move(move: MillMove) -> str:
    """The text of a move, as `parse_move` reads it."""
    return str(move)


WHITE_STONE, BLACK_STONE, EMPTY = "O", "@", "·"


def _empty_diagram(board: MillBoard) -> list[list[str]]:
    """The lines of the board in characters: two rows and four columns to a step."""
    steps = board.size - 1
    rows = [[" "] * (4 * steps + 1) for _ in range(2 * steps + 1)]
    for path in board.paths:
        (left, top), (right, bottom) = sorted(
            (board.coordinates[path[0]], board.coordinates[path[-1]])
        )
        down, length = (bottom > top) - (bottom < top), max(right - left, abs(bottom - top))
        for half in range(2 * length + 1) if down else range(0):
            slant = "|" if left == right else "\\" if down > 0 else "/"
            rows[2 * top + down * half][4 * left + 2 * half * (right > left)] = slant
        for column in range(4 * left, 4 * right + 1) if not down else range(0):
            rows[2 * top][column] = "-"
    return rows


def format_diagram(white: int, black: int, board: MillBoard = THREE_RINGS) -> str:
    """The board in plain characters, with its coordinates: `O` white, `@` black."""
    rows = _empty_diagram(board)
    for point, (column, row) in enumerate(board.coordinates):
        mark = WHITE_STONE if white >> point & 1 else BLACK_STONE if black >> point & 1 else EMPTY
        rows[2 * row][4 * column] = mark
    lines = []
    for index, row_text in enumerate(map("".join, rows)):
        label = f"{board.size - index // 2}" if index % 2 == 0 else " "
        lines.append(f"{label} {row_text}".rstrip())
    lines.append("  " + "   ".join("abcdefg"[: board.size]))
    return "\n".join(lines)


def _marks(text: str) -> list[str]:
    board = re.sub(r"(?m)^\s*[1-7]|^\s*a\s+b.*$", "", text)
    return re.findall(rf"[{WHITE_STONE}{BLACK_STONE}{EMPTY}]", board)


def parse_diagram(text: str, board: MillBoard = THREE_RINGS) -> tuple[int, int]:
    """The white and black stones of a diagram: the inverse of `format_diagram`.

    Reads the points left to right, top to bottom; everything else is only decoration.
    """
    marks = _marks(text)
    if len(marks) != board.points:
        raise PositionError(f"a mill diagram has {board.points} points, not {len(marks)}")
    white = black = 0
    for point, mark in zip(board.row_order, marks, strict=True):
        white |= (mark == WHITE_STONE) << point
        black |= (mark == BLACK_STONE) << point
    return white, black


def _drawn_member(text: str) -> tuple[MillBoard, int]:
    """The board that a diagram shows, and the stones of the first member that is played on it."""
    points = len(_marks(text))
    boards = [board for board in BOARDS.values() if board.points == points] or [THREE_RINGS]
    slanted = DIAGONALS in boards and re.search(r"[/\\]", text)
    board = DIAGONALS if slanted else boards[0]
    return board, next(rules.stones for rules in PRESETS.values() if rules.board == board.name)


_DOING = r"(white|black) to (move|take)"
_HANDS = r"white (\d\d?), black (\d\d?)"
_MEMBER = r"(?:\s*;\s*board (\S+), (\d\d?) stones)?"
_LINE = re.compile(
    rf"\s*white:?([^;]*);\s*black:?([^;]*);\s*{_DOING}\s*;\s*in hand:? {_HANDS}{_MEMBER}\s*"
)
_STATE = re.compile(rf"{_DOING}(?: a stone)?; in hand: {_HANDS}{_MEMBER}\s*$")


def format_member(board: MillBoard, each: int) -> str:
    """Which member of the family it is, to end a line with; nothing for Nine Men's Morris."""
    is_nine = board is THREE_RINGS and each == STONES
    return "" if is_nine else f"; board {board.name}, {each} stones"


def format_line(white: int, black: int, state: str, board: MillBoard = THREE_RINGS) -> str:
    """A position in one line: the points of both sides, then the state as it is given."""
    names = [
        " ".join(format_point(point, board) for point in points_of(stones))
        for stones in (white, black)
    ]
    return f"white {names[0]}; black {names[1]}; {state}"


def parse_position(text: str) -> tuple[int, int, int, int, str, bool, MillBoard, int]:
    """White and black stones, both hands, whose turn it is, whether a stone is to be taken, the
    board and the stones that each side has.

    Reads the line that `repr` shows and the diagram that `str` writes; with a diagram alone white
    is to move and nothing has been taken yet. Raises PositionError for other texts.
    """
    if match := _LINE.fullmatch(text):
        *words, turn, doing, white_hand, black_hand, name, stones = match.groups()
        board, each = _member(name, stones)
        white, black = (
            mask_of(parse_point(word, board) for word in side.split()) for side in words
        )
    elif match := _STATE.search(text):
        turn, doing, white_hand, black_hand, name, stones = match.groups()
        board, each = _member(name, stones)
        white, black = parse_diagram(text[: match.start()], board)
    else:
        board, each = _drawn_member(text)
        white, black = parse_diagram(text, board)
        left = [each - side.bit_count() for side in (white, black)]
        return white, black, left[0], left[1], "white", False, board, each
    hands = int(white_hand), int(black_hand)
    return white, black, *hands, turn, doing == "take", board, each


def _member(name: str | None, stones: str | None) -> tuple[MillBoard, int]:
    if name is None or stones is None:
        return THREE_RINGS, STONES
    if name not in BOARDS or int(stones) > MOST_STONES:
        known = ", ".join(BOARDS)
        raise PositionError(
            f"a mill board is one of {known}, with up to {MOST_STONES} stones a side,"
            f" not {name} with {stones}"
        )
    return find_board(name), int(stones)
