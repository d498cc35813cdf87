"""Solving mill on the processor: states finished, with distances, per second of wall time."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks import Row
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.solver import solve_all


def rows() -> Iterator[Row]:
    machine = Cores()
    for _ in solve_all(machine, 6, "moving"):
        pass  # compiled, or loaded from the cache, before the clock starts
    begun = time.perf_counter()
    ten_places, ten_seconds, ten_processor, eight = 0, 0.0, 0.0, 0.0
    last, last_processor = begun, time.process_time()
    for spaces in solve_all(machine, 10, "moving"):
        size = sum(space.size for space in spaces)
        seconds = time.perf_counter() - last
        processor = time.process_time() - last_processor
        last, last_processor = time.perf_counter(), time.process_time()
        stones = spaces[0].subspace.stones
        if stones <= 8:
            eight = last - begun
        if stones == 10:
            ten_places, ten_seconds = ten_places + size, ten_seconds + seconds
            ten_processor += processor
    yield Row("mill solved up to eight stones", eight, None, "s")
    yield Row(
        "mill solved, all subspaces of ten stones", ten_places / ten_seconds, None, "states/s"
    )
    # What a busy machine does not change.
    yield Row("processor time for all subspaces of ten stones", ten_processor, None, "s")
