"""The processor's cores as the machine that solves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.compiling import CPU, compiled
from boardbytes.cores import core_count
from boardbytes.solving.mill import sweeps
from boardbytes.solving.mill.machine import Leads, Pace, Space, space_of
from boardbytes.solving.mill.member import Member, find_member
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary, Values, summary_of
from boardbytes.solving.mill.words import WORD
from boardbytes.solving.retrograde import share

PACE = Pace(((25_000_000, 8e6), (100_000_000, 3e6), (300_000_000, 1.9e6), (1 << 62, 0.5e6)), 3.5e6)
"""What a core does: up to ten stones by `python -m benchmarks solving_rates`, six against six by
`solving_cores`, larger ones as in the whole moving phase of nine stones on 16 cores. Without
distances it was no quicker up to ten stones, and larger ones were not measured."""


class Cores:
    """Sweeps shared between threads: compiled kernels run without the interpreter's lock."""

    keeps = False

    def __init__(self, member: Member | None = None, distances: bool = True) -> None:
        self.member, self.distances = member or find_member(), distances
        self._sweeps = compiled(sweeps.__name__, CPU, fillings(self.member))
        self._tables = self.member.tables.array

    @property
    def pace(self) -> Pace:
        cores = core_count()
        levels = tuple((size, cores * rate) for size, rate in PACE.levels)
        return Pace(levels, cores * PACE.once)

    def free_bytes(self) -> int:
        return free_memory()

    def space(self, subspace: Subspace) -> Space:
        room = -(-self.member.size(subspace) // WORD) * WORD
        return space_of(self, subspace, np.empty(room, np.uint8))

    def known(self, subspace: Subspace, values: Values) -> Space:
        return space_of(self, subspace, values)

    def nothing(self) -> Values:
        return np.empty(0, np.uint8)

    def look(self, space: Space, leads: Leads) -> None:
        known = (space.shape, space.turn, space.values, *leads.arrays, self._tables)
        self._by_class(self._sweeps.look_all, space, self.distances, *known)

    def set_stones(self, space: Space, leads: Leads) -> None:
        known = self.distances, space.shape, space.turn, space.values
        arrays = (*leads.setting, *leads.both, self._tables)
        self._by_class(self._sweeps.set_all, space, *known, *arrays)

    def settle(self, level: int, pull: bool, space: Space, other: Space) -> int:
        arrays = (*_words(space), other.shape, other.values, self._tables)
        known = (space.size, level, pull, space.shape, space.turn)
        return self._by_word(self._sweeps.settle_all, space, *known, *arrays)

    def push(self, level: int, space: Space, other: Space) -> int:
        arrays = (*_words(space), other.shape, other.values, self._tables)
        known = (space.size, level, space.shape, other.turn)
        return self._by_word(self._sweeps.push_all, space, *known, *arrays)

    def counts(self, space: Space) -> NDArray[np.int64]:
        return self._add_up(self._sweeps.count_all, space.size, space.values)

    def finish(self, space: Space) -> None:
        known = self.distances, space.values
        _shared(space.size, lambda first, stop: self._sweeps.finish_all(first, stop, *known))

    def values(self, space: Space) -> Values:
        values: Values = space.values[: space.size]
        return values

    def room(self, size: int) -> Values:
        return self.nothing()

    def fetch(self, space: Space, first: int, last: int, room: Values) -> Values:
        values: Values = space.values[first:last]
        return values

    def summarise(self, space: Space) -> Summary:
        arrays = (space.shape, space.values, self._tables)
        counts = self._add_up(self._sweeps.tally_all, self._classes(space), *arrays)
        return summary_of(space.subspace, counts, self.distances)

    def wrong(self, space: Space, quiet: Space, leads: Leads) -> int:
        """How many places of a table do not follow from those that moves lead to."""
        known = space.shape, space.turn, space.values, quiet.shape, quiet.values
        arrays = (*known, *leads.arrays, self._tables)
        return self._by_class(self._sweeps.check_all, space, self.distances, *arrays)

    def _classes(self, space: Space) -> int:
        return self.member.tables.classes[space.subspace.own]

    def _by_class(self, sweep: Callable[..., int], space: Space, *args: Any) -> int:
        """Share the classes of own stones between the cores, in parts that even out."""
        return _shared(self._classes(space), lambda first, stop: sweep(first, stop, *args))

    def _by_word(self, sweep: Callable[..., int], space: Space, *args: Any) -> int:
        """Share the words of a subspace between the cores."""
        words = -(-space.size // WORD)
        return _shared(words, lambda first, stop: sweep(first, stop, *args))

    def _add_up(self, sweep: Callable[..., None], rows: int, *args: Any) -> NDArray[np.int64]:
        """The sum of what a sweep counts, every part in an array of its own."""
        parts: list[NDArray[np.int64]] = [np.zeros(256, np.int64)]

        def count(first: int, stop: int) -> int:
            counts = np.zeros(256, np.int64)
            parts.append(counts)
            sweep(first, stop, *args, counts)
            return 0

        _shared(rows, count)
        total: NDArray[np.int64] = np.sum(parts, axis=0, dtype=np.int64)
        return total


def _words(space: Space) -> tuple[Any, ...]:
    return space.values, space.values.view(np.uint64)


def _shared(rows: int, work: Callable[[int, int], int]) -> int:
    return share(rows, work, max(1, rows // (16 * core_count())))


def free_memory() -> int:
    """The bytes of memory that programs can still have, those of cached files included."""
    import os

    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        fields = dict(line.split(":", 1) for line in lines)
        return int(fields["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError):
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def fillings(member: Member) -> tuple[str, ...]:
    """What fills the kernels: the board's bits, and what this processor does in one instruction."""
    from llvmlite import binding

    room = __name__.rpartition(".")[0]
    squeezes = binding.get_host_cpu_features().get("bmi2", False)
    squeeze = squeezes and f"{room}.cpu_squeeze"
    found = [member.board.filling, f"{room}.cpu_bits", squeeze, f"{room}.cpu_fetch"]
    return tuple(filter(None, found))
