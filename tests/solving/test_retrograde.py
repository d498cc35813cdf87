"""Solving backwards, on a game small enough to know: take one or two matches, the last one wins."""

from __future__ import annotations

import pytest

from boardbytes.errors import SolvingError
from boardbytes.solving.retrograde import LONGEST, share, solve

MATCHES = 12


def test_matches() -> None:
    table = [0] * (MATCHES + 1)

    def mark(plies: int) -> int:
        found = 0
        for left in range(MATCHES + 1):
            after = [table[left - taken] for taken in (1, 2) if taken <= left]
            won = plies % 2 == 1 and plies in after
            lost = (
                plies % 2 == 0
                and all(value and value % 2 == 0 for value in after)
                and max(after, default=0) == plies
            )
            if not table[left] and (won or lost):
                table[left] = plies + 1
                found += 1
        return found

    assert solve(mark, 0) == 8
    assert [left for left, value in enumerate(table) if value % 2] == [0, 3, 6, 9, 12]


def test_goes_on_while_other_parts_could_wake_it() -> None:
    calls: list[int] = []

    def mark(plies: int) -> int:
        calls.append(plies)
        return 0

    solve(mark, 10)
    assert calls == [*range(12)]
    with pytest.raises(SolvingError, match=f"more plies than the {LONGEST} that"):
        solve(lambda plies: 1, 0)


def test_sharing_covers_everything() -> None:
    assert share(50_000, lambda first, stop: stop - first) == 50_000
