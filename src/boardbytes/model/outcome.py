"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from boardbytes.errors import PositionError
from boardbytes.model.colour import Colour


class Reason(Enum):
    """Why a game ended; the value is the name that files and programs use."""

    FEW_STONES = "few-stones"
    NO_PIECES = "no-pieces"
    NO_MOVE = "no-move"
    REPETITION = "repetition"
    NO_PROGRESS = "no-progress"
    RESIGNATION = "resignation"
    STATED = "stated"

    @property
    def is_draw(self) -> bool:
        """Whether nobody wins that way."""
        return self in (Reason.REPETITION, Reason.NO_PROGRESS)

    @property
    def is_declared(self) -> bool:
        """Whether someone ends the game so by saying it; no position shows it."""
        return self in (Reason.RESIGNATION, Reason.STATED)

    def __str__(self) -> str:
        return self.value


_SENTENCES = {
    Reason.FEW_STONES: "{loser} has fewer than three stones",
    Reason.NO_PIECES: "{loser} has no piece left",
    Reason.NO_MOVE: "{loser} has no legal move",
    Reason.REPETITION: "the same position too often",
    Reason.NO_PROGRESS: "too many moves without progress",
    Reason.RESIGNATION: "{loser} resigned",
    Reason.STATED: "as the file says",
}


@dataclass(frozen=True)
class Outcome:
    """Who won (None: a draw), why, and under which rules.

    Raises PositionError for a draw by a reason that has a winner, and the other way round.
    """

    winner: Colour | None
    reason: Reason
    rules: str

    def __post_init__(self) -> None:
        # What a file merely states may be a win as well as a draw.
        if self.reason is not Reason.STATED and (self.winner is None) != self.reason.is_draw:
            raise PositionError(f"{self.reason} has {'no' if self.winner else 'a'} winner")

    def __str__(self) -> str:
        result = f"{self.winner} wins" if self.winner else "draw"
        loser = self.winner.other if self.winner else None
        return f"{result}: {_SENTENCES[self.reason].format(loser=loser)} ({self.rules} rules)"
