"""Solving the moving phase, pair of subspaces by pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.games.mill.board import STONES
from boardbytes.solving.mill.kernel import DRAWN, NEVER_LOST, Shape
from boardbytes.solving.retrograde import solve

Values: TypeAlias = NDArray[np.uint8]
Pair: TypeAlias = tuple[int, int]
"""The stones of the side to move and of the other side: the name of a subspace."""

FEWEST = 3
"""A side with fewer stones has lost."""


@dataclass(frozen=True)
class Space:
    """A subspace in work: how its states are placed, their values, what captures lead to."""

    pair: Pair
    shape: Shape
    values: Any
    captures: Any


@dataclass(frozen=True)
class Summary:
    """What a subspace turned out to hold, every state counted once per symmetry class."""

    mover: int
    opponent: int
    won: int
    drawn: int
    lost: int
    longest_win: int | None
    longest_loss: int | None

    @property
    def classes(self) -> int:
        return self.won + self.drawn + self.lost


class Machine(Protocol):
    """What goes over all places of a subspace: the processor's cores or a GPU."""

    def space(self, pair: Pair) -> Space:
        """Room for the values of a subspace."""

    def known(self, pair: Pair, values: Values) -> Space:
        """A subspace that is solved already."""

    def nothing(self) -> Space:
        """Where captures that end the game lead: a subspace without values."""

    def look(self, space: Space, fewer: Space) -> None: ...

    def settle(self, level: int, pull: bool, space: Space, other: Space) -> int: ...

    def push(self, level: int, space: Space, other: Space) -> int: ...

    def count(self, value: int, space: Space) -> int:
        """How many places have this value."""

    def last_capture(self, space: Space) -> int:
        """The highest level at which captures decide something."""

    def values(self, space: Space) -> Values:
        """The finished table, in the processor's memory."""

    def summarise(self, space: Space) -> Summary: ...


def pairs(stones: int) -> Iterator[Pair]:
    """The subspaces with so many stones in all, one of each pair that is solved together."""
    for own in range(FEWEST, STONES + 1):
        if own <= stones - own <= STONES:
            yield own, stones - own


def solve_pair(pair: Pair, machine: Machine, fewer: Callable[[Pair], Space]) -> dict[Pair, Space]:
    """Solve `(w, b)` and `(b, w)`; `fewer` gives the solved subspaces that captures lead to."""
    own, opp = pair
    spaces = {each: machine.space(each) for each in {(own, opp), (opp, own)}}
    for (mover, other), space in spaces.items():
        machine.look(space, fewer((other - 1, mover)))
    pull: set[Pair] = set()

    def mark(level: int) -> int:
        found = 0
        for one in spaces:
            found += machine.settle(level, one in pull, spaces[one], spaces[one[::-1]])
        pull.clear()
        for one in spaces:
            before = one[::-1]
            if level % 2 == 1 and _is_pull_cheaper(level, one, spaces, machine):
                pull.add(before)
                found += 1
            else:
                found += machine.push(level, spaces[one], spaces[before])
        return found

    solve(mark, max(machine.last_capture(space) for space in spaces.values()))
    return {each: Space(each, space.shape, space.values, None) for each, space in spaces.items()}


def solve_all(stones: int, machine: Machine) -> Iterator[dict[Pair, Space]]:
    """Solve every subspace with up to so many stones, pair by pair, keeping all in memory."""
    solved: dict[Pair, Space] = {}

    def fewer(pair: Pair) -> Space:
        return solved[pair] if min(pair) >= FEWEST else machine.nothing()

    for total in range(2 * FEWEST, stones + 1):
        for pair in pairs(total):
            found = solve_pair(pair, machine, fewer)
            solved |= found
            yield found


def _is_pull_cheaper(level: int, pair: Pair, spaces: dict[Pair, Space], machine: Machine) -> bool:
    """Whether asking every undecided state costs less than going back from those just won."""
    own, opp = pair
    sources = 3 * (24 - own - opp) if opp == FEWEST else opp
    won = machine.count(level, spaces[pair])
    return won > 0 and won * sources > 3 * machine.count(DRAWN, spaces[opp, own])


def summary_of(pair: Pair, counts: NDArray[np.int64]) -> Summary:
    """A summary from how often each value occurs."""
    decided = np.flatnonzero(counts[:DRAWN])
    wins, losses = decided[decided % 2 == 1], decided[decided % 2 == 0]
    return Summary(
        *pair,
        won=int(counts[wins].sum()),
        drawn=int(counts[DRAWN]),
        lost=int(counts[losses].sum()),
        longest_win=int(wins.max()) if len(wins) else None,
        longest_loss=int(losses.max()) if len(losses) else None,
    )


def timed_captures(captures: Any) -> int:
    """The highest level among captures that decide something."""
    timed = captures[captures < NEVER_LOST]
    return int(timed.max()) if len(timed) else 0
