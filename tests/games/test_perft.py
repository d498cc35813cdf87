"""One way to count the move sequences of every game: interpreted, compiled, and by playing."""

from __future__ import annotations

from importlib import import_module

import pytest

from boardbytes.compiling import INTERPRETED, compiled
from boardbytes.games import GAMES, perft_kernel
from boardbytes.games.go import GoPosition
from boardbytes.model import Position

STARTS = {name: GAMES.find(name).start for name in GAMES} | {"go": GoPosition(3)}
DEPTH = 4


def by_playing(position: Position, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(by_playing(position.play(move), depth - 1) for move in position.legal_moves())


@pytest.mark.parametrize("game", list(GAMES))
def test_interpreted_and_compiled_count_the_same(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    perft, start = GAMES.find(game).perft, STARTS[game]
    counts = []
    for limit in (DEPTH, -1):
        monkeypatch.setattr(
            import_module(f"boardbytes.games.{game}.perft"), "INTERPRETED_DEPTH", limit
        )
        counts.append([perft(start, depth, "standard") for depth in range(DEPTH + 1)])
    assert counts[0] == counts[1]
    assert counts[0][:3] == [by_playing(start, depth) for depth in range(3)]


@pytest.mark.parametrize("target", ["cpu", INTERPRETED])
def test_what_nothing_fills_is_named(target: str) -> None:
    with pytest.raises(TypeError, match="list_at, count_after, play_at"):
        compiled(perft_kernel.__name__, target, "boardbytes.games.go.kernel")
