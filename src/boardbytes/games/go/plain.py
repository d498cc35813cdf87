"""Go positions as plain values, for JSON and for programs in other languages."""

from __future__ import annotations

from typing import Any

from boardbytes.errors import PositionError
from boardbytes.games.go.notation import format_rows, parse_rows
from boardbytes.games.go.position import GoPosition
from boardbytes.model.colour import Colour
from boardbytes.model.plain import Plain

OVER = "over"
TURNS = {"black": Colour.BLACK, "white": Colour.WHITE, OVER: None}
_MAX_POINTS = 10**6


def to_plain(position: GoPosition) -> dict[str, Any]:
    """The position as an object of plain values."""
    return {
        "rows": format_rows(position.stones, position.size),
        "turn": position.turn.value if position.turn else OVER,
        "points": {
            "black": _number(position.black_points),
            "white": _number(position.white_points),
        },
    }


def from_plain(plain: Plain) -> GoPosition:
    """The position of plain values: the inverse of `to_plain`.

    Raises PlainError, which names the place, for anything else.
    """
    plain.object(["rows", "turn", "points"])
    points = plain["points"].object(["black", "white"])
    return GoPosition(
        *board_of(plain["rows"]),
        TURNS[plain["turn"].choice(list(TURNS))],
        points_of(points["black"]),
        points_of(points["white"]),
    )


def board_of(plain: Plain) -> tuple[int, bytes]:
    """The size and the intersections of a list of rows."""
    rows = [row.text() for row in plain.items()]
    try:
        stones = parse_rows(rows)
    except PositionError as error:
        raise plain.fail(f"{plain.name}: {error}") from None
    return len(rows), stones


def points_of(plain: Plain) -> float:
    """A number of points: a multiple of a half."""
    value = plain.value
    if type(value) not in (int, float) or not 0 <= value <= _MAX_POINTS or value * 2 % 1:
        shown = str(value) if type(value) in (int, float) else None
        raise plain.fail(f"{plain.name} must be a multiple of 0.5 from 0 on", shown)
    return _number(value)


def _number(points: float) -> float:
    """Whole points as whole numbers."""
    return int(points) if points == int(points) else points
