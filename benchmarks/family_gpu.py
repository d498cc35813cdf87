"""Solving the large members of the family of mill on a GPU; nothing without one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from benchmarks import Row
from boardbytes.solving.mill.member import Member, find_member
from boardbytes.solving.mill.probing import probe_of_value
from boardbytes.solving.mill.solver import solve_all

MEMBERS = ("nine", "twelve", "lasker")
FIRST = {"outer corner": 0, "outer midpoint": 1, "middle corner": 8, "middle midpoint": 9}
"""A point of each of the classes of first stones."""


def rows() -> Iterator[Row]:
    try:
        from boardbytes.solving.mill.gpu import Gpu

        Gpu()
    except Exception as error:  # whatever a missing driver, card or package raises
        print(f"no GPU: {type(error).__name__}")
        return
    for name in MEMBERS:
        for distances, kind in ((False, "values only"), (True, "with distances")):
            member = find_member(name)
            machine = Gpu(member, distances)
            for _ in solve_all(machine, 7):
                pass  # compiled before the clock starts
            begun = time.perf_counter()
            places = sum(_places(member, machine, spaces) for spaces in solve_all(machine))
            seconds = time.perf_counter() - begun
            yield Row(f"{name}: places solved, {kind}", places, None, "places")
            yield Row(f"{name}: solved, {kind}", seconds, None, "s")
            yield Row(f"{name}: most of the card's memory", machine.peak, None, "bytes")


def _places(member: Member, machine: Any, spaces: list[Any]) -> int:
    """How many places were solved; prints what the start and the first stones are worth."""
    machine.wait()
    for space in spaces:
        own, opp, hand, opp_hand = space.subspace
        if (own, hand) == (0, member.side) and opp + opp_hand == member.side:
            values = [probe_of_value(int(value)) for value in machine.values(space)]
            if opp == 0:
                print(f"{member.name}: the start is {_said(values[0], machine)}", flush=True)
            elif opp == 1:
                for name, point in FIRST.items():
                    said = _said(values[point].before, machine)
                    print(f"{member.name}: a first stone, {name}: {said}", flush=True)
    return sum(space.size for space in spaces)


def _said(value: Any, machine: Any) -> str:
    return str(value) if machine.distances else str(value.value)
