"""Where computers think: processes of their own, and a hasty one until kernels are compiled."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from typing import Any, Concatenate, ParamSpec, TypeVar

from boardbytes.players import Given
from boardbytes.solving.analysing import ANALYSTS
from boardbytes.studio import messages, thinking
from boardbytes.studio.limits import Allowance
from boardbytes.studio.states import State
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench, Telling
from boardbytes.studio.workshop import Workshop

P = ParamSpec("P")
T = TypeVar("T")

_LOG = logging.getLogger("uvicorn.error")
_NOTHING = State(None, b"")
_HASTY = 2
"""How many may ask at once while kernels are compiled."""


class Study:
    """Thinks about games.

    Kernels are compiled when they are first used, which takes a minute on a new machine. `prepare`
    does that in the background; until a game is ready, a process that compiles nothing answers:
    it sees less, but at once.
    """

    def __init__(self, allowed: Allowance) -> None:
        self._careful = Workshop(allowed)
        self._hasty = Workshop(allowed, workers=_HASTY, is_compiling=False)
        self._is_closed = False
        self._waiting: set[str] = set()
        """The games whose kernels are being compiled."""

    @property
    def waiting(self) -> list[str]:
        """The games that are not ready yet."""
        return sorted(self._waiting)

    def prepare(self) -> None:
        """Begin to compile; until that is done, answer in haste."""
        self._waiting = set(ANALYSTS)
        self._hasty.start()
        threading.Thread(target=self._prepare, name="prepare", daemon=True).start()

    def _prepare(self) -> None:
        # Each takes a worker of its own.
        hasty = [threading.Thread(target=self._ready, args=(self._hasty,)) for _ in range(_HASTY)]
        for each in hasty:
            each.start()
        for each in hasty:
            each.join()
        self._ready(self._careful)
        self._hasty.retire()

    def _ready(self, place: Workshop) -> None:
        """Let a worker compile every game, or load what it needs to answer in haste."""
        for game in ANALYSTS:
            try:
                place.call(_NOTHING, thinking.prepare, game)
            except Exception:  # Then it is compiled when it is needed.
                if self._is_closed:
                    return
                _LOG.exception("%s could not be prepared", game)
            if place is self._careful:
                self._waiting.discard(game)

    def close(self) -> None:
        self._is_closed = True
        self._careful.close()
        self._hasty.close()

    def _place(self, game: str | None) -> Workshop:
        """Where a game is thought about: in haste while it is not ready."""
        return self._hasty if game in self._waiting else self._careful

    def call(
        self, desk: Desk, game: str | None, question: Callable[Concatenate[Bench, Desk, P], T],
        *args: P.args, **none: P.kwargs,
    ) -> T:  # fmt: skip
        """What a thinking process finds out about a desk."""
        return self._place(game).call(desk.state, question, desk, *args, **none)

    def choose(
        self,
        desk: Desk,
        game: str | None,
        asked: messages.Reply,
        given: Given,
        hear: Callable[[dict[str, Any]], None],
    ) -> str:
        """A computer's move; in haste while its game is not ready. What it thinks is heard."""
        place = self._place(game)
        return place.listen(desk.state, hear, thinking.choose, desk, asked, given)

    def tell(
        self, desk: Desk, game: str | None, stop: threading.Event,
        question: Callable[Concatenate[Bench, Desk, P], Telling],
        *args: P.args, **none: P.kwargs,
    ) -> Iterator[Any]:  # fmt: skip
        """What a thinking process says of a desk, part by part, until `stop` is set."""
        place = self._place(game)
        yield from place.tell(desk.state, stop, question, desk, *args, **none)
