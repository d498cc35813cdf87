"""How long to think about a move, given what GTP says of the clocks."""

from __future__ import annotations

from dataclasses import dataclass, replace

LAG = 0.1
"""Seconds that are lost between an answer and the start of the other side's clock."""
LEAST = 0.05
FEWEST_MOVES = 10
"""The fewest of one's own moves that are expected to follow."""


@dataclass(frozen=True)
class Clock:
    """A side's time: what is left of it, and for how many stones where that is said."""

    main: float = 0.0
    period: float = 0.0
    period_stones: int = 0
    left: float | None = None
    """Seconds that are left; None before anyone has said it."""
    stones: int = 0
    """The stones to play in what is left; 0 in the main time."""

    @property
    def is_limited(self) -> bool:
        """GTP: a period without stones means that there is no limit at all."""
        return self.period <= 0 or self.period_stones > 0

    def told(self, left: float, stones: int) -> Clock:
        return replace(self, left=left, stones=stones)

    def spent(self, seconds: float) -> Clock:
        """The clock after a move, as far as it runs without being told."""
        left = (self.main if self.left is None else self.left) - seconds
        if self.stones == 0 and left > 0:
            return self.told(left, 0)
        if self.stones > 1 and left > 0:
            return self.told(left, self.stones - 1)
        return self.told(self.period, self.period_stones)

    def seconds(self, points: int, moves: int) -> float | None:
        """How long to think on a board of that many points after these moves; None: no limit."""
        if not self.is_limited:
            return None
        left = self.main if self.left is None else self.left
        if self.stones > 0 or left <= 0:
            stones = self.stones or self.period_stones
            share = (left if self.stones else self.period) / max(1, stones)
        else:
            expected = max(FEWEST_MOVES, (points * 0.65 - moves) / 2)
            share = left / expected
            if self.period_stones:
                share = min(left + self.period, share + self.period / self.period_stones)
        return max(LEAST, min(share, left if left > 0 else share) * 0.95 - LAG)
