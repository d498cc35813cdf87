"""The processor's cores as the machine that solves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from boardbytes.compiling import compiled
from boardbytes.cores import core_count
from boardbytes.solving.mill import sweeps
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.setting import Part
from boardbytes.solving.mill.solver import Pair, Space, Summary, Values, summary_of, timed_captures
from boardbytes.solving.retrograde import share


class Cores:
    """Sweeps shared between threads: compiled kernels run without the interpreter's lock."""

    def __init__(self) -> None:
        self._sweeps = compiled(sweeps.__name__)

    def space(self, pair: Pair) -> Space:
        size = tables().size(*pair)
        captures = np.empty(size, np.uint8)
        return Space(pair, tables().shape(*pair), np.empty(size, np.uint8), captures)

    def known(self, pair: Pair, values: Values) -> Space:
        return Space(pair, tables().shape(*pair), values, np.empty(0, np.uint8))

    def nothing(self) -> Space:
        return self.known((3, 3), np.empty(0, np.uint8))

    def look(self, space: Space, fewer: Space) -> None:
        arrays = (space.shape, space.values, space.captures, fewer.shape, fewer.values)
        self._share(self._sweeps.look_all, space, *arrays)

    def settle(self, level: int, pull: bool, space: Space, other: Space) -> int:
        arrays = (space.shape, space.values, space.captures, other.shape, other.values)
        return self._share(self._sweeps.settle_all, space, level, pull, *arrays)

    def push(self, level: int, space: Space, other: Space) -> int:
        arrays = (space.shape, space.values, other.shape, other.values, other.captures)
        return self._share(self._sweeps.push_all, space, level, *arrays)

    def count(self, value: int, space: Space) -> int:
        return int(np.count_nonzero(space.values == value))

    def last_capture(self, space: Space) -> int:
        return timed_captures(space.captures)

    def values(self, space: Space) -> Values:
        values: Values = space.values
        return values

    def set_stones(self, pair: Pair, quiet: Part, taking: Part) -> Space:
        values = np.empty(tables().size(*pair), np.uint8)
        space = Space(pair, tables().shape(*pair), values, None)
        self._share(self._sweeps.set_all, space, space.shape, values, *quiet, *taking)
        return space

    def summarise(self, space: Space) -> Summary:
        counts = np.zeros(256, np.int64)
        classes = tables().classes[space.pair[0]]
        arrays = (space.shape, space.values, tables().array, counts)
        self._sweeps.count_all(0, classes, *arrays)
        return summary_of(space.pair, counts)

    def _share(self, sweep: Callable[..., int], space: Space, *args: Any) -> int:
        """Share the classes of own stones between the cores, in parts that even out."""
        classes, array = tables().classes[space.pair[0]], tables().array
        chunk = max(1, classes // (16 * core_count()))
        return share(classes, lambda first, stop: sweep(first, stop, *args, array), chunk)
