"""Solving all of mill on a GPU, both phases, from nothing; nothing without a GPU."""

from __future__ import annotations

import time
from collections.abc import Iterator

from benchmarks import Row
from boardbytes.solving.mill.setting import solve_setting
from boardbytes.solving.mill.solver import Pair, Space, solve_all

_LOOKED_AT = 3


def rows() -> Iterator[Row]:
    try:
        from boardbytes.solving.mill.gpu import Gpu

        machine = Gpu()
    except Exception as error:  # whatever a missing driver, card or package raises
        print(f"no GPU: {type(error).__name__}")
        return
    for _ in solve_all(7, machine):
        pass  # compiled before the clock starts
    moving: dict[Pair, Space] = {}
    begun = time.perf_counter()
    for spaces in solve_all(18, machine):
        moving |= spaces
    machine.wait()
    yield Row("mill's moving phase solved, with distances", time.perf_counter() - begun, None, "s")
    for pair in sorted(moving):
        print(machine.summarise(moving[pair]))
    for _ in range(2):  # the first time compiles
        begun = time.perf_counter()
        for stones, layer in solve_setting(moving, machine):
            if stones <= _LOOKED_AT:
                print(stones, machine.summarise(layer[stones // 2, (stones + 1) // 2]))
        machine.wait()
        seconds = time.perf_counter() - begun
    yield Row("mill's setting phase solved, with distances", seconds, None, "s")
