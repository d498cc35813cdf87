"""A player that looks ahead: iterative deepening within a time limit, on ten levels."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from boardbytes.errors import PlayerError
from boardbytes.model import Move, Record

if TYPE_CHECKING:
    from boardbytes.solving.searching import Search

SEARCHES: Mapping[str, str] = {
    "mill": "boardbytes.solving.mill.searching",
    "checkers": "boardbytes.solving.checkers_search",
}
"""The games that can be searched, and the module whose `search()` does."""


@dataclass(frozen=True)
class Level:
    """How far a player looks, for how long at most, and how often it plays on a whim."""

    depth: int
    seconds: float
    whim: float = 0.0


LEVELS = {
    1: Level(1, 0.2, 0.4),
    2: Level(1, 0.2, 0.2),
    3: Level(2, 0.2, 0.1),
    4: Level(4, 0.3),
    5: Level(9, 0.5),
    6: Level(11, 0.7),
    7: Level(13, 1.0),
    8: Level(15, 2.0),
    9: Level(20, 3.0),
    10: Level(60, 5.0),
}


class SearchPlayer:
    """Chooses the move that looks best."""

    games = tuple(SEARCHES)

    def __init__(
        self, seed: int | None = None, level: int = 5, seconds: float | None = None
    ) -> None:
        self._random = random.Random(seed)
        self.level = LEVELS[min(max(level, 1), 10)]
        self.seconds = self.level.seconds if seconds is None else seconds
        self._searches: dict[str, Search] = {}

    def choose(self, record: Record) -> Move:
        moves = record.legal_moves()
        if len(moves) == 1 or self._random.random() < self.level.whim:
            return self._random.choice(moves)
        *before, position = record.positions
        search = self._search(position.game)
        flags = position.find_rules(record.rules).flags  # type: ignore[attr-defined]
        found = search.deepen(position, flags, self.level.depth, self.seconds, before)
        chosen: Move = found.move
        return chosen

    def _search(self, game: str) -> Search:
        if game not in SEARCHES:
            raise PlayerError(f"the search player plays {' and '.join(SEARCHES)}, not {game}")
        if game not in self._searches:
            self._searches[game] = import_module(SEARCHES[game]).search()
        return self._searches[game]
