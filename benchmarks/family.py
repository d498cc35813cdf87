"""The family of mill beside what is published: states, classes, and what openings are worth.

Cores count and solve the small members; Lasker's and Morabaraba's openings take a GPU.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import Row
from boardbytes.games.mill import MillPosition, MillRules
from boardbytes.games.mill.board import MillBoard, find_board, mask_of, points_of
from boardbytes.games.mill.kernel import MAX_MOVES
from boardbytes.games.mill.kernels import compiled_for
from boardbytes.games.mill.rules import PRESETS
from boardbytes.solving.mill import probe, solve_to_files
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.member import find_member

LIOU = "Liou 2026"
JH85 = "jh85/smallgames 2026"
TAKEDA = "Takeda and Hoki 2020"

_SIX = PRESETS["six"]
_FOUR = replace(_SIX, name="four", stones=4)


@dataclass(frozen=True)
class Count:
    """How many states of a member there are, as somebody published it."""

    title: str
    rules: MillRules
    published: int
    source: str


REACHABLE = (
    Count("four men's", _FOUR, 4_111_151, LIOU),
    Count("four men's, flying", replace(_FOUR, flying=True), 4_111_327, LIOU),
    Count("five men's", PRESETS["five"], 17_844_721, LIOU),
    Count("five men's, flying", PRESETS["five-flying"], 17_846_785, LIOU),
    Count("six men's", _SIX, 42_372_745, LIOU),
    Count("six men's, flying", replace(_SIX, flying=True), 42_383_945, LIOU),
)
CLASSES = (
    Count("three men's", PRESETS["three"], 183, TAKEDA),
    Count("five men's", PRESETS["five"], 470_793, TAKEDA),
    Count("six men's", _SIX, 1_107_656, TAKEDA),
)


THREE_TAKING = Count(
    "three men's, mills take and nobody loses while stones are set",
    replace(PRESETS["three"], name="taking", mill_wins=False),
    5_934,
    JH85,
)
NEVER_FEW = 8
"""A hand with so many stones is far from too few."""


@dataclass(frozen=True)
class Opening:
    """What the start of a member, or a first stone, is worth to the first player."""

    member: str
    point: str | None
    value: str
    """With the plies, where they are published."""


OPENINGS = (
    Opening("three", None, "won in 9"),
    Opening("three", "b2", "won"),
    *(Opening("three", corner, "drawn") for corner in ("a1", "a3", "c1", "c3")),
    *(Opening("three", edge, "lost") for edge in ("a2", "b1", "b3", "c2")),
    Opening("six", None, "drawn"),
)
OPENING_SOURCE = "the published solutions"


def rows() -> Iterator[Row]:
    yield from _openings()
    from benchmarks import family_gpu

    yield from family_gpu.openings()
    yield _row(THREE_TAKING, "reachable states", count_reachable(THREE_TAKING.rules, few=False))
    for count in CLASSES:
        yield _row(count, "classes of the moving phase", count_classes(count.rules))
    for count in REACHABLE:
        yield _row(count, "reachable states", count_reachable(count.rules))


def _openings() -> Iterator[Row]:
    """Those of members that cores solve in seconds."""
    with tempfile.TemporaryDirectory() as name:
        for member in sorted({each.member for each in OPENINGS}):
            for _ in solve_to_files(None, Path(name), Cores(find_member(member)), phase="both"):
                pass
        for each in OPENINGS:
            start = MillPosition.start(each.member)
            if each.point is None:
                found = probe(start, Path(name), each.member)
            else:
                after = start.play(each.point, each.member)
                found = probe(after, Path(name), each.member).before
            yield opening_row(each, str(found), found.value)


def opening_row(opening: Opening, said: str, value: str) -> Row:
    """1 where we find what is published, 0 where not."""
    what = f"a first stone on {opening.point}" if opening.point else "the start"
    name = f"{opening.member}: {what} is {said}, published {opening.value}"
    agreed = float(opening.value in (said, value))
    return Row(name, agreed, 1.0, "agreed", OPENING_SOURCE)


def _row(count: Count, what: str, found: int) -> Row:
    name = f"{count.title} morris, {what}: {found:,}, published {count.published:,}"
    return Row(name, found, count.published, what, count.source)


def count_classes(rules: MillRules) -> int:
    """How many boards of the moving phase there are, once for each class of symmetric ones.

    Whoever closed a mill has taken a stone, so a side's mills are such that so many moves as the
    other side has lost stones can have closed them; a move closes the mills through one point.
    Colours count: a board and the same one with its colours changed are two.
    """
    board = find_board(rules.board)
    images = _images(board)
    counts = range(3, rules.stones + 1)
    total = 0
    for own in counts:
        for opp in counts:
            mine = _sets(board, own, rules.stones - opp)
            theirs = _sets(board, opp, rules.stones - own)
            total += _smallest(mine, theirs, images)
    return total


def _sets(board: MillBoard, stones: int, moves: int) -> Any:
    """The sets of so many stones whose mills that many moves can have closed."""
    sets = map(set, combinations(range(board.points), stones))
    return np.array([mask_of(each) for each in sets if _can_close(board, each, moves)], np.int64)


def _can_close(board: MillBoard, stones: set[int], moves: int) -> bool:
    mills = [set(line) for line in board.lines if stones.issuperset(line)]
    if len(mills) <= moves:
        return True
    ends = combinations(stones, min(moves, len(stones)))
    return any(all(mill.intersection(points) for mill in mills) for points in ends)


def _images(board: MillBoard) -> Any:
    """By symmetry and set: its image."""
    return np.array(
        [
            [mask_of(way[point] for point in points_of(mask)) for mask in range(board.all + 1)]
            for way in board.symmetries
        ],
        np.int64,
    )


def _smallest(mine: Any, theirs: Any, images: Any) -> int:
    """How many pairs of separate sets are the smallest of their images."""
    total = 0
    for own in mine:
        opp = theirs[theirs & own == 0]
        turned = images[:, own]
        if (turned < own).any():
            continue
        fixing = images[turned == own]
        total += int((fixing[:, opp] >= opp).all(axis=0).sum())
    return total


def count_reachable(rules: MillRules, few: bool = True) -> int:
    """How many states play reaches from the start, whose turn it is included.

    Without `few` a side with too few stones has lost only once all are set, and on its turn.
    """
    board = find_board(rules.board)
    assert board.points <= 16, "a state must fit into 64 bits with room to spare"
    capacity = 1 << {3: 14, 4: 23, 5: 25}.get(rules.stones, 26)
    seen, waiting = np.zeros(capacity, np.int64), np.zeros(capacity, np.int64)
    run = _runner(compiled_for(board))
    return int(run(rules.stones, rules.flags, few, seen, waiting, np.zeros(MAX_MOVES, np.int64)))


def _runner(kernel: Any) -> Any:
    import numba

    list_moves, play = kernel.list_moves, kernel.play_unchecked

    @numba.njit
    def run(stones: int, flags: int, few: bool, seen: Any, waiting: Any, codes: Any) -> int:
        """Visit every state once; `seen` is a table of what was met, 0 where nothing is."""
        # own 16 bits, opp 16, hands 4 each, whose turn 1, and a bit so that none is 0
        waiting[0] = (stones << 36) | (stones << 32) | (1 << 41)
        count, done = 1, 0
        mask = len(seen) - 1
        while done < count:
            state = waiting[done]
            done += 1
            own, opp = state & 0xFFFF, state >> 16 & 0xFFFF
            hand, opp_hand = state >> 32 & 15, state >> 36 & 15
            turn = state >> 40 & 1
            held, others = hand, opp_hand
            if not few:
                held, others = NEVER_FEW * (hand + opp_hand > 0), NEVER_FEW
            found = list_moves(own, opp, held, others, False, flags, codes)
            for number in range(found):
                moved, left, kept = play(own, opp, hand, codes[number])
                after = left | moved << 16 | opp_hand << 32 | kept << 36 | (1 - turn) << 40
                after |= 1 << 41
                place = (after * 0x9E3779B97F4A7C1) >> 20 & mask
                while seen[place] != 0 and seen[place] != after:
                    place = (place + 1) & mask
                if seen[place] == 0:
                    seen[place] = after
                    waiting[count] = after
                    count += 1
        return count

    return run
