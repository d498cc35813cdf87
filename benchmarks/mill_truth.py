"""Mill without tables, held against the truth: how often the search's move keeps the value.

Random positions with up to ten stones whose values tables know: those of up to seven stones are
made on first use, more after `boardbytes solve mill --phase both --stones 10`. The search sees no
table, or only the smallest. Its seconds are processor time.
"""

from __future__ import annotations

import os
import random
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import numpy as np

from benchmarks import Row
from boardbytes.errors import NoTableError
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import POINTS, mask_of
from boardbytes.model import Move
from boardbytes.solving.limits import Limits
from boardbytes.solving.mill import probe_moves
from boardbytes.solving.mill.kernel import RULES
from boardbytes.solving.mill.searching import search
from boardbytes.solving.mill.shelf import build
from boardbytes.solving.search_kernel import MAX_PLY
from boardbytes.solving.searching import Endings, Search

COUNT_VARIABLE = "BOARDBYTES_POSITIONS"
"""Looks at fewer positions than a thousand, for a look in passing."""
SECONDS = 0.2
MOST_STONES = 10


def rows() -> Iterator[Row]:
    print(__doc__)
    count = int(os.environ.get(COUNT_VARIABLE, 1000))
    known = list(_known_positions(count))
    with TemporaryDirectory() as folder:
        yield from _measured("no tables", _blind(), known)
        # A folder of its own has no tables but those that need no set-up.
        build(Path(folder))
        yield from _measured("small tables", search(Path(folder), waits=True), known)


Known: TypeAlias = list[tuple[MillPosition, dict[Move, str]]]


def _measured(name: str, searching: Search, known: Known) -> Iterator[Row]:
    """By phase and altogether; and among the positions in which it matters what is played."""
    kept, seen = Counter[str](), Counter[str]()
    for position, values in known:
        best = max(values.values(), key=_ORDER.index)
        matters = len(set(values.values())) > 1
        keeps = not matters or values[_choose(searching, position)] == best
        for kind in (_phase(position), _ALL, *([_WHERE_IT_MATTERS] if matters else [])):
            seen[kind] += 1
            kept[kind] += keeps
    for kind in sorted(seen):
        title = f"mill, search with {name} keeps the value, {kind}, {seen[kind]} positions"
        yield Row(title, 100 * kept[kind] / seen[kind], None, "%")


_ORDER = ("lost", "drawn", "won")
_ALL = "all"
_WHERE_IT_MATTERS = "where moves differ in value"


def _known_positions(count: int) -> Iterator[tuple[MillPosition, dict[Move, str]]]:
    """Random positions that tables know and that have moves, with the value of each."""
    chance = random.Random(1)
    found = tried = 0
    while found < count and tried < 200 * count:
        tried += 1
        stones = chance.randint(6, MOST_STONES)
        own = chance.randint(3, stones - 3)
        hand = chance.choice((0, 0, 1, 2))
        placed = [own - hand, stones - own - hand]
        if min(placed) < 0:
            continue
        points = chance.sample(range(POINTS), sum(placed))
        masks = mask_of(points[: placed[0]]), mask_of(points[placed[0] :])
        position = MillPosition(*masks, hand, hand)
        try:
            values: dict[Move, str] = {
                move: probe.value for move, probe in probe_moves(position).items()
            }
        except NoTableError:
            continue
        if values:
            found += 1
            yield position, values


def _phase(position: MillPosition) -> str:
    own, _, hand, _, _ = position.kernel_values
    if hand:
        return "setting"
    return "jumping" if own.bit_count() == 3 else "moving"


def _choose(searching: Search, position: MillPosition) -> Move:
    limits, deadline = Limits(clock=time.process_time), None
    for depth in range(1, MAX_PLY):
        deeper = searching.look(position, RULES, depth, deadline, limits=limits)
        if deeper is None:
            break
        found, deadline = deeper, deadline or time.process_time() + SECONDS
        if found.plies:
            break
    chosen: Move = found.move
    return chosen


def _blind() -> Search:
    """A search that no table helps."""
    blind = search(waits=True)
    starts = np.full_like(np.asarray(blind.game.endings(MillPosition()).starts), -1)
    nothing = Endings(
        0, np.zeros(1, np.uint8), starts, np.zeros(1, np.int32), np.zeros(1, np.int32)
    )
    object.__setattr__(blind.game, "endings", lambda _: nothing)
    return blind
