"""Solving the steps of a member, each from those that its moves lead to."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from boardbytes.solving.mill.kernel import DRAWN, NEVER_LOST
from boardbytes.solving.mill.machine import Lookup, Machine, Space, leads_of
from boardbytes.solving.mill.member import Member
from boardbytes.solving.mill.subspaces import Step, Subspace
from boardbytes.solving.retrograde import solve

Watch = Callable[[int], None]


def solve_step(
    step: Step, machine: Machine, lookup: Lookup, watch: Watch = lambda level: None
) -> list[Space]:  # fmt: skip
    """Solve the subspaces of a step; `watch` is told every level of plies before its work."""
    spaces = {subspace: machine.space(subspace) for subspace in step}
    for space in spaces.values():
        leads = leads_of(machine, space.subspace, lookup)
        (machine.look if space.turn.moves else machine.set_stones)(space, leads)
    if all(space.turn.moves for space in spaces.values()):
        _solve_pair(spaces, machine, watch)
        for space in spaces.values():
            machine.finish(space)
    return list(spaces.values())


def _solve_pair(spaces: dict[Subspace, Space], machine: Machine, watch: Watch) -> None:
    """Level by level, decide the states between which moves go to and fro."""
    counts = {subspace: machine.counts(space) for subspace, space in spaces.items()}
    waiting = {one: count[:NEVER_LOST].copy() for one, count in counts.items()}

    def mark(level: int) -> int:
        watch(level)
        for one, before in ((one, one.reverse) for one in spaces):
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

    def is_pull_cheaper(level: int, one: Subspace) -> bool:
        """Whether asking every open state costs less than going back from those just won."""
        own, opp, _, _ = one
        free = machine.member.board.points - own - opp
        sources = opp * free if spaces[one.reverse].turn.flies else opp
        won = counts[one][level]
        return bool(won and won * sources > counts[one.reverse][DRAWN])

    known = max(int(np.flatnonzero(count).max(initial=0)) for count in waiting.values())
    solve(mark, known, longest=NEVER_LOST - 2)


def last_needs(member: Member, steps: list[Step]) -> list[set[Subspace]]:
    """By step: the subspaces that no later step needs once it is solved."""
    seen: set[Subspace] = set()
    found: list[set[Subspace]] = []
    for step in reversed(steps):
        last = (member.needs(step) | set(step)) - seen
        seen |= last
        found.append(last)
    return found[::-1]


def solve_all(
    machine: Machine, stones: int | None = None, phase: str = "both"
) -> Iterator[list[Space]]:  # fmt: skip
    """Solve a member in memory, step by step; a subspace is dropped once nothing needs it."""
    member = machine.member
    steps = list(member.steps(stones or member.most, phase))
    solved: dict[Subspace, Space] = {}
    for step, last in zip(steps, last_needs(member, steps), strict=True):
        spaces = solve_step(step, machine, solved.__getitem__)
        solved |= {space.subspace: space for space in spaces}
        yield spaces
        del spaces
        for subspace in last:
            del solved[subspace]
