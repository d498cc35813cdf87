"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from boardbytes.model.colour import Colour


class Reason(Enum):
    """Why a game ended; the value is the name that files and programs use."""

    FEW_STONES = "few-stones"
    NO_MOVE = "no-move"
    REPETITION = "repetition"
    NO_PROGRESS = "no-progress"
    RESIGNATION = "resignation"
    SCORE = "score"
    TIME = "time"
    FORFEIT = "forfeit"
    STATED = "stated"

    def __str__(self) -> str:
        return self.value


_SENTENCES = {
    Reason.FEW_STONES: "{loser} has fewer than three stones",
    Reason.NO_MOVE: "{loser} has no legal move",
    Reason.REPETITION: "the same position too often",
    Reason.NO_PROGRESS: "too many moves without progress",
    Reason.RESIGNATION: "{loser} resigned",
    Reason.SCORE: "by the score",
    Reason.TIME: "{loser} ran out of time",
    Reason.FORFEIT: "{loser} forfeited the game",
    Reason.STATED: "so the record says",
}


@dataclass(frozen=True)
class Outcome:
    """Who won (None: a draw), why, and under which rules."""

    winner: Colour | None
    reason: Reason
    rules: str

    @property
    def is_negotiable(self) -> bool:
        """Whether the players may agree on another result: which stones are dead is up to them."""
        return self.reason is Reason.SCORE

    def __str__(self) -> str:
        result = f"{self.winner} wins" if self.winner else "draw"
        loser = self.winner.other if self.winner else None
        return f"{result}: {_SENTENCES[self.reason].format(loser=loser)} ({self.rules} rules)"
