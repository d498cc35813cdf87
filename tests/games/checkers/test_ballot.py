"""The three-move ballot: all openings that lose nothing at once, each position once."""

from __future__ import annotations

import pytest

from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.ballot import OPENINGS, opening

KNOWN = 174
"""How many three-move openings there are that lose no man, as players count them."""


def test_every_opening_can_be_played_and_stands_there_once() -> None:
    positions = {opening(number).position for number in range(len(OPENINGS))}
    assert len(positions) == len(OPENINGS) == KNOWN
    assert opening(KNOWN + 3) == opening(3)
    assert all(len(opening(number).moves) == 3 for number in range(KNOWN))


@pytest.mark.slow
def test_what_is_left_out_loses_a_man() -> None:
    from boardbytes.solving.checkers_kernel import ENGLISH
    from boardbytes.solving.checkers_search import search

    listed = {opening(number).position for number in range(KNOWN)}
    every = {
        third
        for first in map(CheckersPosition().play, CheckersPosition().legal_moves())
        for second in map(first.play, first.legal_moves())
        for third in map(second.play, second.legal_moves())
    }
    assert len(every) == 216
    looking = search()
    for position in every:
        found = None
        for depth in range(1, 10):
            found = looking.look(position, ENGLISH, depth)
        assert found is not None
        assert (abs(found.score) < 75) == (position in listed)
