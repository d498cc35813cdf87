"""The parts of mill's state space: which there are, in which order they are solved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from boardbytes.games.mill.board import STONES

Pair: TypeAlias = tuple[int, int]
"""The stones of the side to move and of the other side on the board."""

FEWEST = 3
"""A side with fewer stones has lost, once all are set."""

ALL_SET = 2 * STONES
"""With so many stones set the moving phase has begun."""


class Subspace(NamedTuple):
    """All states with so many stones of the side to move, of the other side, and so many set."""

    own: int
    opp: int
    placed: int = ALL_SET

    @property
    def phase(self) -> str:
        return "moving" if self.placed == ALL_SET else "setting"

    def __str__(self) -> str:
        when = "" if self.placed == ALL_SET else f", {self.placed} set"
        return f"{self.own} against {self.opp}{when}"


def moving_pairs(stones: int) -> Iterator[Pair]:
    """The subspaces of the moving phase with so many stones, one of each two solved together."""
    for own in range(FEWEST, STONES + 1):
        if own <= stones - own <= STONES:
            yield own, stones - own


def setting_layer(placed: int, stones: int = ALL_SET) -> Iterator[Subspace]:
    """The subspaces with so many stones set and at most `stones` on the board and in hand.

    Whoever moves has set as many stones as the other side, or one fewer. A move takes a stone from
    the game or none, so all that it leads to has at most `stones`, too.
    """
    for own in range(placed // 2 + 1):
        for opp in range((placed + 1) // 2 + 1):
            if own + opp + ALL_SET - placed <= stones:
                yield Subspace(own, opp, placed)


def setting_subspaces(stones: int) -> Iterator[Subspace]:
    """All subspaces of the setting phase in the order in which they are solved, the last first."""
    for placed in range(ALL_SET - 1, -1, -1):
        yield from setting_layer(placed, stones)


def quiet(subspace: Subspace) -> Subspace:
    """Where a move that takes nothing leads."""
    own, opp, placed = subspace
    if placed == ALL_SET:
        return Subspace(opp, own)
    return Subspace(opp, own + 1, placed + 1)


def taking(subspace: Subspace) -> Subspace:
    """Where a move that takes a stone leads; perhaps a part that has no table."""
    own, opp, placed = quiet(subspace)
    return Subspace(own - 1, opp, placed)


def has_table(subspace: Subspace) -> bool:
    """Whether the states are still open: not where a side has too few stones to go on."""
    fewest = FEWEST if subspace.placed == ALL_SET else 0
    return min(subspace.own, subspace.opp) >= fewest
