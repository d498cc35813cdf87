"""A line on one board in place: what steps one after the other lead to."""

from __future__ import annotations

import random
import time

import pytest

import boardbytes as bb
from boardbytes.games.go import PASS, RESIGN, GoMove, GoPosition, kernel
from boardbytes.games.go.board import Size
from boardbytes.games.go.notation import AnyMove
from boardbytes.games.go.replay import replay
from boardbytes.model import Colour, Setup
from boardbytes.model import Step as ModelStep
from tests.games.go.diagrams import board

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def Step(
    move: AnyMove | None = None, colour: Colour | None = None, setup: Setup | None = None
) -> ModelStep:
    """A step whose move is given in any way."""
    return ModelStep(move, colour, setup)  # type: ignore[arg-type]


def random_game(size: Size, seed: int, rules: str, length: int) -> list[GoMove]:
    """Legal moves, taken with delight."""
    chance, record = random.Random(seed), bb.Record(GoPosition(size), rules=rules)
    while record.result is None and len(record.moves) < length:
        moves = record.legal_moves()
        record = record.play(chance.choice(moves[:-1] or moves))
    return [move for move in record.moves if isinstance(move, GoMove)]


@pytest.mark.parametrize("rules", ["standard", "positional", "new-zealand"])
@pytest.mark.parametrize("size", [2, 3, (4, 2), 5])
def test_legal_games_are_those_of_positions(size: Size, rules: str) -> None:
    for seed in range(5):
        moves = random_game(size, seed, rules, 60)
        found = replay(GoPosition(size), [Step(move) for move in moves], rules)
        assert found.position == bb.Record.replay(GoPosition(size), moves, rules).position
        assert set(found.verdicts) == {kernel.LEGAL}


@pytest.mark.parametrize("rules", ["standard", "positional", "situational", "tromp-taylor"])
@pytest.mark.parametrize("size", [2, 3, (2, 4)])
def test_verdicts_are_those_of_positions(size: Size, rules: str) -> None:
    """Random points, so that sooner or later one is refused."""
    reasons = set()
    for seed in range(400):
        chance = random.Random(seed)
        points = range(len(GoPosition(size).stones) + 1)
        moves = [GoMove.from_number(chance.choice(points), size) for _ in range(25)]
        found = replay(GoPosition(size), [Step(move) for move in moves], rules, stop=True)
        played = count_legal(GoPosition(size), moves, rules)
        assert found.verdicts[:played] == (kernel.LEGAL,) * played
        assert len(found.verdicts) == min(played + 1, len(moves))
        record = bb.Record.replay(GoPosition(size), moves[:played], rules)
        assert found.position == record.position
        reasons.add(found.verdicts[-1])
    assert {kernel.OCCUPIED, kernel.OVER} <= reasons
    assert size != 2 or (kernel.REPEATED in reasons) == (rules != "standard")


def count_legal(start: GoPosition, moves: list[GoMove], rules: str) -> int:
    """How many moves of a game can be played."""
    try:
        return len(bb.Record.replay(start, moves, rules).moves)
    except bb.IllegalMoveError as error:
        return (error.ply or 1) - 1


def test_forbidden_moves_are_put_and_said() -> None:
    steps = [Step("B2"), Step("B2"), Step("A1", WHITE), Step("C3", BLACK)]
    found = replay(GoPosition(3), steps)
    verdicts = (kernel.LEGAL, kernel.OCCUPIED, kernel.LEGAL, kernel.LEGAL)
    assert found.verdicts == verdicts
    assert found.position == GoPosition(3).play("B2").put("B2").put("A1", WHITE).put("C3", BLACK)
    stopped = replay(GoPosition(3), steps, stop=True)
    assert stopped.verdicts == verdicts[:2]
    assert stopped.position == GoPosition(3).play("B2")


@pytest.mark.parametrize("size", [3, (4, 2), (7, 1)])
def test_lines_against_all_rules_are_those_of_put(size: Size) -> None:
    for seed in range(30):
        chance, position = random.Random(seed), GoPosition(size)
        points = range(1, len(position.stones) + 1)
        steps = [Step(chance.choice(points), chance.choice((BLACK, WHITE))) for _ in range(60)]
        for step in steps:
            position = position.put(step.move, step.colour)  # type: ignore[arg-type]
        assert replay(GoPosition(size), steps, "positional").position == position


