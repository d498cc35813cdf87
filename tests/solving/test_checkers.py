"""Endings of checkers against published and recomputed counts."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from boardbytes.errors import PositionError
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import SIDES, mask_of
from boardbytes.solving import checkers as endings
from boardbytes.solving import checkers_kernel as kernel
from boardbytes.solving import checkers_search, checkers_search_kernel, search_kernel
from boardbytes.solving.checkers import classes, probe, size_of, table

# White to move against red; 1K v 1K: Ed Trice, damforum t=2603. The rest: recomputed apart.
COUNTS = {
    "1K v 1K": (0b00010001, 992, 230, 654, 108, 11, 10),
    "1K v 1M": (0b00010100, 868, 331, 531, 6, 11, 4),
    "1M v 1K": (0b01000001, 868, 53, 574, 241, 11, 12),
    "1M v 1M": (0b01000100, 760, 102, 611, 47, 13, 6),
}


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder: Path = tmp_path_factory.getbasetemp() / "tables"
    monkeypatch.setenv("BOARDBYTES_CACHE", str(folder))


@pytest.mark.parametrize("name", COUNTS)
def test_two_pieces(name: str) -> None:
    kind, total, won, drawn, lost, longest_win, longest_loss = COUNTS[name]
    found = table(2)
    values = [int(value) for value in found.values[found.starts[kind] :][: size_of(kind)]]
    values = [value for value in values if value != kernel.BROKEN]
    wins = [value - 1 for value in values if value and value % 2 == 0]
    losses = [value - 1 for value in values if value % 2]
    assert len(values) == total
    assert (len(wins), values.count(0), len(losses)) == (won, drawn, lost)
    assert (max(wins), max(losses)) == (longest_win, longest_loss)


def test_numbers_read_back() -> None:
    rng = random.Random(1)
    for kind in classes(4):
        for _ in range(20):
            number = rng.randrange(size_of(kind))
            own, opp, kings = kernel.position_of(kind, number)
            if own:
                assert kernel.class_of(own, opp, kings) == kind
                assert kernel.number_of(own, opp, kings) == number


def test_turning() -> None:
    assert kernel.turned(1) == 1 << 31
    assert all(kernel.turned(kernel.turned(1 << square)) == 1 << square for square in range(32))


def test_values_fit_those_of_the_moves() -> None:
    """A value is one more than the best of the values one move later."""
    rng = random.Random(2)
    order = {"lost": 0, "drawn": 1, "won": 2}
    for _ in range(150):
        squares = rng.sample(range(4, 28), 3)
        position = CheckersPosition(
            mask_of(squares[:2]), mask_of(squares[2:]), mask_of(squares[::2]), rng.choice([*SIDES])
        )
        found = probe(position)
        after = [probe(position.play(move)) for move in position.legal_moves()]
        if not after:
            assert (found.value, found.plies) == ("lost", 0)
            continue
        best = 2 - min(order[value.value] for value in after)
        assert order[found.value] == best
        plies = [value.plies for value in after if order[value.value] == 2 - best]
        if found.value != "drawn":
            pick = min if found.value == "won" else max
            assert found.plies == pick(ply for ply in plies if ply is not None) + 1


def test_what_tables_do_not_hold() -> None:
    with pytest.raises(PositionError, match="up to 4 pieces, not of 24"):
        probe(CheckersPosition())
    with pytest.raises(PositionError, match="should be a king"):
        probe(CheckersPosition(1 << 31, 1 << 10))
    assert probe(CheckersPosition(0, 1 << 20)).value == "lost"
    assert probe(CheckersPosition(1, 0)).value == "won"


def test_a_search_sees_at_its_leaves_what_the_tables_say() -> None:
    """And nothing of more pieces, by other rules, or of a man who should be a king."""
    rng = random.Random(4)
    found, none = table(3), [-1]
    searched = checkers_search.SearchedCheckers()

    def ending(position: CheckersPosition, rules: int = kernel.ENGLISH, reach: int = 3) -> int:
        state = [0] * search_kernel.GAME + list(searched.numbers(position)) + [0]
        arrays = found.values, found.starts, none, none
        return checkers_search_kernel.ending(state, rules, reach, *arrays)

    seen = set()
    for _ in range(200):
        squares = rng.sample(range(4, 28), 3)
        own, kings = rng.choice((1, 2)), rng.sample(squares, rng.randrange(4))
        masks = mask_of(squares[:own]), mask_of(squares[own:]), mask_of(kings)
        position = CheckersPosition(*masks, rng.choice([*SIDES]))
        known = probe(position)
        seen.add(known.value)
        assert ending(position) == (search_kernel.DRAWN if known.plies is None else known.plies)
        assert ending(position, reach=2) == search_kernel.UNKNOWN
        assert ending(position, kernel.ENGLISH + 1) == search_kernel.UNKNOWN
    assert seen == {"won", "drawn", "lost"}
    assert ending(CheckersPosition(1 << 31, 1 << 10)) == search_kernel.UNKNOWN


def test_endings_are_made_by_another_process_as_soon_as_a_search_comes_near_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    monkeypatch.setattr(checkers_search, "build_aside", asked.append)
    monkeypatch.setattr(endings, "is_built", lambda: False)
    searched = checkers_search.SearchedCheckers()
    assert searched.endings(CheckersPosition()).reach == 0
    assert asked == []
    few = CheckersPosition(mask_of(range(4)), mask_of(range(24, 28)), 0)
    assert searched.endings(few).reach == 0
    assert asked == ["from boardbytes.solving.checkers import table; table()"]
    monkeypatch.setattr(endings, "is_built", lambda: True)
    monkeypatch.setattr(endings, "table", lambda: table(2))
    assert searched.endings(few).reach == 2
    assert len(asked) == 1
