"""Games that are cut off, killed and started again end all the same; and many games at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.relay import PLAYERS, play_at_once, play_games


@pytest.mark.slow
def test_games_survive_cuts_and_kills(tmp_path: Path) -> None:
    """As many as begin within 40 s; `python -m benchmarks relay` plays two hundred."""
    tally = play_games(200, tmp_path, seed=5, seconds=40)
    print(tally)
    assert tally.wrong == []
    assert tally.games >= 8
    assert tally.moves >= 8 * 10
    assert set(tally.kills) == {"red", "white", "relay"}
    assert tally.cuts > 0


@pytest.mark.slow
@pytest.mark.measures
def test_no_line_of_two_hundred_players_is_lost(tmp_path: Path) -> None:
    """For 15 s; `python -m benchmarks relay` takes a minute and says what is quick."""
    load = play_at_once(PLAYERS, 15, str(tmp_path))
    print(f"{load.sent} lines, half within {load.within(0.5):.3f} s, p99 {load.within(0.99):.3f} s")
    assert load.errors == []
    assert load.lost == 0
    assert load.sent >= PLAYERS // 2 * 10
    assert load.within(0.99) < 0.5
