"""Columns of Go records say what records say one by one; all small boards are counted."""

from __future__ import annotations

import random
import time
from itertools import pairwise

import numpy as np
import pytest

import boardbytes as bb
from boardbytes.columns import go, go_kernel
from boardbytes.games.go import GoMove, GoPosition, kernel
from boardbytes.games.go.state import state_of
from boardbytes.model import Colour, Record, Step
from boardbytes.model.line import along


@pytest.mark.parametrize(("size", "boards"), [(1, 1), (2, 57), (3, 12_675)])
def test_legal_boards(size: int, boards: int) -> None:
    """OEIS A094777."""
    assert go.count_legal_boards(size) == boards


def test_legal_boards_of_four_lines_in_five_seconds() -> None:
    go.count_legal_boards(2)  # compiles
    begun = time.perf_counter()
    assert go.count_legal_boards(4) == 24_318_165
    assert time.perf_counter() - begun < 5


def one_by_one(start: GoPosition, numbers: list[int]) -> tuple[GoPosition, int]:
    """The last position that a record reaches, and the move at which it fails or -1."""
    position, played = start, 0
    moves = (GoMove.from_number(number, start.size) for number in numbers)
    try:
        for here in along(start, map(Step, moves), start.find_rules("standard")):
            assert isinstance(here.position, GoPosition)
            position = here.position
            played += here.step.move is not None
    except bb.IllegalMoveError:
        return position, played
    return position, -1


@pytest.mark.parametrize("size", [2, 3, 5, 9])
def test_equals_records_one_by_one(size: int) -> None:
    """Random numbers, so that most records sooner or later break some rule."""
    chance = random.Random(size)
    numbers_of_moves = range(-1, size**2 + 2)
    weights = [1, 3] + [40 / size] * (size**2 + 1)
    records = [chance.choices(numbers_of_moves, weights, k=3 * size) for _ in range(300)]
    starts = [bytes(chance.choices(range(3), [8, 1, 1], k=size * size)) for _ in records]
    starts = [s if not GoPosition(size, s).problems() else bytes(size * size) for s in starts]
    turns = [chance.choice([1, 2]) for _ in records]
    offsets = np.cumsum([0, *map(len, records)])
    found = go.replay(
        np.concatenate(records), offsets, size, [list(start) for start in starts], turns
    )
    reasons = set()
    for row, numbers in enumerate(records):
        turn = Colour.BLACK if turns[row] == 1 else Colour.WHITE
        last, illegal = one_by_one(GoPosition(size, starts[row], turn), numbers)
        assert found.illegal[row] == illegal
        assert bytes(found.boards[row]) == last.stones
        assert (found.black_taken[row], found.white_taken[row]) == (
            last.black_points,
            last.white_points,
        )
        assert found.turn[row] == {Colour.BLACK: 1, Colour.WHITE: 2, None: 0}[last.turn]
        assert (found.reason[row] == kernel.LEGAL) == (illegal == -1)
        reasons.add(int(found.reason[row]))
    assert {kernel.OCCUPIED, go_kernel.OVER, go_kernel.OFF_BOARD} <= reasons
    assert all(reason in go.REASONS for reason in reasons)


def test_random_games_are_legal_and_the_same_again() -> None:
    moves, offsets = go.random_games(50, 9, seed=3)
    again, _ = go.random_games(50, 9, seed=3)
    assert np.array_equal(moves, again)
    found = go.replay(moves, offsets, 9)
    assert (found.illegal == -1).all()
    assert (found.turn == 0).all()
    # Every first move is about as likely as every other.
    firsts = np.bincount([go.random_games(1, 2, seed=seed)[0][0] for seed in range(500)])
    assert len(firsts) == 5
    assert firsts.min() > 60


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_groups_after_random_games_are_those_of_a_fresh_look(size: int) -> None:
    """The compiled kernel's groups, after games of every length."""
    from boardbytes.compiling import compiled
    from tests.games.go.test_kernel import groups, kept_groups

    run = compiled(go_kernel.__name__).play_random
    moves, start = np.zeros(1000, dtype=np.int32), np.zeros(size * size, dtype=np.uint8)
    for seed in range(1, 60):
        state = go.new_state(size)
        run(state, size, seed % 2 == 0, start, seed * 77_777, moves, seed * size)
        assert kept_groups(state) == groups(state)


def test_interpreted_and_compiled_replay_the_same() -> None:
    moves, offsets = go.random_games(5, 7, seed=9)
    found = go.replay(moves, offsets, 7)
    for row in range(5):
        state, result = state_of(bytes(49), 7), [0] * 5
        go_kernel.replay(state, 7, 1, False, moves.tolist(), offsets[row], offsets[row + 1], result)
        assert result == [
            found.illegal[row],
            found.reason[row],
            found.black_taken[row],
            found.white_taken[row],
            found.turn[row],
        ]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (([1], [0, 2]), "offsets must rise"),
        (([1], [0, 1], 182), "1 to 181 lines"),
        (([1], [0, 1], 3, [[0] * 8]), "rows of 9 numbers"),
        (([1], [0, 1], 3, [[4] * 9]), "rows of 9 numbers"),
        (([1], [0, 1], 3, None, 1, "tromp-taylor"), "simple ko only"),
    ],
)
def test_columns_that_do_not_fit(arguments: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(bb.PositionError, match=sentence):
        go.replay(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [2, 3])
def test_repeated_boards_are_found(size: int) -> None:
    """On tiny boards some random games repeat: those, and only those, are found."""
    moves, offsets = go.random_games(1000, size, seed=size, limit=40)
    found = go.may_repeat(moves, offsets, size)
    repeats = []
    for first, last in pairwise(offsets.tolist()):
        played = [GoMove.from_number(number, size) for number in moves[first:last].tolist()]
        reason = ""
        try:
            Record.replay(GoPosition(size), played, "positional")
        except bb.IllegalMoveError as error:
            reason = str(error)
        assert not reason or "superko" in reason
        repeats.append(bool(reason))
    assert found.tolist() == repeats
    assert 10 < sum(repeats) < 990
