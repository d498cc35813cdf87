"""Columns of Go records say what records say one by one; all small boards are counted."""

from __future__ import annotations

import math
import random
import time
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import boardbytes as bb
from boardbytes.columns import go, go_games, go_kernel
from boardbytes.columns.games import Games
from boardbytes.games.go import GoMove, GoPosition, kernel
from boardbytes.games.go.board import Size, shape
from boardbytes.games.go.state import state_of
from boardbytes.model import Colour, Step
from boardbytes.model.line import along
from tests.timing import quickest


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


@pytest.mark.measures
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
    boards = np.frombuffer(b"".join(starts), np.uint8).reshape(-1, height, width)
    begun = go.GoColumns(boards, np.array(turns))
    found = go.replay(np.concatenate(records), offsets, begun)
    reasons: set[str] = set()
    for row, numbers in enumerate(records):
        turn = Colour.BLACK if turns[row] == 1 else Colour.WHITE
        last, illegal = one_by_one(GoPosition(size, starts[row], turn), numbers)
        assert found.ply[row] == illegal + 1
        assert found.stones[row].tobytes() == last.stones
        assert (found.black_captures[row], found.white_captures[row]) == (
            last.black_captures,
            last.white_captures,
        )
        assert found.turn[row] == {Colour.BLACK: 1, Colour.WHITE: 2, None: 0}[last.turn]
        assert (found.error[row] == 0) == (illegal == -1)
        reasons.update(go.names_of(int(found.error[row]), go.REPLAY_CODES))
    assert {"occupied", "over", "off-board"} <= reasons


def test_every_position_is_that_of_the_moves_so_far() -> None:
    """Also behind a move that cannot be played: there all rows say the same."""
    moves, offsets = go.random_games(20, 5, seed=4)
    moves[offsets[3] + 4] = moves[offsets[3] + 3]
    for rules in ("standard", "positional"):
        found = go.replay(moves, offsets, rules=rules, every=True, size=5)
        assert len(found) == len(moves)
        for game, (first, last) in enumerate(pairwise(offsets.tolist())):
            for end in range(first + 1, last + 1):
                alone = go.replay(moves[first:end], [0, end - first], rules=rules, size=5)
                for name, column in alone.arrays.items():
                    assert np.array_equal(column[0], found.arrays[name][end - 1]), (game, name)
        assert found.ply[offsets[4] - 1] == 5


def test_random_games_are_legal_and_the_same_again() -> None:
    moves, offsets = go.random_games(50, 9, seed=3)
    again, _ = go.random_games(50, 9, seed=3)
    assert np.array_equal(moves, again)
    found = go.replay(moves, offsets, size=9)
    assert not found.error.any()
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
    found = go.replay(moves, offsets, size=7)
    for row in range(5):
        state, board, result = state_of(bytes(49), 7), [0] * 49, [0] * 5
        bounds = (offsets[row], offsets[row + 1])
        numbers = moves.tolist()
        go_kernel.replay(state, 1, False, 0, numbers, *bounds, [], False, 0, [board], [result])
        assert board == found.stones[row].ravel().tolist()
        assert result == [
            found.ply[row],
            found.error[row],
            found.black_captures[row],
            found.white_captures[row],
            found.turn[row],
        ]


@pytest.mark.parametrize("rules", ["standard", "japanese", "tromp-taylor"])
@pytest.mark.parametrize("size", [4, 5, (6, 4), 9])
def test_finished_games_are_counted_as_alone(size: Size, rules: str) -> None:
    """With the stones that are dead for certain taken off, where the rules say so."""
    moves, offsets = go.random_games(300, size, seed=11, limit=4 * math.prod(shape(size)))
    every = go.replay(moves, offsets, size=size, every=True)
    found = replace(every, turn=np.zeros(len(every), np.uint8))[:: 1 if size == 4 else 7]
    told = go.outcome(found, rules)
    dead = 0
    for row in range(0, len(found), 3):
        captures = int(found.black_captures[row]), int(found.white_captures[row])
        position = GoPosition(size, found.stones[row].tobytes(), None, *captures)
        score = position.score(rules)
        winner = {Colour.BLACK: 1, Colour.WHITE: 2, None: 0}[score.winner]
        assert (told.winner[row], told.margin[row]) == (winner, score.margin), str(position)
        dead += bool(position.certain().dead)
    assert dead > 3


def boards(count: int, value: int) -> go.GoColumns:
    return go.GoColumns(np.full((count, 3, 3), value, np.uint8))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"offsets": [0, 2]}, "offsets must rise"),
        ({"size": 256}, "1 to 255 lines"),
        ({"starts": boards(2, 0)}, "one start, or one for each"),
        ({"starts": boards(1, 4)}, "every start must be a position"),
    ],
)
def test_columns_that_do_not_fit(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(bb.ColumnError, match=sentence):
        go.replay(**{"moves": [1], "offsets": [0, 1]} | arguments)


@pytest.mark.parametrize("rules", ["positional", "situational", "tromp-taylor", "new-zealand"])
@pytest.mark.parametrize("size", [2, 3, (4, 2)])
def test_repeated_boards_are_found(size: Size, rules: str) -> None:
    """On tiny boards some random games repeat: those, and only those, are found, at their move."""
    suicide = GoPosition.find_rules(rules).suicide
    moves, offsets = go.random_games(500, size, seed=7, limit=40, suicide=suicide)
    found = go.replay(moves, offsets, rules=rules, size=size)
    for row, (first, last) in enumerate(pairwise(offsets.tolist())):
        position, illegal = one_by_one(GoPosition(size), moves[first:last].tolist(), rules)
        assert found.ply[row] == illegal + 1
        assert go.names_of(int(found.error[row]), go.REPLAY_CODES) == ("repeated",) * (illegal >= 0)
        assert found.stones[row].tobytes() == position.stones
    assert 5 < (found.error != 0).sum() < 495


def test_boards_of_one_mark_are_told_apart() -> None:
    """A record that is stopped for a repetition which only the marks see is played to its end."""
    moves, offsets = go.random_games(1, 9, seed=3)
    rules = GoPosition.find_rules("positional")
    start = go.GoColumns(np.zeros((1, 9, 9), np.uint8))
    for every in (False, True):
        good = go.replay(moves, offsets, rules=rules, every=every, size=9)
        assert not good.error.any()
        finals = np.zeros((len(good), 81), dtype=np.uint8)
        results = np.tile(np.array([7, kernel.REPEATED, 0, 0, 1], np.int32), (len(good), 1))
        go_games._look_again(start, Games.of(moves, offsets), 0, rules, every, finals, results)
        assert np.array_equal(finals, good.stones.reshape(finals.shape))
        taken = good.black_captures.tolist(), good.white_captures.tolist()
        assert results[:, 2:4].T.tolist() == [*taken]
        assert results[:, 4].tolist() == good.turn.tolist()
        assert not results[:, :2].any()


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


@pytest.mark.measures
def test_superko_costs_at_most_twice_simple_ko() -> None:
    moves, offsets = go.random_games(2_000, 19, limit=400)
    seconds = {}
    for rules in ("standard", "positional", "situational"):
        go.replay(moves[: offsets[1]], offsets[:2], rules=rules)  # compiles
        seconds[rules] = quickest(partial(go.replay, moves, offsets, rules=rules, cores=1))
    assert seconds["positional"] < 2 * seconds["standard"], seconds
    assert seconds["situational"] < 2 * seconds["standard"], seconds
