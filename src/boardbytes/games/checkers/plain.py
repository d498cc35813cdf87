"""Checkers positions as plain values, for JSON and for programs in other languages."""

from __future__ import annotations

from typing import Any

from boardbytes.errors import PositionError
from boardbytes.games.checkers.board import NAMES, SIDES, mask_of, squares_of
from boardbytes.games.checkers.notation import parse_square
from boardbytes.games.checkers.position import CheckersPosition
from boardbytes.model.colour import Colour
from boardbytes.model.plain import Plain

_COLOURS = [colour.value for colour in SIDES]
_SETS = [*_COLOURS, "queens"]


def to_plain(position: CheckersPosition) -> dict[str, Any]:
    """The position as an object of plain values; queens stand among their side's pieces, too."""
    plain: dict[str, Any] = {
        name: [NAMES[square] for square in squares_of(getattr(position, name))] for name in _SETS
    }
    plain["turn"] = position.turn.value
    return plain


def from_plain(plain: Plain) -> CheckersPosition:
    """The position of plain values: the inverse of `to_plain`.

    Raises PlainError, which names the place, for anything else.
    """
    plain.object([*_COLOURS, "turn"], ["queens"])
    sets = {
        name: mask_of(parse_square(item.choice(NAMES)) for item in found.items())
        for name in _SETS
        if (found := plain.get(name)) is not None
    }
    try:
        return CheckersPosition(
            sets.get("black", 0),
            sets.get("white", 0),
            sets.get("queens", 0),
            Colour(plain["turn"].choice(_COLOURS)),
        )
    except PositionError as error:
        raise plain.fail(str(error)) from None
