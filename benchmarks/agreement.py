"""A million random records of every format: what columns say, and what reading each alone says.

Boards of Go and tiles have several sizes. Half are noise, half good ones with some bytes changed.
Codes of problems, values, legal moves, outcome, planes and bytes are compared row by row; the first
difference ends the command. A million positions of random games of each game, which were written as
text and read into a table, are compared as well. BOARDBYTES_RECORDS takes fewer of everything.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle
from multiprocessing import get_context

from tests.columns.agreement import agree, games_agree, moves_agree
from tests.columns.lines import STARTS, lines_agree
from tests.columns.records import SOURCES, random_games, random_records

from benchmarks import Comparison, Row
from boardbytes.cores import core_count

RECORDS = int(os.environ.get("BOARDBYTES_RECORDS", "1000000"))
AT_ONCE, GAMES_AT_ONCE = 20_000, 800


def rows() -> Iterator[Row]:
    return (comparison.row for comparison in comparisons())


def comparisons() -> Iterator[Comparison]:
    tasks = range(RECORDS // AT_ONCE)
    with ProcessPoolExecutor(core_count(), get_context("spawn")) as pool:
        for format in dict.fromkeys(format for format, _ in SOURCES.values()):
            names = cycle(name for name, (own, _) in SOURCES.items() if own == format)
            yield _compared(format, pool.map(_compare, names, tasks))
        yield _compared("dgf-record", pool.map(_compare_games, tasks))
        for game, (_, text) in STARTS.items():
            compared = sum(pool.map(_compare_lines, [game] * len(tasks), tasks))
            title = f"{game}: positions of random games{f' as {text}' if text else ''}"
            yield Comparison(title, "the same games as a table, replayed", compared, "positions")
    yield Comparison("dgf-move: every record there is in columns", ALONE, moves_agree(), "records")


ALONE = "what reading each alone says"


def _compared(format: str, found: Iterable[set[str]]) -> Comparison:
    codes, count = set[str](), 0
    for seen in found:
        codes, count = codes | seen, count + AT_ONCE
    against = f"{ALONE}, {len(codes)} codes of problems among it"
    return Comparison(f"{format}: random records in columns", against, count, "records")


def _compare(name: str, seed: int) -> set[str]:
    """So many records of a source, of a seed of their own; the codes that were found."""
    return agree(name, random_records(name, AT_ONCE, 1000 + seed))


def _compare_lines(game: str, seed: int) -> int:
    return lines_agree(game, GAMES_AT_ONCE, 1000 + seed)


def _compare_games(seed: int) -> set[str]:
    return games_agree(random_games(AT_ONCE, 1000 + seed))
