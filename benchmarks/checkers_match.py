"""How well the search player plays checkers: level 5 against random moves and against two plies."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator

from benchmarks import Row
from boardbytes.games.checkers import GAME
from boardbytes.model import Game, Record
from boardbytes.players import Player
from boardbytes.players.random import RandomPlayer
from boardbytes.players.search import Level, SearchPlayer
from boardbytes.solving.checkers import table

GAMES_VARIABLE = "BOARDBYTES_MATCH_GAMES"
"""Plays fewer games than 200 and 100, for a look in passing."""

_OPENING = 2
"""So many random plies first: no two games are the same."""


def rows() -> Iterator[Row]:
    table()  # endings are known to the player, and not built while the clock runs
    for name, games, make in (
        ("random", 200, lambda seed: RandomPlayer(seed)),
        ("two plies", 100, two_plies),
    ):
        games = int(os.environ.get(GAMES_VARIABLE, games))
        won, drawn, lost = match(GAME, lambda seed: SearchPlayer(seed, level=5), make, games)
        print(f"level 5 against {name}: {won} won, {drawn} drawn, {lost} lost", flush=True)
        yield Row(f"checkers, level 5 against {name}, of {games} games", won, lost, "won", name)


def two_plies(seed: int) -> Player:
    player = SearchPlayer(seed)
    player.level = Level(2, 1.0, 0)
    return player


def match(
    game: Game, ours: Callable[[int], Player], theirs: Callable[[int], Player], games: int
) -> tuple[int, int, int]:
    """Wins, draws and losses of our player, which takes each colour in every other game."""
    results = [0, 0, 0]
    for seed in range(games):
        side = [*GAME.sides][seed % 2]
        players = {side: ours(seed), GAME.sides.other(side): theirs(seed)}
        chance = random.Random(seed)
        record = Record(game.start, rules=game.match_rules)
        for _ in range(_OPENING):
            record = record.play(chance.choice(record.legal_moves()))
        while record.result is None:
            turn = record.position.turn
            assert turn is not None
            record = record.play(players[turn].choose(record))
        winner = record.result.winner
        results[1 if winner is None else 0 if winner is side else 2] += 1
    return results[0], results[1], results[2]
