"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    SCORE = "score"
    TIME = "time"
    FORFEIT = "forfeit"
    STATED = "stated"
    MILL = "mill"
    FULL_BOARD = "full-board"

    @property
    def is_draw(self) -> bool:
        """Whether nobody wins that way."""
        return self in (Reason.FULL_BOARD, Reason.REPETITION, Reason.NO_PROGRESS)

    @property
    def is_declared(self) -> bool:
        """Whether players end the game this way by saying so; no position shows it."""
        return self in _DECLARED

    @property
    def is_negotiable(self) -> bool:
        """Whether players may agree on another result: which stones are dead is up to them."""
        return self is Reason.SCORE

    def __str__(self) -> str:
        return self.value


_DECLARED = {Reason.RESIGNATION, Reason.SCORE, Reason.TIME, Reason.FORFEIT, Reason.STATED}

_SENTENCES = {
    Reason.FEW_STONES: "{loser} has fewer than three stones",
    Reason.NO_PIECES: "{loser} has no pieces left",
    Reason.NO_MOVE: "{loser} has no legal move",
    Reason.MILL: "a mill is closed",
    Reason.FULL_BOARD: "no point is empty",
    Reason.REPETITION: "the same position occurred too often",
    Reason.NO_PROGRESS: "too many moves without progress",
    Reason.RESIGNATION: "{loser} resigned",
    Reason.SCORE: "by the score",
    Reason.TIME: "{loser} ran out of time",
    Reason.FORFEIT: "{loser} forfeited the game",
    Reason.STATED: "as the record says",
}


@dataclass(frozen=True)
class Outcome:
    """Who won (None: a draw), why, and under which rules.

    Raises PositionError for a draw by a reason that has a winner, and the other way round.
    """

    winner: Colour | None
    reason: Reason
    rules: str
    loser: Colour | None = field(default=None, compare=False)
    """The side that did not win: what it is called depends on the game."""
    margin: float | None = field(default=None, compare=False, kw_only=True)
    """By how many points the winner won, where that is known."""

    def __post_init__(self) -> None:
        # A score may be even, and what a file merely states may be a draw.
        either = self.reason in (Reason.SCORE, Reason.STATED)
        if not either and (self.winner is None) != self.reason.is_draw:
            raise PositionError(f"{self.reason} has {'no' if self.winner else 'a'} winner")

    @property
    def sentence(self) -> str:
        """Why it ended that way, in words."""
        return _SENTENCES[self.reason].format(loser=self.loser or "the other side")

    def __str__(self) -> str:
        result = f"{self.winner} wins" if self.winner else "draw"
        result += f" by {self.margin:g}" if self.winner and self.margin else ""
        return f"{result}: {self.sentence} ({self.rules} rules)"
