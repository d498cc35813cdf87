"""The family of mill solved: state spaces, values that are published, and every value checked."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import boardbytes as bb
from boardbytes.games.mill import MillPosition, MillRules
from boardbytes.games.mill.board import mask_of
from boardbytes.games.mill.rules import PRESETS
from boardbytes.model import Colour
from boardbytes.players.perfect import PerfectPlayer
from boardbytes.solving.mill import (
    analyse,
    best_moves,
    gpu,
    probe,
    probe_moves,
    solve_to_files,
    task,
    verify,
)
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.files import TableFile, tables_in
from boardbytes.solving.mill.kernel import DRAWN
from boardbytes.solving.mill.member import Member, find_member, member_of, members
from boardbytes.solving.mill.solver import last_needs
from boardbytes.solving.mill.subspaces import Subspace
from boardbytes.solving.mill.task import Task

PLACES = {
    "nine": (9_193_626_407, 18_697_282_633),
    "lasker": (13_052_538_347, 126_267_138_722),
    "ten": (13_052_538_347, 39_136_070_827),
    "eleven": (15_641_115_975, 66_790_915_937),
    "twelve": (17_048_389_791, 99_115_785_597),
    "five": (588_434, 679_396),
    "six": (1_364_462, 2_453_618),
    "three": (320, 1_515),
}
"""The places of the moving phase and of the rest; the large ones are in the published notes."""


STARTS = {"three": "won", "five": "drawn", "five-flying": "drawn", "six": "drawn"}
"""What the start is worth; that of `three` and of `six` is published."""


@pytest.mark.parametrize("name", PLACES)
def test_places(name: str) -> None:
    member = find_member(name)
    for phase, places in zip(("moving", "setting"), PLACES[name], strict=True):
        steps = member.steps(member.most, phase)
        assert sum(member.size(each) for step in steps for each in step) == places


def test_places_of_lasker_by_stones_in_hand() -> None:
    member, found = find_member("lasker"), [0] * 21
    for step in member.steps(member.most):
        for each in step:
            found[each.hand + each.opp_hand] += member.size(each)
    billions = [round(places / 1e9, 1) for places in found[:11]]
    assert billions == [13.1, 22.2, 26.3, 25.4, 20.8, 14.6, 8.9, 4.7, 2.2, 0.9, 0.3]


@pytest.mark.parametrize("member", members(), ids=lambda member: member.name)
def test_every_step_comes_after_what_it_needs_and_nothing_is_dropped_too_soon(member) -> None:  # type: ignore[no-untyped-def]
    steps, kept = list(member.steps(member.most)), set[Subspace]()
    for step, last in zip(steps, last_needs(member, steps), strict=True):
        assert member.needs(step) <= kept
        kept |= set(step)
        assert last <= kept
        kept -= last
    assert not kept
    assert len({each for step in steps for each in step}) == sum(map(len, steps))
    stones = [each.stones for step in steps for each in step]
    assert stones == sorted(stones)


def test_tables_are_kept_no_longer_than_they_are_needed() -> None:
    for name, billions in (("nine", 6.2), ("twelve", 14.7), ("lasker", 24.2)):
        member, kept, most = find_member(name), set[Subspace](), 0
        steps = list(member.steps(member.most))
        for step, last in zip(steps, last_needs(member, steps), strict=True):
            kept |= set(step)
            most = max(most, sum(map(member.size, kept)))
            kept -= last
        assert round(most / 1e9, 1) == billions


def test_time_said_beforehand_counts_phases_apart(tmp_path: Path) -> None:
    moving, both = (Task(8, tmp_path, Cores(), phase=phase) for phase in ("moving", "both"))
    once = (both.places - moving.places) / Cores().pace.once
    assert both.seconds == pytest.approx(moving.seconds + once)
    assert moving.seconds == pytest.approx(moving.places / Cores().pace.levels[0][1])


@pytest.mark.parametrize(("distances", "measured"), [(True, 42), (False, 26)])
def test_time_said_beforehand_for_a_gpu_is_about_what_was_measured(
    distances: bool, measured: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nine stones to files on one H200 and 16 cores, `python -m benchmarks tables_gpu`."""
    monkeypatch.setattr(Cores, "pace", gpu.PACES[distances])
    monkeypatch.setattr(task, "core_count", lambda: 16)
    said = Task(None, tmp_path, Cores(), phase="both").seconds
    assert 0.75 * measured < said < 1.25 * measured


def test_presets_that_are_solved_alike_share_their_tables() -> None:
    assert member_of(PRESETS["morabaraba"]) == find_member("twelve")
    assert find_member("standard").name == "nine"
    assert {member.name for member in members()} >= {"nine", "ten", "lasker", "eleven", "six"}
    with pytest.raises(bb.UnknownNameError, match="laskar"):
        find_member("laskar")


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("three")
    list(solve_to_files(None, path, Cores(find_member("three")), phase="both"))
    return path


@pytest.mark.slow
def test_three_is_won_from_the_centre_only(three: Path) -> None:
    start = MillPosition.start("three")
    moves = {str(move): value.value for move, value in probe_moves(start, three, "three").items()}
    corners, edges = ("a1", "a3", "c1", "c3"), ("a2", "b1", "b3", "c2")
    expected = {"b2": "won"} | dict.fromkeys(corners, "drawn") | dict.fromkeys(edges, "lost")
    assert moves == expected
    assert str(probe(start, three, "three")) == "won in 9"
    found = analyse(start, three, plies=9, rules="three")
    assert len(found.line) == 9
    assert found.missing is None


