"""The tables of a folder as compiled code reads them: blocks unpacked once into bounded memory."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.caching import cache_folder
from boardbytes.cores import share_rows
from boardbytes.errors import SolvingError
from boardbytes.files import locked
from boardbytes.games.mill.board import STONES
from boardbytes.solving.mill import probing_kernel as kernel
from boardbytes.solving.mill.files import BLOCK, TableFile, path_of
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.solver import FEWEST

BUILT_IN = 7
"""Tables with up to so many stones are made without being asked for: it takes some seconds."""

MOST_MEMORY = 1 << 30
"""So many bytes of unpacked blocks are kept at most, and no more than a quarter of the memory."""

BUILD = f"from {__name__} import build, default_folder; build(default_folder())"
"""A line of Python that makes the tables that need no asking."""


def default_folder() -> Path:
    """Where tables are kept unless another folder is named."""
    return cache_folder() / "mill-tables"


def build(folder: Path) -> None:
    """Make all tables that need no asking; while another process does, wait for it instead."""
    from boardbytes.solving.mill.cpu import Cores
    from boardbytes.solving.mill.solving import solve_to_files

    with locked(folder / "building.lock"):
        if not is_built(folder):
            for _ in solve_to_files(BUILT_IN, folder, Cores()):
                pass


def is_built(folder: Path) -> bool:
    """Whether the tables that need no asking are there."""
    sides = range(FEWEST, BUILT_IN)
    pairs = [pair for pair in product(sides, sides) if sum(pair) <= BUILT_IN]
    return all(path_of(folder, pair).exists() for pair in pairs)


class Shelf:
    """The tables of one folder, opened when first asked for.

    `values`, `starts`, `slots` and `index` are what `probing_kernel` takes. Hold `lock` while
    compiled code reads them: fetching a block may put it where another one was.
    """

    def __init__(self, folder: Path, builds: bool, most_bytes: int | None = None) -> None:
        self.folder, self.builds = folder, builds
        self.lock = threading.RLock()
        room = max(1, (most_bytes or _memory()) // BLOCK)
        # The system gives memory only where something is written.
        self.values: NDArray[np.uint8] = np.empty(room * BLOCK, np.uint8)
        self._spaces, self._firsts, count = _directory()
        self.slots: NDArray[np.int32] = np.full(count, -1, np.int32)
        self.starts: NDArray[np.int64] = np.full(kernel.STARTS_SIZE, -1, np.int64)
        for own, opp in product(range(STONES + 1), repeat=2):
            at = kernel.SPACES + 4 * (10 * own + opp)
            self.starts[at : at + 4] = tables().shape(own, opp)
        self.index: Any = tables().array
        self.fetched = 0
        """How many blocks were unpacked so far."""
        self._files: dict[int, TableFile] = {}
        self._blocks = np.full(room, -1, np.int64)
        self._asked = np.zeros(room, np.int64)
        self._times = 0

    @property
    def arrays(self) -> tuple[Any, ...]:
        return self.values, self.starts, self.slots, self.index

    def open(self, space: int) -> bool:
        """Whether there is a table of a space; small ones are made if this folder is for that."""
        if self.starts[space] >= 0:
            return True
        stones_set, pair = space // 100, (space // 10 % 10, space % 10)
        if stones_set != kernel.ALL_SET or min(pair) < FEWEST:
            return False
        path = path_of(self.folder, pair)
        if self.builds and sum(pair) <= BUILT_IN and not path.exists():
            build(self.folder)
        if not path.exists():
            return False
        with self.lock:
            if space not in self._files:
                self._files[space] = TableFile(self.folder, pair)
                self.starts[space] = self._firsts[np.searchsorted(self._spaces, space)]
        return True

    def open_all(self, stones: int) -> None:
        """Open every table with up to so many stones that is there; makes none."""
        sides = range(FEWEST, STONES + 1)
        for own, opp in product(sides, sides):
            if own + opp <= stones and path_of(self.folder, (own, opp)).exists():
                self.open(100 * kernel.ALL_SET + 10 * own + opp)

    def fetch(self, blocks: Iterable[int]) -> None:
        """Have these blocks in memory, in place of those not asked for longest.

        They must not be more than there is room for.
        """
        with self.lock:
            self._times += 1
            wanted = np.unique(np.fromiter(blocks, np.int64))
            if len(wanted) > len(self._blocks):
                raise SolvingError(f"{len(wanted)} blocks do not fit into {len(self._blocks)}")
            here = self.slots[wanted]
            self._asked[here[here >= 0]] = self._times
            missing = wanted[here < 0]
            if not len(missing):
                return
            free = np.argpartition(self._asked, len(missing) - 1)[: len(missing)]
            gone = self._blocks[free]
            self.slots[gone[gone >= 0]] = -1
            share_rows(len(missing), lambda part: self._unpack(missing[part], free[part]), chunk=16)
            self._blocks[free], self.slots[missing] = missing, free
            self._asked[free] = self._times
            self.fetched += len(missing)

    def _unpack(self, blocks: Any, slots: Any) -> None:
        for block, slot in zip(blocks.tolist(), slots.tolist(), strict=True):
            number = int(np.searchsorted(self._firsts, block, "right")) - 1
            file = self._files[int(self._spaces[number])]
            values = np.frombuffer(file.unpack(block - int(self._firsts[number])), np.uint8)
            self.values[slot * BLOCK : slot * BLOCK + len(values)] = values

    def groups(self, blocks: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Rows by block, as many at a time as have room in memory: each is unpacked once."""
        order = np.argsort(blocks, kind="stable")
        numbers = np.cumsum(np.diff(blocks[order], prepend=blocks[order][:1]) != 0)
        for first in range(0, int(numbers[-1]) + 1 if len(numbers) else 0, len(self._blocks)):
            begin, end = np.searchsorted(numbers, (first, first + len(self._blocks)))
            yield order[begin:end]


@cache
def _directory() -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """All spaces that a table can have, where the blocks of each begin, and how many there are."""
    spaces = [
        100 * stones + 10 * own + opp
        for stones in range(kernel.ALL_SET)
        for own, opp in product(range(stones // 2 + 1), range((stones + 1) // 2 + 1))
    ]
    sides = range(FEWEST, STONES + 1)
    spaces += [100 * kernel.ALL_SET + 10 * own + opp for own, opp in product(sides, sides)]
    sizes = [-(-tables().size(space // 10 % 10, space % 10) // BLOCK) for space in spaces]
    ends = np.cumsum(sizes, dtype=np.int64)
    return np.array(spaces), ends - np.array(sizes), int(ends[-1])


def _memory() -> int:
    """How many bytes of unpacked blocks to keep."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min(MOST_MEMORY, total // 4)


def shelf(folder: Path | None = None) -> Shelf:
    """The shelf of a folder; only the default one makes tables. One for each process."""
    return _shelf(folder or default_folder(), folder is None)


@cache
def _shelf(folder: Path, builds: bool) -> Shelf:
    return Shelf(folder, builds)
