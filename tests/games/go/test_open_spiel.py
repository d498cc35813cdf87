"""Legal moves against OpenSpiel's Go, which `.ci/run` installs.

Its rules: no suicide, simple ko, two passes end the game. It differs in one thing: a position that
comes back ends its game in a draw, so games are compared up to there.
"""

from __future__ import annotations

import random

import pytest

import boardbytes as bb
from boardbytes.games.go import GoPosition
from tests.needs import need_module


@pytest.mark.slow
@pytest.mark.parametrize("size", [2, 3, 5, 9, 13, 19])
def test_legal_moves_of_random_games(size: int) -> None:
    pyspiel = need_module("pyspiel", "open_spiel")
    game = pyspiel.load_game("go", {"board_size": size})
    compared = 0
    for seed in range(60 // size):
        chance = random.Random(seed)
        theirs, ours = game.new_initial_state(), bb.Record(GoPosition(size))
        while not theirs.is_terminal() and ours.result is None:
            names = {
                theirs.action_to_string(action).split()[-1].upper(): action
                for action in theirs.legal_actions()
            }
            assert sorted(names) == sorted(str(move).upper() for move in ours.legal_moves())
            chosen = chance.choice(sorted(names))
            theirs.apply_action(names[chosen])
            ours = ours.play(chosen)
            compared += 1
    assert compared > 50
