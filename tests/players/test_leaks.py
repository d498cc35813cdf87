"""Games that are over leave nothing behind."""

from __future__ import annotations

import pytest
from benchmarks.leaks import QUICK, played


@pytest.mark.slow
@pytest.mark.measures
@pytest.mark.parametrize("game", QUICK)
def test_memory_stays_flat(game: str) -> None:
    """The players' tables fill as they play, which is why the first games do not count.

    Were only a search's memory kept of each game, 8 MB, a hundred games would come to 800.
    """
    found = played(game, 100)
    print(game, found, f"{found.growth / 2**20:.2f} MB more")
    assert found.plies > 1000
    assert found.growth < 16 << 20
