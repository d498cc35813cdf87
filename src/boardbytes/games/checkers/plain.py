"""Checkers positions as plain values, for JSON and for programs in other languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardbytes.errors import PositionError
from boardbytes.games.checkers.board import NAMES, SIDES, mask_of, squares_of
from boardbytes.games.checkers.notation import parse_square
from boardbytes.games.checkers.position import CheckersPosition
from boardbytes.model.colour import Colour
from boardbytes.model.plain import EACH, Path, Plain

_SETS = (*SIDES.names, "kings")
_OLD_NAMES = {"red": "black", "kings": "queens"}
"""What documents said before checkers had red pieces and kings."""

MEANINGS: Mapping[Path, str] = {
    ("red", EACH): "a red piece",
    ("white", EACH): "a white piece",
    ("kings", EACH): "this piece is a king",
    ("turn",): "the side to move",
}


def to_plain(position: CheckersPosition) -> dict[str, Any]:
    """The position as an object of plain values; kings stand among their side's pieces, too."""
    plain: dict[str, Any] = {
        name: [NAMES[square] for square in squares_of(getattr(position, name))] for name in _SETS
    }
    plain["turn"] = position.turn.value
    return plain


def from_plain(plain: Plain) -> CheckersPosition:
    """The position of plain values: the inverse of `to_plain`; old names are read, too.

    Raises PlainError, which names the place, for anything else.
    """
    given = plain.value if isinstance(plain.value, dict) else {}
    old = {name: old for name, old in _OLD_NAMES.items() if old in given}
    names = {name: old.get(name, name) for name in _SETS}
    plain.object([names["red"], names["white"], "turn"], [names["kings"]])
    sets = {
        name: mask_of(parse_square(item.choice(NAMES)) for item in found.items())
        for name in _SETS
        if (found := plain.get(names[name])) is not None
    }
    sides = {names[side.value]: side for side in SIDES}
    turn: Colour = sides[plain["turn"].choice(list(sides))]
    try:
        return CheckersPosition(
            sets.get("red", 0), sets.get("white", 0), sets.get("kings", 0), turn
        )
    except PositionError as error:
        raise plain.fail(str(error)) from None
