"""The tables of a folder as compiled code reads them: blocks unpacked once into bounded memory."""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from boardbytes import caching
from boardbytes.caching import cache_folder
from boardbytes.compiling import is_compiling
from boardbytes.cores import share_rows
from boardbytes.errors import SolvingError
from boardbytes.files import locked
from boardbytes.solving.mill import probing_kernel as kernel
from boardbytes.solving.mill.files import BLOCK, TableFile, path_of, tables_in
from boardbytes.solving.mill.kernel import DRAWN
from boardbytes.solving.mill.member import Member, find_member
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary, Values

if TYPE_CHECKING:
    from subprocess import Popen

BUILT_IN = 7
"""Tables with up to this many stones are made without being asked for: it takes some seconds."""

SMALL = 1 << 20
"""A member with no more places is solved as a whole without being asked for."""

MOST_MEMORY = 1 << 30
"""The most bytes of unpacked blocks that are kept; never more than a quarter of the memory."""

_GLANCE = 0.02
"""Seconds between two looks at whether tables are still wanted."""

_UNTIMED = np.full(256, DRAWN, np.uint8)
_UNTIMED[[0, 1]] = kernel.UNTIMED_LOST, kernel.UNTIMED_WON
"""What the values of a table without distances become."""

BUILD = (
    f"from {__name__} import build, default_folder; "
    "from boardbytes.solving.mill.member import find_member; "
    "build(default_folder(), find_member('{name}'))"
)
"""A line of Python that makes the built-in tables of a member."""


def default_folder() -> Path:
    """Where tables are kept unless another folder is named."""
    return cache_folder() / "mill-tables"


@cache
def built_in(member: Member) -> tuple[int, str]:
    """The stones and the phase of the built-in tables: those made without being asked for."""
    places = sum(member.size(each) for step in member.steps(member.most) for each in step)
    return (member.most, "both") if places <= SMALL else (BUILT_IN, "moving")


def build(folder: Path, member: Member | None = None) -> None:
    """Make all built-in tables; while another process does, wait for it instead."""
    member = member or find_member()
    from boardbytes.solving.mill.cpu import Cores
    from boardbytes.solving.mill.task import solve_to_files

    with locked(folder / "building.lock"):
        if not is_built(folder, member):
            stones, phase = built_in(member)
            for _ in solve_to_files(stones, folder, Cores(member), phase=phase):
                pass


def is_built(folder: Path, member: Member | None = None) -> bool:
    """Whether the built-in tables are there and whole."""
    member = member or find_member()
    from boardbytes.solving.mill.task import are_whole

    return all(are_whole(folder, step, member) for step in member.steps(*built_in(member)))


def subspace_at(space: int) -> Subspace:
    """The subspace of a number that `probing_kernel` gives it."""
    hands, stones = divmod(space, kernel.SIDE**2)
    return Subspace(*divmod(stones, kernel.SIDE), *divmod(hands, kernel.SIDE))


def number_of(subspace: Subspace) -> int:
    """The number of a subspace: the inverse of `subspace_at`."""
    own, opp, hand, opp_hand = subspace
    return ((hand * kernel.SIDE + opp_hand) * kernel.SIDE + own) * kernel.SIDE + opp


