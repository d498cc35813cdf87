"""Probing mill: bounded memory, many processes, columns' kernel, and what a search adds."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import boardbytes as bb
from boardbytes.caching import FOLDER_VARIABLE
from boardbytes.columns import mill as columns
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import NAMES as RING_NAMES
from boardbytes.games.mill.board import POINTS, mask_of, points_of
from boardbytes.solving.mill import (
    Analysis,
    Estimate,
    Probe,
    analyse,
    best_moves,
    judge,
    probe,
    probe_moves,
    solve_to_files,
)
from boardbytes.solving.mill import probing_kernel as kernel
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.files import BLOCK, TableFile
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.kernel import others_at
from boardbytes.solving.mill.member import find_member
from boardbytes.solving.mill.probing import summary
from boardbytes.solving.mill.shelf import Shelf, build, is_built, number_of, subspace_at
from boardbytes.solving.mill.subspaces import Subspace

PAIRS = {pair: number_of(Subspace(*divmod(pair, 10))) for pair in (33, 34, 43)}
"""The numbers of the smallest spaces."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("seven")
    build(path)
    return path


def random_position(chance: random.Random, own: int, opp: int, hands: int = 0) -> MillPosition:
    points = chance.sample(range(POINTS), own + opp)
    return MillPosition(mask_of(points[:own]), mask_of(points[own:]), hands, hands)


