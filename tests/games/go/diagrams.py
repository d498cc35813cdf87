"""Boards written as diagrams, for cases that can be seen."""

from __future__ import annotations

from boardbytes.games.go import GoPosition
from boardbytes.games.go.notation import parse_diagram
from boardbytes.model import Colour


def board(diagram: str, turn: Colour | None = Colour.BLACK) -> GoPosition:
    """The position of a diagram: X black, O white, * forbidden by ko."""
    size, stones = parse_diagram(diagram)
    return GoPosition(size, stones, turn)
