"""Solving all of mill on a GPU, both phases, from nothing; nothing without a GPU."""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks import Row
from boardbytes.games.mill.board import STONES
from boardbytes.solving.mill import solve_to_files
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.solver import solve_all

COMPARED = 9
"""Tables with up to so many stones are made by the processor, too."""

_SHOWN = 3
"""Layers of the setting phase with up to so many stones set are printed."""


def rows() -> Iterator[Row]:
    try:
        from boardbytes.solving.mill.gpu import Gpu

        machines = {distances: Gpu(distances=distances) for distances in (True, False)}
    except Exception as error:  # whatever a missing driver, card or package raises
        print(f"no GPU: {type(error).__name__}")
        return
    for machine in machines.values():
        _solve(machine, 7, shows=False)  # compiled before the clock starts
    for machine, kind in ((machines[True], "with distances"), (machines[False], "values only")):
        moving, setting = _solve(machine, None, shows=machine.distances)
        yield Row(f"mill's moving phase solved, {kind}", moving, None, "s")
        yield Row(f"mill's setting phase solved, {kind}", setting, None, "s")
        yield Row(f"both phases solved, {kind}", moving + setting, None, "s")
    yield from _written(machines[True])
    yield from _compared(machines[True])


def _solve(machine: Any, stones: int | None, shows: bool) -> tuple[float, float]:
    """The seconds that each phase takes, the tables kept on the card; shows what they hold."""
    seconds = {"moving": 0.0, "setting": 0.0}
    begun = time.perf_counter()
    for spaces in solve_all(machine, stones):
        machine.wait()
        seconds[spaces[0].subspace.phase] += time.perf_counter() - begun
        for space in spaces:
            own, opp, hand, opp_hand = space.subspace
            is_opening = own + opp <= _SHOWN and own + hand == opp + opp_hand == STONES
            if shows and (space.subspace.phase == "moving" or is_opening):
                print(machine.summarise(space), flush=True)
        begun = time.perf_counter()
    return seconds["moving"], seconds["setting"]


def _written(machine: Any) -> Iterator[Row]:
    """Both phases into files, which are packed and written while solving goes on."""
    with tempfile.TemporaryDirectory() as name:
        begun = time.perf_counter()
        places = sum(
            summary.classes for summary in solve_to_files(None, Path(name), machine, phase="both")
        )
        seconds = time.perf_counter() - begun
        size = sum(path.stat().st_size for path in Path(name).iterdir())
    yield Row("both phases solved and written to files", seconds, None, "s")
    yield Row("size of those files", size, None, "bytes")
    yield Row("bits to a class of states", 8 * size / places, None, "bits")


def _compared(machine: Any) -> Iterator[Row]:
    """The same tables by the GPU and by the processor: they must not differ in a byte."""
    sums = []
    for each in (machine, Cores()):
        with tempfile.TemporaryDirectory() as name:
            begun = time.perf_counter()
            for _ in solve_to_files(COMPARED, Path(name), each, phase="both"):
                pass
            print(f"{type(each).__name__}: {time.perf_counter() - begun:.1f} s")
            files = sorted(Path(name).iterdir())
            sums.append({path.name: hashlib.sha256(path.read_bytes()).digest() for path in files})
    different = sum(sums[0].get(name) != digest for name, digest in sums[1].items())
    yield Row(f"files up to {COMPARED} stones, both phases", len(sums[1]), None, "files")
    yield Row("of those, GPU and processor differ in", different, None, "files")
