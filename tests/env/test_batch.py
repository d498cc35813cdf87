"""Batches of games do what positions do, step by step."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import boardbytes as bb
from boardbytes import columns
from boardbytes.env import checkers_kernel, go_kernel
from boardbytes.env.batch import Batch
from boardbytes.env.table import KINDS
from boardbytes.errors import ColumnError
from boardbytes.games.checkers import kernel as checkers_rules
from boardbytes.games.go import GoRules
from boardbytes.model import Position

COUNT, STEPS = 300, 250
GAMES: dict[str, dict[str, Any]] = {"mill": {}, "checkers": {}, "go": {"size": 5}}


def position_at(games: Batch, row: int) -> Any:
    return KINDS[games.game].read(games.positions()[row : row + 1])


def mill_actions(position: bb.MillPosition) -> set[int]:
    """What may be done first of all legal moves: setting and moving before taking."""
    if position.removing:
        return {move.taken for move in position.legal_moves() if move.taken is not None}
    found = set()
    for move in position.legal_moves():
        assert move.target is not None
        found.add(move.target if move.source is None else 24 + 24 * move.source + move.target)
    return found


def checkers_actions(position: bb.CheckersPosition) -> set[int]:
    """The first steps of all legal moves."""
    found = set()
    for move in position.legal_moves():
        first, second = move.squares[:2]
        for way in range(4):
            near = checkers_rules.shift(1 << first, way)
            near = checkers_rules.shift(near, way) if move.is_jump else near
            if near == 1 << second:
                found.add(4 * first + way)
    return found


def go_actions(position: bb.GoPosition) -> set[int]:
    lines = position.width
    numbers = {move.number(position.size) for move in position.legal_moves()}
    return {number - 1 if number else lines * lines for number in numbers}


ACTIONS: dict[str, Any] = {"mill": mill_actions, "checkers": checkers_actions, "go": go_actions}


@pytest.mark.parametrize("game", GAMES)
def test_masks_are_the_legal_moves_of_positions(game: str) -> None:
    games = Batch(game, COUNT, seed=5, **GAMES[game])
    chance = np.random.default_rng(1)
    seen = 0
    for _ in range(STEPS):
        masks = games.masks()
        row = int(chance.integers(COUNT))
        jumping = game == "checkers" and games.states[row, checkers_kernel.JUMPING]
        if not jumping:
            position = position_at(games, row)
            assert set(np.flatnonzero(masks[row]).tolist()) == ACTIONS[game](position)
            seen += 1
        assert not games.step(games.sample()).error.any()
    assert seen > STEPS // 2


@pytest.mark.parametrize("game", GAMES)
def test_a_step_leads_where_the_move_leads(game: str) -> None:
    """Followed until every row has finished a game; ends, winners and new games are right."""
    games = Batch(game, 40, seed=9, **GAMES[game])
    ended = {1: 0, 2: 0}
    for _ in range(STEPS):
        before = [position_at(games, row) for row in range(games.count)]
        plies = games.states[:, KINDS[game].kernel.PLIES].copy()
        result = games.step(games.sample())
        for row in range(games.count):
            if result.ended[row]:
                ended[int(result.ended[row])] += 1
                assert position_at(games, row) == (
                    bb.GoPosition(5) if game == "go" else KINDS[game].start
                )
                if game != "go" and result.ended[row] == 1 and result.winner[row]:
                    assert_won(before[row], int(result.winner[row]))
            elif games.states[row, KINDS[game].kernel.PLIES] > plies[row] and not starts(
                game, before[row]
            ):
                after = position_at(games, row)
                assert bb.diff(before[row], after) is not None
    assert ended[1] > 5


def starts(game: str, position: Any) -> bool:
    """A jump, or a closed mill, may have begun in an earlier step."""
    return game == "mill" or (game == "checkers" and bool(position.legal_moves()[0].is_jump))


def assert_won(before: Position, winner: int) -> None:
    """Some move of the winner ends the game so."""
    side = [*before.sides][winner - 1]
    outcomes = [before.play(move).outcome() for move in before.legal_moves()]
    assert any(outcome is not None and outcome.winner is side for outcome in outcomes)


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_games_on_any_number_of_cores(game: str) -> None:
    def play(seed: int, cores: int) -> list[Any]:
        games = Batch(game, 600, seed=seed, cores=cores, **GAMES[game])
        counts = games.play_random(60).tolist()
        for _ in range(5):
            games.step(games.sample())
        return [counts, games.states.tolist()]

    assert play(3, 1) == play(3, 2)
    assert play(3, 1) != play(4, 1)


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_action_is_said_and_changes_nothing(game: str) -> None:
    games = Batch(game, 200, seed=2, **GAMES[game])
    games.play_random(30)
    masks, before = games.masks(), games.states.copy()
    # The highest action that is not legal; beyond the last where all are.
    illegal = np.array([max(np.flatnonzero(row == 0), default=games.actions) for row in masks])
    for actions in (illegal, np.full(200, -1), np.full(200, games.actions)):
        found = games.step(actions)
        assert found.error.all()
        assert not found.ended.any()
        assert np.array_equal(games.states, before)


@pytest.mark.parametrize("game", GAMES)
def test_interpreted_and_compiled_step_the_same(game: str) -> None:
    games = Batch(game, 200, seed=6, **GAMES[game])
    games.play_random(40)
    kernel, fixed = KINDS[game].kernel, games._fixed
    rows = [games.states[row].copy() for row in range(0, 200, 20)]
    actions = games.sample()
    result = games.step(actions)
    for place, row in enumerate(range(0, 200, 20)):
        plain = rows[place].data
        assert kernel.choose(plain, 0, fixed[0]) == actions[row]
        end = kernel.apply(plain, 0, int(actions[row]), *fixed)
        if result.ended[row]:
            kernel.reset(plain, 0)
        assert (end in (1, 2)) == (result.winner[row] > 0)
        assert rows[place].tolist() == games.states[row].tolist()


def test_a_game_of_go_is_counted_by_area() -> None:
    """Black's one stone owns all of a small board; with komi it does not."""
    for rules, winner in (("standard", 1), (bb.GoPosition.find_rules("chinese"), 1)):
        games = Batch("go", 1, rules=rules, size=3)
        for action in (4, 9, 9):
            found = games.step([action])
        assert (found.winner.tolist(), found.ended.tolist()) == ([winner], [1])
    from dataclasses import replace

    komi = replace(bb.GoPosition.find_rules("standard"), komi=9.5)
    games = Batch("go", 1, rules=komi, size=3)
    for action in (4, 9, 9):
        found = games.step([action])
    assert found.winner.tolist() == [2]


