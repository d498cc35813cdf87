"""The private SGF property DGF: what a DGF game says that SGF has no word for.

DGF[points:3:6.5]   both sides' points, where komi alone does not tell them
DGF[overflow:1]     255 points written as 255 more than 0: 1 black, 2 white, 3 both
DGF[ko:dd]          a point that is forbidden by ko on the first board
DGF[over]           the game is over on the first board
DGF[resign:-1]      the last move is a resignation, with this number: in the last node, if that
                    has no move
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from boardbytes.formats.dgf.numbers import LOWEST, MAX_POINTS
from boardbytes.formats.sgf.points import BadPoint, Board
from boardbytes.games.go import RESIGN, GoPosition
from boardbytes.games.go.board import EMPTY, KO
from boardbytes.games.go.notation import plain_number
from boardbytes.model import Fact, Facts, Move

PRIVATE = "DGF"
_SHAPE = re.compile(
    r"points:(\d{1,3}(?:\.5)?):(\d{1,3}(?:\.5)?)|overflow:([123])|ko:([a-zA-Z]{2})|(over)"
    r"|resign:(-\d{1,5})"
)


@dataclass(frozen=True)
class Private:
    """What the property says."""

    points: tuple[float, float] | None = None
    overflow: int = 0
    ko: tuple[int, ...] = ()
    over: bool = False
    resign: int | None = None

    def position(self, start: GoPosition) -> GoPosition:
        """The first board with what SGF could not say of it."""
        if not (self.ko or self.points or self.over):
            return start
        stones = bytearray(start.stones)
        for index in self.ko:
            if stones[index] == EMPTY:
                stones[index] = KO
        black, white = self.points or (start.black_captures, start.white_captures)
        turn = None if self.over else start.turn
        return replace(
            start, stones=bytes(stones), turn=turn, black_captures=black, white_captures=white
        )

    @property
    def facts(self) -> dict[str, Fact]:
        return {"overflow": self.overflow} if self.overflow else {}


def format_private(facts: Facts, start: GoPosition, last: Move | None, board: Board) -> list[str]:
    """The values of the property, none if SGF says it all; `last` is the last move of the game."""
    words = []
    if start.black_captures or start.white_captures:
        words.append(f"points:{start.black_captures:g}:{start.white_captures:g}")
    if overflow := facts.integer("overflow", 0):
        words.append(f"overflow:{overflow}")
    for index, value in enumerate(start.stones):
        if value == KO:
            words.append(f"ko:{board.codes[index]}")
    if start.turn is None:
        words.append("over")
    if last == RESIGN:
        words.append(f"resign:{facts.integer('resigned_with', -1)}")
    return words


def parse_private(values: Sequence[str], board: Board) -> Private:
    """What the values say; BadPoint, whose text is the value, for one that says nothing."""
    found = Private()
    for value in values:
        match = _SHAPE.fullmatch(value)
        if match is None:
            raise BadPoint(value)
        black, white, overflow, ko, over, resign = match.groups()
        if resign is not None and int(resign) < LOWEST:
            raise BadPoint(value)
        if black is not None:
            points = (plain_number(float(black)), plain_number(float(white)))
            if max(points) > MAX_POINTS:
                raise BadPoint(value)
            found = replace(found, points=points)
        elif ko is not None:
            found = replace(found, ko=(*found.ko, board.point(ko)))
        else:
            found = replace(
                found,
                overflow=int(overflow or found.overflow),
                over=found.over or over is not None,
                resign=int(resign) if resign else found.resign,
            )
    return found
