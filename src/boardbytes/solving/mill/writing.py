"""Tables packed and written while the next ones are solved."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Any

from boardbytes.cores import core_count
from boardbytes.solving.mill.files import BLOCK, TASK, pack_blocks, packing_for, write_blocks
from boardbytes.solving.mill.machine import Machine, Space
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.summary import Summary

MOST_WAITING = 12 << 30
"""How many bytes of tables may wait to be packed and written before solving waits, too."""


class Writer:
    """A line of workers: one fetches tables from the machine, all cores pack, two write.

    `MOST_WAITING` bounds what is between them. What goes wrong on the way is raised by the next
    call. Leaving it waits until everything is written.
    """

    def __init__(self, folder: Path, machine: Machine) -> None:
        self._folder, self._machine = folder, machine
        self._fetcher = ThreadPoolExecutor(1)
        self._packers = ThreadPoolExecutor(core_count())
        self._writers = ThreadPoolExecutor(2)
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
            values, packing = self._machine.values(space), packing_for(summary)
            step = TASK * BLOCK
            parts = [
                self._packers.submit(pack_blocks, values[start : start + step], packing)
                for start in range(0, len(values), step)
            ]
        except BaseException:
            self._leave(size)
            raise
        return self._writers.submit(self._write, parts, space.size, summary, size)

    def _write(self, parts: list[Future[Any]], places: int, summary: Summary, size: int) -> None:
        try:
            packed = [part.result() for part in parts]
            write_blocks(self._folder, self._machine.member, places, summary, packed)
        finally:
            self._leave(size)

    def _leave(self, size: int) -> None:
        with self._room:
            self._waiting -= size
            self._room.notify_all()
