"""A player that looks ahead, on ten levels: ever deeper, or in Go by playouts."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import import_module
from typing import TYPE_CHECKING

from boardbytes.cores import core_count
from boardbytes.model import Move, Record
from boardbytes.players.player import SECONDS, SEED, Option, Player, PlayerKind, Thought

if TYPE_CHECKING:
    from boardbytes.solving.searching import Found, Search

SEARCHES: Mapping[str, str] = {
    "mill": "boardbytes.solving.mill.searching",
    "checkers": "boardbytes.solving.checkers_search",
    "go": "boardbytes.solving.go.searching",
}
"""The games that can be searched, and the module that does."""


@dataclass(frozen=True)
class Level:
    """How far a player looks, for how long at most, and how often it plays on a whim."""

    depth: int
    seconds: float
    playouts: int
    """In Go, instead of depth and seconds."""
    whim: float = 0.0


LEVELS = {
    1: Level(1, 0.2, 20, 0.4),
    2: Level(1, 0.2, 40, 0.2),
    3: Level(2, 0.2, 100, 0.1),
    4: Level(4, 0.3, 250),
    5: Level(9, 0.5, 700),
    6: Level(11, 0.7, 2_000),
    7: Level(13, 1.0, 5_000),
    8: Level(15, 2.0, 12_000),
    9: Level(20, 3.0, 30_000),
    10: Level(60, 5.0, 80_000),
}


SHORT = 4
"""How far a short look goes."""
EXPECTED = 6
"""How many moves of what it expects are told."""
WORTH_OF_AN_END = 10**6
"""A move that ends the game is better than any other."""


class SearchPlayer(Player):
    """Chooses the move that looks best: by a search, or in Go by playouts."""

    def __init__(
        self, seed: int | None = None, level: int = 5, seconds: float | None = None
    ) -> None:
        self._random = random.Random(seed)
        self.level = LEVELS[min(max(level, 1), 10)]
        self.seconds = seconds
        self._cores = 1 if seed is not None else core_count()
        self._searches: dict[str, Search] = {}

    def choose(self, record: Record) -> Move:
        game = record.position.game
        moves = record.legal_moves()
        if len(moves) == 1 or self._random.random() < self.level.whim:
            return self._random.choice(moves)
        return self._by_playouts(record) if game == "go" else self._by_search(record)

    def _by_search(self, record: Record) -> Move:
        *before, position = record.positions
        if position.game not in self._searches:
            self._searches[position.game] = import_module(SEARCHES[position.game]).search()
        search = self._searches[position.game]
        flags = position.find_rules(record.rules).flags
        seconds = self.level.seconds if self.seconds is None else self.seconds

        def tell(found: Found) -> None:
            if self.on_thought:
                self.on_thought(Thought(_expected(search, record, found.move), depth=found.depth))

        chosen: Move = search.deepen(position, flags, self.level.depth, seconds, before, tell).move
        moves = record.legal_moves()
        return chosen if chosen in moves else self._best_of(moves, record, search, flags)

    def _best_of(self, moves: tuple[Move, ...], record: Record, search: Search, flags: int) -> Move:
        """The best of some moves, by a short look at each: a search never looks back."""

        def worth(move: Move) -> int:
            after = record.position.play(move, record.rules)
            if after.outcome(record.rules) is not None:
                return WORTH_OF_AN_END
            found = search.look(after, flags, min(self.level.depth, SHORT))
            return -found.score if found else 0

        return max(moves, key=worth)

    def _by_playouts(self, record: Record) -> Move:
        from boardbytes.solving.go.deciding import decide
        from boardbytes.solving.go.searching import GoSearch
        from boardbytes.solving.limits import Limits

        playouts = None if self.seconds else self.level.playouts
        limits = Limits(
            lines=1,
            seconds=self.seconds,
            playouts=playouts,
            seed=self._random.randrange(1 << 30),
            cores=self._cores,
        )
        search = GoSearch(record, limits)
        for _ in search.run():
            if self.on_thought and (lines := search.analysis().lines):
                self.on_thought(Thought(lines[0].moves, playouts=search.playouts))
        return decide(record, search.analysis())


def _expected(search: Search, record: Record, move: Move) -> tuple[Move, ...]:
    """A move and how a search remembers that the game goes on."""
    line, position = [move], record.position.play(move, record.rules)
    while len(line) < EXPECTED and (following := search.remembered(position)):
        if following not in position.legal_moves(record.rules):
            break
        line.append(following)
        position = position.play(following, record.rules)
    return tuple(line)


KIND = PlayerKind(
    "search",
    "looks ahead",
    SearchPlayer,
    games=tuple(SEARCHES),
    options=(
        Option("level", int, "how well it plays", least=1, most=max(LEVELS), default=5),
        replace(SECONDS, usual="as its level says"),
        SEED,
    ),
)
