"""The private SGF property DGF: what a DGF game says and SGF has no word for.

DGF[points:3:6.5]   both sides' points, where komi alone does not tell them
DGF[overflow:1]     255 points written as 255 more than 0: 1 black, 2 white, 3 both
DGF[ko:dd]          a point that is forbidden by ko on the first board
DGF[over]           the game is over on the first board
DGF[resign:-1]      the last move resigns, with this number
DGF[after:5 0]      moves after the end
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from boardbytes.formats.dgf.moves import count_played, resigning_as_read
from boardbytes.formats.dgf.numbers import MAX_POINTS
from boardbytes.formats.sgf.board import BadPoint, format_point, parse_point
from boardbytes.games.go import RESIGN, GoMove, GoPosition
from boardbytes.games.go.board import EMPTY, KO
from boardbytes.games.go.notation import plain_number
from boardbytes.model import Document, Fact, Record

PRIVATE = "DGF"
_NUMBER = r"-?\d{1,5}"
_SHAPE = re.compile(
    rf"points:(\d{{1,3}}(?:\.5)?):(\d{{1,3}}(?:\.5)?)|overflow:([123])|ko:([a-zA-Z]{{2}})|(over)"
    rf"|resign:(-\d{{1,5}})|after:({_NUMBER}(?: {_NUMBER})*)"
)


@dataclass(frozen=True)
class Private:
    """What the property says."""

    points: tuple[float, float] | None = None
    overflow: int = 0
    ko: tuple[int, ...] = ()
    over: bool = False
    resign: int | None = None
    after: tuple[int, ...] = ()

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
    def moves(self) -> tuple[int, ...]:
        """The moves beyond those of the nodes."""
        return (*((self.resign,) if self.resign is not None else ()), *self.after)

    @property
    def facts(self) -> dict[str, Fact]:
        return {"overflow": self.overflow} if self.overflow else {}


def format_private(document: Document, start: GoPosition, record: Record) -> list[bytes]:
    """The values of the property, none if SGF says it all."""
    words = []
    if start.black_captures and start.white_captures:
        words.append(f"points:{start.black_captures:g}:{start.white_captures:g}")
    if overflow := document.facts.integer("overflow", 0):
        words.append(f"overflow:{overflow}")
    for index, value in enumerate(start.stones):
        if value == KO:
            words.append(f"ko:{format_point(index, start.width).decode()}")
    if start.turn is None:
        words.append("over")
    numbers = [move.number(start.size) for move in record.moves if isinstance(move, GoMove)]
    numbers = resigning_as_read(numbers, document.facts)
    played = count_played(numbers) if start.turn else 0
    if played and record.moves[played - 1] == RESIGN:
        words.append(f"resign:{numbers[played - 1]}")
    if after := numbers[played:]:
        words.append(f"after:{' '.join(map(str, after))}")
    return [word.encode("ascii") for word in words]


def parse_private(values: Sequence[bytes], size: int) -> Private:
    """What the values say; BadPoint, whose text is the value, for one that says nothing."""
    found = Private()
    for value in values:
        match = _SHAPE.fullmatch(value.decode("latin-1"))
        if match is None:
            raise BadPoint(value.decode("latin-1"))
        black, white, overflow, ko, over, resign, after = match.groups()
        if black is not None:
            points = (plain_number(float(black)), plain_number(float(white)))
            if max(points) > MAX_POINTS:
                raise BadPoint(value.decode("latin-1"))
            found = replace(found, points=points)
        elif ko is not None:
            found = replace(found, ko=(*found.ko, parse_point(ko.encode(), size)))
        else:
            found = replace(
                found,
                overflow=int(overflow or found.overflow),
                over=found.over or over is not None,
                resign=int(resign) if resign else found.resign,
                after=tuple(map(int, after.split())) if after else found.after,
            )
    return found
