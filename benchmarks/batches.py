"""Random play in batches on one core, beside OpenSpiel, in processor time.

A move is what OpenSpiel counts as one: a taking, and every jump of several, is one of its own.
OpenSpiel is driven from Python, one game at a time, as its own examples do it; and its own loop in
C++ plays the random games of a search, whose length is taken from those of the first.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from importlib.util import find_spec

from benchmarks import Row, best_rate
from boardbytes.env.batch import Batch

NAMES = {"mill": "nine_mens_morris", "checkers": "checkers", "go": "go(board_size=19)"}
TITLES = {"mill": "mill", "checkers": "checkers", "go": "Go 19 × 19"}
COUNT = 1024
STEPS = {"mill": 4000, "checkers": 4000, "go": 600}
LOOPS = {"mill": 400, "checkers": 400, "go": 100}
ROUNDS, ROLLOUTS = 5, 40


def rows() -> Iterator[Row]:
    for game in NAMES:
        games = Batch(game, COUNT, seed=1, cores=1)
        games.play_random(STEPS[game] // 4)  # compiled, and in the middle of games
        peers = _open_spiel(game)
        for title, work in _ways(game, games):
            name, ours = f"{TITLES[game]}, {title}, one core", _best(work)
            for peer, rate in peers.items():
                yield Row(name, ours, rate, "moves/s", peer)
            if not peers:
                yield Row(name, ours, None, "moves/s")


def _ways(game: str, games: Batch) -> list[tuple[str, Callable[[], int]]]:
    """Compiled as a whole; step by step from Python; and with what learning needs beside."""

    def as_a_whole() -> int:
        games.play_random(STEPS[game])
        return COUNT * STEPS[game]

    def step_by_step() -> int:
        for _ in range(LOOPS[game]):
            games.step(games.sample())
        return COUNT * LOOPS[game]

    actions = games.sample()

    def sampled() -> int:
        for _ in range(LOOPS[game]):
            games.step(actions, sample=actions)
        return COUNT * LOOPS[game]

    masks = games.masks()

    def with_masks() -> int:
        for _ in range(LOOPS[game]):
            games.step(games.sample(), masks)
        return COUNT * LOOPS[game]

    return [
        (f"random play of {COUNT} games", as_a_whole),
        (f"{COUNT} games step by step from Python", step_by_step),
        (f"{COUNT} games step by step, each step sampling the next", sampled),
        (f"{COUNT} games step by step, with masks", with_masks),
    ]


def _best(work: Callable[[], int]) -> float:
    return best_rate(work, ROUNDS, time.process_time)


def _open_spiel(game: str) -> dict[str, float]:
    if find_spec("pyspiel") is None:
        return {}
    import pyspiel

    played = pyspiel.load_game(NAMES[game])
    chance, lengths = random.Random(1), list[int]()

    def simulate() -> int:
        moves = 0
        for _ in range(ROLLOUTS):
            state = played.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chance.choice(state.legal_actions()))
            lengths.append(len(state.history()))
            moves += lengths[-1]
        return moves

    def roll_out() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, chance.randrange(1 << 30))
        search = pyspiel.MCTSBot(played, evaluator, 1.0, 1, 10, False, 1, False)
        search.step(played.new_initial_state())
        return int(ROLLOUTS * sum(lengths) / len(lengths))

    name = f"OpenSpiel {version('open_spiel')}"
    return {f"{name} from Python": _best(simulate), f"{name}, its C++ loop": _best(roll_out)}
