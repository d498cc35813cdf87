"""Looking ahead in any game: a search that deepens until the time is up."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from boardbytes.compiling import compiled, is_compiling
from boardbytes.solving import search_kernel as kernel
from boardbytes.solving.limits import ENDLESS, Limits

SLICE = 4_000 if is_compiling() else 20
"""Positions to look at between two glances at the clock: about a millisecond's worth."""

MEMORY = 1 << 19
"""Positions that are remembered."""


@dataclass(frozen=True)
class Endings:
    """A game's tables as the kernel takes them, and how far they reach."""

    reach: int
    values: Any
    starts: Any
    slots: Any
    index: Any

    @property
    def arrays(self) -> tuple[Any, ...]:
        return self.values, self.starts, self.slots, self.index


class SearchedGame(Protocol):
    """What a search needs of a game beyond its kernel."""

    kernel: str
    """The module that fills the open functions of `search_kernel`."""
    most_moves: int

    def fillings(self, position: Any) -> tuple[str, ...]:
        """All modules that fill kernels for a position: that one, and what its board brings."""

    def numbers(self, position: Any) -> tuple[int, ...]:
        """A position as the kernel's columns from GAME on."""

    def move(self, code: int, position: Any) -> Any:
        """The move of a code, made in a position."""

    def endings(self, position: Any) -> Endings:
        """The tables of endings that a search from here may ask."""

    def reading(self) -> AbstractContextManager[Any]:
        """While this is held, what is in the tables stays where it is."""

    def fetch(self, number: int) -> None:
        """Bring in a part of the tables that the kernel wants."""


@dataclass(frozen=True)
class Found:
    """What a search found: the best move, its score for the side to move, and how deep it was."""

    move: Any
    score: int
    depth: int
    is_whole: bool = True
    """Whether all moves were looked at so deep, not only the first of them."""

    @property
    def plies(self) -> int | None:
        """Within how many plies the game is won, or lost, for sure; None if that was not seen."""
        return kernel.WIN - abs(self.score) if abs(self.score) > kernel.SURE else None


class Search:
    """The compiled search of a game, with its memory of positions it has looked at.

    Threads may share one; they take turns.
    """

    def __init__(self, game: SearchedGame) -> None:
        self.game = game
        self._key_of = compiled(game.kernel).key_of
        self._control = np.zeros(kernel.CONTROL_SIZE, np.int64)
        self._states = np.zeros((kernel.MAX_PLY + 1, kernel.STATE_SIZE), np.int64)
        self._moves = np.zeros((kernel.MAX_PLY + 1, game.most_moves), np.int64)
        self._keys, self._entries = np.zeros(MEMORY, np.int64), np.zeros(MEMORY, np.int64)
        self._search: Any = None
        self._known: tuple[Any, ...] = ()
        self.nodes = 0
        """How many positions were looked at, in all."""
        self._lock = threading.Lock()

    def deepen(
        self,
        position: Any,
        rules: int,
        depth: int,
        seconds: float,
        before: Sequence[Any] = (),
        tell: Callable[[Found], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> Found:
        """The best move as far as a search to a depth can tell within some seconds.

        `position` must have moves; `rules` are the kernel's flags. Positions `before` it must not
        be repeated. One ply is looked ahead in any case; time spent on compiling does not count.
        `tell` hears of every depth that is done. The seconds are the clock's: `time.thread_time`
        gives a search its time where others use the machine, too.
        """
        found = self.look(position, rules, 1, None, before)
        assert found is not None
        limits = Limits(seconds=seconds, clock=clock)
        deadline = limits.deadline
        for limit in range(2, depth + 1):
            if found.plies:
                break
            deeper = self.look(position, rules, limit, deadline, before, limits, partly=True)
            # The move that was best before comes first: one that beats it is better, too.
            found = deeper or found
            if deeper is None or not deeper.is_whole:
                break
            if tell:
                tell(found)
        return found

    def look(
        self,
        position: Any,
        rules: int,
        depth: int,
        deadline: float | None = None,
        before: Sequence[Any] = (),
        limits: Limits = ENDLESS,
        beta: int = kernel.INFINITE,
        partly: bool = False,
    ) -> Found | None:
        """The best move at a depth; None if the time was up before that was known.

        The deadline is by the limits' clock. A score of `beta` or more is merely at least that.
        `partly` asks for the best of the moves that there was time for.
        """
        with self._lock:
            return self._look(position, rules, depth, deadline, before, limits, beta, partly)

    def remembered(self, position: Any) -> Any | None:
        """The move that was best in a position when it was last looked at; None if forgotten."""
        key = self._key(position)
        place = key % len(self._keys)
        if self._keys[place] != key:
            return None
        code = kernel.unpack(int(self._entries[place]), 0)[3]
        return self.game.move(code, position) if code >= 0 else None

    def _look(
        self,
        position: Any,
        rules: int,
        depth: int,
        deadline: float | None,
        before: Sequence[Any],
        limits: Limits,
        beta: int,
        partly: bool,
    ) -> Found | None:
        fillings = self.game.fillings(position)
        if (rules, fillings) != self._known:
            self._search = compiled(kernel.__name__, filled_by=fillings)
            self._keys[:], self._known = 0, (rules, fillings)
        endings = self.game.endings(position)
        played = np.array([self._key(each) for each in before], np.int64)
        self._set(position, self._states[0])
        self._search.start(depth, rules, endings.reach, self._control, self._states)
        self._states[0, kernel.BETA] = beta
        memory = (self._control, self._states, self._moves, self._keys, self._entries)
        while not self._control[kernel.DONE]:
            if limits.is_over(deadline):
                return self._best(position, depth, False) if partly else None
            with self.game.reading():
                self.nodes += self._search.run(SLICE, *memory, *endings.arrays, played)
            if self._control[kernel.WANTED] >= 0:
                self.game.fetch(int(self._control[kernel.WANTED]))
        return self._best(position, depth, True)

    def _best(self, position: Any, depth: int, is_whole: bool) -> Found | None:
        """The best of the moves that were looked at so far, if there is one.

        One that has turned out better counts at once, though nobody knows yet how much better.
        """
        first = self._states[0]
        code, score = int(first[kernel.BEST_CODE]), int(first[kernel.BEST])
        if not is_whole and code >= 0:
            better = kernel.promising(self._control, self._states, self._moves)
            code, score = (better, score + 1) if better >= 0 else (code, score)
        return Found(self.game.move(code, position), score, depth, is_whole) if code >= 0 else None

    def _set(self, position: Any, row: Any) -> None:
        numbers = self.game.numbers(position)
        row[kernel.GAME : kernel.GAME + len(numbers)] = numbers

    def _key(self, position: Any) -> int:
        row = np.zeros(kernel.STATE_SIZE, np.int64)
        self._set(position, row)
        return int(self._key_of(row))
