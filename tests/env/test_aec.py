"""PettingZoo's own tests, and what they do not ask."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import numpy as np
import pytest

import boardbytes as bb
from boardbytes import env
from boardbytes.errors import MissingExtraError
from tests.needs import need_module

need_module("pettingzoo", "'boardbytes[env]'")


def small_go(**options: Any) -> Any:
    return env.go(5, **options)


MAKERS = {"mill": env.mill, "checkers": env.checkers, "go": env.go, "go 5": small_go}


@pytest.mark.parametrize("name", MAKERS)
def test_pettingzoo_accepts_it(name: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with warnings.catch_warnings():
        # It would rather have agents called player_0, and observations without a mask.
        warnings.simplefilter("ignore")
        api_test(MAKERS[name](), num_cycles=300)
        seed_test(MAKERS[name], num_cycles=100)


@pytest.mark.parametrize("name", ["mill", "checkers", "go 5"])
def test_random_games_end_with_opposite_rewards(name: str) -> None:
    chance = np.random.default_rng(4)
    world, wins = MAKERS[name](), 0
    for _ in range(6):
        world.reset()
        total = dict.fromkeys(world.possible_agents, 0)
        for agent in world.agent_iter():
            observation, reward, ended, cut, _ = world.last()
            total[agent] += reward
            legal = np.flatnonzero(observation["action_mask"])
            assert ended or cut or len(legal)
            world.step(None if ended or cut else int(chance.choice(legal)))
        first, second = total.values()
        assert first == -second
        wins += first != 0
    assert wins


def test_a_mill_is_closed_and_a_stone_taken_by_the_same_side() -> None:
    world = env.mill(render_mode="ansi")
    world.reset()
    for action in (0, 8, 1, 10):
        world.step(action)
    assert world.agent_selection == "white"
    world.step(2)
    assert world.agent_selection == "white"
    assert np.flatnonzero(world.observe("white")["action_mask"]).tolist() == [8, 10]
    assert not world.observe("black")["action_mask"].any()
    world.step(8)
    assert world.agent_selection == "black"
    shown = world.render()
    assert shown is not None
    assert bb.MillPosition.parse(shown)["b6"] is None


def test_an_illegal_action_raises() -> None:
    world = env.mill()
    world.reset()
    world.step(0)
    with pytest.raises(bb.IllegalMoveError, match="not legal for black"):
        world.step(0)
    assert world.agent_selection == "black"


def test_it_starts_without_a_compiler() -> None:
    code = (
        "from boardbytes import env\nworld = env.checkers()\nworld.reset()\nworld.observe('red')\n"
        "import sys; print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_without_pettingzoo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "boardbytes.env.aec", raising=False)
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(MissingExtraError) as caught:
        env.mill()
    assert str(caught.value) == (
        "environments need PettingZoo: run python -m pip install 'boardbytes[env]'"
    )
