"""Solving mill on the processor: states finished, with distances, per second of wall time."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks import Row
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.solver import solve_all


def rows() -> Iterator[Row]:
    machine = Cores()
    for _ in solve_all(6, machine):
        pass  # compiled, or loaded from the cache, before the clock starts
    begun = time.perf_counter()
    ten_places, ten_seconds, eight = 0, 0.0, 0.0
    last = begun
    for spaces in solve_all(10, machine):
        size = sum(tables().size(*pair) for pair in spaces)
        seconds = time.perf_counter() - last
        last = time.perf_counter()
        stones = sum(next(iter(spaces)))
        if stones <= 8:
            eight = last - begun
        if stones == 10:
            ten_places, ten_seconds = ten_places + size, ten_seconds + seconds
    yield Row("mill solved up to eight stones", eight, None, "s")
    yield Row(
        "mill solved, all subspaces of ten stones", ten_places / ten_seconds, None, "states/s"
    )
