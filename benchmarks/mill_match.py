"""How well the search player plays mill: a tenth of a second a move against weaker players."""

from __future__ import annotations

import os
from collections.abc import Iterator

from benchmarks import Row
from benchmarks.checkers_match import GAMES_VARIABLE, match, two_plies
from boardbytes.games.mill import GAME
from boardbytes.players.random import RandomPlayer
from boardbytes.players.search import SearchPlayer
from boardbytes.solving.mill.shelf import build, default_folder

SECONDS = 0.1


def rows() -> Iterator[Row]:
    build(default_folder())  # not while the clock runs
    games = int(os.environ.get(GAMES_VARIABLE, 40))
    for name, make in (("random", RandomPlayer), ("two plies", two_plies)):
        won, drawn, lost = match(
            GAME, lambda seed: SearchPlayer(seed, level=10, seconds=SECONDS), make, games
        )
        print(f"search against {name}: {won} won, {drawn} drawn, {lost} lost", flush=True)
        yield Row(f"mill, search against {name}, of {games} games", won, lost, "won", name)
