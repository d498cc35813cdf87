"""Solving mill on the processor: what a core does in a second of either phase, by stones."""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Iterator

from benchmarks import Row
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.solver import solve_all

LEAST, MOST = 8, 10
"""Fewer stones take next to no time."""


def rows(stones: int = MOST) -> Iterator[Row]:
    for distances in (True, False):
        yield from _rows(stones, distances)


def _rows(stones: int, distances: bool) -> Iterator[Row]:
    """By phase and stones: places for each second of processor time, which load does not change."""
    machine = Cores(distances=distances)
    for _ in solve_all(machine, 6):
        pass  # compiled, or loaded from the cache, before the clock starts
    kind = "with distances" if distances else "values only"
    places: defaultdict[tuple[str, int], int] = defaultdict(int)
    seconds: defaultdict[tuple[str, int], float] = defaultdict(float)
    last = time.process_time()
    for spaces in solve_all(machine, stones):
        processor = time.process_time()
        subspace = spaces[0].subspace
        key = subspace.phase, subspace.stones
        places[key] += sum(space.size for space in spaces)
        seconds[key] += processor - last
        last = processor
    for (phase, count), size in places.items():
        if count >= LEAST:
            name = f"a core's second, {phase} phase of {count} stones, {kind}"
            yield Row(name, size / seconds[phase, count], None, "places")
