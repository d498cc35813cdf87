"""Text of moves and boards, parse_ and format_ in pairs."""

from __future__ import annotations

import re

from boardbytes.errors import InvalidMoveError, PositionError
from boardbytes.games.go.board import MAX_SIZE, column_name, column_of
from boardbytes.games.go.move import PASS, RESIGN, GoMove

SGF_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""SGF counts columns from the left and rows from the top with these."""

MARKS = ".XO*"
"""How EMPTY, BLACK, WHITE and KO are written."""

_WORDS = {"pass": PASS, "resign": RESIGN}
_VERTEX = re.compile(r"([A-HJ-Za-hj-z]{1,2})([1-9][0-9]{0,2})")


def parse_move(text: str, size: int | None = None) -> GoMove:
    """The move that a text means: `D16`, `pass`, `resign`.

    Where the board's size is given, SGF's letters, `dd`, and DGF's integer, `61`, are read too.
    Does not ask whether the move is legal anywhere.
    """
    word = text.strip()
    if word.lower() in _WORDS:
        return _WORDS[word.lower()]
    vertex = _VERTEX.fullmatch(word)
    if vertex:
        move = GoMove(column_of(vertex[1].upper()), int(vertex[2]))
        if not move.fits(size or MAX_SIZE):
            raise InvalidMoveError(text, f"{text!r} is not on a board of {size or MAX_SIZE} lines")
        return move
    if size is not None and re.fullmatch(r"[a-zA-Z]{2}", word):
        return _parse_letters(word, size)
    if size is not None and re.fullmatch(r"-?[0-9]{1,6}", word):
        if int(word) > size * size:
            raise InvalidMoveError(text, f"{text!r} is not among the {size * size} points")
        return GoMove.from_number(int(word), size)
    raise InvalidMoveError(text, f"{text!r} is no move: write a point such as D4, pass or resign")


def _parse_letters(word: str, size: int) -> GoMove:
    column, row = map(SGF_LETTERS.index, word)
    if max(column, row) >= size:
        raise InvalidMoveError(word, f"{word!r} is not on a board of {size} lines")
    return GoMove(column + 1, size - row)


def format_move(move: GoMove) -> str:
    """The text of a move, as `parse_move` reads it."""
    return str(move)


def parse_rows(rows: list[str]) -> bytes:
    """The intersections of a board written as rows of `.`, `X`, `O` and `*`.

    Raises PositionError, which names the row, for anything else.
    """
    size = len(rows)
    if not 1 <= size <= MAX_SIZE:
        raise PositionError(f"a board has 1 to {MAX_SIZE} rows, not {size}")
    for number, row in enumerate(rows, 1):
        strange = row.translate(str.maketrans("", "", MARKS))
        if strange:
            raise PositionError(f"row {number} may hold {' '.join(MARKS)}, not {strange[0]!r}")
        if len(row) != size:
            raise PositionError(f"row {number} must have {size} points, not {len(row)}")
    return bytes(MARKS.index(mark) for row in rows for mark in row)


def format_rows(stones: bytes, size: int) -> list[str]:
    """The board as rows: the inverse of `parse_rows`."""
    text = "".join(MARKS[value] for value in stones)
    return [text[start : start + size] for start in range(0, size * size, size)]


def parse_diagram(text: str) -> bytes:
    """The intersections of a diagram: the inverse of `format_diagram`.

    Lines that hold anything but a row number and points are only decoration.
    """
    lines = (re.fullmatch(r"\s*\d*([.XO*\s]+)", line) for line in text.splitlines())
    rows = ["".join(match[1].split()) for match in lines if match]
    return parse_rows([row for row in rows if row])


def format_diagram(stones: bytes, size: int) -> str:
    """The board in plain characters, with its coordinates."""
    width = len(column_name(size))
    lines = []
    for number, row in enumerate(format_rows(stones, size)):
        points = " ".join(mark.rjust(width) for mark in row)
        lines.append(f"{size - number:>3} {points}")
    names = " ".join(column_name(column).rjust(width) for column in range(1, size + 1))
    return "\n".join([*lines, f"    {names}"])
