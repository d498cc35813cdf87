"""Moves of checkers and the kernel's codes for them."""

from __future__ import annotations

import random

import pytest

import boardbytes as bb
from boardbytes.games.checkers import CheckersMove, CheckersPosition


def test_codes_are_inverse() -> None:
    """Every legal move of many random games, jumps of several pieces among them."""
    chance = random.Random(3)
    longest = 0
    for _ in range(30):
        record = bb.Record(CheckersPosition())
        while record.result is None and len(record.moves) < 80:
            assert isinstance(record.position, CheckersPosition)
            for code in record.position._codes("standard"):
                move = CheckersMove.from_code(code)
                assert move.code == code
                longest = max(longest, len(move.squares))
            record = record.play(chance.choice(record.legal_moves()))
    assert longest >= 4


@pytest.mark.parametrize(("squares", "is_jump"), [((0, 31), False), ((0, 4), True)])
def test_squares_that_nothing_joins_have_no_code(squares: tuple[int, ...], is_jump: bool) -> None:
    with pytest.raises(ValueError, match="leads from"):
        _ = CheckersMove(squares, is_jump).code
