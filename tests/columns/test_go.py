"""Columns of Go records say what records say one by one; all small boards are counted."""

from __future__ import annotations

import random
import time
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import boardbytes as bb
from boardbytes.columns import go, go_kernel
from boardbytes.games.go import GoMove, GoPosition, kernel
from boardbytes.games.go.board import Size, shape
from boardbytes.games.go.state import state_of
from boardbytes.model import Colour, Step
from boardbytes.model.line import along


@pytest.mark.parametrize(("size", "boards"), [(1, 1), (2, 57), (3, 12_675)])
def test_legal_boards(size: int, boards: int) -> None:
    """OEIS A094777."""
    assert go.count_legal_boards(size) == boards


def test_legal_boards_that_are_not_square() -> None:
    """OEIS A102620, and the table of Tromp and Farnebäck, Combinatorics of Go."""
    rows = [1, 5, 15, 41, 113, 313, 867, 2401, 6649]
    assert [go.count_legal_boards((length, 1)) for length in range(1, 10)] == rows
    assert [go.count_legal_boards((1, length)) for length in range(1, 10)] == rows
    assert [go.count_legal_boards((2, length)) for length in (3, 4, 5)] == [489, 4125, 35_117]
    assert go.count_legal_boards((4, 3)) == go.count_legal_boards((3, 4)) == 321_689


def test_legal_boards_of_four_lines_in_five_seconds() -> None:
    go.count_legal_boards(2)  # compiles
    begun = time.perf_counter()
    assert go.count_legal_boards(4) == 24_318_165
    assert time.perf_counter() - begun < 5


def one_by_one(
    start: GoPosition, numbers: list[int], rules: str = "standard"
) -> tuple[GoPosition, int]:
    """The last position that a record reaches, and the move at which it fails or -1."""
    position, played = start, 0
    moves = (GoMove.from_number(number, start.size) for number in numbers)
    try:
        for here in along(start, map(Step, moves), start.find_rules(rules)):
            assert isinstance(here.position, GoPosition)
            position = here.position
            played += here.step.move is not None
    except bb.IllegalMoveError:
        return position, played
    return position, -1


@pytest.mark.parametrize("size", [2, 3, 5, 9, (5, 2), (3, 8)])
def test_equals_records_one_by_one(size: Size) -> None:
    """Random numbers, so that most records sooner or later break some rule."""
    width, height = shape(size)
    points = width * height
    chance = random.Random(points)
    numbers_of_moves = range(-1, points + 2)
    weights = [1, 3] + [40 / width] * (points + 1)
    records = [chance.choices(numbers_of_moves, weights, k=3 * width) for _ in range(300)]
    starts = [bytes(chance.choices(range(3), [8, 1, 1], k=points)) for _ in records]
    starts = [s if not GoPosition(size, s).problems() else bytes(points) for s in starts]
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
            last.black_captures,
            last.white_captures,
        )
        assert found.turn[row] == {Colour.BLACK: 1, Colour.WHITE: 2, None: 0}[last.turn]
        assert (found.reason[row] == kernel.LEGAL) == (illegal == -1)
        reasons.add(int(found.reason[row]))
    assert {kernel.OCCUPIED, kernel.OVER, kernel.OFF_BOARD} <= reasons
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
        run(state, seed % 2 == 0, start, seed * 77_777, moves, seed * size)
        assert kept_groups(state) == groups(state)


