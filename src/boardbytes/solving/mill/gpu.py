"""A GPU as the machine that solves."""

from __future__ import annotations

from typing import Any

import numpy as np

from boardbytes.compiling import GPU_KERNELS, compiled, load_cuda
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.setting import Part
from boardbytes.solving.mill.solver import Pair, Space, Summary, Values

THREADS = 256
WORD = 8


class Gpu:
    """Sweeps with a thread for every place, or every eight; all tables stay on the card."""

    def __init__(self) -> None:
        self._cuda = load_cuda()
        self._sweeps = compiled("boardbytes.solving.mill.gpu_sweeps", GPU_KERNELS)
        self._blocks = 32 * self._cuda.get_current_device().MULTIPROCESSOR_COUNT
        self._tables = self._cuda.to_device(tables().array)

    def space(self, pair: Pair) -> Space:
        size = tables().size(*pair)
        return Space(pair, tables().shape(*pair), self._room(size), self._room(size))

    def known(self, pair: Pair, values: Values) -> Space:
        room = self._room(len(values))
        if len(values):
            room[: len(values)].copy_to_device(values)
        return Space(pair, tables().shape(*pair), room, None)

    def nothing(self) -> Space:
        return Space((3, 3), tables().shape(3, 3), self._room(0), None)

    def look(self, space: Space, fewer: Space) -> None:
        arrays = (space.shape, space.values, space.captures, fewer.shape, fewer.values)
        size = self._size(space)
        self._start(self._sweeps.look_all, size, size, *arrays, self._tables)

    def settle(self, level: int, pull: bool, space: Space, other: Space) -> int:
        size, found = self._size(space), self._zeros()
        self._stride(
            self._sweeps.settle_all, size, size, level, pull, space.shape,
            space.values, space.captures, space.captures.view(np.uint64), other.shape,
            other.values, self._tables, found,
        )  # fmt: skip
        return int(found.copy_to_host()[0])

    def push(self, level: int, space: Space, other: Space) -> int:
        size, found = self._size(space), self._zeros()
        self._stride(
            self._sweeps.push_all, size, size, level, space.shape, space.values,
            space.values.view(np.uint64), other.shape, other.values, other.captures,
            self._tables, found,
        )  # fmt: skip
        return int(found.copy_to_host()[0])

    def count(self, value: int, space: Space) -> int:
        size, found = self._size(space), self._zeros()
        words = space.values.view(np.uint64)
        args = (size, value, space.values, words, found)
        self._stride(self._sweeps.count_all, size, *args)
        return int(found.copy_to_host()[0])

    def last_capture(self, space: Space) -> int:
        size, found = self._size(space), self._zeros()
        self._start(self._sweeps.last_of_all, -(-size // WORD), size, space.captures, found)
        return int(found.copy_to_host()[0])

    def values(self, space: Space) -> Values:
        values: Values = space.values[: self._size(space)].copy_to_host()
        return values

    def summarise(self, space: Space) -> Summary:
        size, found = self._size(space), self._zeros()
        args = (size, space.shape, space.values, self._tables, found)
        self._start(self._sweeps.tally_all, size, *args)
        won, drawn, lost, win, loss = map(int, found.copy_to_host()[:5])
        return Summary(*space.pair, won, drawn, lost, win if won else None, loss if lost else None)

    def set_stones(self, pair: Pair, quiet: Part, taking: Part) -> Space:
        size = tables().size(*pair)
        values = self._room(size)
        args = (size, tables().shape(*pair), values, *quiet, *taking, self._tables)
        self._start(self._sweeps.set_all, size, *args)
        return Space(pair, tables().shape(*pair), values, None)

    def wait(self) -> None:
        """Wait until everything that was started is done."""
        self._cuda.synchronize()

    def _size(self, space: Space) -> int:
        return tables().size(*space.pair)

    def _room(self, size: int) -> Any:
        """Memory for so many bytes, filled up to whole words."""
        return self._cuda.device_array(-(-size // WORD) * WORD, np.uint8)

    def _zeros(self) -> Any:
        return self._cuda.to_device(np.zeros(8, np.int64))

    def _start(self, sweep: Any, threads: int, *args: Any) -> None:
        sweep[max(1, -(-threads // THREADS)), THREADS](*args)

    def _stride(self, sweep: Any, size: int, *args: Any) -> None:
        """Start a sweep whose threads go over many words each: most of those have nothing to do."""
        words = -(-size // WORD)
        sweep[max(1, min(-(-words // THREADS), self._blocks)), THREADS](*args)
