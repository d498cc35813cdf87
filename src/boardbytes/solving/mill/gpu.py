"""A GPU as the machine that solves."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.compiling import GPU_KERNELS, compiled, load_cuda
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.machine import Part, Space, space_of
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary, Values, summary_of
from boardbytes.solving.mill.words import WORD

THREADS = 256


class Gpu:
    """Sweeps with a thread for every place, or every eight; tables stay on the card."""

    keeps = True

    def __init__(self) -> None:
        self._cuda = load_cuda()
        self._sweeps = compiled("boardbytes.solving.mill.gpu_sweeps", GPU_KERNELS)
        device = self._cuda.current_context().device
        self._blocks = 32 * getattr(device, "MULTIPROCESSOR_COUNT", 1)  # the simulator has none
        self._tables = self._cuda.to_device(tables().array)

    def free_bytes(self) -> int:
        free, _ = self._cuda.current_context().get_memory_info()
        return int(min(free, 1 << 62))  # the simulator's is infinite

    def space(self, subspace: Subspace) -> Space:
        return space_of(subspace, self._room(tables().size(subspace.own, subspace.opp)))

    def known(self, subspace: Subspace, values: Values) -> Space:
        space = self.space(subspace)
        space.values[: space.size].copy_to_device(values)
        return space

    def nothing(self) -> Any:
        return self._room(0)

    def look(self, space: Space, fewer: Space, distances: bool) -> None:
        arrays = (space.shape, space.values, fewer.shape, fewer.values, self._tables)
        self._start(self._sweeps.look_all, space.size, space.size, distances, *arrays)

    def settle(self, level: int, pull: bool, space: Space, other: Space) -> int:
        arrays = (*_words(space), other.shape, other.values, self._tables)
        return self._found(self._sweeps.settle_all, space, level, pull, *arrays)

    def push(self, level: int, space: Space, other: Space) -> int:
        arrays = (*_words(space), other.shape, other.values, self._tables)
        return self._found(self._sweeps.push_all, space, level, *arrays)

    def counts(self, space: Space) -> NDArray[np.int64]:
        return self._counted(self._sweeps.count_all, space, space.values)

    def finish(self, space: Space, distances: bool) -> None:
        self._stride(self._sweeps.finish_all, space.size, distances, space.values)

    def values(self, space: Space) -> Values:
        values: Values = space.values[: space.size].copy_to_host()
        return values

    def summarise(self, space: Space, distances: bool) -> Summary:
        arrays = (space.shape, space.values, self._tables)
        counts = self._counted(self._sweeps.tally_all, space, *arrays)
        return summary_of(space.subspace, counts, distances)

    def set_stones(self, subspace: Subspace, quiet: Part, taking: Part, distances: bool) -> Space:
        space = self.space(subspace)
        arrays = (space.shape, space.values, *quiet, *taking, distances, self._tables)
        self._start(self._sweeps.set_all, space.size, space.size, *arrays)
        return space

    def wait(self) -> None:
        """Wait until everything that was started is done."""
        self._cuda.synchronize()

    def _room(self, size: int) -> Any:
        """Memory for so many bytes, filled up to whole words."""
        return self._cuda.device_array(-(-size // WORD) * WORD, np.uint8)

    def _zeros(self, count: int) -> Any:
        return self._cuda.to_device(np.zeros(count, np.int64))

    def _found(self, sweep: Any, space: Space, *args: Any) -> int:
        """What a sweep found."""
        found = self._zeros(1)
        self._stride(sweep, space.size, *args, found)
        return int(found.copy_to_host()[0])

    def _counted(self, sweep: Any, space: Space, *args: Any) -> NDArray[np.int64]:
        """What a sweep counted for each byte."""
        found = self._zeros(256)
        self._stride(sweep, space.size, *args, found)
        counts: NDArray[np.int64] = found.copy_to_host()
        return counts

    def _start(self, sweep: Any, threads: int, *args: Any) -> None:
        sweep[max(1, -(-threads // THREADS)), THREADS](*args)

    def _stride(self, sweep: Any, size: int, *args: Any) -> None:
        """Start a sweep whose threads go over many places each, most with nothing to do."""
        words = -(-size // WORD)
        sweep[max(1, min(-(-words // THREADS), self._blocks)), THREADS](size, *args)


def _words(space: Space) -> tuple[Any, ...]:
    return space.shape, space.values, space.values.view(np.uint64)
