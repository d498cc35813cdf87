"""What a solved subspace turned out to hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.solving.mill.subspaces import Subspace

Values: TypeAlias = NDArray[np.uint8]


@dataclass(frozen=True)
class Summary:
    """How many states of a subspace have which value, each counted once per symmetry class."""

    subspace: Subspace
    won: int
    drawn: int
    lost: int
    longest_win: int | None
    """In plies; None without a win, or where distances were not asked for."""
    longest_loss: int | None
    has_distances: bool = True

    @property
    def classes(self) -> int:
        return self.won + self.drawn + self.lost

    def plain(self) -> dict[str, Any]:
        """The summary as plain values; that of the setting phase says what is in hand."""
        hands = {"hand": self.subspace.hand, "opponent_hand": self.subspace.opp_hand}
        return ({} if self.subspace.phase == "moving" else hands) | {
            "mover": self.subspace.own,
            "opponent": self.subspace.opp,
            "classes": self.classes,
            "won": self.won,
            "drawn": self.drawn,
            "lost": self.lost,
            "longest_win": self.longest_win,
            "longest_loss": self.longest_loss,
        }


def summary_of(subspace: Subspace, counts: NDArray[np.int64], has_distances: bool) -> Summary:
    """A summary from how often each value occurs, that of a draw last."""
    decided = np.flatnonzero(counts[:-1])
    wins, losses = decided[decided % 2 == 1], decided[decided % 2 == 0]
    return Summary(
        subspace,
        won=int(counts[wins].sum()),
        drawn=int(counts[-1]),
        lost=int(counts[losses].sum()),
        longest_win=int(wins.max()) if has_distances and len(wins) else None,
        longest_loss=int(losses.max()) if has_distances and len(losses) else None,
        has_distances=has_distances,
    )
