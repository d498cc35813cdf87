"""Games that are cut off, killed and started again end all the same; and many games at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.relay import PLAYERS, play_at_once, play_games, within

GAMES, SECONDS = 60, 60


@pytest.mark.slow
def test_games_survive_cuts_and_kills(tmp_path: Path) -> None:
    """In each game both players are killed, and a connection is cut.

    `python -m benchmarks relay` plays two hundred.
    """
    tally = play_games(GAMES, tmp_path, seed=5)
    print(f"{tally.moves} moves, {tally.cuts} cuts, killed: {tally.kills}")
    assert tally.wrong == []
    assert len(tally.games) == GAMES
    assert all(game.moves >= 10 and game.cuts > 0 for game in tally.games)
    assert all(game.kills == {"red": 1, "white": 1} for game in tally.games)
    assert tally.kills["relay"] > 0


@pytest.mark.slow
@pytest.mark.measures
def test_no_line_of_two_hundred_players_is_lost(tmp_path: Path) -> None:
    """For a minute: each is stored and with the other player in time, and there afterwards."""
    load = play_at_once(PLAYERS, SECONDS, str(tmp_path))
    for times in (load.acknowledged, load.heard):
        print(f"{len(times)} lines, half within {within(times, 0.5):.3f} s")
        print(f"99 of 100 within {within(times, 0.99):.3f} s")
    assert load.errors == []
    assert load.lost == 0
    assert load.sent >= PLAYERS // 2 * SECONDS * 0.9
    assert within(load.acknowledged, 0.99) < 0.05
    assert within(load.heard, 0.99) < 0.05
