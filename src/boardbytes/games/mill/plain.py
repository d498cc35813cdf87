"""Mill positions as plain values, for JSON and for programs in other languages."""

from __future__ import annotations

from typing import Any

from boardbytes.errors import PositionError
from boardbytes.games.mill.board import NAMES, SIDES, STONES, mask_of
from boardbytes.games.mill.notation import format_point, parse_point
from boardbytes.games.mill.position import MillPosition
from boardbytes.model.colour import Colour
from boardbytes.model.plain import Plain

_COLOURS = SIDES.names


def to_plain(position: MillPosition) -> dict[str, Any]:
    """The position as an object of plain values."""
    plain: dict[str, Any] = {
        colour.value: [format_point(point) for point in position.points(colour)] for colour in SIDES
    }
    plain["hand"] = {colour.value: position.hand(colour) for colour in SIDES}
    plain["turn"] = position.turn.value
    plain["removing"] = position.removing
    return plain


def _points(plain: Plain) -> list[int]:
    points: list[int] = []
    for item in plain.items():
        point = parse_point(item.choice(NAMES))
        if point in points:
            raise item.fail(f"{item.name} must not name a point again", format_point(point))
        points.append(point)
    return points


def from_plain(plain: Plain) -> MillPosition:
    """The position of plain values: the inverse of `to_plain`.

    Raises PlainError, which names the place, for anything else.
    """
    plain.object([*_COLOURS, "hand", "turn"], ["removing"])
    hand = plain["hand"].object(_COLOURS)
    removing = plain.get("removing")
    sides = {colour: mask_of(_points(plain[colour])) for colour in _COLOURS}
    hands = {f"{colour}_hand": hand[colour].integer(0, STONES) for colour in _COLOURS}
    try:
        return MillPosition(
            **sides,
            **hands,
            turn=Colour(plain["turn"].choice(_COLOURS)),
            removing=removing is not None and removing.boolean(),
        )
    except PositionError as error:
        raise plain.fail(str(error)) from None
