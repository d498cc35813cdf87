"""Probing mill's tables: microseconds for a random position of up to eight stones.

Tables are solved into a folder of their own first. Figures for compiled code are for one core,
except those of columns.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import Row
from boardbytes.columns.mill import MillColumns, value
from boardbytes.compiling import compiled
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import POINTS, mask_of
from boardbytes.solving.mill import best_moves, probe, probing_kernel, solve_to_files
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.shelf import Shelf, number_of, shelf
from boardbytes.solving.mill.subspaces import Subspace

STONES = 8
ROWS = 1_000_000
SINGLE = 2_000


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for _ in solve_to_files(STONES, folder, Cores()):
            pass
        yield from _rows(folder)


def _rows(folder: Path) -> Iterator[Row]:
    states = _random_states(ROWS)
    columns = MillColumns(*states)
    value(columns[:1000], folder)  # compiled first
    seconds = _seconds(lambda: value(columns, folder))
    yield _row("columns, blocks not unpacked yet, all cores", seconds, ROWS)
    seconds = _seconds(lambda: value(columns, folder))
    yield _row("columns, all cores", seconds, ROWS)

    tables = shelf(folder)
    value_rows = compiled(probing_kernel.__name__).value_rows
    errors, found = np.zeros(ROWS, np.uint8), np.empty(ROWS, np.int64)
    signed = [column.view(np.int32) for column in states[:2]] + list(states[2:])
    seconds = _seconds(lambda: value_rows(*signed, errors, *tables.arrays, found))
    yield _row("a loop of compiled calls, one core", seconds, ROWS)

    positions = [
        MillPosition(int(own), int(opp), 0, 0)
        for own, opp in zip(states[0][:SINGLE], states[1][:SINGLE], strict=True)
    ]
    seconds = _seconds(lambda: [probe(position, folder) for position in positions])
    yield _row("one position from Python", seconds, SINGLE)
    best_moves(positions[0], folder)
    seconds = _seconds(lambda: [best_moves(position, folder) for position in positions])
    yield _row("the best moves of a position from Python", seconds, SINGLE)

    # The worst: every probe has to unpack a block, as nothing is kept.
    one = Shelf(folder, builds=False, most_bytes=1)
    space = number_of(Subspace(4, 4))
    one.open(space)
    blocks = range(int(one.starts[space]), int(one.starts[space]) + 50)

    def unpack() -> None:
        for block in blocks:
            one.fetch([block])

    yield _row("unpacking a block", _seconds(unpack), len(blocks))


def _row(name: str, seconds: float, count: int) -> Row:
    return Row(f"mill probed: {name}", 1e6 * seconds / count, None, "µs")


def _seconds(work: Any) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _random_states(count: int) -> tuple[Any, ...]:
    """Positions of the moving phase: any subspace as likely as another, any stones in it."""
    pairs = [(own, opp) for own in range(3, 6) for opp in range(3, 6) if own + opp <= STONES]
    chance = random.Random(1)
    own, opp = np.empty(count, np.uint32), np.empty(count, np.uint32)
    for row in range(count):
        mine, theirs = chance.choice(pairs)
        points = chance.sample(range(POINTS), mine + theirs)
        own[row], opp[row] = mask_of(points[:mine]), mask_of(points[mine:])
    hands = np.zeros(count, np.uint8)
    return own, opp, hands, hands
