"""Solving the large members of the family of mill on a GPU; nothing without one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks import Row
from boardbytes.solving.mill.kernel import DRAWN
from boardbytes.solving.mill.member import Member, find_member
from boardbytes.solving.mill.probing import probe_of_value
from boardbytes.solving.mill.solver import solve_all

VALUES_ONLY, DISTANCES = "values only", "with distances"
RUNS = tuple(
    (name, kind)
    for name, kinds in (
        ("nine", (VALUES_ONLY, DISTANCES)),
        ("ten", (VALUES_ONLY,)),
        ("eleven", (VALUES_ONLY,)),
        ("twelve", (VALUES_ONLY, DISTANCES)),
        ("lasker", (VALUES_ONLY, DISTANCES)),
    )
    for kind in kinds
)
FIRST = {"outer corner": 0, "outer midpoint": 1, "middle corner": 8, "middle midpoint": 9}
"""A point of each of the classes of first stones."""


def rows(runs: tuple[tuple[str, str], ...] = RUNS) -> Iterator[Row]:
    try:
        from boardbytes.solving.mill.gpu import Gpu

        Gpu()
    except Exception as error:  # whatever a missing driver, card or package raises
        print(f"no GPU: {type(error).__name__}")
        return
    for name, kind in runs:
        member = find_member(name)
        machine = Gpu(member, kind == DISTANCES)
        for _ in solve_all(machine, 7):
            pass  # compiled before the clock starts
        places, seconds, plies = _solved(member, machine)
        yield Row(f"{name}: places solved, {kind}", places, None, "places")
        yield Row(f"{name}: solved, {kind}", seconds, None, "s")
        yield Row(f"{name}: most of the card's memory", machine.peak, None, "bytes")
        if machine.distances:
            yield Row(f"{name}: the longest win or loss", plies, None, "plies")


def _solved(member: Member, machine: Any) -> tuple[int, float, int]:
    """How many places were solved, in how many seconds, and the most plies that a game takes."""
    places, seconds, plies = 0, 0.0, 0
    begun = time.perf_counter()
    for spaces in solve_all(machine):
        machine.wait()
        seconds += time.perf_counter() - begun
        for space in spaces:
            _tell(member, machine, space)
            places += space.size
            if machine.distances:
                decided = np.flatnonzero(machine.counts(space)[:DRAWN])
                plies = max(plies, int(decided.max(initial=0)))
        begun = time.perf_counter()
    return places, seconds, plies


def _tell(member: Member, machine: Any, space: Any) -> None:
    """Print what the start and the first stones are worth."""
    own, opp, hand, opp_hand = space.subspace
    if (own, hand) == (0, member.side) and opp + opp_hand == member.side:
        values = [probe_of_value(int(value)) for value in machine.values(space)]
        if opp == 0:
            print(f"{member.name}: the start is {_said(values[0], machine)}", flush=True)
        elif opp == 1:
            for name, point in FIRST.items():
                said = _said(values[point].before, machine)
                print(f"{member.name}: a first stone, {name}: {said}", flush=True)


def _said(value: Any, machine: Any) -> str:
    return str(value) if machine.distances else str(value.value)
