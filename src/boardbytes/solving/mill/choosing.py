"""The best moves by the tables, and among them those that set the opponent the hardest task."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill import kernel as game
from boardbytes.games.mill.kernels import compiled_for
from boardbytes.games.mill.rules import MillRules
from boardbytes.solving.limits import Limits
from boardbytes.solving.mill import probing_kernel as kernel
from boardbytes.solving.mill.countdown import After, countdown
from boardbytes.solving.mill.countdown_kernel import CHANGE
from boardbytes.solving.mill.member import Member
from boardbytes.solving.mill.probing import (
    Probe,
    lack_plies,
    member_for,
    probe_of_value,
    stones_of,
    time_moves,
)
from boardbytes.solving.mill.shelf import Shelf, number_of, shelf
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.search_kernel import UNKNOWN

Rated: TypeAlias = tuple[int, Probe]
"""The code of a move, and what it is worth."""


@dataclass(frozen=True)
class Choice:
    """A best move, what it is worth, and how many of the replies keep the opponent's value."""

    move: MillMove
    value: Probe
    replies: int


def best_moves(
    position: MillPosition,
    folder: Path | None = None,
    rules: MillRules | str = "standard",
    seconds: float = 0.0,
) -> list[Choice]:
    """The best moves by the tables, those that set the opponent the hardest task first.

    Best is the quickest win, else a draw, else the slowest loss. The fewer replies keep what the
    opponent has, the harder the task: a win, however long it takes; a draw; or, in a lost game,
    the longest resistance. Where tables say only who wins, a search takes up to that many seconds:
    it looks for the quickest win, or else for the shortest way to take or set a stone and still
    win; or for the slowest loss. Gives nothing where a table is missing for one of the moves.
    """
    member = member_for(position, rules)
    tables = shelf(folder, member)
    codes = np.zeros(game.MAX_MOVES, np.int64)
    found = np.zeros(game.MAX_MOVES, np.int64)
    functions = compiled_for(member.board, kernel.__name__)
    _open_around(tables, position)
    values = position.kernel_values
    count = _settled(
        tables, lambda: functions.value_moves(*values, *tables.arrays, codes, found)
    )  # fmt: skip
    if count <= UNKNOWN:
        return []
    rated = [(int(codes[row]), probe_of_value(int(found[row])).before) for row in range(count)]
    if seconds:
        rated = _hurried(tables, position, rated, found, seconds)
    best = max((value.score for _, value in rated), default=0)
    row, replies = np.zeros_like(codes), np.zeros_like(codes)
    own, opp, hand, opp_hand, _ = values
    choices = []
    worth = dict(zip(codes[:count].tolist(), found.tolist(), strict=False))
    for code, value in rated:
        if value.score != best:
            continue
        moved, left, kept = game.play_unchecked(own, opp, hand, code)
        state, after = (left, moved, opp_hand, kept), worth[code]
        args: tuple[Any, ...] = (*state, after, *tables.arrays, row, replies)
        task = _settled(tables, lambda args=args: functions.count_keeping(*args))  # type: ignore[misc]
        if task <= UNKNOWN:
            return []
        choices.append(Choice(MillMove.from_code(code, position.board), value, task))
    return sorted(choices, key=lambda choice: choice.replies)


def _hurried(
    tables: Shelf, position: MillPosition, rated: list[Rated], found: Any, seconds: float
) -> list[Rated]:
    """The same moves with plies where a search sees them; or only those that make headway."""
    own, opp, hand, opp_hand, _ = position.kernel_values
    after = []
    for number, (code, _) in enumerate(rated):
        moved, left, kept = game.play_unchecked(own, opp, hand, code)
        after.append(After((left, moved, opp_hand, kept), int(found[number])))
    best = max((value for _, value in rated), key=lambda value: value.score, default=None)
    if best is None or best.value == "drawn" or not lack_plies(after):
        return rated
    share = Limits(seconds=seconds / 2)
    if timed := time_moves(tables, position, after, share):
        return [
            (code, Probe(best.value, timed[number]) if number in timed else value)
            for number, (code, value) in enumerate(rated)
        ]
    if best.value == "won" and best.plies is None:
        nearer = countdown(tables).quickest(stones_of(position), after, share, CHANGE)
        return [rated[number] for number in nearer] or rated
    return rated


def _open_around(tables: Shelf, position: MillPosition) -> None:
    """Open the tables that a position's moves, and the replies to them, can lead to."""
    own, opp, hand, opp_hand, removing = position.kernel_values
    here = Subspace(game.popcount(own), game.popcount(opp), hand, opp_hand)
    around = {here.taking} if removing else {here}
    for _ in range(2):
        around |= {after for each in around for after in _after(tables.member, each)}
    for each in around:
        tables.open(number_of(each))


def _after(member: Member, subspace: Subspace) -> set[Subspace]:
    """Where the moves of a subspace lead, if there are tables of that."""
    return {each for each in member.leads(subspace).values() if member.has_table(each)}


def _settled(tables: Shelf, ask: Callable[[], int]) -> int:
    """The answer of a kernel once all blocks that it wants are there."""
    while True:
        with tables.lock:
            answer = int(ask())
            if answer >= UNKNOWN:
                return answer
            tables.fetch([-2 - answer])
