"""The inside of a worker: it answers one question after the other, within its memory."""

from __future__ import annotations

import contextlib
import pickle
import resource
import traceback
from collections import OrderedDict
from collections.abc import Callable, Hashable
from multiprocessing.connection import Connection
from typing import Any, TypeVar, cast

from boardbytes.errors import BoardbytesError
from boardbytes.formats import FORMATS
from boardbytes.studio.states import Reading, State, read

T = TypeVar("T")

DONE, REFUSED, FAILED, NO_MEMORY, TOO_LARGE = range(5)
"""How a question was answered."""

_REMEMBERED = 8 * 1024 * 1024
"""Of so many bytes a worker remembers what it found, so that looking again costs nothing."""
_LEAST = 1024
"""So many bytes everything counts at least: small files leave something to remember, too."""


class Bench:
    """What a worker has at hand: what it found out of late."""

    def __init__(self) -> None:
        self._found: OrderedDict[Hashable, tuple[int, Any]] = OrderedDict()

    def reading(self, state: State, name: str) -> Reading:
        """What a state holds."""
        # The ending of the name only matters until the format is known.
        key = (state, name if state.format is None else None)
        return self.recall(key, state.data, lambda: read(state, name))

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


def work(handle: int, memory: int, answer: int) -> None:
    """Answer until nobody asks any more."""
    with contextlib.suppress(ValueError, OSError):
        # Not all of the address space: tables of values that are only mapped cost nothing.
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
    # Whoever asks may be gone: then so are we.
    with contextlib.suppress(EOFError, OSError):
        pipe, bench = Connection(handle), Bench()
        _load()
        pipe.send(True)
        while True:
            function, args = pipe.recv()
            pipe.send_bytes(_answer(bench, function, args, answer))


def _load() -> None:
    """Load what most questions need before anybody waits for an answer."""
    from boardbytes.studio import saving, views, windows  # noqa: F401

    list(FORMATS.values())


def _answer(bench: Bench, function: Callable[..., Any], args: tuple[Any, ...], most: int) -> bytes:
    try:
        said = pickle.dumps((DONE, function(bench, *args)))
        return said if len(said) <= most else pickle.dumps((TOO_LARGE, None))
    except BoardbytesError as error:
        return pickle.dumps((REFUSED, (str(error), getattr(error, "problems", ()))))
    except RecursionError:
        return pickle.dumps((REFUSED, ("this is nested too deep", ())))
    except MemoryError:
        return pickle.dumps((NO_MEMORY, None))
    except Exception:
        return pickle.dumps((FAILED, traceback.format_exc()))
