"""The inside of a worker: it answers one question after the other, within its memory."""

from __future__ import annotations

import contextlib
import pickle
import resource
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, TypeVar, cast

from boardbytes.errors import BoardbytesError
from boardbytes.formats import FORMATS
from boardbytes.model import Document
from boardbytes.studio.states import Reading, State, read, reading_of, state_of

T = TypeVar("T")

DONE, REFUSED, FAILED, NO_MEMORY, TOO_LARGE, PART = range(6)
"""How a question was answered; PART means that there is more to come."""

_REMEMBERED = 8 * 1024 * 1024
"""For how many bytes a worker remembers what it found, so that looking again costs nothing."""
_LEAST = 1024
"""Everything counts as at least this many bytes: what is found in small files takes room, too."""


class Bench:
    """What a worker has at hand: what it found out recently."""

    def __init__(self, say: Callable[[Any], None] = lambda _: None) -> None:
        self.say = say
        """Tells the one who asked how far the answer is."""
        self._found: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()

    def reading(self, state: State, name: str) -> Reading:
        """What a state holds."""
        return self.recall(_key(state, name), state.data, lambda: read(state, name))

    def play_on(self, old: State, before: Reading, document: Document) -> State:
        """The state of a game one move later, which need not be read: we have just written it.

        If something was odd about the bytes before, it may still be there, so then they are read.
        """
        state = old.holding(state_of(document, before.format))
        if not before.problems:
            self.recall(_key(state, ""), state.data, lambda: reading_of(state, document))
        return state

    def recall(self, key: Hashable, data: bytes, find: Callable[[], T]) -> T:
        """What was found for a key before, or is found now from these bytes."""
        if key not in self._found:
            weight = max(len(data), _LEAST)
            self._make_room(weight)
            self._found[key] = weight, find()
        self._found.move_to_end(key)
        return cast(T, self._found[key][1])

    def _make_room(self, weight: int) -> None:
        total = sum(each for each, _ in self._found.values())
        while self._found and total + weight > _REMEMBERED:
            total -= self._found.popitem(last=False)[1][0]


def _key(state: State, name: str) -> Hashable:
    # The ending of the name only matters until the format is known.
    return state, name if state.format is None else None


def work(handle: int, memory: int, answer: int) -> None:
    """Answer until nobody asks any longer."""
    with contextlib.suppress(ValueError, OSError):
        # Not all of the address space: tables of values that are only mapped cost nothing.
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    # If the process that asks is gone, we end, too.
    with contextlib.suppress(EOFError, OSError):
        pipe = Connection(handle)
        bench = Bench(lambda part: pipe.send_bytes(pickle.dumps((PART, part))))
        _load()
        pipe.send(True)
        while True:
            function, args = pipe.recv()
            _say(pipe, partial(function, bench, *args), answer)


def _load() -> None:
    """Load what most questions need before anybody waits for an answer."""
    from boardbytes.studio import saving, views, windows  # noqa: F401

    list(FORMATS.values())


class Telling:
    """An answer that gets better: its parts come one after the other until `stop` is set."""

    def __init__(self, parts: Iterator[Any], stop: threading.Event) -> None:
        self.parts, self.stop = parts, stop


def _say(pipe: Connection, find: Callable[[], Any], most: int) -> None:
    """Send what a function finds, or why it finds nothing."""
    found, said = _answer(find, most)
    if isinstance(found, Telling):
        said = _tell(pipe, found)
    pipe.send_bytes(said)


def _tell(pipe: Connection, telling: Telling) -> bytes:
    """Send every part of an answer. The one who asked may say at any time that it has enough."""

    def listen() -> None:
        with contextlib.suppress(EOFError, OSError):
            pipe.recv()
        telling.stop.set()

    def tell() -> None:
        for part in telling.parts:
            pipe.send_bytes(pickle.dumps((PART, part)))

    listener = threading.Thread(target=listen, daemon=True)
    listener.start()
    _, said = _answer(tell, _LEAST)
    pipe.send_bytes(pickle.dumps((PART, None)))  # asks for that word, if it has not come yet
    listener.join()
    return said


def _answer(find: Callable[[], Any], most: int) -> tuple[Any, bytes]:
    """What a function finds, and how that is sent."""
    try:
        found = find()
        if isinstance(found, Telling):
            return found, b""
        said = pickle.dumps((DONE, found))
        return found, said if len(said) <= most else pickle.dumps((TOO_LARGE, None))
    except BoardbytesError as error:
        return None, pickle.dumps((REFUSED, (str(error), getattr(error, "problems", ()))))
    except RecursionError:
        return None, pickle.dumps((REFUSED, ("this is nested too deeply", ())))
    except MemoryError:
        return None, pickle.dumps((NO_MEMORY, None))
    except Exception:
        return None, pickle.dumps((FAILED, traceback.format_exc()))
