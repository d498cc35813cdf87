"""A player that plays any legal move, each as likely as the others."""

from __future__ import annotations

import random

from boardbytes.model import Move, Record
from boardbytes.players.player import SEED, Player, PlayerKind


class RandomPlayer(Player):
    """Chooses at random; the same seed gives the same choices."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def choose(self, record: Record) -> Move:
        return self._random.choice(record.legal_moves())


KIND = PlayerKind("random", "random moves", RandomPlayer, options=(SEED,))
