"""Solving subspaces of both phases from those that their moves lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.solving.mill.kernel import DRAWN, NEVER_LOST
from boardbytes.solving.mill.machine import Machine, Space, part_of, space_of
from boardbytes.solving.mill.subspaces import (
    ALL_SET,
    FEWEST,
    Pair,
    Subspace,
    has_table,
    moving_pairs,
    quiet,
    setting_layer,
    taking,
)
from boardbytes.solving.retrograde import solve

Lookup: TypeAlias = Callable[[Subspace], Space]
"""Gives the solved subspaces that are needed next."""


def solve_pair(
    pair: Pair,
    machine: Machine,
    lookup: Lookup,
    distances: bool = True,
    watch: Callable[[int], None] = lambda level: None,
) -> dict[Pair, Space]:
    """Solve `(w, b)` and `(b, w)` of the moving phase, from where captures lead.

    `watch` is told every level of plies before it is worked on.
    """
    spaces: dict[Pair, Space] = {}
    counts: dict[Pair, NDArray[np.int64]] = {}
    for own, opp in sorted({pair, pair[::-1]}):
        subspace = Subspace(own, opp)
        spaces[own, opp] = space = machine.space(subspace)
        machine.look(space, _space(taking(subspace), lookup, machine), distances)
        counts[own, opp] = machine.counts(space)
    waiting = {one: count[:NEVER_LOST].copy() for one, count in counts.items()}

    def mark(level: int) -> int:
        watch(level)
        for one, before in ((one, one[::-1]) for one in spaces):
            decided = 0
            pull = level % 2 == 1 and is_pull_cheaper(level, one)
            if pull or (level % 2 == 1 and waiting[before][level + 1 : level + 2].any()):
                decided += machine.settle(level + 1, pull, spaces[before], spaces[one])
            if counts[one][level] and not pull:
                decided += machine.push(level, spaces[one], spaces[before])
            # Only about right, since states may be decided twice; but 0 means none.
            counts[before][level + 1] += decided
            counts[before][DRAWN] -= decided
        return sum(int(count[level]) for count in counts.values())

    def is_pull_cheaper(level: int, one: Pair) -> bool:
        """Whether asking every open state costs less than going back from those just won."""
        own, opp = one
        sources = 3 * (24 - own - opp) if opp == FEWEST else opp
        won = counts[one][level]
        return bool(won and won * sources > counts[opp, own][DRAWN])

    solve(mark, max(int(np.flatnonzero(count).max(initial=0)) for count in waiting.values()))
    for space in spaces.values():
        machine.finish(space, distances)
    return spaces


def _space(subspace: Subspace, lookup: Lookup, machine: Machine) -> Space:
    """A solved subspace; one without values where the game is over."""
    if has_table(subspace):
        return lookup(subspace)
    return space_of((FEWEST, FEWEST), machine.nothing())


def solve_setting_part(
    subspace: Subspace, machine: Machine, lookup: Lookup, distances: bool = True
) -> Space:
    """Solve a subspace of the setting phase from those with one stone more set."""
    first, second = (
        part_of(part, lookup(part) if has_table(part) else None, machine)
        for part in (quiet(subspace), taking(subspace))
    )
    return machine.set_stones(subspace, first, second, distances)


def solve_all(
    stones: int, machine: Machine, distances: bool = True
) -> Iterator[dict[Pair, Space]]:  # fmt: skip
    """Solve the moving phase with up to so many stones, pair by pair, keeping all in memory."""
    solved: dict[Subspace, Space] = {}
    for total in range(2 * FEWEST, stones + 1):
        for pair in moving_pairs(total):
            found = solve_pair(pair, machine, solved.__getitem__, distances)
            solved |= {space.subspace: space for space in found.values()}
            yield found


def solve_setting(
    moving: Mapping[Pair, Space], machine: Machine, stones: int = ALL_SET, distances: bool = True
) -> Iterator[tuple[int, dict[Pair, Space]]]:
    """The values of the setting phase by stones set, from 17 down to 0.

    With at most `stones` on the board and in hand; `moving` has the moving phase with as many. A
    layer is worked out from the one after it. Yields each and keeps only the one in work.
    """
    later = {space.subspace: space for space in moving.values()}
    for placed in range(ALL_SET - 1, -1, -1):
        later = {
            subspace: solve_setting_part(subspace, machine, later.__getitem__, distances)
            for subspace in setting_layer(placed, stones)
        }
        yield placed, {(own, opp): space for (own, opp, _), space in later.items()}
