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
LISTED_AT_ONCE = 1 << 28
"""Places that have something to do are listed for so many places at a time: a gigabyte."""


class Gpu:
    """Sweeps with a thread for every place, or every eight; tables stay on the card."""

    keeps = True

    def __init__(self) -> None:
        self._cuda = load_cuda()
        self._sweeps = compiled("boardbytes.solving.mill.gpu_sweeps", GPU_KERNELS)
        device = self._cuda.current_context().device
        self._blocks = 32 * getattr(device, "MULTIPROCESSOR_COUNT", 1)  # the simulator has none
        self._tables = self._cuda.to_device(tables().array)
        self._list: Any = None

    def free_bytes(self) -> int:
        free, _ = self._cuda.current_context().get_memory_info()
        listed = 0 if self._list is None else len(self._list)
        to_come = 4 * (LISTED_AT_ONCE - listed)
        return max(0, int(min(free, 1 << 62)) - to_come)  # the simulator's is infinite

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
        return self._listed(self._sweeps.settle_listed, level, pull, space, other)

    def push(self, level: int, space: Space, other: Space) -> int:
        return self._listed(self._sweeps.push_listed, level, False, space, other)

    def counts(self, space: Space) -> NDArray[np.int64]:
        return self._counted(self._sweeps.count_all, space, space.values)

    def finish(self, space: Space, distances: bool) -> None:
        self._stride(self._sweeps.finish_all, space.size, space.size, distances, space.values)

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

    def _listed(self, sweep: Any, level: int, pull: bool, space: Space, other: Space) -> int:
        """What a sweep finds over the places that have something to do, some at a time."""
        arrays = (space.shape, space.values, other.shape, other.values, self._tables)
        words, total = space.values.view(np.uint64), -(-space.size // WORD)
        step, found = LISTED_AT_ONCE // WORD, 0
        places = self._places(min(space.size, LISTED_AT_ONCE))
        for first in range(0, total, step):
            counts = self._zeros(2)
            part = (first, min(first + step, total), space.size, level, pull)
            lists = (space.values, words, places, counts)
            self._stride(self._sweeps.list_all, space.size, *part, *lists)
            self._stride(sweep, space.size, level, *arrays, places, counts)
            found += int(counts.copy_to_host()[1])
        return found

    def _places(self, count: int) -> Any:
        """Room for a list of places, kept from one sweep to the next."""
        if self._list is None or len(self._list) < count:
            self._list = None  # given back before more is taken
            self._list = self._cuda.device_array(count, np.int32)
        return self._list

    def _counted(self, sweep: Any, space: Space, *args: Any) -> NDArray[np.int64]:
        """What a sweep counted for each byte."""
        found = self._zeros(256)
        self._stride(sweep, space.size, space.size, *args, found)
        counts: NDArray[np.int64] = found.copy_to_host()
        return counts

    def _start(self, sweep: Any, threads: int, *args: Any) -> None:
        sweep[max(1, -(-threads // THREADS)), THREADS](*args)

    def _stride(self, sweep: Any, size: int, *args: Any) -> None:
        """Start a sweep whose threads go over many places each, most with nothing to do."""
        words = -(-size // WORD)
        sweep[max(1, min(-(-words // THREADS), self._blocks)), THREADS](*args)
