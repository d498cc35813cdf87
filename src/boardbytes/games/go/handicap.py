"""Stones that the weaker player begins with, on the usual points."""

from __future__ import annotations

from boardbytes.errors import PositionError
from boardbytes.games.go.board import BLACK, Size, shape
from boardbytes.games.go.position import GoPosition
from boardbytes.model.colour import Colour

_ORDER = ((0, 2), (2, 0), (0, 0), (2, 2))
"""The corners in the order in which they are filled: which of three columns and of three rows."""
_SIDES = ((0, 1), (2, 1), (1, 2), (1, 0))
_CENTRE = (1, 1)


def with_handicap(size: Size, stones: int) -> GoPosition:
    """The board with a number of black stones on the usual points, and white to move.

    The points are those of the Go Text Protocol's fixed handicap. Raises PositionError for a
    number of stones that a board of this size has no points for.
    """
    width, height = shape(size)
    most = _most(width, height)
    if not 2 <= stones <= most:
        known = f"2 to {most} stones" if most else "none"
        raise PositionError(f"the handicap on a {width} × {height} board is {known}, not {stones}")
    margin = 3 if min(width, height) >= 13 else 2
    columns = margin, width // 2, width - 1 - margin
    rows = margin, height // 2, height - 1 - margin
    board = bytearray(width * height)
    for column, row in _points(stones):
        board[rows[row] * width + columns[column]] = BLACK
    return GoPosition(size, bytes(board), Colour.WHITE)


def _points(stones: int) -> list[tuple[int, int]]:
    """The odd stone of five, seven or nine stands in the centre."""
    taken = [*_ORDER, *_SIDES][: stones if stones < 5 else stones - stones % 2]
    return [*taken, _CENTRE] if stones > 4 and stones % 2 else taken


def _most(width: int, height: int) -> int:
    least = min(width, height)
    if least < 7:
        return 0
    return 9 if width % 2 and height % 2 and least > 7 else 4
