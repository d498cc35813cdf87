"""Strange bytes are worked on in processes of their own, which are ended if they take too much."""

from __future__ import annotations

import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import Any, Concatenate, ParamSpec, TypeVar

from boardbytes.children import start_python
from boardbytes.compiling import SWITCH
from boardbytes.errors import BoardbytesError
from boardbytes.model import Problem
from boardbytes.studio.limits import Allowance
from boardbytes.studio.states import State
from boardbytes.studio.worker import DONE, NO_MEMORY, PART, REFUSED, TOO_LARGE, Bench, Telling

P = ParamSpec("P")
T = TypeVar("T")

_KNOWN = 32
"""For how many states a worker is assumed to remember something."""
_GLANCE = 0.02
"""Seconds between checks that anybody is still listening."""


class TooMuch(Exception):
    """Something takes more time or memory than it may."""


class Busy(Exception):
    """All workers are busy for longer than anybody wants to wait."""


class Refused(BoardbytesError):
    """What a worker refused to do, in its own words."""

    def __init__(self, sentence: str, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__(sentence)


class _OutOfMemory(Exception):
    """A worker had no memory left, or died of it."""


class _Worker:
    """A process that does one thing after the other."""

    def __init__(self, allowed: Allowance, is_compiling: bool) -> None:
        ours, theirs = socket.socketpair()
        handle = theirs.fileno()
        # Read before Numba is loaded, and by whatever compiles.
        before = "" if is_compiling else f"import os; os.environ[{SWITCH!r}] = '1'; "
        self._process = start_python(
            f"{before}from boardbytes.studio.worker import work;"
            f" work({handle}, {allowed.memory}, {allowed.answer})",
            pass_fds=(handle,),
            start_new_session=True,  # Ctrl-C is for the studio, which then ends its workers.
        )
        theirs.close()
        self._pipe = Connection(ours.detach())
        self._is_ready = False
        self.is_fresh = True
        self.knows: deque[int] = deque(maxlen=_KNOWN)

    def call(
        self,
        seconds: float,
        hear: Callable[[Any], None],
        function: Callable[..., Any],
        args: tuple[Any, ...],
    ) -> Any:
        """What a function returns there; what it says on the way is heard."""
        try:
            self._ask(function, args)
            deadline = time.monotonic() + seconds
            kind, found = PART, None
            while kind == PART:
                if not self._pipe.poll(max(0.0, deadline - time.monotonic())):
                    raise TooMuch(f"this took longer than {seconds:g} seconds")
                kind, found = self._pipe.recv()
                if kind == PART:
                    hear(found)
        except (EOFError, OSError):
            raise _OutOfMemory from None
        return self._checked(kind, found)

    def tell(
        self, stop: threading.Event, function: Callable[..., Any], args: tuple[Any, ...]
    ) -> Iterator[Any]:
        """What a function yields there, part by part, until it ends or `stop` is set."""
        is_stopped = False
        try:
            self._ask(function, args)
            kind, found = PART, None
            while kind == PART:
                if not self._pipe.poll(_GLANCE):
                    if stop.is_set() and not is_stopped:
                        is_stopped = True
                        self._pipe.send(None)
                    continue
                kind, found = self._pipe.recv()
                if kind == PART and found is None and not is_stopped:
                    is_stopped = True
                    self._pipe.send(None)
                elif kind == PART and found is not None and not stop.is_set():
                    yield found
        except (EOFError, OSError):
            raise _OutOfMemory from None
        self._checked(kind, found)

    def _ask(self, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
        if not self._is_ready:
            # Starting up is not the file's fault, and is not held against it.
            self._is_ready = self._pipe.recv()
        self._pipe.send((function, args))

    def _checked(self, kind: int, found: Any) -> Any:
        """What was found; raises what was refused."""
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

    def kill(self) -> None:
        """End it from any thread; those who wait for its answer learn that it is gone."""
        self._process.kill()
        self._process.wait()

    def end(self) -> None:
        self.kill()
        self._pipe.close()


class Workshop:
    """Some workers, so that one slow file does not stop everybody.

    They are started when they are first needed, or by `start`.
    """

    def __init__(self, allowed: Allowance, workers: int = 2, is_compiling: bool = True) -> None:
        self._allowed, self._most, self._is_compiling = allowed, workers, is_compiling
        self._free: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._is_closed = self._is_retired = False
        self._working = 0
        self._changed = threading.Condition()

    def start(self) -> None:
        """Start all workers now, so that the first who asks need not wait for them."""
        with self._changed:
            self._free += [self._worker() for _ in range(self._most - len(self._free))]

    def call(
        self,
        about: State,
        function: Callable[Concatenate[Bench, P], T],
        *args: P.args,
        **none: P.kwargs,
    ) -> T:
        """What a function of a module returns when a worker calls it.

        A worker that knows the state `about` is preferred. Raises Refused for what the function
        refuses, TooMuch if it takes too long or too much memory, Busy if no worker is free.
        """
        return self.listen(about, lambda _: None, function, *args, **none)

    def listen(
        self,
        about: State,
        hear: Callable[[Any], None],
        function: Callable[Concatenate[Bench, P], T],
        *args: P.args,
        **none: P.kwargs,
    ) -> T:
        """What `call` returns; what the worker says meanwhile is heard."""
        worker = self._take(hash(about))
        try:
            try:
                found: T = worker.call(self._allowed.seconds, hear, function, args)
            except _OutOfMemory:
                if worker.is_fresh:
                    raise
                # It may be full of what it remembers of others.
                worker = self._another(worker)
                found = worker.call(self._allowed.seconds, hear, function, args)
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

    def tell(
        self,
        about: State,
        stop: threading.Event,
        function: Callable[Concatenate[Bench, P], Telling],
        *args: P.args,
        **none: P.kwargs,
    ) -> Iterator[Any]:
        """What a function yields, part by part, when a worker calls it; `stop` ends it soon.

        Raises what `call` raises.
        """
        worker = self._take(hash(about))
        is_whole = False
        try:
            yield from worker.tell(stop, function, args)
            is_whole = True
        except Refused:
            is_whole = True
            raise
        except _OutOfMemory:
            raise TooMuch("this took more memory than there is for it") from None
        finally:
            # If the one who asked leaves in the middle, the worker still has something to say.
            self._give_back(worker if is_whole else self._another(worker))

    def retire(self) -> None:
        """End all workers; one that is still working ends once it has answered."""
        with self._changed:
            self._is_retired = True
            for worker in self._free:
                self._end(worker)
            self._free.clear()

    def close(self) -> None:
        """End all workers, those that are still working too."""
        with self._changed:
            self._is_closed = True
            for worker in self._all:
                worker.kill()
            for worker in self._free:
                worker.end()
            self._free.clear()
            self._all.clear()

    def _another(self, worker: _Worker) -> _Worker:
        with self._changed:
            self._end(worker)
            return self._worker()

    def _end(self, worker: _Worker) -> None:
        worker.end()
        self._all.discard(worker)

    def _worker(self) -> _Worker:
        worker = _Worker(self._allowed, self._is_compiling)
        self._all.add(worker)
        if self._is_closed:
            worker.kill()
        return worker

    def _take(self, about: int) -> _Worker:
        with self._changed:
            is_free = self._changed.wait_for(
                lambda: self._free or self._working < self._most, self._allowed.patience
            )
            if not is_free:
                raise Busy("the studio is busy with other files; try again soon")
            self._working += 1
            if not self._free:
                return self._worker()
            known = [worker for worker in self._free if about in worker.knows]
            worker = (known or self._free)[-1]
            self._free.remove(worker)
            return worker

    def _give_back(self, worker: _Worker) -> None:
        with self._changed:
            self._working -= 1
            if self._is_retired:
                self._end(worker)
            else:
                self._free.append(worker)
            self._changed.notify()
