"""The best moves by the tables, and among them those that set the opponent the hardest task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from boardbytes.compiling import compiled
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill import kernel as rules
from boardbytes.solving.mill import probing_kernel as kernel
from boardbytes.solving.mill.probing import Probe, probe_of_value
from boardbytes.solving.mill.shelf import Shelf, shelf
from boardbytes.solving.search_kernel import UNKNOWN


@dataclass(frozen=True)
class Choice:
    """A best move, what it is worth, and how many of the replies keep the opponent's value."""

    move: MillMove
    value: Probe
    replies: int


def best_moves(position: MillPosition, folder: Path | None = None) -> list[Choice]:
    """The best moves by the tables, those that set the opponent the hardest task first.

    Best is the quickest win, else a draw, else the slowest loss. The task is the harder the fewer
    replies keep what the opponent has: his win, however long it takes; his draw; or, in a game he
    loses, the longest resistance. Gives nothing where a table is missing for one of the moves.
    """
    tables = shelf(folder)
    codes = np.zeros(rules.MAX_MOVES, np.int64)
    found = np.zeros(rules.MAX_MOVES, np.int64)
    functions = compiled(kernel.__name__)
    _open_around(tables, position)
    values = position.kernel_values
    count = _settled(
        tables, lambda: functions.value_moves(*values, *tables.arrays, codes, found)
    )  # fmt: skip
    if count <= UNKNOWN:
        return []
    rated = [(int(codes[row]), probe_of_value(int(found[row])).before) for row in range(count)]
    best = max((value.score for _, value in rated), default=0)
    row, replies = np.zeros_like(codes), np.zeros_like(codes)
    own, opp, hand, opp_hand, _ = values
    choices = []
    for number, (code, value) in enumerate(rated):
        if value.score != best:
            continue
        moved, left, kept = rules.play_unchecked(own, opp, hand, code)
        state, after = (left, moved, opp_hand, kept), int(found[number])
        args: tuple[Any, ...] = (*state, after, *tables.arrays, row, replies)
        task = _settled(tables, lambda args=args: functions.count_keeping(*args))  # type: ignore[misc]
        if task <= UNKNOWN:
            return []
        choices.append(Choice(MillMove.from_code(code), value, task))
    return sorted(choices, key=lambda choice: choice.replies)


def _open_around(tables: Shelf, position: MillPosition) -> None:
    """Open the tables that a position's moves, and the replies to them, can lead to."""
    own, opp, hand, opp_hand, removing = position.kernel_values
    spaces = {kernel.space_of(own, opp, hand, opp_hand)} if not removing else set()
    states = [(rules.popcount(own), rules.popcount(opp), hand, opp_hand, removing)]
    for _ in range(2):
        states = [each for state in states for each in _after(*state)]
        spaces |= {_space(*state) for state in states}
    for space in spaces - {-1}:
        tables.open(space)


def _after(
    own: int, opp: int, hand: int, opp_hand: int, removing: bool
) -> list[tuple[int, int, int, int, bool]]:
    """The numbers of stones after a move that takes nothing, and after one that takes."""
    if removing:
        return [(opp - 1, own, opp_hand, hand, False)]
    set_now = hand > 0
    moved = (own + set_now, opp_hand, hand - set_now)
    return [(left, moved[0], moved[1], moved[2], False) for left in (opp, opp - 1) if left >= 0]


def _space(own: int, opp: int, hand: int, opp_hand: int, _: bool) -> int:
    return kernel.space_of((1 << own) - 1, (1 << opp) - 1, hand, opp_hand)


def _settled(tables: Shelf, ask: Callable[[], int]) -> int:
    """The answer of a kernel once all blocks that it wants are there."""
    while True:
        with tables.lock:
            answer = int(ask())
            if answer >= UNKNOWN:
                return answer
            tables.fetch([-2 - answer])