def test_interpreted_and_compiled_replay_the_same() -> None:
    moves, offsets = go.random_games(5, 7, seed=9)
    found = go.replay(moves, offsets, 7)
    for row in range(5):
        state, result = state_of(bytes(49), 7), [0] * 5
        bounds = (offsets[row], offsets[row + 1])
        go_kernel.replay(state, 49, 1, False, 0, moves.tolist(), *bounds, [], result)
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
        (([1], [0, 1], 256), "1 to 255 lines"),
        (([1], [0, 1], 3, [[0] * 8]), "rows of 9 numbers"),
        (([1], [0, 1], 3, [[4] * 9]), "rows of 9 numbers"),
    ],
)
def test_columns_that_do_not_fit(arguments: tuple[object, ...], sentence: str) -> None:
    with pytest.raises(bb.PositionError, match=sentence):
        go.replay(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("rules", ["positional", "situational", "tromp-taylor", "new-zealand"])
@pytest.mark.parametrize("size", [2, 3, (4, 2)])
def test_repeated_boards_are_found(size: Size, rules: str) -> None:
    """On tiny boards some random games repeat: those, and only those, are found, at their move."""
    suicide = GoPosition.find_rules(rules).suicide
    moves, offsets = go.random_games(500, size, seed=7, limit=40, suicide=suicide)
    found = go.replay(moves, offsets, size, rules=rules)
    for row, (first, last) in enumerate(pairwise(offsets.tolist())):
        position, illegal = one_by_one(GoPosition(size), moves[first:last].tolist(), rules)
        assert found.illegal[row] == illegal
        assert (found.reason[row] == kernel.REPEATED) == (illegal >= 0)
        assert bytes(found.boards[row]) == position.stones
    assert 5 < (found.reason == kernel.REPEATED).sum() < 495


def test_boards_of_one_mark_are_told_apart() -> None:
    """A record that is stopped for a repetition which only the marks see is played to its end."""
    moves, offsets = go.random_games(1, 9, seed=3)
    rules = GoPosition.find_rules("positional")
    good = go.replay(moves, offsets, 9, rules=rules)
    assert good.illegal[0] == -1
    games = go._games(moves, offsets, 9, None, 1)
    finals = np.zeros((1, 81), dtype=np.uint8)
    results = np.array([[7, kernel.REPEATED, 0, 0, 1]], dtype=np.int32)
    go._look_again(games, 0, 9, rules, finals, results)
    assert np.array_equal(finals, good.boards)
    taken = (good.black_taken[0], good.white_taken[0])
    assert results[0].tolist() == [-1, kernel.LEGAL, *taken, good.turn[0]]


@pytest.mark.parametrize("suicide", [False, True])
@pytest.mark.parametrize("size", [3, 5, 9, (6, 3)])
def test_the_mark_after_a_move_is_that_of_the_board(size: Size, suicide: bool) -> None:
    """Kept up to date, and told from the board alone; asking leaves the groups as they were."""
    moves, offsets = go.random_games(20, size, seed=5, suicide=suicide)
    width, height = shape(size)
    taken = lost = 0
    for first, last in pairwise(offsets.tolist()):
        state, mark, colour = state_of(bytes(width * height), width), 0, 1
        for number in moves[first:last].tolist():
            if number > 0:
                point = kernel.padded(number - 1, width)
                libs = state.libs[:]
                mark = go_kernel.mark_after(state, point, colour, mark)
                assert state.libs == libs
                won, gone, ko = kernel.play_unchecked(state, point, colour)
                state.board[ko] = 0 if ko else state.board[ko]
                assert mark == go_kernel.mark_of(state)
                taken, lost = taken + won, lost + gone
            colour = 3 - colour
    assert taken > 50
    assert (lost > 0) == suicide


def test_superko_costs_at_most_twice_simple_ko() -> None:
    moves, offsets = go.random_games(400, 19, limit=400)
    seconds = {}
    for rules in ("standard", "positional", "situational"):
        go.replay(moves[: offsets[1]], offsets[:2], rules=rules)  # compiles
        seconds[rules] = min(timed(moves, offsets, rules) for _ in range(5))
    assert seconds["positional"] < 2 * seconds["standard"], seconds
    assert seconds["situational"] < 2 * seconds["standard"], seconds


def timed(moves: npt.NDArray[Any], offsets: npt.NDArray[Any], rules: str) -> float:
    begun = time.perf_counter()
    go.replay(moves, offsets, rules=rules, cores=1)
    return time.perf_counter() - begun