def test_no_more_than_a_block_is_unpacked_and_none_twice(folder: Path) -> None:
    shelf = Shelf(folder, builds=False)
    assert shelf.open(PAIRS[34])
    known = TableFile(folder, Subspace(3, 4)).read()
    start = int(shelf.starts[PAIRS[34]])
    chance = random.Random(1)
    seen = set()
    for _ in range(300):
        position = random_position(chance, 3, 4)
        own, opp, *hands, _ = position.kernel_values
        place = kernel.place_in(PAIRS[34], own, opp, shelf.starts, shelf.index)
        seen.add(place // BLOCK)
        value = kernel.value_of(own, opp, *hands, *shelf.arrays)
        if value < -1:
            assert -2 - value == start + place // BLOCK
            shelf.fetch([-2 - value])
            value = kernel.value_of(own, opp, *hands, *shelf.arrays)
        assert value == known[place]
        assert shelf.fetched == len(seen)


def test_memory_is_bounded_and_what_was_dropped_comes_back(folder: Path) -> None:
    small, known = Shelf(folder, builds=False, most_bytes=3 * BLOCK), {}
    for pair in (33, 34, 43):
        assert small.open(PAIRS[pair])
        known[pair] = TableFile(folder, Subspace(*divmod(pair, 10))).read()
    assert len(small.values) == 3 * BLOCK
    chance = random.Random(2)
    for _ in range(400):
        pair = chance.choice(list(known))
        place = chance.randrange(len(known[pair]))
        block = int(small.starts[PAIRS[pair]]) + place // BLOCK
        small.fetch([block])
        slot = int(small.slots[block])
        assert small.values[slot * BLOCK + place % BLOCK] == known[pair][place]
        assert np.count_nonzero(small.slots >= 0) <= 3
    assert small.fetched > 100
    with pytest.raises(bb.SolvingError, match="4 blocks do not fit into 3"):
        small.fetch(range(int(small.starts[PAIRS[34]]), int(small.starts[PAIRS[34]]) + 4))


def test_groups_have_room_and_cover_all_rows(folder: Path) -> None:
    small = Shelf(folder, builds=False, most_bytes=3 * BLOCK)
    blocks = np.random.default_rng(1).integers(0, 20, 500)
    groups = list(small.groups(blocks))
    assert len(groups) == 7
    assert all(len(np.unique(blocks[group])) <= 3 for group in groups)
    assert sorted(np.concatenate(groups).tolist()) == list(range(500))
    together = [set(blocks[group].tolist()) for group in groups]
    assert sum(map(len, together)) == len(set().union(*together)), "a block in two groups"
    assert list(small.groups(np.zeros(0, np.int64))) == []


def test_threads_share_a_small_shelf(folder: Path) -> None:
    """Several threads that drop each other's blocks all the time read nothing wrong."""
    small = Shelf(folder, builds=False, most_bytes=2 * BLOCK)
    assert small.open(PAIRS[34])
    known = TableFile(folder, Subspace(3, 4)).read()
    start, wrong = int(small.starts[PAIRS[34]]), []

    def work(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(200):
            place = chance.randrange(len(known))
            with small.lock:
                small.fetch([start + place // BLOCK])
                slot = int(small.slots[start + place // BLOCK])
                if small.values[slot * BLOCK + place % BLOCK] != known[place]:
                    wrong.append(place)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


PROBING = """
import random, sys
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import mask_of
from boardbytes.solving.mill import probe
chance = random.Random(7)
for own, opp in ((3, 3), (3, 4), (4, 3)) * 20:
    points = chance.sample(range(24), own + opp)
    print(probe(MillPosition(mask_of(points[:own]), mask_of(points[own:]), 0, 0)))
"""


@pytest.mark.slow
def test_many_processes_probe_while_the_tables_are_built(folder: Path, tmp_path: Path) -> None:
    """One builds, the others wait for it; all read the same, and only whole tables are left."""
    environment = os.environ | {FOLDER_VARIABLE: str(tmp_path)}
    command = [sys.executable, "-c", PROBING]
    running = [
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = [process.communicate()[0] for process in running]
    assert [process.returncode for process in running] == [0] * 3
    assert len(set(answers)) == 1
    assert answers[0].count("\n") == 60
    made = {path.name: path.read_bytes() for path in (tmp_path / "mill-tables").iterdir()}
    kept = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert made == kept


def test_building_again_does_nothing(folder: Path) -> None:
    assert is_built(folder)
    before = {path.name: path.stat().st_mtime_ns for path in folder.glob("*.table")}
    assert before
    build(folder)
    assert {path.name: path.stat().st_mtime_ns for path in folder.glob("*.table")} == before


def test_no_value_is_given_by_other_rules(folder: Path) -> None:
    position = MillPosition(0b111, 0b111000, 0, 0)
    assert probe(position, folder, "match").value == probe(position, folder).value
    with pytest.raises(bb.NoTableError, match="there are no tables for muehle rules"):
        probe(position, folder, "muehle")
    assert summary(position, folder) is not None
    assert summary(position, folder, "muehle") is None


def test_a_named_folder_is_not_written_to(tmp_path: Path) -> None:
    with pytest.raises(bb.NoTableError, match="--stones 6"):
        probe(random_position(random.Random(1), 3, 3), tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_who_cannot_move_has_lost_though_no_table_says_so(tmp_path: Path) -> None:
    blocked = MillPosition(mask_of(range(8)), mask_of([*range(9, 16, 2), 8]), 0, 0)
    assert blocked.outcome() is not None
    assert probe(blocked, tmp_path) == Probe("lost", 0)
    assert judge(blocked, tmp_path) == Probe("lost", 0)
    assert analyse(blocked, tmp_path).moves == {}


@pytest.mark.parametrize(
    ("own", "opp", "hands"), [(0, 0, 9), (5, 5, 3), (9, 9, 0), (4, 6, 0), (2, 2, 1), (8, 3, 0)]
)
def test_every_position_is_judged(folder: Path, own: int, opp: int, hands: int) -> None:
    position = random_position(random.Random(own), own, opp, hands)
    found = analyse(position, folder, seconds=0.2, plies=4)
    assert set(found.moves) == set(position.legal_moves())
    scores = [value.score for value in found.moves.values()]
    assert scores == sorted(scores, reverse=True)
    assert found.value.score == scores[0]
    assert 0 < len(found.line) <= 4
    for move in found.line:
        position = position.play(move)


def test_a_line_ends_with_the_game(folder: Path) -> None:
    chance = random.Random(3)
    position = random_position(chance, 3, 3)
    while not (found := probe(position, folder)).plies:
        position = random_position(chance, 3, 3)
    line = analyse(position, folder, plies=100).line
    assert len(line) == found.plies
    for move in line:
        position = position.play(move)
    assert position.outcome() is not None


@pytest.fixture(scope="module")
def up_to_eight(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Tables that the search of `folder` does not have."""
    path = tmp_path_factory.mktemp("eight")
    for file in folder.glob("*.table"):
        (path / file.name).write_bytes(file.read_bytes())
    list(solve_to_files(8, path, Cores()))
    return path


@pytest.mark.slow
def test_what_a_search_proves_is_what_larger_tables_say(folder: Path, up_to_eight: Path) -> None:
    """With eight stones and tables for seven: every proof is right, and no exact value is wrong."""
    chance = random.Random(6)
    proven = 0
    for number in range(300):
        position = random_position(chance, *((5, 3), (3, 5), (4, 4))[number % 3])
        known = probe(position, up_to_eight)
        found = analyse(position, folder, seconds=0.05)
        if found.value.proven:
            assert found.value.value == known.value, f"\n{position}"
        if isinstance(found.value, Estimate) and found.value.proven:
            proven += 1
            assert known.plies is not None
            assert found.value.plies is not None
            assert known.plies <= found.value.plies
    assert proven > 10


def test_estimates_say_what_is_certain() -> None:
    assert str(Estimate(12, 9)) == "about even (searched 9 plies, not proven)"
    assert str(Estimate(-130, 1)) == "worse by about 1.3 stones (searched 1 ply, not proven)"
    won = Estimate(30_000 - 7, 4)
    assert (won.value, won.plies, won.proven) == ("won", 7, True)
    assert str(won) == "won in at most 7 (searched 4 plies)"
    assert won.before == Estimate(8 - 30_000, 5)
    assert won.before.before == Estimate(30_000 - 9, 6)
    assert Estimate(60, 3).before == Estimate(-60, 4)
    assert [Estimate(score, 1).value for score in (99, 100, -100)] == ["drawn", "won", "lost"]


@pytest.mark.parametrize("hands", [(0, 1), (9, 6), (2, 0)])
def test_hands_that_no_game_has(folder: Path, hands: tuple[int, int]) -> None:
    position = MillPosition(0, 0b1110, *hands) if hands[0] > 1 else MillPosition(7, 0b11000, *hands)
    with pytest.raises(bb.NoTableError, match="stones are set in turn"):
        probe(position, folder)


def test_every_space_has_a_number_and_back() -> None:
    hands = [(9 - s // 2, 9 - (s + 1) // 2) for s in range(19)]
    found = [kernel.space_of(0, 0, *hand, find_member().rules.flags) for hand in hands]
    assert [subspace_at(space)[2:] for space in found] == hands
    for subspace in ((3, 9, 0, 0), (0, 1, 9, 8), (8, 8, 1, 0), (12, 11, 10, 9)):
        assert subspace_at(number_of(Subspace(*subspace))) == subspace


def test_threads_may_share_a_search(folder: Path) -> None:
    """Analyses side by side, which use one search, find what each finds alone."""
    positions = [random_position(random.Random(seed), 5, 3) for seed in range(4)]
    found: dict[int, Analysis] = {}

    def work(number: int) -> None:
        found[number] = analyse(positions[number], folder, seconds=0.1)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for number, position in enumerate(positions):
        assert set(found[number].moves) == set(position.legal_moves())
        for move, value in found[number].moves.items():
            if isinstance(value, Probe):
                assert value == probe(position.play(move), folder).before


def test_the_middle_of_a_move_is_judged(folder: Path) -> None:
    stones, others = mask_of([0, 6, 7, 9, 20]), mask_of([12, 18, 21, 2, 4, 14])
    position = MillPosition(stones, others, 2, 2, removing=True)
    found = analyse(position, folder, seconds=0.1, plies=3)
    assert {move.taken for move in found.moves} == {12, 18, 21, 2, 4, 14}
    assert found.line[0].target is None
    assert not found.value.proven


@pytest.fixture(scope="module")
def both_phases(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("both")
    for file in folder.glob("*.table"):
        (path / file.name).write_bytes(file.read_bytes())
    list(solve_to_files(7, path, Cores(), phase="both"))
    return path


def setting_positions(count: int) -> list[MillPosition]:
    """Positions with up to seven stones, some of them in hand, either side to move."""
    chance = random.Random(8)
    steps = list(find_member().steps(7, "setting"))
    found: list[MillPosition] = []
    while len(found) < count:
        [subspace] = chance.choice(steps)
        points = chance.sample(range(POINTS), subspace.own + subspace.opp)
        own, opp = mask_of(points[: subspace.own]), mask_of(points[subspace.own :])
        _, _, hand, opp_hand = subspace
        position = MillPosition(own, opp, hand, opp_hand)
        if hand > opp_hand:
            position = MillPosition(opp, own, opp_hand, hand, bb.Colour.BLACK)
        if position.outcome() is None:
            found.append(position)
    return found


def test_the_setting_phase_is_probed_where_there_are_tables(both_phases: Path) -> None:
    """What a table says is what its moves give, asked one by one."""
    values = set()
    for position in setting_positions(150):
        known = probe(position, both_phases)
        best = next(iter(probe_moves(position, both_phases).values()))
        assert known == best, f"\n{position}"
        chosen = best_moves(position, both_phases)
        assert chosen[0].value == known
        values.add(known.value)
        summary = analyse(position, both_phases).subspace
        assert summary is not None
        assert summary.subspace.stones <= 7
    assert values == {"won", "drawn", "lost"}


def test_columns_of_the_setting_phase(both_phases: Path) -> None:
    positions = setting_positions(200)
    rows = [position.kernel_values[:4] for position in positions]
    found = columns.value(columns.MillColumns(*map(np.array, zip(*rows, strict=True))), both_phases)
    assert not found.error.any()
    for position, worth, plies in zip(positions, found.value, found.plies, strict=True):
        known = probe(position, both_phases)
        assert worth == {"won": 1, "drawn": 0, "lost": -1}[known.value]
        assert plies == (255 if known.plies is None else known.plies)


def test_tables_of_values_only_say_who_wins(folder: Path, tmp_path: Path) -> None:
    list(solve_to_files(6, tmp_path, Cores(distances=False)))
    chance = random.Random(4)
    for _ in range(60):
        position = random_position(chance, 3, 3)
        known, found = probe(position, folder), probe(position, tmp_path)
        assert found == Probe(known.value, None)
        best, moves = best_moves(position, tmp_path), probe_moves(position, folder)
        assert {moves[choice.move].value for choice in best} == {known.value}
        states = columns.MillColumns(*(np.array([each]) for each in position.kernel_values[:4]))
        column = columns.value(states, tmp_path)
        assert column.plies.tolist() == [255]
        assert column.value.tolist() == [{"won": 1, "drawn": 0, "lost": -1}[known.value]]


NAMES = "a1 a4 a7 b2 b4 b6 c3 c4 c5 d1 d2 d3 d5 d6 d7 e3 e4 e5 f2 f4 f6 g1 g4 g7".split()
LINES = """a1a4a7 b2b4b6 c3c4c5 d1d2d3 d5d6d7 e3e4e5 f2f4f6 g1g4g7
    a1d1g1 b2d2f2 c3d3e3 a4b4c4 e4f4g4 c5d5e5 b6d6f6 a7d7g7""".split()
MILLS = [frozenset({line[:2], line[2:4], line[4:]}) for line in LINES]
STEPS = {frozenset({line[i : i + 2], line[i + 2 : i + 4]}) for line in LINES for i in (0, 2)}


def plain_value(own: frozenset[str], opp: frozenset[str], depth: int) -> int | None:
    """The plies to the end if they are not more than `depth`: odd won, even lost.

    The rules once more, from the board's lines as people name them: nothing is shared with the
    package, and every move is tried.
    """
    if len(own) < 3:
        return 0
    empty = [point for point in NAMES if point not in own | opp]
    moves = [
        (stone, target)
        for stone in own
        for target in empty
        if len(own) == 3 or frozenset({stone, target}) in STEPS
    ]
    if not moves:
        return 0
    if depth == 0:
        return None
    in_mills = {stone for mill in MILLS if mill <= opp for stone in mill}
    found: list[int | None] = []
    for stone, target in moves:
        after = own - {stone} | {target}
        closes = any(target in mill and mill <= after for mill in MILLS)
        lefts = [opp - {taken} for taken in opp - in_mills or opp] if closes else [opp]
        for left in lefts:
            value = plain_value(left, after, depth - 1)
            if value == 0:
                return 1
            found.append(None if value is None else value + 1)
    wins = [value for value in found if value is not None and value % 2]
    if wins:
        return min(wins)
    losses = [value for value in found if value is not None]
    return max(losses) if len(losses) == len(found) else None


def assert_as_a_plain_search(folder: Path, pair: tuple[int, int], depth: int, count: int) -> None:
    """Half of the states are near the end by the table, half are any."""
    chance, shape = random.Random(sum(pair)), tables().shape(*pair)
    values = TableFile(folder, Subspace(*pair)).read()
    near = np.flatnonzero(values <= depth)
    checked = 0
    for number in range(count):
        place = chance.randrange(len(values))
        if number % 2 and len(near):
            place = int(chance.choice(near))
        own = int(tables().array[shape.masks + place // shape.ways])
        opp = int(others_at(place // shape.ways, place % shape.ways, shape, tables().array))
        mine, theirs = (
            frozenset(RING_NAMES[point] for point in points_of(mask)) for mask in (own, opp)
        )
        known = probe(MillPosition(own, opp, 0, 0), folder)
        expected = known.plies if known.plies is not None and known.plies <= depth else None
        assert plain_value(mine, theirs, depth) == expected, (mine, theirs)
        checked += expected is not None
    assert checked > 0 or not len(near)


@pytest.mark.parametrize(("pair", "depth"), [((3, 3), 2), ((3, 4), 2), ((4, 3), 2)])
def test_a_plain_search_says_the_same(folder: Path, pair: tuple[int, int], depth: int) -> None:
    assert_as_a_plain_search(folder, pair, depth, 30)


@pytest.mark.slow
@pytest.mark.parametrize(("pair", "depth"), [((4, 4), 4), ((4, 3), 3), ((5, 3), 3), ((3, 5), 2)])
def test_a_deeper_plain_search_says_the_same(
    up_to_eight: Path, pair: tuple[int, int], depth: int
) -> None:
    assert_as_a_plain_search(up_to_eight, pair, depth, 40)
