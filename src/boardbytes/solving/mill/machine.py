"""What goes over all places of a subspace: the processor's cores or a GPU."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.kernel import DRAWN, Shape
from boardbytes.solving.mill.subspaces import FEWEST, Pair, Subspace
from boardbytes.solving.mill.summary import Summary, Values


@dataclass(frozen=True)
class Space:
    """A subspace in a machine's memory: how its states are placed, and their values.

    The values may be filled up to whole words.
    """

    subspace: Subspace
    shape: Shape
    values: Any

    @property
    def size(self) -> int:
        return tables().size(self.subspace.own, self.subspace.opp)


def space_of(subspace: Subspace | Pair, values: Any) -> Space:
    own, opp, _ = known = Subspace(*subspace)
    return Space(known, tables().shape(own, opp), values)


Part: TypeAlias = tuple[Shape, Any, int]
"""Where a move leads: a subspace's shape and values, and the value of all its states if none."""


class Machine(Protocol):
    """The sweeps that solving is made of. Without `distances` values are kept without plies."""

    keeps: bool
    """Whether solved subspaces stay in its memory as long as there is room."""

    def free_bytes(self) -> int:
        """How much memory there is for tables."""

    def space(self, subspace: Subspace) -> Space:
        """Room for the values of a subspace."""

    def known(self, subspace: Subspace, values: Values) -> Space:
        """A subspace that is solved already."""

    def nothing(self) -> Any:
        """The values of a part in which the game is over: none."""

    def look(self, space: Space, fewer: Space, distances: bool) -> None:
        """Give every state a first value, by its captures alone."""

    def settle(self, level: int, pull: bool, space: Space, other: Space) -> int:
        """Ask all states that wait for an even level, and with `pull` all that are open."""

    def push(self, level: int, space: Space, other: Space) -> int:
        """Go back from all states that a level decided; 0 if that decides nothing."""

    def counts(self, space: Space) -> NDArray[np.int64]:
        """How many places have each byte."""

    def finish(self, space: Space, distances: bool) -> None:
        """Make what was kept for the work into values."""

    def values(self, space: Space) -> Values:
        """The finished table, in the processor's memory."""

    def summarise(self, space: Space, distances: bool) -> Summary: ...

    def set_stones(self, subspace: Subspace, quiet: Part, taking: Part, distances: bool) -> Space:
        """The values of a part of the setting phase, from those one stone later."""


def part_of(subspace: Subspace, known: Space | None, machine: Machine) -> Part:
    """A part of the setting phase or after it, for whoever moves there from the setting phase.

    One that is not known has ended, or cannot be reached. After the last stone a side with fewer
    than three has lost: the side to move, or else the one that moved. That no game does; it counts
    as if the other side needed a ply to see it.
    """
    if known is not None:
        return known.shape, known.values, DRAWN
    return tables().shape(FEWEST, FEWEST), machine.nothing(), 0 if subspace.own < FEWEST else 1
