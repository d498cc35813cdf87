"""The random player is random, fair and repeatable."""

from __future__ import annotations

from collections import Counter

import boardbytes as bb
from boardbytes.games.mill import MillPosition
from boardbytes.players.random import RandomPlayer


def test_every_move_is_chosen_about_as_often() -> None:
    player, record = RandomPlayer(1), bb.Record(MillPosition())
    chosen = Counter(str(player.choose(record)) for _ in range(4800))
    assert len(chosen) == 24
    assert all(120 < times < 290 for times in chosen.values())


def test_a_seed_gives_the_same_choices() -> None:
    record = bb.Record(MillPosition())
    one, two = RandomPlayer(7), RandomPlayer(7)
    assert [one.choose(record) for _ in range(20)] == [two.choose(record) for _ in range(20)]
