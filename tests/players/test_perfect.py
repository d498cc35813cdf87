"""The perfect player: never worse than the tables say, and the hardest task among equal moves."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import POINTS, mask_of
from boardbytes.model import Record
from boardbytes.players import Player, players_of
from boardbytes.players.perfect import PerfectPlayer
from boardbytes.players.random import RandomPlayer
from boardbytes.players.search import SearchPlayer
from boardbytes.solving.mill import best_moves, probe, probe_moves, solve_to_files
from boardbytes.solving.mill.cpu import Cores

MOST_PLIES = 40
"""A drawn game goes on for ever; so long it must not be lost."""


def endgames(chance: random.Random, stones: int, count: int, folder: Path | None) -> list[Record]:
    """Won or drawn positions of the moving phase, as many won as drawn where there are."""
    pairs = [
        (own, total - own) for total in range(6, stones + 1) for own in range(3, total - 2)
    ]  # fmt: skip
    found: list[Record] = []
    won = 0
    while len(found) < count:
        own, opp = chance.choice(pairs)
        points = chance.sample(range(POINTS), own + opp)
        turn = chance.choice(list(MillPosition.sides))
        sides = mask_of(points[:own]), mask_of(points[own:])
        white, black = sides if turn is bb.Colour.WHITE else sides[::-1]
        position = MillPosition(white, black, 0, 0, turn)
        value = probe(position, folder).value
        if value == "lost" or (value == "drawn" and len(found) - won > won + 5):
            continue
        won += value == "won"
        found.append(Record(position))
    assert won > count // 4
    return found


def assert_never_worse(
    record: Record, player: Player, opponent: Player, folder: Path | None
) -> None:
    position = record.position
    assert isinstance(position, MillPosition)
    known, side = probe(position, folder), position.turn
    while record.result is None and len(record.moves) < (known.plies or MOST_PLIES):
        mover = player if record.position.turn is side else opponent
        record = record.play(mover.choose(record))
    assert record.result is None or record.result.winner is side, f"\n{position}"
    if known.value == "won":
        assert record.result is not None, f"not won in {known.plies}:\n{position}"


@pytest.fixture(scope="module")
def up_to_eight(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("eight")
    list(solve_to_files(8, folder, Cores()))
    return folder


@pytest.mark.parametrize("opponent", [RandomPlayer(3), SearchPlayer(3, level=4, seconds=0.02)])
def test_some_endgames(opponent: Player) -> None:
    player = PerfectPlayer(1)
    for record in endgames(random.Random(9), 7, 25, None):
        assert_never_worse(record, player, opponent, None)


@pytest.mark.slow
def test_a_thousand_endgames(up_to_eight: Path) -> None:
    player = PerfectPlayer(1, folder=up_to_eight)
    opponents: list[Player] = [RandomPlayer(5), SearchPlayer(5, level=5, seconds=0.01)]
    for number, record in enumerate(endgames(random.Random(2), 8, 1000, up_to_eight)):
        assert_never_worse(record, player, opponents[number % 2], up_to_eight)


def test_the_hardest_task() -> None:
    """The rule as the documentation has it, against asking every reply one by one."""
    chance = random.Random(4)
    kinds = set()
    for _ in range(60):
        own = chance.choice((3, 4))
        points = chance.sample(range(POINTS), own + 3)
        position = MillPosition(mask_of(points[:own]), mask_of(points[own:]), 0, 0)
        rated = probe_moves(position)
        if not rated:
            assert not best_moves(position)
            continue
        best = next(iter(rated.values()))
        kinds.add(best.value)
        expected = {}
        for move, value in rated.items():
            if value != best:
                continue
            after = position.play(move)
            theirs = probe(after)
            replies = [] if after.outcome() else list(probe_moves(after).values())
            if theirs.value == "lost":
                expected[move] = sum(reply == theirs for reply in replies)
            else:
                expected[move] = sum(reply.value == theirs.value for reply in replies)
        found = best_moves(position)
        assert {choice.move: choice.replies for choice in found} == expected
        assert [choice.replies for choice in found] == sorted(expected.values())
        assert {choice.value for choice in found} == {best}
        fewest = [move for move, replies in expected.items() if replies == min(expected.values())]
        assert PerfectPlayer(1).choose(Record(position)) in fewest
    assert kinds == {"won", "drawn", "lost"}


def test_plays_on_where_no_table_reaches() -> None:
    player = PerfectPlayer(1, seconds=0.05)
    record = Record(MillPosition(), rules="match")
    opponent = RandomPlayer(2)
    while record.result is None:
        mover = player if record.position.turn is bb.Colour.WHITE else opponent
        record = record.play(mover.choose(record))
    assert record.result.winner is bb.Colour.WHITE


def test_in_the_middle_of_a_move_it_takes_the_right_stone() -> None:
    mill, others = mask_of([0, 6, 7]), mask_of([9, 12, 18, 21])
    position = MillPosition(mill, others, 0, 0, removing=True)
    takings = {move: probe(position.play(move)).before for move in position.legal_moves()}
    assert len(takings) == 4
    assert probe(position) == max(takings.values(), key=lambda value: value.score)
    assert takings[PerfectPlayer(1).choose(Record(position))] == probe(position)  # type: ignore[index]


def test_other_rules_than_the_tables_are_searched() -> None:
    points = random.Random(1).sample(range(POINTS), 7)
    position = MillPosition(mask_of(points[:3]), mask_of(points[3:]), 0, 0)
    record = Record(position, rules="muehle")
    assert PerfectPlayer(1, seconds=0.05).choose(record) in record.legal_moves()


def test_only_mill_has_a_perfect_player() -> None:
    assert PerfectPlayer in {kind.make for kind in players_of("mill")}
    assert PerfectPlayer not in {kind.make for kind in players_of("go")}
    start = bb.loads(b"W:W21-32:B1-12.", format="draughts-fen").position
    with pytest.raises(bb.PlayerError, match="plays mill, not checkers"):
        PerfectPlayer(1).choose(Record(start))


@pytest.mark.slow
def test_searches_another_member_where_no_table_reaches(tmp_path: Path) -> None:
    game = Record(MillPosition.start("twelve"), (), None, "twelve")
    player = PerfectPlayer(seconds=0.1, folder=tmp_path)
    assert player.choose(game) in game.legal_moves()
