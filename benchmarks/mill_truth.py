"""Mill without tables, held against the truth: how often the search's move keeps the value.

Random positions with up to ten stones, those in hand included, whose values the tables of
`boardbytes solve mill --phase both --stones 10` know. The search sees no table, or only the
smallest. Each position has SECONDS of a core's time, not of the clock on the wall: whatever else
the machine does takes none of them.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time
from typing import TypeAlias

import numpy as np

from benchmarks import Row
from benchmarks.own_cores import on_own_cores
from boardbytes.errors import NoTableError
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import POINTS, mask_of
from boardbytes.model import Move
from boardbytes.solving.mill import probe_moves
from boardbytes.solving.mill.kernel import RULES
from boardbytes.solving.mill.searching import search
from boardbytes.solving.mill.shelf import build
from boardbytes.solving.mill.subspaces import FEWEST
from boardbytes.solving.search_kernel import MAX_PLY
from boardbytes.solving.searching import Endings, Search

COUNT_VARIABLE = "BOARDBYTES_POSITIONS"
"""Looks at fewer positions than a thousand, for a look in passing."""
SECONDS = 0.2
"""Of processor time, for each position."""
LEAST_STONES, MOST_STONES = 6, 10
MOST_IN_HAND = 5
TABLES = f"boardbytes solve mill --phase both --stones {MOST_STONES}"

NO_TABLES, SMALL_TABLES = "no tables", "small tables"

Task: TypeAlias = tuple[Path | None, tuple[MillPosition, ...]]
"""The folder of the tables that a search sees, and positions to search."""


def rows() -> Iterator[Row]:
    print(__doc__)
    try:
        known = list(_known_positions(int(os.environ.get(COUNT_VARIABLE, 1000))))
    except NoTableError as error:
        raise SystemExit(f"nothing is measured: {error}; {TABLES}") from None
    _print_counts([position for position, _ in known])
    with TemporaryDirectory() as name:
        folder = Path(name)
        # A folder of its own has no tables but those that need no set-up.
        build(folder)
        for tables, where in ((NO_TABLES, None), (SMALL_TABLES, folder)):
            yield from _measured(tables, where, known)


Known: TypeAlias = list[tuple[MillPosition, dict[Move, str]]]


def _print_counts(positions: list[MillPosition]) -> None:
    """How many positions there are, by stones and phase."""
    counts = Counter((_stones(position), _phase(position)) for position in positions)
    for (stones, phase), count in sorted(counts.items()):
        print(f"  {stones} stones, {phase}: {count} positions", flush=True)


def _measured(name: str, folder: Path | None, known: Known) -> Iterator[Row]:
    """By phase and altogether; and among the positions in which it matters what is played."""
    positions = [position for position, _ in known]
    # Whoever comes first compiles, and the others load what was kept.
    list(on_own_cores(_choices, [(folder, tuple(positions[:1]))]))
    tasks = [(folder, tuple(some)) for some in _parts(positions)]
    chosen = dict(pair for pairs in on_own_cores(_choices, tasks) for pair in pairs)
    kept, seen = Counter[str](), Counter[str]()
    for position, values in known:
        best = max(values.values(), key=_ORDER.index)
        matters = len(set(values.values())) > 1
        keeps = values[chosen[position]] == best
        for kind in (_phase(position), _ALL, *([_WHERE_IT_MATTERS] if matters else [])):
            seen[kind] += 1
            kept[kind] += keeps
    for kind in sorted(seen):
        title = f"mill, search with {name} keeps the value, {kind}, {seen[kind]} positions"
        yield Row(title, 100 * kept[kind] / seen[kind], None, "%")


_ORDER = ("lost", "drawn", "won")
_ALL = "all"
_WHERE_IT_MATTERS = "where moves differ in value"


def _parts(positions: list[MillPosition]) -> Iterator[list[MillPosition]]:
    """Few positions at a time, so that all cores are busy to the end."""
    size = 10
    for first in range(0, len(positions), size):
        yield positions[first : first + size]


def _known_positions(count: int) -> Iterator[tuple[MillPosition, dict[Move, str]]]:
    """Random positions that have moves, with the value of each; NoTableError without tables.

    Half of them have stones in hand: as many on both sides, or one more for whoever moves.
    """
    chance = random.Random(1)
    found = 0
    while found < count:
        stones = chance.randint(LEAST_STONES, MOST_STONES)
        own = chance.randint(FEWEST, stones - FEWEST)
        held = chance.choice((0, chance.randint(1, MOST_IN_HAND)))
        hands = (held + 1) // 2, held // 2
        placed = own - hands[0], stones - own - hands[1]
        points = chance.sample(range(POINTS), sum(placed))
        masks = mask_of(points[: placed[0]]), mask_of(points[placed[0] :])
        position = MillPosition(*masks, *hands)
        values: dict[Move, str] = {
            move: probe.value for move, probe in probe_moves(position).items()
        }
        if values:
            found += 1
            yield position, values


def _stones(position: MillPosition) -> int:
    own, opp, hand, opp_hand, _ = position.kernel_values
    return own.bit_count() + opp.bit_count() + hand + opp_hand


def _phase(position: MillPosition) -> str:
    own, _, hand, _, _ = position.kernel_values
    if hand:
        return "setting"
    return "flying" if own.bit_count() == FEWEST else "moving"


def _choices(task: Task) -> list[tuple[MillPosition, Move]]:
    """The move that a search chooses in each position."""
    folder, positions = task
    searching = _searching(folder)
    return [
        (position, searching.deepen(position, RULES, MAX_PLY - 1, SECONDS, clock=thread_time).move)
        for position in positions
    ]


@cache
def _searching(folder: Path | None) -> Search:
    """A search that sees the tables of a folder, or none; it is compiled and has looked once."""
    searching = _blind() if folder is None else search(folder, waits=True)
    searching.look(MillPosition(mask_of([0, 1, 9]), mask_of([3, 4, 5]), 0, 0), RULES, 1)
    return searching


def _blind() -> Search:
    """A search that no table helps."""
    blind = search(waits=True)
    starts = np.full_like(np.asarray(blind.game.endings(MillPosition()).starts), -1)
    nothing = Endings(
        0, np.zeros(1, np.uint8), starts, np.zeros(1, np.int32), np.zeros(1, np.int32)
    )
    object.__setattr__(blind.game, "endings", lambda _: nothing)
    return blind
