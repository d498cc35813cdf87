"""A GPU as the machine that solves."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.compiling import GPU_KERNELS, compiled, load_cuda
from boardbytes.solving.mill.machine import Leads, Pace, Space, space_of
from boardbytes.solving.mill.member import Member, find_member
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary, Values, summary_of
from boardbytes.solving.mill.words import WORD

BITS = "boardbytes.solving.mill.gpu_bits"
THREADS = 256
_ANY = 1 << 62
PACES = {
    True: Pace(((_ANY, 0.4e9),), 4.35e9, 44e6),
    False: Pace(((_ANY, 1.4e9),), 5.7e9, 70e6),
}
"""What an H200 does with distances and without, and a core beside it that packs: nine stones by
`python -m benchmarks solving_gpu` and `tables_gpu`."""
LISTED_AT_ONCE = 1 << 28
"""Places that have something to do are listed for this many at a time: a gigabyte."""


class Gpu:
    """Sweeps with a thread for every place, or every eight; tables stay on the card."""

    keeps = True

    def __init__(self, member: Member | None = None, distances: bool = True) -> None:
        self.member, self.distances = member or find_member(), distances
        self._cuda = load_cuda()
        module = "boardbytes.solving.mill.gpu_sweeps"
        filling = self.member.board.filling
        self._sweeps = compiled(module, GPU_KERNELS, (BITS, *([filling] if filling else [])))
        device = self._cuda.current_context().device
        self._blocks = 32 * getattr(device, "MULTIPROCESSOR_COUNT", 1)  # the simulator has none
        # Two streams, so that tables are copied to the processor while others are made.
        self._stream, self._copying = self._cuda.stream(), self._cuda.stream()
        self._tables = self._cuda.to_device(self.member.tables.array)
        self._counts = self._cuda.device_array(2, np.int64)
        self._list: Any = None
        self.peak = 0
        """The most bytes of the card's memory that were taken when it was asked for more."""

    @property
    def pace(self) -> Pace:
        return PACES[self.distances]

    def free_bytes(self) -> int:
        free, _ = self._cuda.current_context().get_memory_info()
        listed = 0 if self._list is None else len(self._list)
        to_come = 4 * (LISTED_AT_ONCE - listed)
        return max(0, int(min(free, 1 << 62)) - to_come)  # the simulator's is infinite

    def space(self, subspace: Subspace) -> Space:
        return space_of(self, subspace, self._room(self.member.size(subspace)))

    def known(self, subspace: Subspace, values: Values) -> Space:
        space = self.space(subspace)
        space.values[: space.size].copy_to_device(values, stream=self._stream)
        self.wait()
        return space

    def nothing(self) -> Any:
        return self._room(0)

    def look(self, space: Space, leads: Leads) -> None:
        known = (space.shape, space.turn, space.values, *leads.arrays, self._tables)
        self._start(self._sweeps.look_all, space.size, self.distances, *known)

    def set_stones(self, space: Space, leads: Leads) -> None:
        known = self.distances, space.shape, space.turn, space.values
        arrays = (*leads.setting, *leads.both, self._tables)
        self._start(self._sweeps.set_all, space.size, *known, *arrays)

    def settle(self, level: int, pull: bool, space: Space, other: Space) -> int:
        return self._listed(self._sweeps.settle_listed, level, pull, space, other, space.turn)

    def push(self, level: int, space: Space, other: Space) -> int:
        return self._listed(self._sweeps.push_listed, level, False, space, other, other.turn)

    def counts(self, space: Space) -> NDArray[np.int64]:
        return self._counted(self._sweeps.count_all, space, space.values)

    def finish(self, space: Space) -> None:
        known = space.size, self.distances, space.values
        self._stride(self._sweeps.finish_all, space.size, *known)

    def values(self, space: Space) -> Values:
        return self.fetch(space, 0, space.size, np.empty(space.size, np.uint8))

    def room(self, size: int) -> Values:
        # Pinned: the card writes there by itself, ten times as fast as into fresh memory.
        room: Values = self._cuda.pinned_array(size, np.uint8)
        return room

    def fetch(self, space: Space, first: int, last: int, room: Values) -> Values:
        self.wait()
        values = room[: last - first]
        space.values[first:last].copy_to_host(values, stream=self._copying)
        self._copying.synchronize()
        return values

    def summarise(self, space: Space) -> Summary:
        arrays = (space.shape, space.values, self._tables)
        counts = self._counted(self._sweeps.tally_all, space, *arrays)
        return summary_of(space.subspace, counts, self.distances)

    def wait(self) -> None:
        """Wait until everything that was started is done."""
        self._stream.synchronize()

    def _room(self, size: int) -> Any:
        """Memory for that many places, filled up to whole words."""
        room = self._cuda.device_array(-(-size // WORD) * WORD, np.uint8)
        free, total = self._cuda.current_context().get_memory_info()
        if free < total:  # the simulator's are infinite
            self.peak = max(self.peak, int(total - free))
        return room

    def _listed(
        self, sweep: Any, level: int, pull: bool, space: Space, other: Space, turn: Any
    ) -> int:  # fmt: skip
        """What a sweep finds over the places that have something to do, some at a time."""
        arrays = (space.shape, turn, space.values, other.shape, other.values, self._tables)
        words, total = space.values.view(np.uint64), -(-space.size // WORD)
        step, found = LISTED_AT_ONCE // WORD, 0
        places = self._places(min(space.size, LISTED_AT_ONCE))
        for first in range(0, total, step):
            self._counts.copy_to_device(np.zeros(2, np.int64), stream=self._stream)
            part = (first, min(first + step, total), space.size, level, pull)
            lists = (space.values, words, places, self._counts)
            self._stride(self._sweeps.list_all, space.size, *part, *lists)
            self._stride(sweep, space.size, level, *arrays, places, self._counts)
            counts = self._counts.copy_to_host(stream=self._stream)
            self.wait()
            found += int(counts[1])
        return found

    def _places(self, count: int) -> Any:
        """Room for a list of places, kept from one sweep to the next."""
        if self._list is None or len(self._list) < count:
            self._list = None  # given back before more is taken
            self._list = self._cuda.device_array(count, np.int32)
        return self._list

    def _counted(self, sweep: Any, space: Space, *args: Any) -> NDArray[np.int64]:
        """What a sweep counted for each byte."""
        found = self._cuda.to_device(np.zeros(256, np.int64), stream=self._stream)
        self._stride(sweep, space.size, space.size, *args, found)
        counts: NDArray[np.int64] = found.copy_to_host(stream=self._stream)
        self.wait()
        return counts

    def _start(self, sweep: Any, size: int, *args: Any) -> None:
        """Start a sweep with a thread for every place."""
        sweep[max(1, -(-size // THREADS)), THREADS, self._stream](size, *args)

    def _stride(self, sweep: Any, size: int, *args: Any) -> None:
        """Start a sweep whose threads go over many places each, most with nothing to do."""
        words = -(-size // WORD)
        blocks = max(1, min(-(-words // THREADS), self._blocks))
        sweep[blocks, THREADS, self._stream](*args)
