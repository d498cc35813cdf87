"""Tables packed and written while the next ones are solved."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from boardbytes.solving.mill.files import PIECE, Packed, pack_blocks, packing_for, write_blocks
from boardbytes.solving.mill.machine import Machine, Space
from boardbytes.solving.mill.packing import Packing
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary, Values

MOST_WAITING = 12 << 30
"""How many bytes of tables may wait to be packed and written before solving waits, too."""

PACKERS, WRITERS = 3, 2
"""Threads; packers use all cores, one packs while others check sums or wait for the next."""


class Writer:
    """A line of workers: one fetches tables from the machine piece by piece, others pack and write.

    Pieces are fetched into a few rooms, which are used again and again. `MOST_WAITING` bounds what
    is between the workers. What goes wrong on the way is raised by the next call. Leaving it waits
    until everything is written.
    """

    def __init__(self, folder: Path, machine: Machine) -> None:
        self._folder, self._machine = folder, machine
        self._fetcher = ThreadPoolExecutor(1)
        self._packers = ThreadPoolExecutor(PACKERS)
        self._writers = ThreadPoolExecutor(WRITERS)
        self._rooms = queue.SimpleQueue[Values]()
        self._more_rooms = PACKERS + 1
        self._room = threading.Condition()
        self._waiting = 0
        self._fetched: dict[Subspace, Future[Future[None]]] = {}

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        is_broken = error is not None
        try:
            if not is_broken:
                self.finish()
        finally:
            for pool in (self._fetcher, self._packers, self._writers):
                pool.shutdown(wait=True, cancel_futures=is_broken)

    def add(self, space: Space, summary: Summary) -> None:
        """Have a table written; returns as soon as there is room for it in the line."""
        self.check()
        size = space.size
        with self._room:
            self._room.wait_for(lambda: self._waiting == 0 or self._waiting + size <= MOST_WAITING)
            self._waiting += size
        self._fetched[space.subspace] = self._fetcher.submit(self._fetch, space, summary, size)

    def check(self) -> None:
        """Raise what went wrong with any table that is done, and forget those that are written."""
        for subspace, fetched in list(self._fetched.items()):
            if fetched.done() and fetched.result().done():
                fetched.result().result()
                del self._fetched[subspace]

    def finish(self, subspace: Subspace | None = None) -> None:
        """Wait until a table, or else everything, is written."""
        for each in [subspace] if subspace is not None else list(self._fetched):
            if each in self._fetched:
                self._fetched.pop(each).result().result()

    def _fetch(self, space: Space, summary: Summary, size: int) -> Future[None]:
        try:
            packing = packing_for(summary)
            parts = []
            for first in range(0, space.size, PIECE):
                room, last = self._room_for_piece(), min(first + PIECE, space.size)
                values = self._machine.fetch(space, first, last, room)
                parts.append(self._packers.submit(self._pack, values, packing, room))
        except BaseException:
            self._leave(size)
            raise
        return self._writers.submit(self._write, parts, space.size, summary, size)

    def _room_for_piece(self) -> Values:
        """Room that nobody uses; waits for it once there are enough."""
        if self._more_rooms and self._rooms.empty():
            self._more_rooms -= 1
            return self._machine.room(PIECE)
        return self._rooms.get()

    def _pack(self, values: Values, packing: Packing, room: Values) -> Packed:
        try:
            return pack_blocks(values, packing)
        finally:
            self._rooms.put(room)

    def _write(self, parts: list[Future[Packed]], places: int, summary: Summary, size: int) -> None:
        try:
            packed = [part.result() for part in parts]
            write_blocks(self._folder, self._machine.member, places, summary, packed)
        finally:
            self._leave(size)

    def _leave(self, size: int) -> None:
        with self._room:
            self._waiting -= size
            self._room.notify_all()
