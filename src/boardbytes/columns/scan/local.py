"""Parts read on the cores of this machine, each core by a process of its own.

A process that dies is replaced and its part read again: file by file, so that the file that
killed it is known. A file that kills twice is skipped, and the table of failures says so.
"""

from __future__ import annotations

import contextlib
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from queue import SimpleQueue
from typing import Any

from boardbytes.children import start_python
from boardbytes.columns.scan.parts import Part
from boardbytes.columns.scan.reading import Done, read_part
from boardbytes.columns.scan.worker import receive, send
from boardbytes.errors import ScanError

_CODE = "from boardbytes.columns.scan.worker import main; main()"
_MOST_DEATHS = 20
"""How often processes may die of one part before another of its files is known to kill."""


class Child:
    """A process that reads parts; started at once if told to, else when the first one comes."""

    def __init__(self, starts: bool = False) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        self.is_closed = False
        if starts:
            self._streams()

    def read(self, part: Part, rows_per_file: int) -> Done:
        """A part, read by the process, or by another one if it dies."""
        deaths: Counter[int | None] = Counter()
        deadly: set[int] = set()
        in_vain = 0
        while in_vain < _MOST_DEATHS and not self.is_closed:
            last: int | None = None
            try:
                streams = self._streams()
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

    def _streams(self) -> tuple[Any, Any]:
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


def read_parts(parts: Iterator[Part], rows_per_file: int, cores: int) -> Iterator[Done]:
    """All parts, in the order in which they are done; with one core, in this process."""
    if cores == 1:
        for part in parts:
            yield read_part(part, rows_per_file)
        return
    children = [Child(starts=True) for _ in range(cores)]  # while the first part is being cut
    idle: SimpleQueue[Child] = SimpleQueue()
    for child in children:
        idle.put(child)

    def work(part: Part) -> Done:
        child = idle.get()
        try:
            return child.read(part, rows_per_file)
        finally:
            idle.put(child)

    pool = ThreadPoolExecutor(cores)
    waiting: set[Future[Done]] = set()
    try:
        for part in parts:
            waiting.add(pool.submit(work, part))
            while len(waiting) > cores:
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
