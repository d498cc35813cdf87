"""Games that are cut off, killed and started again end all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.relay import play_games


@pytest.mark.slow
def test_games_survive_cuts_and_kills(tmp_path: Path) -> None:
    """Three games here; `python -m benchmarks relay` plays two hundred."""
    tally = play_games(3, tmp_path, seed=5)
    print(tally)
    assert tally.wrong == []
    assert tally.games == 3
    assert tally.kills > 0
    assert tally.cuts > 0