def test_a_point_beyond_the_board_gets_no_stone() -> None:
    steps = [Step("A1"), Step(GoMove(4, 1)), Step("A2")]
    found = replay(GoPosition(3), steps)
    assert found.verdicts == (kernel.LEGAL, kernel.OFF_BOARD, kernel.LEGAL)
    assert found.position == GoPosition(3).play("A1").put(GoMove(4, 1)).play("A2")
    assert found.position["A2"] is BLACK
    assert replay(GoPosition(3), steps, stop=True).position == GoPosition(3).play("A1")


def test_a_game_goes_on_after_its_end() -> None:
    steps = [Step(PASS), Step(PASS), Step("A1", BLACK), Step(RESIGN)]
    assert replay(GoPosition(3), steps[:2]).position.is_over()
    found = replay(GoPosition(3), steps[:3])
    assert found.verdicts[-1] == kernel.LEGAL
    assert found.position == GoPosition(3).play("A1")
    assert replay(GoPosition(3), [*steps[:2], Step("A1")]).verdicts[-1] == kernel.OVER
    assert replay(GoPosition(3), steps).position.turn is None


def test_stones_are_set_up_on_the_way() -> None:
    setup = Setup((("B3", "black"), ("A1", "empty"), ("C1", "white")), BLACK)
    after = GoPosition(3).play("A1").play("A3").set_up(setup).play("A2")
    begun = [Step("A1"), Step("A3")]
    for steps in ([*begun, Step(setup=setup), Step("A2")], [*begun, Step("A2", setup=setup)]):
        assert replay(GoPosition(3), steps).position == after
    assert after.black_captures == 1
    assert [after[name] for name in ("A1", "A3", "B3", "C1")] == [None, None, BLACK, WHITE]


def test_ko_marks_of_the_start_count() -> None:
    marked = board(". X O .\nX . X O\n. X O .\n. . . .", WHITE).play("B3")
    assert replay(marked, [Step("C3")]).verdicts == (kernel.FORBIDDEN_BY_KO,)
    assert replay(marked, [Step("A1"), Step("D1"), Step("C3")]).verdicts == (0, 0, 0)


def fill_and_capture(size: int, rounds: int) -> list[ModelStep]:
    """Black fills the board but for one point, white takes it all, again and again."""
    points = [Step(number, BLACK) for number in range(1, size * size)]
    return [*points, Step(size * size, WHITE), Step(size * size, BLACK)] * rounds


@pytest.mark.measures
def test_a_long_line_costs_its_moves() -> None:
    """26,000 moves on the largest SGF board; values for each would copy 300 million cells."""
    steps = fill_and_capture(52, 10)
    begun = time.perf_counter()
    found = replay(GoPosition(52), steps)
    assert time.perf_counter() - begun < 5
    assert len(found.verdicts) == len(steps)
    assert found.position.white_captures > 20_000


@pytest.mark.measures
@pytest.mark.parametrize("rules", ["positional", "situational"])
def test_superko_costs_at_most_twice_simple_ko(rules: str) -> None:
    """A game of 400 moves, by positions and in place."""
    chance, position, moves = random.Random(1), GoPosition(19), []
    for _ in range(400):
        points = [move for move in position.legal_moves() if move != PASS]
        moves.append(chance.choice(points))
        position = position.play(moves[-1])
    steps = [Step(move) for move in moves]

    def in_place(name: str) -> None:
        replay(GoPosition(19), steps, name)

    def by_positions(name: str) -> None:
        bb.Record.replay(GoPosition(19), moves, name)

    for play in (in_place, by_positions):
        seconds: dict[str, list[float]] = {"standard": [], rules: []}
        for _ in range(9):  # by turns, so that both meet the same disturbances
            for name, times in seconds.items():
                begun = time.process_time()
                play(name)
                times.append(time.process_time() - begun)
        assert min(seconds[rules]) < 2 * min(seconds["standard"]), seconds


def test_a_move_that_is_refused_changes_nothing() -> None:
    """Neither whose turn it is nor a ko mark, though the move was another side's."""
    resigned = replay(GoPosition(3), [Step("A1", BLACK), Step("resign", WHITE)]).position
    assert resigned.turn is None
    steps = [Step("A1", BLACK), Step("resign", WHITE), Step("A1", BLACK)]
    assert replay(GoPosition(3), steps, stop=True).position == resigned
    ko = GoPosition(3, bytes([0, 1, 2, 1, 3, 1, 0, 1, 0]), WHITE)
    stopped = replay(ko, [Step("C3", BLACK)], stop=True)
    assert stopped.position == ko
