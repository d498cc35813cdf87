"""Draughts position lines."""

from __future__ import annotations

import random

import boardbytes as bb
from boardbytes.formats.pdn.fen import format_fen
from boardbytes.games.checkers import CheckersPosition


def test_start() -> None:
    start = CheckersPosition()
    text = "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"
    assert format_fen(start) == text
    assert bb.loads(text.encode()).position == start
    assert bb.loads(b"b:b1-12:w21-32.").position == start


def test_any_position_reads_back() -> None:
    rng = random.Random(1)
    for _ in range(200):
        squares = rng.sample(range(32), 20)
        red = sum(1 << square for square in squares[:10])
        white = sum(1 << square for square in squares[10:])
        kings = (red | white) & rng.getrandbits(32)
        position = CheckersPosition(red, white, kings, rng.choice(list(CheckersPosition.sides)))
        assert bb.loads(bb.dumps(position, "draughts-fen")).position == position
