"""The processor's cores as the machine that solves."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.compiling import compiled
from boardbytes.cores import core_count
from boardbytes.solving.mill import sweeps
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.machine import Part, Space, space_of
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary, Values, summary_of
from boardbytes.solving.mill.words import WORD
from boardbytes.solving.retrograde import share


class Cores:
    """Sweeps shared between threads: compiled kernels run without the interpreter's lock."""

    keeps = False

    def __init__(self) -> None:
        self._sweeps = compiled(sweeps.__name__)

    def free_bytes(self) -> int:
        return free_memory()

    def space(self, subspace: Subspace) -> Space:
        size = tables().size(subspace.own, subspace.opp)
        return space_of(subspace, np.empty(-(-size // WORD) * WORD, np.uint8))

    def known(self, subspace: Subspace, values: Values) -> Space:
        return space_of(subspace, values)

    def nothing(self) -> Values:
        return np.empty(0, np.uint8)

    def look(self, space: Space, fewer: Space, distances: bool) -> None:
        arrays = (space.shape, space.values, fewer.shape, fewer.values, tables().array)
        self._by_class(self._sweeps.look_all, space, distances, *arrays)

    def settle(self, level: int, pull: bool, space: Space, other: Space) -> int:
        arrays = (*_words(space), other.shape, other.values, tables().array)
        return _by_place(self._sweeps.settle_all, space, WORD, space.size, level, pull, *arrays)

    def push(self, level: int, space: Space, other: Space) -> int:
        arrays = (*_words(space), other.shape, other.values, tables().array)
        return _by_place(self._sweeps.push_all, space, WORD, space.size, level, *arrays)

    def counts(self, space: Space) -> NDArray[np.int64]:
        return self._add_up(self._sweeps.count_all, space.size, space.values)

    def finish(self, space: Space, distances: bool) -> None:
        _by_place(self._sweeps.finish_all, space, 1, distances, space.values)

    def values(self, space: Space) -> Values:
        values: Values = space.values[: space.size]
        return values

    def summarise(self, space: Space, distances: bool) -> Summary:
        arrays = (space.shape, space.values, tables().array)
        counts = self._add_up(self._sweeps.tally_all, _classes(space), *arrays)
        return summary_of(space.subspace, counts, distances)

    def set_stones(self, subspace: Subspace, quiet: Part, taking: Part, distances: bool) -> Space:
        space = self.space(subspace)
        arrays = (space.shape, space.values, *quiet, *taking, distances, tables().array)
        self._by_class(self._sweeps.set_all, space, *arrays)
        return space

    def wrong_moving(self, space: Space, quiet: Space, taking: Space, distances: bool) -> int:
        """How many places of a table do not follow from those that moves lead to."""
        arrays = (quiet.shape, quiet.values, taking.shape, taking.values, tables().array)
        sweep = self._sweeps.check_moving
        return self._by_class(sweep, space, distances, space.shape, space.values, *arrays)

    def wrong_setting(self, space: Space, quiet: Part, taking: Part, distances: bool) -> int:
        """The same in the setting phase."""
        arrays = (space.shape, space.values, *quiet, *taking, tables().array)
        return self._by_class(self._sweeps.check_setting, space, distances, *arrays)

    def _by_class(self, sweep: Callable[..., int], space: Space, *args: Any) -> int:
        """Share the classes of own stones between the cores, in parts that even out."""
        return _shared(_classes(space), lambda first, stop: sweep(first, stop, *args))

    def _add_up(self, sweep: Callable[..., None], rows: int, *args: Any) -> NDArray[np.int64]:
        """The sum of what a sweep counts, every part in an array of its own."""
        parts: list[NDArray[np.int64]] = []

        def count(first: int, stop: int) -> int:
            counts = np.zeros(256, np.int64)
            parts.append(counts)
            sweep(first, stop, *args, counts)
            return 0

        _shared(rows, count)
        total: NDArray[np.int64] = np.sum(parts, axis=0, dtype=np.int64)
        return total


def _words(space: Space) -> tuple[Any, ...]:
    return space.shape, space.values, space.values.view(np.uint64)


def _classes(space: Space) -> int:
    return tables().classes[space.subspace.own]


def _by_place(sweep: Callable[..., int], space: Space, step: int, *args: Any) -> int:
    """Share the places of a subspace, or groups of so many, between the cores."""
    return _shared(-(-space.size // step), lambda first, stop: sweep(first, stop, *args))


def _shared(rows: int, work: Callable[[int, int], int]) -> int:
    return share(rows, work, max(1, rows // (16 * core_count())))


def free_memory() -> int:
    """The bytes that programs may still take, files in memory given up for them."""
    import os

    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
        fields = dict(line.split(":", 1) for line in lines)
        return int(fields["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError):
        return os.sysconf("SC_AVPHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
