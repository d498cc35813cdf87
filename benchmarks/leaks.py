"""A thousand quick games between two of our players of each game, and the memory they leave behind.

The players sit at the board from the first game to the last, as in the studio; whatever was kept
of a game that is over would add up. Each game has a process of its own; `BOARDBYTES_LEAK_GAMES`
plays fewer.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from benchmarks import Row
from boardbytes.games import GAMES
from boardbytes.games.go import GoPosition
from boardbytes.model import Record
from boardbytes.players import create_player

GAMES_VARIABLE = "BOARDBYTES_LEAK_GAMES"
COUNT = 1000
WARM_UP = 0.2
"""The share of the games after which everything is there that stays."""
LONGEST = 120
"""Plies after which a quick game breaks off."""

QUICK = {
    "mill": {"level": 2},
    "checkers": {"level": 2},
    "go": {"level": 1},
}
"""What both players are told."""


@dataclass(frozen=True)
class Grown:
    """How much memory was in use after the first games, and after the last, in bytes."""

    games: int
    plies: int
    warm: int
    end: int

    @property
    def growth(self) -> int:
        return self.end - self.warm


def resident() -> int:
    """Bytes of memory that this process holds."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def played(name: str, games: int) -> Grown:
    """So many quick games between the same two players."""
    game = GAMES.find(name)
    first, second = game.sides
    start = GoPosition(7) if name == "go" else game.start
    plies = warm = 0
    with (
        create_player("search", name, QUICK[name] | {"seed": 1}) as one,
        create_player("search", name, QUICK[name] | {"seed": 2}) as two,
    ):
        players = {first: one, second: two}
        for number in range(games):
            record = Record(start, rules=game.match_rules)
            while record.result is None and len(record.moves) < LONGEST:
                turn = record.position.turn
                assert turn is not None
                record = record.play(players[turn].choose(record))
            plies += len(record.moves)
            if number + 1 == max(1, round(WARM_UP * games)):
                warm = resident()
        return Grown(games, plies, warm, resident())


def rows() -> Iterator[Row]:
    print(__doc__)
    games = int(os.environ.get(GAMES_VARIABLE, COUNT))
    # One process for each game, so that none inherits what another has left.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(len(QUICK), context, max_tasks_per_child=1) as pool:
        for name, found in zip(QUICK, pool.map(played, QUICK, [games] * len(QUICK)), strict=True):
            print(f"  {name}: {found.plies} plies, {found.end / 2**20:.0f} MB at the end")
            title = f"{name}, memory that {games} quick games leave, after a warm-up"
            yield Row(title, found.growth / 2**20, None, "MB")
