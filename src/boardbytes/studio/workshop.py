"""Strange bytes are worked on in processes of their own, which are ended if they take too much."""

from __future__ import annotations

import socket
import threading
from collections import deque
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Concatenate, ParamSpec, TypeVar

from boardbytes.children import start_python
from boardbytes.errors import BoardbytesError
from boardbytes.model import Problem
from boardbytes.studio.limits import Allowance
from boardbytes.studio.states import State
from boardbytes.studio.worker import DONE, NO_MEMORY, REFUSED, TOO_LARGE, Bench

P = ParamSpec("P")
T = TypeVar("T")

_KNOWN = 32
"""Of so many states a worker is thought to remember something."""


class TooMuch(Exception):
    """Something takes more time or memory than it may."""


class Busy(Exception):
    """All workers are at other things for longer than anybody wants to wait."""


class Refused(BoardbytesError):
    """What a worker refused to do, in its own words."""

    def __init__(self, sentence: str, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(sentence)


class _OutOfMemory(Exception):
    """A worker had no memory left, or died of it."""


class _Worker:
    """A process that does one thing after the other."""

    def __init__(self, allowed: Allowance) -> None:
        ours, theirs = socket.socketpair()
        handle = theirs.fileno()
        self._process = start_python(
            "from boardbytes.studio.worker import work;"
            f" work({handle}, {allowed.memory}, {allowed.answer})",
            pass_fds=(handle,),
            start_new_session=True,  # Ctrl-C is for the studio, which then ends its workers.
        )
        theirs.close()
        self._pipe = Connection(ours.detach())
        self._is_ready = False
        self.is_fresh = True
        self.knows: deque[int] = deque(maxlen=_KNOWN)

    def call(self, seconds: float, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        """What a function gives there."""
        try:
            if not self._is_ready:
                # Starting up is not the file's fault, and is not held against it.
                self._is_ready = self._pipe.recv()
            self._pipe.send((function, args))
            if not self._pipe.poll(seconds):
                raise TooMuch(f"this took longer than {seconds:g} seconds")
            kind, found = self._pipe.recv()
        except (EOFError, OSError):
            raise _OutOfMemory from None
        self.is_fresh = False
        if kind == NO_MEMORY:
            raise _OutOfMemory
        if kind == TOO_LARGE:
            raise TooMuch("there is more to show than fits into an answer")
        if kind == REFUSED:
            raise Refused(*found)
        if kind != DONE:
            raise RuntimeError(f"a worker failed: {found}")
        return found

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._pipe.close()


class Workshop:
    """Some workers, so that one slow file does not stop everybody.

    They are started when they are first needed, or by `start`.
    """

    def __init__(self, allowed: Allowance, workers: int = 2) -> None:
        self._allowed, self._most = allowed, workers
        self._free: list[_Worker] = []
        self._working = 0
        self._changed = threading.Condition()

    def start(self) -> None:
        """Start all workers now: the first who asks need not wait for them."""
        with self._changed:
            self._free += [_Worker(self._allowed) for _ in range(self._most - len(self._free))]

    def call(
        self,
        about: State,
        function: Callable[Concatenate[Bench, P], T],
        *args: P.args,
        **none: P.kwargs,
    ) -> T:
        """What a function of a module gives when a worker calls it.

        A worker that knows the state `about` is preferred. Raises what the function refuses as
        `Refused`, TooMuch when it takes too long or too much memory, Busy when nobody has time.
        """
        worker = self._take(hash(about))
        try:
            try:
                found: T = worker.call(self._allowed.seconds, function, args)
            except _OutOfMemory:
                if worker.is_fresh:
                    raise
                # What it remembers of others may be what fills it.
                worker = self._another(worker)
                found = worker.call(self._allowed.seconds, function, args)
            worker.knows.extend({hash(about), hash(found) if isinstance(found, State) else 0})
            return found
        except TooMuch:
            worker = self._another(worker)
            raise
        except _OutOfMemory:
            worker = self._another(worker)
            raise TooMuch("this took more memory than there is for it") from None
        finally:
            self._give_back(worker)

    def close(self) -> None:
        with self._changed:
            for worker in self._free:
                worker.end()
            self._free.clear()

    def _another(self, worker: _Worker) -> _Worker:
        worker.end()
        return _Worker(self._allowed)

    def _take(self, about: int) -> _Worker:
        with self._changed:
            is_free = self._changed.wait_for(
                lambda: self._free or self._working < self._most, self._allowed.patience
            )
            if not is_free:
                raise Busy("the studio is busy with other files; try again soon")
            self._working += 1
            if not self._free:
                return _Worker(self._allowed)
            known = [worker for worker in self._free if about in worker.knows]
            worker = (known or self._free)[-1]
            self._free.remove(worker)
            return worker

    def _give_back(self, worker: _Worker) -> None:
        with self._changed:
            self._working -= 1
            self._free.append(worker)
            self._changed.notify()
