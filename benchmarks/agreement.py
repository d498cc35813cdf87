"""A million random records of every format: what columns say, and what reading each alone says.

Boards of Go and tiles have several sizes. Half are noise, half good ones with some bytes changed.
Codes of problems, values, legal moves, outcome, planes and bytes are compared row by row; the first
difference ends the command. A million positions of random games of each game, which were written as
text and read into a table, are compared as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import cycle
from multiprocessing import get_context

from tests.columns.agreement import agree, games_agree, moves_agree
from tests.columns.lines import STARTS, lines_agree
from tests.columns.records import SOURCES, random_games, random_records

from benchmarks import Row
from boardbytes.cores import core_count

RECORDS = 1_000_000
AT_ONCE, GAMES_AT_ONCE = 20_000, 800


def rows() -> Iterator[Row]:
    tasks = range(RECORDS // AT_ONCE)
    with ProcessPoolExecutor(core_count(), get_context("spawn")) as pool:
        for format in dict.fromkeys(format for format, _ in SOURCES.values()):
            names = cycle(name for name, (own, _) in SOURCES.items() if own == format)
            yield _row(format, pool.map(_compare, names, tasks))
        yield _row("dgf-record", pool.map(_compare_games, tasks))
        for game, (_, text) in STARTS.items():
            compared = sum(pool.map(_compare_lines, [game] * len(tasks), tasks))
            title = f"{game}, random games{f' as {text}' if text else ''} and as a table, replayed"
            yield Row(f"{title}: every position agrees", compared, None, "positions")
    title = "dgf-move: scalar and column agree, every one there is"
    yield Row(title, moves_agree(), None, "records")


def _row(format: str, compared: Iterable[set[str]]) -> Row:
    codes, count = set[str](), 0
    for seen in compared:
        codes, count = codes | seen, count + AT_ONCE
    title = f"{format}: scalar and column agree, {len(codes)} codes of problems seen"
    return Row(title, count, None, "records")


def _compare(name: str, seed: int) -> set[str]:
    """So many records of a source, of a seed of their own; the codes that were found."""
    return agree(name, random_records(name, AT_ONCE, 1000 + seed))


def _compare_lines(game: str, seed: int) -> int:
    return lines_agree(game, GAMES_AT_ONCE, 1000 + seed)


def _compare_games(seed: int) -> set[str]:
    return games_agree(random_games(AT_ONCE, 1000 + seed))
