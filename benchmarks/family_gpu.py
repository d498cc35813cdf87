"""Solving the large members of the family of mill on a GPU; nothing without one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks import Row
from benchmarks.family import Opening, opening_row
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
PUBLISHED = (
    Opening("nine", None, "drawn"),
    Opening("ten", None, "drawn"),
    Opening("eleven", None, "won"),
    Opening("lasker", None, "drawn"),
    Opening("twelve", None, "won in 49"),
    Opening("twelve", "outer corner", "won in 69"),
    Opening("twelve", "middle corner", "won in 49"),
    Opening("twelve", "outer midpoint", "drawn"),
    Opening("twelve", "middle midpoint", "drawn"),
)
"""Of Morabaraba, which is solved as `twelve` is; of `eleven` by a single source."""


def rows(runs: tuple[tuple[str, str], ...] = RUNS) -> Iterator[Row]:
    make = _gpu()
    for name, kind in runs if make else ():
        member = find_member(name)
        machine = make(member, kind == DISTANCES)
        for _ in solve_all(machine, 7):
            pass  # compiled before the clock starts
        places, seconds, plies = _solved(member, machine)
        yield Row(f"{name}: places solved, {kind}", places, None, "places")
        yield Row(f"{name}: solved, {kind}", seconds, None, "s")
        yield Row(f"{name}: most of the card's memory", machine.peak, None, "bytes")
        if machine.distances:
            yield Row(f"{name}: the longest win or loss", plies, None, "plies")


def openings() -> Iterator[Row]:
    """The openings that are published beside ours."""
    make = _gpu()
    for name in dict.fromkeys(each.member for each in PUBLISHED) if make else ():
        asks_plies = any(" in " in each.value for each in PUBLISHED if each.member == name)
        machine = make(find_member(name), asks_plies)
        found: dict[str | None, Any] = {}
        for spaces in solve_all(machine):
            for space in spaces:
                found |= _opened(machine, space)
        for each in PUBLISHED:
            if each.member == name:
                value = found[each.point]
                yield opening_row(each, _said(value, machine), value.value)


def _gpu() -> Any:
    """What makes the machine; None, and a word about it, where there is no GPU."""
    try:
        from boardbytes.solving.mill.gpu import Gpu

        Gpu()
    except Exception as error:  # whatever a missing driver, card or package raises
        print(f"no GPU: {type(error).__name__}")
        return None
    return Gpu


def _solved(member: Member, machine: Any) -> tuple[int, float, int]:
    """How many places were solved, in how many seconds, and the most plies that a game takes."""
    places, seconds, plies = 0, 0.0, 0
    begun = time.perf_counter()
    for spaces in solve_all(machine):
        machine.wait()
        seconds += time.perf_counter() - begun
        for space in spaces:
            _tell(machine, space)
            places += space.size
            if machine.distances:
                decided = np.flatnonzero(machine.counts(space)[:DRAWN])
                plies = max(plies, int(decided.max(initial=0)))
        begun = time.perf_counter()
    return places, seconds, plies


def _tell(machine: Any, space: Any) -> None:
    """Print what the start and the first stones are worth."""
    for point, value in _opened(machine, space).items():
        what = "the start" if point is None else f"a first stone, {point},"
        print(f"{machine.member.name}: {what} is {_said(value, machine)}", flush=True)


def _opened(machine: Any, space: Any) -> dict[str | None, Any]:
    """What the start, or what each of the first stones is worth, if it is in this space."""
    own, opp, hand, opp_hand = space.subspace
    side = machine.member.side
    if (own, hand) != (0, side) or opp + opp_hand != side or opp > 1:
        return {}
    values = [probe_of_value(int(value)) for value in machine.values(space)]
    if opp == 0:
        return {None: values[0]}
    return {name: values[point].before for name, point in FIRST.items()}


def _said(value: Any, machine: Any) -> str:
    return str(value) if machine.distances else str(value.value)
