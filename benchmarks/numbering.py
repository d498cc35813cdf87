"""Numbering mill states: rates per core, and what the tables cost.

Run `python -m benchmarks numbering`. No other program that we know of numbers columns of states,
so there is no peer to compare with.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks import Row
from boardbytes.caching import FOLDER_VARIABLE
from boardbytes.columns.mill import MillColumns, number, position
from boardbytes.numbering.mill import Symmetry, building, layer_size

ROWS = 1_000_000
ROUNDS = 9

PHASES = {"moving": range(100), "setting": range(100, 200)}

FIRST_USE = """
from boardbytes.games.mill import MillPosition
from boardbytes.numbering import mill
mill.number(MillPosition())
"""


def rows() -> Iterator[Row]:
    for phase in PHASES:
        yield from rates(phase)
    yield build_time()
    yield from use_times()


def rates(phase: str) -> list[Row]:
    """Positions numbered and numbers turned back per second, on one core."""
    layers, numbers = random_numbers(phase)
    images = random_images(position(layers, numbers))
    number(images, cores=1)
    # Time of the processor, not of the clock: one thread works, whoever else uses the machine.
    back = best(lambda: position(layers, numbers, cores=1), time.process_time)
    there = best(lambda: number(images, cores=1), time.process_time)
    return [
        Row(f"mill positions numbered, {phase}", ROWS / there, None, "rows/s per core"),
        Row(f"mill numbers turned back, {phase}", ROWS / back, None, "rows/s per core"),
    ]


def build_time() -> Row:
    """Building the tables, once compiled."""
    building.build()
    return Row("mill numbering tables built", best(building.build), None, "s")


def use_times() -> list[Row]:
    """The first number ever, compilation included, and the first one of the next process."""
    with tempfile.TemporaryDirectory() as folder:
        fresh = {FOLDER_VARIABLE: f"{folder}/tables", "NUMBA_CACHE_DIR": f"{folder}/code"}
        first, second = (process_time(FIRST_USE, fresh) for _ in range(2))
    return [
        Row("mill numbering, first use ever", first, None, "s"),
        Row("mill numbering, second use", second, None, "s"),
    ]


def best(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """The seconds of the quickest round: what disturbs a round only ever adds to it."""
    times = []
    for _ in range(ROUNDS):
        begun = clock()
        work()
        times.append(clock() - begun)
    return min(times)


def process_time(code: str, environment: dict[str, str]) -> float:
    """The seconds that a whole Python program takes."""
    source = str(Path(__file__).parent.parent / "src")
    path = os.pathsep.join(filter(None, [source, os.environ.get("PYTHONPATH")]))
    begun = time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", code],
        env=os.environ | environment | {"PYTHONPATH": path},
        check=True,
    )
    return time.perf_counter() - begun


def random_numbers(phase: str) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """Numbers drawn evenly from all layers of a phase."""
    random = np.random.default_rng(9)
    layers = np.array(PHASES[phase])
    sizes = np.array([layer_size(int(layer)) for layer in layers])
    chosen = random.choice(len(layers), size=ROWS, p=sizes / sizes.sum())
    numbers = (random.random(ROWS) * sizes[chosen]).astype(np.uint32)
    return layers[chosen].astype(np.uint8), numbers


def random_images(positions: MillColumns) -> MillColumns:
    """The valid positions, repeated to as many rows, each under a symmetry drawn for it."""
    random = np.random.default_rng(16)
    chosen = positions[random.choice(np.flatnonzero(positions.error == 0), size=ROWS)]
    symmetries = random.integers(0, len(Symmetry), ROWS)
    sources = np.array([each.sources for each in Symmetry], dtype=np.uint32)[symmetries]
    places = np.uint32(1) << np.arange(24, dtype=np.uint32)

    def image(masks: NDArray[np.uint32]) -> NDArray[np.uint32]:
        bits = masks[:, None] >> sources & 1
        return np.asarray((bits * places).sum(axis=1), dtype=np.uint32)

    return replace(chosen, white=image(chosen.white), black=image(chosen.black))
