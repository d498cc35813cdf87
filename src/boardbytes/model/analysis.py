"""What someone who looked ahead says of a position: one value for every game.

Everything is seen from the side to move, except ownership, which is black's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from boardbytes.model.colour import Colour
from boardbytes.model.position import Move
from boardbytes.model.words import counted

WON, DRAWN, LOST = "won", "drawn", "lost"

_TURNED = {WON: LOST, DRAWN: DRAWN, LOST: WON}
_WORTH = {WON: 1.0, DRAWN: 0.5, LOST: 0.0}


@dataclass(frozen=True)
class Score:
    """What a position is worth to a side, by what is known of it; None for what is not.

    A lead is in the game's own `unit`: a tenth of a stone is 0.1. A value that is not `proven` is
    merely the likeliest.
    """

    value: str | None = None
    """`won`, `drawn` or `lost`; None where nobody can say."""
    plies: int | None = None
    """Within how many plies the game ends, where that was seen."""
    proven: bool = False
    lead: float | None = None
    win_rate: float | None = None
    """The share of the games tried that were won, from 0 to 1."""
    unit: str = "points"

    @property
    def turned(self) -> Score:
        """The same for the other side."""
        return replace(
            self,
            value=None if self.value is None else _TURNED[self.value],
            lead=None if self.lead is None else 0.0 - self.lead,
            win_rate=None if self.win_rate is None else 1 - self.win_rate,
        )

    @property
    def before(self) -> Score:
        """What a move that leads here is worth to the side that makes it."""
        turned = self.turned
        return turned if self.plies is None else replace(turned, plies=self.plies + 1)

    @property
    def expectation(self) -> float:
        """The expected result from 0 to 1, a draw counted as half: for graphs.

        Where nothing else is known, a lead of one stone counts as three wins in four games.
        """
        if self.value is not None and self.proven:
            return _WORTH[self.value]
        if self.win_rate is not None:
            return self.win_rate
        if self.lead is not None:
            return 1 / (1 + math.exp(-math.log(3) * max(-20.0, min(20.0, self.lead))))
        return 0.5 if self.value is None else _WORTH[self.value]

    @property
    def order(self) -> tuple[float, float, float]:
        """Sorts scores from bad to good: quick wins last, quick losses first."""
        sure = 0.0
        if self.proven and self.value in (WON, LOST):
            sure = 1e6 - (self.plies if self.plies is not None else 1e3)
            sure = sure if self.value == WON else -sure
        return sure, self.expectation, self.lead or 0.0

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        return {
            "value": self.value,
            "plies": self.plies,
            "proven": self.proven,
            "lead": None if self.lead is None else round(self.lead, 3),
            "win_rate": None if self.win_rate is None else round(self.win_rate, 4),
            "unit": self.unit,
        }

    def __str__(self) -> str:
        if self.proven and self.value is not None:
            return self.value if self.plies is None else f"{self.value} in {self.plies}"
        said = []
        if self.win_rate is not None:
            said.append(f"wins {self.win_rate:.0%}")
        if self.lead is not None:
            how = "ahead" if self.lead > 0 else "behind"
            amount = abs(self.lead)
            said.append(f"{how} by {amount:.1f} {self.unit}" if amount >= 0.05 else "even")
        return ", ".join(said) or f"{self.value or 'unknown'}, not proven"


@dataclass(frozen=True)
class Line:
    """One way to go on: the moves, the first of them by the side to move, and what it is worth."""

    moves: tuple[Move, ...]
    score: Score
    playouts: int | None = None
    """How many of the playouts went this way."""

    @property
    def move(self) -> Move:
        return self.moves[0]

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        moves = [str(move) for move in self.moves]
        return {"move": moves[0], "moves": moves} | self.score.plain() | {"playouts": self.playouts}


@dataclass(frozen=True)
class Analysis:
    """What a position is worth, how sure that is, and the best lines, the very best first."""

    turn: Colour | None
    score: Score
    lines: tuple[Line, ...] = ()
    source: str = "search"
    """Who says so: `tables`, `search`, `playouts`, or the name of an engine."""
    depth: int | None = None
    """How many plies ahead were searched in full."""
    playouts: int | None = None
    nodes: int = 0
    """How many positions were looked at."""
    seconds: float = 0.0
    ownership: tuple[float, ...] | None = None
    """For every point, left to right and top to bottom: 1 is black's, -1 is white's."""

    @property
    def best(self) -> Move | None:
        """The move to make; None where there is none."""
        return self.lines[0].move if self.lines else None

    @property
    def nodes_a_second(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0

    @property
    def effort(self) -> str:
        """How much was looked at, in words."""
        said = [self.source]
        if self.depth is not None:
            said.append(counted(self.depth, "ply", "plies"))
        if self.playouts is not None:
            said.append(counted(self.playouts, "playout"))
        if self.nodes and self.seconds > 0:
            said.append(f"{self.nodes_a_second:,.0f} positions/s")
        return ", ".join(said)

    def score_of(self, move: Move) -> Score | None:
        """What a move is worth, if a line begins with it."""
        return next((line.score for line in self.lines if line.move == move), None)

    def plain(self) -> dict[str, Any]:
        """As plain values."""
        own = self.ownership
        return {
            "turn": self.turn.value if self.turn else None,
            **self.score.plain(),
            "source": self.source,
            "depth": self.depth,
            "playouts": self.playouts,
            "nodes": self.nodes,
            "seconds": round(self.seconds, 3),
            "nodes_a_second": round(self.nodes_a_second),
            "lines": [line.plain() for line in self.lines],
            "ownership": None if own is None else [round(each, 3) for each in own],
        }

    def __str__(self) -> str:
        return f"{self.turn} to move: {self.score} ({self.effort})"
