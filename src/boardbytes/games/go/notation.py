"""Text of moves and boards, parse_ and format_ in pairs."""

from __future__ import annotations

import re
from typing import TypeAlias

from boardbytes.errors import InvalidMoveError, PositionError
from boardbytes.games.go.board import (
    MAX_SIZE,
    Size,
    column_name,
    column_of,
    format_size,
    shape,
    size_of,
)
from boardbytes.games.go.move import PASS, RESIGN, GoMove
from boardbytes.model.colour import Colour

AnyMove: TypeAlias = GoMove | str | int | tuple[int, int]
"""A move as people give one: a value, text, DGF's integer, or column and row from 1."""

SGF_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""SGF counts columns from the left and rows from the top with these."""

MARKS = ".XO*"
"""How EMPTY, BLACK, WHITE and KO are written."""

_WORDS = {"pass": PASS, "resign": RESIGN}
_TO_MARKS = bytes.maketrans(bytes(range(len(MARKS))), MARKS.encode("ascii"))
_STATE = re.compile(
    r"(?:(black|white) to move|the game is over)"
    r"(?:; captures: black (\d+(?:\.5)?), white (\d+(?:\.5)?))?\s*$"
)
_ROW = re.compile(r"\s*\d*((?:\s*[.XO*#o+])+)\s*\d*\s*")
_COLUMNS = re.compile(r"\s*(?:A(?:\s+[B-HJ-Z])*(?:\s+[A-HJ-Z]{2})*)?\s*", re.IGNORECASE)
_OTHER_MARKS = str.maketrans("#o+", "XO.")
_VERTEX = re.compile(r"([A-HJ-Za-hj-z]{1,2})([1-9][0-9]{0,2})")


def parse_move(text: str, size: Size | None = None) -> GoMove:
    """The move that a text means: `D16`, `pass`, `resign`.

    Where the board's size is given, SGF's letters, `dd`, and DGF's integer, `61`, are read too.
    Does not ask whether the move is legal anywhere.
    """
    word = text.strip()
    if word.lower() in _WORDS:
        return _WORDS[word.lower()]
    vertex = _VERTEX.fullmatch(word)
    if vertex:
        return _on_board(text, GoMove(column_of(vertex[1].upper()), int(vertex[2])), size)
    if size is not None and re.fullmatch(r"[a-zA-Z]{2}", word):
        column, row = map(SGF_LETTERS.index, word)
        return _on_board(text, GoMove(column + 1, shape(size)[1] - row), size)
    if size is not None and re.fullmatch(r"-?[0-9]{1,6}", word):
        return _numbered(int(word), size)
    raise InvalidMoveError(
        text, f"{text!r} is not a move: write a point such as D4, pass or resign"
    )


def move_of(given: AnyMove, size: Size) -> GoMove:
    """The move that is given in any of the ways in which people give one.

    Raises InvalidMoveError for anything that is not a move on such a board.
    """
    if isinstance(given, GoMove):
        return given
    if isinstance(given, str):
        return parse_move(given, size)
    if isinstance(given, int) and not isinstance(given, bool):
        return _numbered(given, size)
    if isinstance(given, tuple) and len(given) == 2 and all(type(part) is int for part in given):
        return _on_board(str(given), GoMove(*given), size)
    raise InvalidMoveError(str(given), f"{given!r} is not a move: give a point such as D4, or pass")


def _on_board(text: str, move: GoMove, size: Size | None) -> GoMove:
    if not move.fits(size or MAX_SIZE):
        where = f"a board of {_lines(size or MAX_SIZE)}"
        raise InvalidMoveError(text, f"{text!r} is not on {where}")
    return move


def _numbered(number: int, size: Size) -> GoMove:
    width, height = shape(size)
    if number > width * height:
        message = f"'{number}' is not among the {width * height} points"
        raise InvalidMoveError(str(number), message)
    return GoMove.from_number(number, size)


def _lines(size: Size) -> str:
    return f"{size} lines" if isinstance(size, int) else format_size(size)


def format_move(move: GoMove) -> str:
    """The text of a move, as `parse_move` reads it."""
    return str(move)


def parse_rows(rows: list[str]) -> tuple[Size, bytes]:
    """The size and the intersections of a board written as rows of `.`, `X`, `O` and `*`.

    Raises PositionError, which names the row, for anything else.
    """
    height, width = len(rows), len(rows[0]) if rows else 0
    if not 1 <= height <= MAX_SIZE:
        raise PositionError(f"a board has 1 to {MAX_SIZE} rows, not {height}")
    for number, row in enumerate(rows, 1):
        strange = row.translate(str.maketrans("", "", MARKS))
        if strange:
            raise PositionError(f"row {number} may hold {' '.join(MARKS)}, not {strange[0]!r}")
        if not 1 <= len(row) <= MAX_SIZE:
            raise PositionError(f"row {number} must have 1 to {MAX_SIZE} points, not {len(row)}")
        if len(row) != width:
            raise PositionError(f"row {number} must have {width} points, not {len(row)}")
    return size_of(width, height), bytes(MARKS.index(mark) for row in rows for mark in row)


def format_rows(stones: bytes, size: Size) -> list[str]:
    """The board as rows: the inverse of `parse_rows`."""
    text, (width, height) = stones.translate(_TO_MARKS).decode("ascii"), shape(size)
    return [text[start : start + width] for start in range(0, width * height, width)]


def parse_diagram(text: str) -> tuple[Size, bytes]:
    """The size and the intersections of a diagram: the inverse of `format_diagram`.

    Rows may have their numbers beside them, and letters above or below; they may also be written
    one after another with `/` between them. Other programs' marks are read too: `#` and `o` are
    stones, `+` is an empty point. Raises PositionError, which names the line, for anything else.
    """
    rows = []
    for number, line in enumerate(re.split(r"[\n/]", _STATE.sub("", text)), 1):
        row = _ROW.fullmatch(line)
        if row:
            rows.append("".join(row[1].split()).translate(_OTHER_MARKS))
        elif not _COLUMNS.fullmatch(line):
            raise PositionError(f"line {number} must be a row of {' '.join(MARKS)}: {line.strip()}")
    return parse_rows(rows)


def format_diagram(stones: bytes, size: Size) -> str:
    """The board in plain characters, with its coordinates."""
    columns, height = shape(size)
    width = len(column_name(columns))
    lines = []
    for number, row in enumerate(format_rows(stones, size)):
        points = " ".join(mark.rjust(width) for mark in row)
        lines.append(f"{height - number:>3} {points}")
    names = " ".join(column_name(column).rjust(width) for column in range(1, columns + 1))
    return "\n".join([*lines, f"    {names}"])


def format_state(turn: Colour | None, black: float, white: float) -> str:
    """Whose turn it is, and the captures of both sides."""
    whose = f"{turn} to move" if turn else "the game is over"
    return f"{whose}; captures: black {black:g}, white {white:g}"


def parse_state(text: str) -> tuple[Colour | None, float, float]:
    """The turn and the captures that a text ends with: the inverse of `format_state`.

    Where it says nothing of them, black is to move and nothing is captured.
    """
    state = _STATE.search(text)
    if state is None:
        return Colour.BLACK, 0, 0
    turn = Colour(state[1]) if state[1] else None
    return turn, plain_number(float(state[2] or 0)), plain_number(float(state[3] or 0))


def plain_number(points: float) -> float:
    """Whole points as whole numbers."""
    return int(points) if points == int(points) else points
