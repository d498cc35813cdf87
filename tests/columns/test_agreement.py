"""Columns say of every record what reading it alone says.

BOARDBYTES_RECORDS tells how many records of every source the slow test takes: `.ci/run` takes the
2,000 that it takes untold. `python -m benchmarks agreement` takes a million of every format.
"""

from __future__ import annotations

import os
from typing import Any

import numpy as np
import pytest

from boardbytes import columns
from boardbytes.columns.rows import INTERPRETED_ROWS
from tests.columns.agreement import agree, games_agree, moves_agree
from tests.columns.lines import STARTS, lines_agree
from tests.columns.records import LARGE, SOURCES, random_games, random_records


@pytest.mark.parametrize("name", [name for name in SOURCES if name not in LARGE])
def test_few_records_agree(name: str) -> None:
    """Interpreted: all of them, and so few at a time that no compiler is asked."""
    rows = random_records(name, 300, seed=1)
    for start in range(0, len(rows), INTERPRETED_ROWS):
        agree(name, np.concatenate([rows[:1], rows[start : start + INTERPRETED_ROWS - 1]]))


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_many_records_agree(name: str) -> None:
    count = int(os.environ.get("BOARDBYTES_RECORDS", "2000"))
    count = count // 10 if name in LARGE else count
    rows = random_records(name, count, seed=2)
    seen: set[str] = set()
    for start in range(0, count, 10_000):
        seen |= agree(name, np.concatenate([rows[:1], rows[start : start + 9_999]]))
    assert len(seen) > 2, f"these records show too little: {seen}"


@pytest.mark.slow
@pytest.mark.parametrize("name", SOURCES)
def test_a_million_records_are_the_same_interpreted_and_compiled(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A million compiled, of large boards fewer; of these 2,000 from all over interpreted."""
    format = SOURCES[name][0]
    rows = random_records(name, 100_000 if name in LARGE else 1_000_000, seed=3)
    checked = columns.check(rows, format)
    found: Any = columns.decode(rows, format)
    some = np.arange(0, len(rows), len(rows) // 2000)
    monkeypatch.setattr("boardbytes.columns.rows.INTERPRETED_ROWS", len(rows))
    assert np.array_equal(columns.check(rows[some], format).found, checked.found[some])
    slow: Any = columns.decode(rows[some], format)
    quick = found[some]
    for column, array in slow.arrays.items():
        assert np.array_equal(array, quick.arrays[column])


@pytest.mark.slow
def test_every_move_alone() -> None:
    assert moves_agree() == 1 << 16


def test_few_games_agree() -> None:
    """Interpreted: so few at a time that no compiler is asked."""
    games = random_games(300, seed=1)
    for start in range(0, len(games), INTERPRETED_ROWS):
        games_agree([games[0], *games[start : start + INTERPRETED_ROWS - 1]])


@pytest.mark.slow
def test_many_games_agree() -> None:
    seen = games_agree(random_games(int(os.environ.get("BOARDBYTES_RECORDS", "2000")), seed=2))
    every = set(columns.codes("dgf-record")) - {"moves", "points", "winner", "other-size"}
    assert seen >= every, f"these records show too little: {every - seen}"


@pytest.mark.parametrize("game", STARTS)
def test_games_through_text_and_tables_agree(game: str) -> None:
    assert lines_agree(game, 3, seed=1) > 20


@pytest.mark.slow
@pytest.mark.parametrize("game", STARTS)
def test_many_games_through_text_and_tables_agree(game: str) -> None:
    count = int(os.environ.get("BOARDBYTES_RECORDS", "2000")) // 10
    assert lines_agree(game, count, seed=2) > 10 * count
