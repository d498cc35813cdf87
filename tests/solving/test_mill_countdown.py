"""Plies found by a search where tables say only who wins: as tables with distances have them."""

from __future__ import annotations

import random
from dataclasses import dataclass
from pathlib import Path

import pytest

from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import mask_of
from boardbytes.model import Colour, Record
from boardbytes.model.analysis import WON
from boardbytes.players import Player
from boardbytes.players.perfect import PerfectPlayer
from boardbytes.players.random import RandomPlayer
from boardbytes.solving.analysing import analyse as analyse_record
from boardbytes.solving.limits import Limits
from boardbytes.solving.mill import analyse, best_moves, probe, probe_moves, solve_to_files
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.member import find_member
from boardbytes.solving.mill.subspaces import Subspace

SECONDS = 60.0
"""More than any of these searches takes, so that what is found depends on no clock."""


@dataclass(frozen=True)
class Ground:
    """A member solved with distances and without, and subspaces to take positions from."""

    rules: str
    exact: Path
    values: Path
    subspaces: tuple[Subspace, ...]

    def positions(
        self, chance: random.Random, count: int, least: int = 1, most: int = 255
    ) -> list[MillPosition]:
        """Positions that are won or lost in so many plies."""
        start, found = MillPosition.start(self.rules), list[MillPosition]()
        while len(found) < count:
            own, opp, *hands = chance.choice(self.subspaces)
            stones = chance.sample(range(start.board.points), own + opp)
            white, black = mask_of(stones[:own]), mask_of(stones[own:])
            held, others, turn = *hands, Colour.WHITE
            if held > others:  # white began, so whoever has more in hand is black
                white, black, held, others, turn = black, white, others, held, Colour.BLACK
            position = MillPosition(
                white, black, held, others, turn, False, start.board, start.each
            )
            if position.outcome(self.rules) is None:
                plies = probe(position, self.exact, self.rules).plies
                if plies is not None and least <= plies <= most:
                    found.append(position)
        return found


def solved(path: Path, rules: str, stones: int | None, phase: str, *subspaces: Subspace) -> Ground:
    folders = path / "exact", path / "values"
    for folder in folders:
        machine = Cores(find_member(rules), folder.name == "exact")
        list(solve_to_files(stones, folder, machine, phase=phase))
    return Ground(rules, *folders, subspaces)


@pytest.fixture(scope="module")
def six_stones(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    return solved(tmp_path_factory.mktemp("six"), "standard", 6, "moving", Subspace(3, 3))


@pytest.fixture(scope="module")
def eight_stones(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    subspaces = [Subspace(own, opp) for own, opp in ((3, 3), (3, 4), (4, 3), (4, 4), (5, 3))]
    subspaces += [Subspace(3, 3, 1, 1), Subspace(2, 4, 1, 1), Subspace(2, 3, 2, 1)]
    path = tmp_path_factory.mktemp("eight")
    return solved(path, "standard", 8, "both", *subspaces)


@pytest.fixture(scope="module")
def six_men(tmp_path_factory: pytest.TempPathFactory) -> Ground:
    subspaces = [Subspace(own, opp) for own in (4, 5, 6) for opp in (3, 4, 5, 6)]
    return solved(tmp_path_factory.mktemp("men"), "six", None, "both", *subspaces)


@pytest.fixture(params=["standard", "six"])
def ground(request: pytest.FixtureRequest) -> Ground:
    found: Ground = request.getfixturevalue(
        {"standard": "eight_stones", "six": "six_men"}[request.param]
    )
    return found


def assert_same_plies(position: MillPosition, ground: Ground, seconds: float = SECONDS) -> bool:
    """Every number that is claimed is right; whether the position's own was found."""
    exact, values, rules = ground.exact, ground.values, ground.rules
    known, found = probe(position, exact, rules), probe(position, values, rules, seconds)
    assert found.value == known.value
    assert found.plies in (None, known.plies), f"\n{position}"
    moves = probe_moves(position, exact, rules)
    for move, value in probe_moves(position, values, rules, seconds).items():
        assert value.value == moves[move].value
        assert value.plies in (None, moves[move].plies), f"{move}\n{position}"
    if found.plies is not None:
        best = {move for move, value in moves.items() if value == known}
        choices = best_moves(position, values, rules, seconds)
        assert {choice.move for choice in choices} == best
        assert {choice.value for choice in choices} == {known}
    return found.plies is not None


def test_plies_are_those_of_tables_with_distances(six_stones: Ground) -> None:
    for position in six_stones.positions(random.Random(1), 12, most=9):
        assert probe(position, six_stones.values).plies is None
        assert assert_same_plies(position, six_stones)


def test_analyses_look_for_the_plies(six_stones: Ground) -> None:
    values = six_stones.values
    for position in six_stones.positions(random.Random(2), 3, least=3, most=5):
        known = probe(position, six_stones.exact)
        found = analyse(position, values, seconds=SECONDS, plies=9)
        assert found.value == known
        assert len(found.line) == known.plies
        score = analyse_record(Record(position), Limits(tables=values, seconds=SECONDS)).score
        assert (score.value == WON, score.plies) == (known.value == "won", known.plies)


@pytest.mark.slow
def test_many_plies_are_those_of_tables_with_distances(ground: Ground) -> None:
    chance, found = random.Random(3), 0
    positions = ground.positions(chance, 30) + ground.positions(chance, 30, least=5)
    for position in positions:
        found += assert_same_plies(position, ground, seconds=0.3)
    assert found > len(positions) // 2


class Delaying(Player):
    """Loses as slowly as can be, by tables with distances."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def choose(self, record: Record):  # type: ignore[no-untyped-def]
        rules = record.position.find_rules(record.rules)
        return best_moves(record.position, self._folder, rules)[0].move  # type: ignore[arg-type]


def play_out(position: MillPosition, rules: str, player: Player, opponent: Player) -> Record:
    """The game that follows, to its end or until it will not end."""
    record = Record(position, (), None, rules)
    while record.result is None and len(record.moves) < 300:
        mover = player if record.position.turn is position.turn else opponent
        record = record.play(mover.choose(record))
    return record


@pytest.mark.slow
def test_won_games_are_won_by_values_alone(ground: Ground) -> None:
    """Far from the end, against one who plays anything and one who delays."""
    player = PerfectPlayer(1, seconds=0.2, folder=ground.values)
    positions = ground.positions(random.Random(4), 30, least=7)
    won = [each for each in positions if probe(each, ground.exact, ground.rules).value == "won"]
    assert len(won) >= 5
    for position in won:
        for opponent in (RandomPlayer(1), Delaying(ground.exact)):
            record = play_out(position, ground.rules, player, opponent)
            assert record.result is not None, f"\n{position}"
            assert record.result.winner is position.turn, f"\n{position}"