@pytest.mark.slow
def test_the_perfect_player_plays_three_to_the_end(three: Path) -> None:
    player = PerfectPlayer(seed=1, folder=three)
    record = bb.Record(MillPosition.start("three"), (), None, "three")
    while record.result is None:
        assert best_moves(record.position, three, "three")  # type: ignore[arg-type]
        record = record.play(player.choose(record))
    assert len(record.positions) == 10


def random_position(chance: random.Random, rules: MillRules, subspace: Subspace) -> MillPosition:
    """A position of a subspace; where the stones in hand leave it open, either side is to move."""
    own, opp, hand, opp_hand = subspace
    start = MillPosition.start(rules)
    points = chance.sample(range(start.board.points), own + opp)
    mover = mask_of(points[:own]), hand
    other = mask_of(points[own:]), opp_hand
    if rules.moves_early or not hand + opp_hand:
        turn = chance.choice((Colour.WHITE, Colour.BLACK))
    else:  # white began, so whoever has more in hand is black
        turn = Colour.WHITE if hand == opp_hand else Colour.BLACK
    white, black = (mover, other) if turn is Colour.WHITE else (other, mover)
    masks, hands = (white[0], black[0]), (white[1], black[1])
    return MillPosition(*masks, *hands, turn, False, start.board, start.each)


def value_by_moves(position: MillPosition, folder: Path, rules: MillRules) -> tuple[str, int]:
    """What a position is worth by what its moves lead to, with the plies; 0 for a draw."""
    found: dict[str, list[int]] = {"won": [], "drawn": [], "lost": []}
    for move in position.legal_moves(rules):
        after = position.play(move, rules)
        if outcome := after.outcome(rules):
            winner = outcome.winner and ("won" if outcome.winner is position.turn else "lost")
            found[winner or "drawn"].append(1)
        else:
            value = probe(after, folder, rules.name)
            turned = {"won": "lost", "drawn": "drawn", "lost": "won"}[value.value]
            found[turned].append(1 + (value.plies or 0))
    if found["won"]:
        return "won", min(found["won"])
    return ("drawn", 0) if found["drawn"] else ("lost", max(found["lost"]))


def assert_probes_follow(folder: Path, member: Member, stones: int) -> None:
    """Positions asked one by one are worth what the rules make of those after their moves."""
    rules, chance = member.rules, random.Random(member.name)
    spaces = [each for step in member.steps(stones) for each in step]
    spaces = [each for each in spaces if min(each.own + each.hand, each.opp + each.opp_hand) >= 3]
    asked = 0
    while asked < 60:
        position = random_position(chance, rules, chance.choice(spaces))
        if position.outcome(rules) is None:
            found = probe(position, folder, rules.name)
            expected = value_by_moves(position, folder, rules)
            assert (found.value, found.plies or 0) == expected, f"\n{position}"
            asked += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "stones"),
    [
        ("three", None),
        ("five", None),
        ("five-flying", None),
        ("six", None),
        ("ten", 8),
        ("lasker", 8),
        ("eleven", 8),
        ("twelve", 8),
    ],
)
def test_every_value_follows_and_values_alone_agree(
    name: str, stones: int | None, tmp_path: Path
) -> None:
    member = find_member(name)
    exact, plain = tmp_path / "exact", tmp_path / "plain"
    found = list(solve_to_files(stones, exact, Cores(member), phase="both"))
    list(solve_to_files(stones, plain, Cores(member, distances=False), phase="both"))
    for folder in (exact, plain):
        assert not list(verify(folder, deep=True, member=member))
    for subspace in tables_in(exact, member):
        values = TableFile(exact, subspace, member).read()
        others = TableFile(plain, subspace, member).read()
        assert np.array_equal(others, np.where(values == DRAWN, DRAWN, values % 2))
    assert_probes_follow(exact, member, stones or member.most)
    if stones is None:
        start = found[-1]
        assert (start.subspace, start.classes) == (Subspace(0, 0, member.side, member.side), 1)
        assert getattr(start, STARTS[name]) == 1


@pytest.mark.slow
def test_every_value_of_a_game_with_full_boards_follows(tmp_path: Path) -> None:
    """As in `twelve`, whose full boards no processor reaches in a test."""
    rules = MillRules("full", board="two-rings", stones=8, flying=False, full_board_draws=True)
    member = member_of(rules)
    found = {
        each.subspace: each for each in solve_to_files(None, tmp_path, Cores(member), phase="both")
    }
    assert not list(verify(tmp_path, deep=True, member=member))
    full = found[Subspace(8, 8)]
    assert (full.won, full.lost) == (0, 0)
    assert full.drawn == full.classes > 0
    other = member_of(replace(rules, full_board_draws=False))
    problem = next(verify(tmp_path, deep=True, member=other))
    assert f"{full.classes} places do not follow" in str(problem)


@pytest.mark.slow
def test_a_table_of_another_member_is_not_taken_for_this_one(three: Path, tmp_path: Path) -> None:
    file = three / "mill-three-3-3-0-0.table"
    (tmp_path / "mill-five-3-3-0-0.table").write_bytes(file.read_bytes())
    with pytest.raises(bb.SolvingError, match="is damaged"):
        TableFile(tmp_path, Subspace(3, 3), find_member("five"))


@pytest.mark.parametrize("name", ["own", "three"])
def test_rules_of_ones_own_have_no_tables(name: str, three: Path) -> None:
    """Not even where a preset with tables has their name: it has other rules."""
    rules = replace(PRESETS["three"], name=name, flying=True)
    with pytest.raises(bb.NoTableError, match=f"there are no tables for {name} rules"):
        probe(MillPosition.start("three"), three, rules)
