"""What a position shows: the pieces on the board, those that were taken, those in hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from boardbytes.drawing.stage import standing as pieces_of
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import PIECES
from boardbytes.games.go import GoPosition
from boardbytes.games.mill import MillPosition
from boardbytes.model import Position

Numbers = Mapping[str, int]
"""A number for each side."""


@dataclass(frozen=True)
class Standing:
    """What stands on which point, what each side has taken, and what it has in hand."""

    pieces: Mapping[str, str]
    caught: Numbers = field(default_factory=dict)
    hand: Numbers = field(default_factory=dict)

    def changed_from(self, other: Standing) -> list[tuple[str, str]]:
        """The points that differ from another standing, and what stands there; empty if nothing."""
        if self.pieces == other.pieces:
            return []
        gone = [(point, "") for point in other.pieces if point not in self.pieces]
        put = [each for each in self.pieces.items() if other.pieces.get(each[0]) != each[1]]
        return gone + put


def standing(position: Position) -> Standing:
    """What a position shows."""
    off_board = _OFF_BOARD.get(position.game)
    return Standing(pieces_of(position), *(off_board(position) if off_board else ()))


def _go(position: GoPosition) -> tuple[Numbers]:
    return ({str(colour): int(position.captures(colour)) for colour in position.sides},)


def _mill(position: MillPosition) -> tuple[Numbers, Numbers]:
    other = position.sides.other
    return (
        {str(colour): position.counts(other(colour)).m for colour in position.sides},
        {str(colour): position.hand(colour) for colour in position.sides},
    )


def _checkers(position: CheckersPosition) -> tuple[Numbers]:
    other = position.sides.other
    return (
        {str(colour): PIECES - len(position.squares(other(colour))) for colour in position.sides},
    )


_OFF_BOARD: Mapping[str, Callable[[Any], tuple[Numbers, ...]]] = {
    "go": _go,
    "mill": _mill,
    "checkers": _checkers,
}
