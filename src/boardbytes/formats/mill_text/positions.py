"""Positions known to be of mill, for formats that hold no others."""

from __future__ import annotations

from boardbytes.errors import PositionError
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import SQUARE
from boardbytes.model import Position


def mill_position(position: Position, title: str) -> MillPosition:
    """The position, known to be one of mill."""
    if not isinstance(position, MillPosition):
        raise PositionError(f"{title} holds a mill position, not one of {position.game}")
    return position


def ring_position(position: Position, title: str) -> MillPosition:
    """The position, known to be one of mill on two or three rings."""
    found = mill_position(position, title)
    if found.board is SQUARE:
        raise PositionError(f"{title} holds boards of two or three rings, not the square")
    return found
