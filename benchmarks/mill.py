"""Mill: counting move sequences, beside OpenSpiel's nine_mens_morris; in processor time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from benchmarks import Row, best_rate
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.perft import perft


def rows() -> Iterator[Row]:
    start = MillPosition()
    perft(start, 4)  # compiled, or loaded from the cache, before the clock starts
    ours = best_rate(lambda: perft(start, 6), clock=time.process_time)
    peer = _open_spiel()
    yield Row("mill perft, leaves counted at the last ply", ours, peer, "leaves/s", "OpenSpiel")


def _open_spiel() -> float | None:
    """OpenSpiel driven the same way: play to the last ply, count its legal actions there.

    Its taking is an action of its own, so the counts differ; leaves per second compare.
    """
    try:
        import pyspiel
    except ImportError:
        return None
    start = pyspiel.load_game("nine_mens_morris").new_initial_state()

    def count(state: Any, depth: int) -> int:
        actions = state.legal_actions()
        if depth == 1:
            return len(actions)
        return sum(count(state.child(action), depth - 1) for action in actions)

    return best_rate(lambda: count(start, 5), 3, time.process_time)
