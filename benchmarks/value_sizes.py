"""Tables of values only, smaller or quicker: blocks of some sizes at some levels of zstd."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks import Row
from boardbytes.cores import core_count
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.packing import BYTES, FIVES, Packing
from boardbytes.solving.mill.solver import solve_all
from boardbytes.solving.mill.subspaces import Subspace

PLACES = 1 << 25
"""So many of a subspace are packed, from its middle."""

ON_GPU = (
    Subspace(7, 7),
    Subspace(9, 8),
    Subspace(9, 9),
    Subspace(7, 6, 1, 1),
    Subspace(8, 7, 1, 1),
)
ON_CORES = (Subspace(4, 4), Subspace(3, 4, 1, 1))
SIZES = (1 << 16, 1 << 18)

LEVELS = (1, 3, 9, 19)
LOOSE = replace(BYTES, title="values only, one to a byte")


def rows() -> Iterator[Row]:
    for subspace, values in _tables():
        for packing, block, level in product((FIVES, LOOSE), SIZES, LEVELS):
            seconds, size = _packed(values, packing, block, level)
            name = f"{subspace}, {packing.title}, {block:,} to a block, level {level}"
            yield Row(f"{name}: bits to a place", 8 * size / len(values), None, "bits")
            yield Row(f"{name}: a core packs", len(values) / seconds, None, "places/s")


def _packed(values: Any, packing: Packing, block: int, level: int) -> tuple[float, int]:
    """The seconds of one core that packing takes, and the size."""
    import zstandard

    data, length = packing.encode(values, block), packing.length(block)
    parts: list[Any] = [data[start : start + length].data for start in range(0, len(data), length)]
    begun = time.perf_counter()
    found = zstandard.ZstdCompressor(level=level).multi_compress_to_buffer(
        parts, threads=core_count()
    )
    return (time.perf_counter() - begun) * core_count(), found.size()


def _tables() -> Iterator[tuple[Subspace, NDArray[np.uint8]]]:
    machine, wanted = _machine()
    for spaces in solve_all(machine, max(each.stones for each in wanted)):
        for space in spaces:
            if space.subspace in wanted:
                values = machine.values(space)
                first = max(0, (len(values) - PLACES) // 2)
                # A draw is 2, so that the same is compared however it is written.
                yield space.subspace, np.minimum(values[first : first + PLACES], 2)


def _machine() -> tuple[Any, tuple[Subspace, ...]]:
    try:
        from boardbytes.solving.mill.gpu import Gpu

        return Gpu(distances=False), ON_GPU
    except Exception:  # whatever a missing driver, card or package raises
        return Cores(distances=False), ON_CORES
