"""Strange bytes are read in a process of their own, which is ended when it takes too much."""

from __future__ import annotations

import contextlib
import multiprocessing
import queue
import resource
from multiprocessing.connection import Connection

from boardbytes.studio.limits import Limits
from boardbytes.studio.states import Reading, State, read


class TooMuch(Exception):
    """Bytes that take more time or memory to understand than they may."""


class Worker:
    """A process that reads one state after the other."""

    def __init__(self, memory: int) -> None:
        context = multiprocessing.get_context("spawn")
        self._pipe, other = context.Pipe()
        self._process = context.Process(target=_work, args=(other, memory), daemon=True)
        self._process.start()
        self._is_ready = False
        other.close()

    def read(self, state: State, name: str, seconds: float) -> Reading:
        """What a state holds; TooMuch, and the worker is no more, if it takes too long."""
        try:
            if not self._is_ready:
                # Starting up is not the file's fault, and is not held against it.
                self._is_ready = self._pipe.recv()
            self._pipe.send((state, name))
            if not self._pipe.poll(seconds):
                raise TooMuch(f"reading it took longer than {seconds:g} seconds")
            found = self._pipe.recv()
        except (EOFError, OSError):
            raise TooMuch("reading it took more memory than there is for it") from None
        if isinstance(found, MemoryError):
            raise TooMuch("reading it took more memory than there is for it")
        if isinstance(found, Exception):
            raise found
        reading: Reading = found
        return reading

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()


def _work(pipe: Connection, memory: int) -> None:
    """Answer until nobody asks any more."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    # Whoever asks may be gone: then so are we.
    with contextlib.suppress(EOFError, OSError, KeyboardInterrupt):
        pipe.send(True)
        while True:
            pipe.send(_answer(*pipe.recv()))


def _answer(state: State, name: str) -> Reading | Exception:
    try:
        return read(state, name)
    except Exception as error:
        return error


class Workshop:
    """Some workers, so that one slow file does not stop everybody."""

    def __init__(self, limits: Limits, workers: int = 2) -> None:
        self._limits = limits
        self._free: queue.Queue[Worker] = queue.Queue()
        for _ in range(workers):
            self._free.put(Worker(limits.reading_memory))

    def read(self, state: State, name: str) -> Reading:
        """What a state holds. Raises TooMuch when that takes too long or too much memory."""
        worker = self._free.get()
        try:
            return worker.read(state, name, self._limits.reading_seconds)
        except TooMuch:
            worker.end()
            worker = Worker(self._limits.reading_memory)
            raise
        finally:
            self._free.put(worker)

    def close(self) -> None:
        while not self._free.empty():
            self._free.get().end()