def test_games_are_cut_off_and_drawn() -> None:
    games = Batch("mill", 50, limit=3)
    for turn in range(1, 7):
        found = games.step(games.sample())
        assert (found.ended == (2 if turn % 3 == 0 else 0)).all()
    counts = Batch("checkers", 50, quiet=1).play_random(200)
    assert counts[3] > 50


def test_bad_arguments() -> None:
    with pytest.raises(bb.UnknownNameError, match="chess"):
        Batch("chess", 1)
    with pytest.raises(bb.ColumnError, match="at least one"):
        Batch("mill", 0)
    with pytest.raises(bb.ColumnError, match="1 to 25"):
        Batch("go", 1, size=26)
    with pytest.raises(bb.ColumnError, match="2 actions"):
        Batch("mill", 2).step([1])
    with pytest.raises(bb.ColumnError, match="whole numbers"):
        Batch("mill", 2).step([0.5, 1])


def test_planes_are_those_of_columns() -> None:
    for game, shape in (("mill", (7, 7, 7)), ("checkers", (5, 8, 8)), ("go", (5, 19, 19))):
        games = Batch(game, 3)
        assert games.planes().shape == (3, *shape)
        assert games.planes(np.float32).dtype == np.float32
        assert np.array_equal(games.planes(), columns.planes(games.positions()))


@pytest.mark.parametrize("game", GAMES)
def test_a_step_tells_the_masks_that_asking_tells(game: str) -> None:
    games = Batch(game, COUNT, seed=6, **GAMES[game])
    masks = games.masks()
    for _ in range(STEPS):
        games.step(games.sample(), masks)
        assert np.array_equal(masks, games.masks())
    again = np.empty_like(masks)
    assert games.masks(again) is again
    wrongs: list[Any] = [masks[1:], masks.astype(np.int8), masks.T.copy().T]
    for wrong in wrongs:
        with pytest.raises(ColumnError, match="masks must be"):
            games.step(games.sample(), wrong)


@pytest.mark.parametrize("game", GAMES)
def test_a_step_samples_what_asking_samples(game: str) -> None:
    """On any number of cores, also into the array that the actions came in."""
    asked, told = (Batch(game, COUNT, seed=8, cores=cores, **GAMES[game]) for cores in (1, 2))
    actions, following = asked.sample(), told.sample()
    for _ in range(STEPS):
        before = asked.step(actions)
        after = told.step(following, sample=following)
        actions = asked.sample()
        assert np.array_equal(actions, following)
        for name, array in before.arrays.items():
            assert np.array_equal(array, after.arrays[name]), name
    assert np.array_equal(asked.states, told.states)
    with pytest.raises(ColumnError, match="sample must be"):
        told.step(following, sample=following[1:])
    with pytest.raises(ColumnError, match="masks or a sample"):
        told.step(following, told.masks(), following)


def test_a_game_of_go_fits_a_small_cache() -> None:
    games = Batch("go", 2)
    assert games.states.nbytes == 2 * 5914
    for wrong in ({"limit": 40_000}, {"rules": GoRules(komi=20_000, name="own")}):
        with pytest.raises(ColumnError, match="no room for numbers above 32,767"):
            Batch("go", 2, **wrong)


@pytest.mark.parametrize("suicide", [False, True])
def test_masks_of_go_are_what_the_kernel_judges(suicide: bool) -> None:
    """On a board with many eyes, and where one may fill one's own last liberty, too."""
    from boardbytes.games.go import kernel

    rules = GoRules(suicide=suicide, name="own")
    games = Batch("go", 60, seed=3, rules=rules, size=7)
    for _ in range(150):
        games.step(games.sample())
        masks = games.masks()
        row = games.states[7]
        state = go_kernel.state_of(row, 0)
        for index in range(49):
            point = kernel.padded(index, 7)
            verdict = kernel.judge(state, point, int(row[go_kernel.TURN]), suicide)
            assert masks[7, index] == (verdict == kernel.LEGAL)
