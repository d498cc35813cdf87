"""Move counts from tables with a source."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardbytes.games.go import GoPosition
from boardbytes.games.go.perft import perft


def table(path: str) -> list[tuple[str, int, list[int]]]:
    rows = []
    for line in Path(path).read_text().splitlines():
        if line and not line.startswith(("#", "source:")):
            rules, size, counts = map(str.strip, line.split("|"))
            rows.append((rules, int(size), list(map(int, counts.split()))))
    return rows


@pytest.mark.parametrize(("rules", "size", "counts"), table("tests/perft/go.perft"))
def test_tables(rules: str, size: int, counts: list[int]) -> None:
    position = GoPosition(size)
    for depth, count in enumerate(counts, 1):
        assert perft(position, depth, rules) == count, f"depth {depth}"


def test_a_game_that_is_over_has_no_sequences() -> None:
    over = GoPosition(3, turn=None)
    assert [perft(over, depth) for depth in range(3)] == [1, 0, 0]
