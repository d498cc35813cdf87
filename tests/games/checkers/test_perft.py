"""Counting gives the same numbers on both sides of where the compiler starts."""

from boardbytes.games.checkers import GAME
from boardbytes.games.checkers.perft import INTERPRETED_DEPTH, perft


def test_interpreted_and_compiled_meet() -> None:
    start = GAME.start
    assert INTERPRETED_DEPTH == 6
    assert [perft(start, depth) for depth in (6, 7)] == [36_768, 179_740]  # type: ignore[arg-type]


def test_the_contract_declines_jumps() -> None:
    counts = [perft(GAME.start, depth, "contract") for depth in range(1, 5)]  # type: ignore[arg-type]
    assert counts[:2] == [7, 49]
    assert counts[2] > 302
