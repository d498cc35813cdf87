"""A large subspace of mill on all cores, by what its time goes into; a GPU solves what it needs."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import Row
from boardbytes.compiling import CPU, compiled
from boardbytes.cores import core_count
from boardbytes.solving.mill import sweeps
from boardbytes.solving.mill.cpu import Cores, fillings
from boardbytes.solving.mill.machine import Space
from boardbytes.solving.mill.solver import solve_all, solve_step
from boardbytes.solving.mill.subspaces import Subspace

SUBSPACE = Subspace(6, 6)
VARIANTS: dict[str, frozenset[str]] = {
    "as it is": frozenset(),
    "without fetching ahead": frozenset({"boardbytes.solving.mill.cpu_fetch"}),
}
"""Which of the modules that fill the kernels are not used."""
SWEEPS = ("look", "settle", "push", "counts", "finish")


class Timed(Cores):
    """Cores that remember how long each of their sweeps took."""

    def __init__(self, without: frozenset[str]) -> None:
        super().__init__()
        kept = tuple(each for each in fillings(self.member) if each not in without)
        self._sweeps = compiled(sweeps.__name__, CPU, kept)
        self.seconds = dict.fromkeys(SWEEPS, 0.0)
        for name in SWEEPS:
            setattr(self, name, self._timed(name, getattr(self, name)))

    def _timed(self, name: str, sweep: Any) -> Any:
        def run(*args: Any) -> Any:
            begun = time.perf_counter()
            found = sweep(*args)
            self.seconds[name] += time.perf_counter() - begun
            return found

        return run


def rows(subspace: Subspace = SUBSPACE) -> Iterator[Row]:
    needed, expected = _solved(subspace)
    for title, without in VARIANTS.items():
        yield from _rows(subspace, needed, expected, title, Timed(without))


def _rows(
    subspace: Subspace, needed: dict[Subspace, Any], expected: Any, title: str, machine: Timed
) -> Iterator[Row]:  # fmt: skip
    for _ in solve_all(machine, 7, "moving"):
        pass  # compiled before the clock starts
    machine.seconds = dict.fromkeys(SWEEPS, 0.0)

    def lookup(each: Subspace) -> Space:
        return machine.known(each, needed[each])

    begun, processor = time.perf_counter(), time.process_time()
    spaces = solve_step(tuple(sorted({subspace, subspace.reverse})), machine, lookup)
    seconds, processor = time.perf_counter() - begun, time.process_time() - processor
    places = sum(space.size for space in spaces)
    name = f"{subspace} on {core_count()} cores, {title}"
    yield Row(f"{name}: states", places / seconds, None, "states/s")
    yield Row(f"{name}: in all", seconds, None, "s")
    yield Row(f"{name}: processor time", processor, None, "s")
    for sweep, taken in machine.seconds.items():
        yield Row(f"{name}: of that, {sweep}", taken, None, "s")
    if expected is not None:
        [values] = (machine.values(each) for each in spaces if each.subspace == subspace)
        different = int(np.count_nonzero(values != expected))
        yield Row(f"{name}: of those, the GPU values otherwise", different, None, "states")


def _solved(subspace: Subspace) -> tuple[dict[Subspace, NDArray[np.uint8]], Any]:
    """The tables that a subspace needs, and its own where a GPU made them."""
    machine, is_gpu = _machine()
    step = tuple(sorted({subspace, subspace.reverse}))
    wanted = machine.member.needs(step) | ({subspace} if is_gpu else set())
    stones = subspace.stones - (0 if is_gpu else 1)
    found = {
        space.subspace: np.array(machine.values(space))
        for spaces in solve_all(machine, stones, "moving")
        for space in spaces
        if space.subspace in wanted
    }
    return found, found.pop(subspace, None)


def _machine() -> tuple[Any, bool]:
    try:
        from boardbytes.solving.mill.gpu import Gpu

        return Gpu(), True
    except Exception:  # whatever a missing driver, card or package raises
        return Cores(), False
