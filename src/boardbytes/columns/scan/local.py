"""Parts read on the cores of this machine, each core by a process of its own.

A process that dies is replaced and its part read again: file by file, so that the file that
killed it is known. A file that kills twice is skipped, and the table of failures says so.
"""

from __future__ import annotations

import contextlib
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias

from boardbytes.children import start_python
from boardbytes.columns.scan.worker import receive, send
from boardbytes.errors import ScanError
from boardbytes.forks import CAN_FORK, Forked, Forks

if TYPE_CHECKING:
    from boardbytes.columns.scan.parts import Part
    from boardbytes.columns.scan.reading import Done

    Read: TypeAlias = Callable[[Iterator[Part], int], Iterator[Done]]

# What is loaded stays: looking for garbage among it takes a seventh of the start.
_CODE = "import gc; gc.disable(); from boardbytes.columns.scan.worker import main; main()"
_FORKS = "import gc; gc.disable(); from boardbytes.columns.scan.worker import fork; fork({})"
_MOST_DEATHS = 20
"""How often processes may die of one part before another of its files is known to kill."""


class Child:
    """A process that reads parts, started when the first one comes; forked, if that can be."""

    def __init__(self, forks: Forks | None = None) -> None:
        self.forks = forks
        self.process: subprocess.Popen[bytes] | Forked | None = None
        self.is_closed = False

    def read(self, part: Part, rows_per_file: int) -> Done:
        """A part, read by the process, or by another one if it dies."""
        from boardbytes.columns.scan.parts import GameRun, LoadedRun
        from boardbytes.columns.scan.reading import Done

        is_large = any(isinstance(piece, GameRun | LoadedRun) for piece in part.pieces)
        deaths: Counter[int | None] = Counter()
        deadly: set[int] = set()
        in_vain = 0
        while in_vain < _MOST_DEATHS and not self.is_closed:
            last: int | None = None
            try:
                streams = self.start(is_large)
                send(streams[0], (part, rows_per_file, frozenset(deadly), bool(deaths)))
                while isinstance(answer := receive(streams[1]), int):
                    last = answer
                assert isinstance(answer, Done)
                return answer
            except (EOFError, OSError):
                self.stop()
                deaths[last] += 1
                in_vain += 1
                if last is not None and deaths[last] > 1:
                    deadly.add(last)
                    in_vain = 0
        raise ScanError(f"processes keep dying on part {part.number}: is there enough memory?")

    def start(self, is_large: bool = True) -> tuple[Any, Any]:
        """The pipes to and from the process, which is started if there is none.

        For a large part it has the compiler loaded.
        """
        if self.process is None and self.forks is not None:
            with contextlib.suppress(OSError):
                self.process = self.forks.start(is_large)
        if self.process is None:
            pipe = subprocess.PIPE
            self.process = start_python(_CODE, stdin=pipe, stdout=pipe)
        return self.process.stdin, self.process.stdout

    def close(self) -> None:
        """End the process, and start no other."""
        self.is_closed = True
        self.stop()

    def stop(self) -> None:
        """End the process, if there is one."""
        if self.process is None:
            return
        process, self.process = self.process, None
        process.kill()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()
        process.wait()


@contextlib.contextmanager
def readers(cores: int, is_large: bool = False) -> Iterator[Read]:
    """What reads parts, in the order in which they are done; with one core, in this process.

    Processes start at once, while whoever asks for them finds the first parts. If it is known to be
    large collections of SGF that they will read, they load what those need.
    """
    if cores == 1:
        yield _read_here
        return
    forks = Forks(_FORKS.format(is_large)) if CAN_FORK else None
    children = [Child(forks) for _ in range(cores)]
    try:
        if forks is None:
            for child in children:
                child.start()
        yield lambda parts, rows_per_file: _read_there(children, parts, rows_per_file)
    finally:
        if forks is not None:
            forks.close()
        for child in children:
            child.close()


def read_parts(parts: Iterator[Part], rows_per_file: int, cores: int) -> Iterator[Done]:
    """All parts, in the order in which they are done."""
    with readers(cores) as read:
        yield from read(parts, rows_per_file)


def _read_here(parts: Iterator[Part], rows_per_file: int) -> Iterator[Done]:
    from boardbytes.columns.scan.reading import read_part

    for part in parts:
        yield read_part(part, rows_per_file)


def _read_there(children: list[Child], parts: Iterator[Part], rows_per_file: int) -> Iterator[Done]:
    idle: SimpleQueue[Child] = SimpleQueue()
    for child in children:
        idle.put(child)

    def work(part: Part) -> Done:
        child = idle.get()
        try:
            return child.read(part, rows_per_file)
        finally:
            idle.put(child)

    pool = ThreadPoolExecutor(len(children))
    waiting: set[Future[Done]] = set()
    try:
        for part in parts:
            waiting.add(pool.submit(work, part))
            while len(waiting) > len(children):
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for each in done:
                    yield each.result()
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for each in done:
                yield each.result()
    finally:
        for future in waiting:
            future.cancel()
        for child in children:
            child.close()
        pool.shutdown(cancel_futures=True)
