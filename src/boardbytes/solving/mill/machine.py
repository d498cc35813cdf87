"""What goes over all places of a subspace: the processor's cores or a GPU."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.solving.mill.kernel import DRAWN, Shape, Turn
from boardbytes.solving.mill.member import Member
from boardbytes.solving.mill.subspaces import FEWEST, Subspace
from boardbytes.solving.mill.summary import Summary, Values


@dataclass(frozen=True)
class Space:
    """A subspace in a machine's memory: how its states are placed, and their values.

    The values may be filled up to whole words.
    """

    subspace: Subspace
    shape: Shape
    turn: Turn
    size: int
    values: Any


class Part(NamedTuple):
    """Where moves lead: a subspace's shape and values, and its states' value if it has none.

    One without values has ended.
    """

    shape: Shape
    values: Any
    value: int


class Leads(NamedTuple):
    """Where the moves that leave a pair lead."""

    taking: Part
    setting: Part
    both: Part

    @property
    def arrays(self) -> tuple[Any, ...]:
        """As the kernel takes them: where `taking` has no values, taking wins."""
        return (*self.taking[:2], *self.setting, *self.both)


@dataclass(frozen=True)
class Pace:
    """About how many places a second a machine solves, as was measured.

    On cores large steps, whose bytes are in no cache, take longer for each place.
    """

    levels: tuple[tuple[int, float], ...]
    """Where moves go to and fro: for steps with fewer places than this, so many a second."""
    once: float
    """Where stones are only set, so that one pass is enough."""
    packed: float | None = None
    """How many a core packs meanwhile; None where solving takes much longer."""

    def seconds(self, places: int, has_levels: bool) -> float:
        """How long a step with that many places takes."""
        if not has_levels:
            return places / self.once
        return places / next(rate for size, rate in self.levels if places < size)


Lookup: TypeAlias = Callable[[Subspace], Space]
"""Gives the solved subspaces that are needed next."""


class Machine(Protocol):
    """The sweeps that solving a member is made of, for tables with or without `distances`."""

    member: Member
    distances: bool
    keeps: bool
    """Whether solved subspaces stay in its memory as long as there is room."""

    @property
    def pace(self) -> Pace:
        """How fast it is."""

    def free_bytes(self) -> int:
        """How much memory there is for tables."""

    def space(self, subspace: Subspace) -> Space:
        """Room for the values of a subspace."""

    def known(self, subspace: Subspace, values: Values) -> Space:
        """A subspace that is solved already."""

    def nothing(self) -> Any:
        """The values of a part in which the game is over: none."""

    def look(self, space: Space, leads: Leads) -> None:
        """Give every state a first value, by the moves that leave the pair."""

    def set_stones(self, space: Space, leads: Leads) -> None:
        """Give every state its value, where stones are only set."""

    def settle(self, level: int, pull: bool, space: Space, other: Space) -> int:
        """Ask all states that wait for an even level, and with `pull` all that are open."""

    def push(self, level: int, space: Space, other: Space) -> int:
        """Go back from all states that a level decided; 0 if that decides nothing."""

    def counts(self, space: Space) -> NDArray[np.int64]:
        """How many places have each value."""

    def finish(self, space: Space) -> None:
        """Turn the numbers kept while solving into values."""

    def values(self, space: Space) -> Values:
        """The finished table, in the processor's memory."""

    def room(self, size: int) -> Values:
        """Memory of the processor's to fetch up to that many values into; None if not needed."""

    def fetch(self, space: Space, first: int, last: int, room: Values) -> Values:
        """Some values of a finished table, in that room or where they already are."""

    def summarise(self, space: Space) -> Summary: ...


def space_of(machine: Machine, subspace: Subspace, values: Any) -> Space:
    """A subspace with these values."""
    member = machine.member
    shape = member.tables.shape(subspace.own, subspace.opp)
    turn = member.turn(subspace)
    return Space(subspace, shape, turn, member.size(subspace), values)


def leads_of(machine: Machine, subspace: Subspace, lookup: Lookup) -> Leads:
    """Where the moves of a subspace that leave the pair lead."""
    member, leads = machine.member, machine.member.leads(subspace)

    def part(kind: str) -> Part:
        lead = leads.get(kind)
        if lead is not None and member.has_table(lead):
            space = lookup(lead)
            return Part(space.shape, space.values, DRAWN)
        # Where no move leads it does not matter; a mill that wins at once leads to a loss.
        value = 0 if lead is None else member.ended(lead)
        fewest = min(FEWEST, member.side)
        return Part(member.tables.shape(fewest, fewest), machine.nothing(), value)

    return Leads(part("taking"), part("setting"), part("both"))