class Shelf:
    """The tables of one folder, opened when first asked for.

    `values`, `starts`, `slots` and `index` are what `probing_kernel` takes. Hold `lock` while
    compiled code reads them: fetching a block may put it where another one was.
    """

    def __init__(
        self,
        folder: Path,
        builds: bool,
        most_bytes: int | None = None,
        member: Member | None = None,
    ) -> None:
        self.folder, self.builds, self.member = folder, builds, member or find_member()
        self.lock = threading.RLock()
        room = max(1, (most_bytes or _memory()) // BLOCK)
        # The system gives memory only where something is written.
        self.values: Values = np.empty(room * BLOCK, np.uint8)
        self._spaces, self._firsts, count = _directory(self.member)
        self.slots: NDArray[np.int32] = np.full(count, -1, np.int32)
        self.starts: NDArray[np.int64] = np.full(kernel.STARTS_SIZE, -1, np.int64)
        for own, opp in product(range(self.member.side + 1), repeat=2):
            at = kernel.SPACES + kernel.SHAPE_SIZE * (kernel.SIDE * own + opp)
            self.starts[at : at + kernel.SHAPE_SIZE] = self.member.tables.shape(own, opp)
        self.starts[kernel.FLAGS_AT] = self.member.rules.flags
        self.index: Any = self.member.tables.array
        self.fetched = 0
        """How many blocks were unpacked so far."""
        self._files: dict[int, TableFile] = {}
        self._blocks = np.full(room, -1, np.int64)
        self._asked = np.zeros(room, np.int64)
        self._times = 0
        self._built = not builds
        self._small = {each for step in self.member.steps(*built_in(self.member)) for each in step}
        self._listed: tuple[int, int] | None = None

    @property
    def arrays(self) -> tuple[Any, ...]:
        return self.values, self.starts, self.slots, self.index

    @property
    def is_built(self) -> bool:
        """Whether the built-in tables are there, or this folder is not for them."""
        self._built = self._built or is_built(self.folder, self.member)
        return self._built

    def build(self) -> None:
        """Make the built-in tables; where nothing can be written or compiled, do without."""
        if is_compiling():
            with contextlib.suppress(OSError):
                build(self.folder, self.member)
        self._built = True

    def build_aside(self) -> Popen[bytes]:
        """Let a process of its own make the built-in tables."""
        return caching.build_aside(BUILD.format(name=self.member.name))

    def wait_for_build(self, stop: threading.Event) -> bool:
        """Let the built-in tables be made; False if `stop` is set before they are there."""
        if self.is_built:
            return True
        maker = self.build_aside()
        while maker.poll() is None:
            if stop.wait(_GLANCE):
                return False
        if not self.is_built:  # it could not make them, or not in this folder
            self.build()
        return True

    def open(self, space: int) -> bool:
        """Whether there is a table of a space; small ones are made if this folder is for them."""
        if self.starts[space] >= 0:
            return True
        subspace = subspace_at(space)
        if not self._built and (subspace in self._small) and not self.is_built:
            self.build()
        if not path_of(self.folder, subspace, self.member).exists():
            return False
        with self.lock:
            if space not in self._files:
                self._files[space] = TableFile(self.folder, subspace, self.member)
                self.starts[space] = self._firsts[np.searchsorted(self._spaces, space)]
        return True

    def open_all(self, stones: int) -> None:
        """Open every table with up to that many stones that is there and whole; makes none."""
        if not self.folder.is_dir():
            return
        listed = self.folder.stat().st_mtime_ns, stones
        if listed == self._listed:
            return
        for subspace in tables_in(self.folder, self.member):
            if subspace.stones <= stones:
                with contextlib.suppress(SolvingError):
                    self.open(number_of(subspace))
        self._listed = listed

    def summary(self, space: int) -> Summary | None:
        """What a space holds, every state counted once per symmetry class; None without a table."""
        return self._files[space].summary if self.open(space) else None

    def fetch(self, blocks: Iterable[int]) -> None:
        """Bring these blocks into memory, in place of those unused for longest.

        There must not be more than there is room for.
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
            free = self._oldest(len(missing))
            gone = self._blocks[free]
            self.slots[gone[gone >= 0]] = -1
            share_rows(len(missing), lambda part: self._unpack(missing[part], free[part]), chunk=16)
            self._blocks[free], self.slots[missing] = missing, free
            self._asked[free] = self._times
            self.fetched += len(missing)

    def _oldest(self, count: int) -> NDArray[np.int64]:
        """The slots that were unused for longest."""
        if count == 1:  # most often, and a hundred times as fast
            return np.array([np.argmin(self._asked)])
        return np.argpartition(self._asked, count - 1)[:count]

    def _unpack(self, blocks: Any, slots: Any) -> None:
        for block, slot in zip(blocks.tolist(), slots.tolist(), strict=True):
            number = int(np.searchsorted(self._firsts, block, "right")) - 1
            file = self._files[int(self._spaces[number])]
            values = file.unpack(block - int(self._firsts[number]))
            if not file.has_distances:
                values = _UNTIMED[values]
            self.values[slot * BLOCK : slot * BLOCK + len(values)] = values

    def groups(self, blocks: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
        """Rows by block, as many at a time as have room in memory: each is unpacked once."""
        order = np.argsort(blocks, kind="stable")
        numbers = np.cumsum(np.diff(blocks[order], prepend=blocks[order][:1]) != 0)
        for first in range(0, int(numbers[-1]) + 1 if len(numbers) else 0, len(self._blocks)):
            begin, end = np.searchsorted(numbers, (first, first + len(self._blocks)))
            yield order[begin:end]


@cache
def _directory(member: Member) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    """All spaces that a table can have, where the blocks of each begin, and how many there are."""
    subspaces = [each for step in member.steps(member.most) for each in step]
    subspaces.sort(key=number_of)
    sizes = [-(-member.size(each) // BLOCK) for each in subspaces]
    ends = np.cumsum(sizes, dtype=np.int64)
    return np.array(list(map(number_of, subspaces))), ends - np.array(sizes), int(ends[-1])


def _memory() -> int:
    """How many bytes of unpacked blocks to keep."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    return min(MOST_MEMORY, total // 4)


def shelf(folder: Path | None = None, member: Member | None = None) -> Shelf:
    """The shelf of a member in a folder; only the default one makes tables. One per process."""
    return _shelf(folder or default_folder(), folder is None, member or find_member())


@cache
def _shelf(folder: Path, builds: bool, member: Member) -> Shelf:
    return Shelf(folder, builds, member=member)
