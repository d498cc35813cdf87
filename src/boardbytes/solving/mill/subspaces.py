"""The parts of a member's state space: which there are, where moves lead, what is solved when."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple, TypeAlias

FEWEST = 3
"""A side with fewer stones, those in hand included, has lost."""


class Subspace(NamedTuple):
    """All states with that many stones on the board and in hand, of the mover and of the other."""

    own: int
    opp: int
    hand: int = 0
    opp_hand: int = 0

    @property
    def phase(self) -> str:
        return "setting" if self.hand + self.opp_hand else "moving"

    @property
    def stones(self) -> int:
        """How many stones there are, those in hand included."""
        return sum(self)

    @property
    def reverse(self) -> Subspace:
        """The same stones with the other side to move."""
        return Subspace(self.opp, self.own, self.opp_hand, self.hand)

    @property
    def taking(self) -> Subspace:
        """Where a move leads that takes a stone."""
        return Subspace(self.opp - 1, self.own, self.opp_hand, self.hand)

    @property
    def setting(self) -> Subspace:
        """Where setting a stone leads."""
        return Subspace(self.opp, self.own + 1, self.opp_hand, self.hand - 1)

    @property
    def setting_taking(self) -> Subspace:
        """Where setting a stone leads that takes one."""
        return Subspace(self.opp - 1, self.own + 1, self.opp_hand, self.hand - 1)

    def __str__(self) -> str:
        when = f", {self.hand} and {self.opp_hand} in hand" if self.phase == "setting" else ""
        return f"{self.own} against {self.opp}{when}"


Step: TypeAlias = tuple[Subspace, ...]
"""What is solved at once: a pair between which moves go to and fro, or one subspace."""


def moving_steps(side: int, stones: int) -> Iterator[Step]:
    """The steps of the moving phase with `side` stones a side and up to `stones` in all."""
    yield from _pairs(side, side, 0, 0, FEWEST, FEWEST, stones)


def setting_steps(side: int, stones: int) -> Iterator[Step]:
    """Those of the setting phase where stones are only set while there are any in hand.

    The mover has as many in hand as the other side, or one more. The last stones to be set
    come first.
    """
    for held in range(1, 2 * side + 1):
        hand, opp_hand = (held + 1) // 2, held // 2
        for own, opp in product(range(side - hand + 1), range(side - opp_hand + 1)):
            if own + opp + held <= stones:
                yield (Subspace(own, opp, hand, opp_hand),)


def early_steps(side: int, stones: int) -> Iterator[Step]:
    """The steps with stones in hand where they may be set or others moved."""
    for held in range(1, 2 * side + 1):
        for hand in range(max(0, held - side), held // 2 + 1):
            opp_hand = held - hand
            fewest = max(0, FEWEST - hand), max(0, FEWEST - opp_hand)
            yield from _pairs(side - hand, side - opp_hand, hand, opp_hand, *fewest, stones)


def _pairs(
    own: int, opp: int, hand: int, opp_hand: int, own_fewest: int, opp_fewest: int, stones: int
) -> Iterator[Step]:
    """The pairs with these hands and up to that many on the board, fewer stones first."""
    for total in range(own_fewest + opp_fewest, min(own + opp, stones - hand - opp_hand) + 1):
        for mine in range(own_fewest, own + 1):
            if opp_fewest <= total - mine <= opp:
                one = Subspace(mine, total - mine, hand, opp_hand)
                if hand != opp_hand or one <= one.reverse:
                    yield tuple(sorted({one, one.reverse}))
