"""How many plies a game still takes where tables say only who wins: found by a bounded search.

It looks ahead one ply farther at a time, so the first number at which a win is seen is the right
one. Where the end is too far, the next stone to be taken or set may be near enough: only so many
can be, so a winner who takes the shortest way to the next one comes to the end.
"""

from __future__ import annotations

import threading
from dataclasses import dataclass
from functools import cache

import numpy as np

from boardbytes.compiling import is_compiling
from boardbytes.games.mill import kernel as game
from boardbytes.games.mill.kernels import compiled_for
from boardbytes.solving.limits import Limits
from boardbytes.solving.mill import countdown_kernel as kernel
from boardbytes.solving.mill.countdown_kernel import CHANGE, END, MOST_PLIES
from boardbytes.solving.mill.shelf import Shelf
from boardbytes.solving.search_kernel import UNKNOWN

MEMORY = 1 << 20
"""States that are remembered."""
SLICE = 500 if is_compiling() else 5
"""States to look at between two glances at the clock."""


@dataclass(frozen=True)
class After:
    """What a move leads to: own and other stones, hands, and what a table says of it."""

    state: tuple[int, int, int, int]
    value: int


class _Clock:
    """Limits whose time begins now."""

    def __init__(self, limits: Limits) -> None:
        self._limits, self._deadline = limits, limits.deadline

    def is_over(self) -> bool:
        return self._limits.is_over(self._deadline)


class Countdown:
    """The search of one shelf of tables, with what it remembers. Threads may share it."""

    def __init__(self, tables: Shelf) -> None:
        self._tables = tables
        self._kernel = compiled_for(tables.member.board, kernel.__name__)
        self._control = np.zeros(kernel.CONTROL_SIZE, np.int64)
        rows = MOST_PLIES + 2
        self._stack = np.zeros((rows, kernel.STACK_SIZE), np.int64)
        self._codes = np.zeros((rows, game.MAX_MOVES), np.int64)
        self._found = np.zeros((rows, game.MAX_MOVES), np.int64)
        self._keys, self._entries = np.zeros(MEMORY, np.int64), np.zeros(MEMORY, np.int32)
        self._lock = threading.Lock()
        self._work(0, END)  # compiled before any clock starts

    @property
    def looked(self) -> int:
        """How many states were looked at, in all."""
        return int(self._control[kernel.LOOKED])

    def quickest(
        self, before: tuple[int, int], moves: list[After], limits: Limits, goal: int = END
    ) -> dict[int, int]:
        """The numbers of the moves of a won position that win first, and in how many plies.

        `before` are the stones on the board and in hand. Nothing if it was not seen in time.
        """
        winning = [number for number, after in enumerate(moves) if after.value % 2 == 0]
        with self._lock:
            clock = _Clock(limits)
            for plies in range(1, MOST_PLIES, 2):
                found = {}
                for number in winning:
                    answer = self._within(before, moves[number], plies - 1, goal, clock)
                    if answer is None:
                        return {}
                    if answer:
                        found[number] = plies
                if found:
                    return found
        return {}

    def slowest(
        self, before: tuple[int, int], moves: list[After], limits: Limits
    ) -> dict[int, int]:
        """By number of a move of a lost position, in how many plies it loses, where it was seen."""
        found: dict[int, int] = {}
        with self._lock:
            clock = _Clock(limits)
            for plies in range(2, MOST_PLIES, 2):
                for number, after in enumerate(moves):
                    if number in found:
                        continue
                    answer = self._within(before, after, plies - 1, END, clock)
                    if answer is None:
                        return found
                    if answer:
                        found[number] = plies
                if len(found) == len(moves):
                    break
        return found

    def _within(
        self, before: tuple[int, int], after: After, plies: int, goal: int, clock: _Clock
    ) -> bool | None:
        """Whether a game reaches the goal within that many plies; None if the time is up."""
        row = self._stack[0]
        row[kernel.OWN : kernel.OPP_HAND + 1] = after.state
        row[kernel.VALUE], row[kernel.PLIES] = after.value, plies
        own, opp, hand, opp_hand = after.state
        if goal == CHANGE and before != (game.popcount(own | opp), hand + opp_hand):
            return True
        _, starts, _, index = self._tables.arrays
        first = self._kernel.known(row, row, goal, self._keys, self._entries, starts, index)
        if first != UNKNOWN:
            return bool(first == kernel.YES)
        self._control[kernel.PLY], self._control[kernel.ENTERING] = 0, 1
        while not clock.is_over():
            answer = self._work(SLICE, goal)
            if answer != kernel.WORKING:
                return None if answer == UNKNOWN else answer == kernel.YES
        return None

    def _work(self, states: int, goal: int) -> int:
        """Look at some more states, and at all the blocks of tables that this takes."""
        tables = self._tables
        with tables.lock:
            while True:
                answer = int(
                    self._kernel.run(
                        states, goal, self._control, self._stack, self._codes, self._found,
                        self._keys, self._entries, *tables.arrays,
                    )
                )  # fmt: skip
                if answer >= UNKNOWN:
                    return answer
                tables.fetch([-2 - answer])


@cache
def countdown(tables: Shelf) -> Countdown:
    """The one search of a shelf of tables."""
    return Countdown(tables)
