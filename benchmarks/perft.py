"""How many sequences of moves there are: our counts held against those of others."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.games.checkers.test_kernel import START_PERFT

import boardbytes as bb
from benchmarks import Comparison, Row
from boardbytes.games import GAMES
from boardbytes.games.go import GoPosition

TABLES = Path(__file__).parent.parent / "tests" / "perft"

STARTS: dict[str, Callable[[str, str], Any]] = {
    "mill": lambda text, rules: bb.loads(text.encode(), "millfen", rules=rules).position,
    "go": lambda text, _: GoPosition(int(text)),
}
"""The position that a line of a table counts from."""


def rows() -> Iterator[Row]:
    return (comparison.row for comparison in comparisons())


def comparisons() -> Iterator[Comparison]:
    for game, start in STARTS.items():
        for source, lines in groupby(_lines(game), key=lambda line: line[0]):
            pairs = [
                (GAMES.find(game).perft(start(text, rules), depth, rules), count)
                for _, rules, text, counts in lines
                for depth, count in enumerate(counts, 1)
            ]
            yield _compared(game, source, pairs)
    checkers = GAMES.find("checkers")
    pairs = [
        (checkers.perft(checkers.start, depth, "standard"), count)
        for depth, count in enumerate(START_PERFT)
    ]
    yield _compared("checkers", "the published counts from the start", pairs)


def _compared(game: str, source: str, pairs: list[tuple[int, int]]) -> Comparison:
    differ = sum(ours != theirs for ours, theirs in pairs)
    title = f"{game}: sequences of moves, up to {max(ours for ours, _ in pairs):,}"
    return Comparison(title, source, len(pairs), "counts", differ)


def _lines(game: str) -> Iterator[tuple[str, str, str, list[int]]]:
    """The lines of a table: where the counts are from, rules, start, counts."""
    source = ""
    for line in (TABLES / f"{game}.perft").read_text().splitlines():
        if line.startswith("source:"):
            source = line.removeprefix("source:").strip()
        elif line and not line.startswith("#"):
            rules, text, counts = map(str.strip, line.split("|"))
            yield source, rules, text, list(map(int, counts.split()))
