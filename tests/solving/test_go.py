"""Playouts of Go: what the kernel sees on a board, what a search finds, what is dead."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import boardbytes as bb
from boardbytes.games.go import GoMove, GoPosition, kernel
from boardbytes.games.go.board import BLACK, EMPTY, WHITE, neighbours
from boardbytes.games.go.move import PASS, RESIGN
from boardbytes.games.go.notation import parse_move
from boardbytes.games.go.rules import PRESETS
from boardbytes.games.go.state import state_of
from boardbytes.model import Colour, Record
from boardbytes.solving.analysing import analyse
from boardbytes.solving.go import playout_kernel, tree_kernel
from boardbytes.solving.go.deciding import dead_stones, decide, estimate
from boardbytes.solving.go.searching import GoSearch, quick_board
from boardbytes.solving.go.shapes import GOOD, ROOM_SHIFT, facts
from boardbytes.solving.limits import Limits

FEW = Limits(playouts=1500, seconds=None, lines=1)

SEMEAI = """
. . . . . . .
. X X X X X .
. X O O O X .
. X O . O X .
. X O O O X .
. X X X X X .
. . . . . . .
"""
"""The white stones have one eye, and that is one too few."""

FINISHED = """
. X . X O . . O .
X X X X O O O O O
. X O X X O . O .
X X O O X O O O O
. X O . O X X O .
X X O O O X . X X
. X X O O O X X .
X . X O . O O X X
. X X O O . O O X
"""


def board(text: str, turn: Colour = Colour.BLACK) -> GoPosition:
    return replace(GoPosition.parse(text), turn=turn)


def random_boards(count: int) -> list[GoPosition]:
    chance = random.Random(1)
    found = []
    for _ in range(count):
        record = Record(GoPosition((7, 5)))
        for _ in range(chance.randrange(45)):
            record = record.play(chance.choice(record.legal_moves()[:-1] or (PASS,)))
            if record.result:
                break
        found.append(record.position)
    return found  # type: ignore[return-value]


def liberties(stones: bytes, index: int, size: tuple[int, int]) -> set[int]:
    """The liberties of a group, the slow way."""
    seen, left, found = {index}, [index], set()
    while left:
        for near in neighbours(left.pop(), size):
            if stones[near] in (EMPTY, 3):
                found.add(near)
            elif stones[near] == stones[index] and near not in seen:
                seen.add(near)
                left.append(near)
    return found


def set_up(position: GoPosition) -> playout_kernel.Board:
    count, width = len(position.stones), position.width
    quick = quick_board(state_of(position.stones, width), count)
    playout_kernel.set_up(quick, [kernel.padded(index, width) for index in range(count)])
    return quick


def test_the_kernel_sees_what_is_on_the_board() -> None:
    looked = 0
    for position in random_boards(60):
        width = position.width
        quick = set_up(position)
        state = quick.state
        for index, value in enumerate(position.stones):
            point = kernel.padded(index, width)
            if value in (BLACK, WHITE):
                free = liberties(position.stones, index, (7, 5))
                only = kernel.padded(free.pop(), width) if len(free) == 1 else 0
                assert playout_kernel.only_liberty(state, point) == only
                looked += only > 0
            elif value == EMPTY:
                for colour in (Colour.BLACK, Colour.WHITE):
                    mover = replace(position, turn=colour)
                    stone = {Colour.BLACK: BLACK, Colour.WHITE: WHITE}[colour]
                    legal = mover.is_legal(GoMove.at(index, (7, 5)))
                    assert playout_kernel.is_possible(quick, point, stone) == legal
                    if not legal:
                        continue
                    after = mover.play(GoMove.at(index, (7, 5)))
                    true = len(liberties(after.stones, index, (7, 5)))
                    said = playout_kernel.liberties_after(state, point, stone, 2)
                    # What is taken may give friends room, too, which is not looked at.
                    takes = after.captures(colour) > mover.captures(colour)
                    assert min(said, 2) == min(true, 2) or (takes and said < true)
        assert state.board == state_of(position.stones, width).board
        assert state.libs == state_of(position.stones, width).libs
    assert looked > 50


def test_a_move_changes_what_is_kept_beside_the_board_as_if_it_were_made_anew() -> None:
    chance = random.Random(2)
    taken = 0
    for _ in range(30):
        record = Record(GoPosition((7, 5)))
        quick, ko = set_up(GoPosition((7, 5))), 0
        while record.result is None and len(record.moves) < 60:
            before = record.position
            moves = [move for move in record.legal_moves() if move != PASS] or [PASS]
            move = chance.choice(moves)
            record = record.play(move)
            after = record.position
            assert isinstance(before, GoPosition)
            assert isinstance(after, GoPosition)
            assert isinstance(move, GoMove)
            quick.state.board[ko] = EMPTY if ko else kernel.EDGE
            ko = 0
            if (index := move.index((7, 5))) is not None:
                stone = BLACK if before.turn is Colour.BLACK else WHITE
                ko = playout_kernel.play(quick, kernel.padded(index, 7), stone)
            fresh = set_up(after)
            count = int(fresh.scratch[playout_kernel.EMPTIES])
            assert quick.state.board == fresh.state.board
            assert quick.scratch[playout_kernel.EMPTIES] == count
            assert set(quick.empties[:count]) == set(fresh.empties[:count])
            assert all(
                quick.empties[quick.spots[point]] == point for point in fresh.empties[:count]
            )
            on_board = [kernel.padded(each, 7) for each in range(35)]
            assert (quick.around[on_board] == fresh.around[on_board]).all()
            taken += (after.stones.count(EMPTY) > before.stones.count(EMPTY)) or ko > 0
    assert taken > 20


def test_shapes_are_good_for_both_sides_however_they_are_turned() -> None:
    hane = state_of(GoPosition.parse("X O X . .\n" + ". . . . .\n" * 4).stones, 5)
    swapped = state_of(GoPosition.parse("O X O . .\n" + ". . . . .\n" * 4).stones, 5)
    for state in (hane, swapped):
        assert facts()[playout_kernel.shape_at(state, kernel.padded(6, 5))] & GOOD
        assert not facts()[playout_kernel.shape_at(state, kernel.padded(18, 5))] & GOOD


@pytest.mark.parametrize(
    ("text", "name", "eyes", "room"),
    [
        (". X . . .\nX X . . .", "A5", (True, False), 0),
        (". X . . .\nX O . . .", "A5", (False, False), 0),
        (". O . . .\nO O . . .", "A5", (False, True), 0),
        ("X X O . .\nX . X . .\nX X X . .", "B4", (True, False), 0),
        ("X X O . .\nX . X . .\nX X O . .", "B4", (False, False), 0),
        ("X . X . .\nX X O . .", "B5", (False, False), 0),
        ("X . . . .\nX X X . .", "B5", (False, False), 1),
    ],
)
def test_eyes_and_room_are_seen_by_the_eight_neighbours(
    text: str, name: str, eyes: tuple[bool, bool], room: int
) -> None:
    text += "\n. . . . ." * (4 - text.count("\n"))
    index = parse_move(name, (5, 5)).index((5, 5))
    assert index is not None
    state = state_of(GoPosition.parse(text).stones, 5)
    known = int(facts()[playout_kernel.shape_at(state, kernel.padded(index, 5))])
    assert (bool(known >> BLACK & 1), bool(known >> WHITE & 1)) == eyes
    assert known >> ROOM_SHIFT == room


def test_compiled_playouts_are_the_interpreted_ones() -> None:
    record = Record(GoPosition(5), rules=replace(PRESETS["chinese"], komi=2.5))
    fast, slow = (GoSearch(record, replace(FEW, playouts=12, seed=7)) for _ in range(2))
    for _ in fast.run():
        pass
    slow.trees[0]._run = tree_kernel.run
    with np.errstate(over="ignore"):
        slow.trees[0].run(12)
    used = int(fast.trees[0].numbers[tree_kernel.USED])
    assert used > 20
    assert list(fast.trees[0].numbers) == list(slow.trees[0].numbers)
    assert (fast.trees[0].links[:used] == slow.trees[0].links[:used]).all()
    assert (fast.trees[0].owners == slow.trees[0].owners).all()


@pytest.mark.parametrize("cores", [1, 2])
def test_all_cores_try_out_as_many_games(cores: int) -> None:
    found = analyse(Record(GoPosition(7)), replace(FEW, cores=cores, lines=3))
    assert found.playouts in (1500, 1501)
    assert sum(line.playouts or 0 for line in found.lines) <= (found.playouts or 0)
    assert found.ownership is not None
    assert len(found.ownership) == 49
    assert all(-1 <= each <= 1 for each in found.ownership)


def test_stones_in_atari_are_taken_or_saved() -> None:
    position = GoPosition.parse(
        ". . . . . . .\n. . X X . . .\n. X O O X . .\n. . X O X . .\n. . X . . . .\n"
        ". . . . . . .\n. . . . . . ."
    )
    for turn in (Colour.BLACK, Colour.WHITE):
        found = analyse(Record(replace(position, turn=turn)), FEW)
        assert str(found.best) == "D3", turn


def test_what_is_surrounded_is_dead() -> None:
    found = analyse(Record(board(SEMEAI)), FEW)
    dead = dead_stones(board(SEMEAI), found.ownership or ())
    assert set(dead) == {"C5", "D5", "E5", "C4", "E4", "C3", "D3", "E3"}
    assert found.score.win_rate is not None
    assert found.score.win_rate > 0.95


def test_dead_stones_are_taken_off_and_counted_unless_the_rules_say_otherwise() -> None:
    dead, score = estimate(Record(board(SEMEAI), rules="chinese"))
    assert (len(dead), str(score)) == (8, "black by 49")
    dead, score = estimate(Record(board(SEMEAI), rules="tromp-taylor"))
    assert (len(dead), str(score)) == (0, "black by 31")


ENDED = """(;SZ[9]KM[7.5]RU[Chinese];B[dc];W[cg];B[ce];W[gc];B[fg];W[df];B[ge];W[eb];B[db];W[bf]
;B[fb];W[gb];B[ec];W[bd];B[be];W[ae];B[bb];W[cd];B[de];W[ee];B[fd];W[dd];B[dh];W[ch];B[eg];W[di];B[ei]
;W[ci];B[dg];W[bc];B[ab];W[cc];B[cb];W[ed];B[fc];W[ac];B[ef];W[fe];B[ff];W[cf];B[];W[gd];B[he]
;W[];B[])"""
"""A game between two levels of GNU Go, which counts black by 17.5: three of white's are dead."""


def test_after_two_passes_nobody_has_the_move() -> None:
    """Looked at with white to move only, white saved the group that it had given up."""
    record = bb.loads(ENDED).record
    assert record is not None
    dead, score = estimate(record)
    assert set(dead) == {"E8", "G8", "G7", "G6"}
    assert str(score) == "black by 17.5"


GIVEN_UP = GoPosition.parse("""
O X . . . . . . .
O X . X . O . . .
O O X . . . O . .
O . O X . . . X .
. . O X . X . . .
. . O O X . . . .
. . . O O X . . .
O O O O X X . . .
X X X X X . . . .
""")
"""The end of a game between two levels of GNU Go, which counts F8 and G7 as dead."""

SEKI = GoPosition.parse("""
O O O . X X X O .
X X O . X O O O .
. X O X X O . . .
. X X O O O . O .
. . X O . . . . .
. . X O . . . . .
. X X O . . O . .
. . X O O . . . .
. . X X O . . . .
""")


def test_weak_stones_in_the_same_area_are_dead_together() -> None:
    """Each alone makes no difference while the other is there."""
    dead, score = estimate(Record(replace(GIVEN_UP, turn=None), rules="chinese"))
    assert set(dead) == {"F8", "G7"}
    assert str(score) == "black by 35"


def test_nobody_is_dead_in_a_seki() -> None:
    assert estimate(Record(replace(SEKI, turn=None), rules="chinese"))[0] == ()


@pytest.mark.parametrize("rules", ["chinese", "japanese"])
def test_a_settled_game_is_passed(rules: str) -> None:
    record = Record(board(FINISHED, Colour.WHITE), rules=rules)
    found = analyse(record, FEW)
    assert decide(record, found) == PASS
    answered = record.play(PASS)
    assert decide(answered, analyse(answered, FEW), resigns=False) == PASS


def test_by_the_letter_dead_stones_must_be_taken_first() -> None:
    """Where stones count as they stand, white's one eye is filled before anyone passes."""
    komi = replace(PRESETS["tromp-taylor"], komi=40)
    record = Record(board(SEMEAI), rules=komi)
    assert str(decide(record, analyse(record, FEW))) == "D4"


def test_a_lost_game_is_resigned() -> None:
    record = Record(board(SEMEAI, Colour.WHITE), rules="chinese")
    assert decide(record, analyse(record, FEW)) == RESIGN
    assert decide(record, analyse(record, FEW), resigns=False) != RESIGN


def test_superko_is_kept_at_the_root() -> None:
    """The only capture would bring back the first board: it is not even tried."""
    start = GoPosition.parse(". X O . .\nX O . O .\n. X O . .\n. . . . .\n. . . . .")
    record = Record.replay(start, ["C4", "pass"], "positional")
    record = Record(record.start, record.steps, None, record.rules)
    moves = {str(move) for move in record.legal_moves()}
    search = GoSearch(record, FEW)
    for _ in search.run():
        pass
    tried = {str(line.move) for line in search.analysis().lines} | {
        str(search._move(int(search.trees[0].links[child, tree_kernel.MOVE])))
        for child in search.trees[0].children(0)
    }
    assert tried <= moves


@pytest.mark.parametrize("cores", [1, 2, 3])
def test_playouts_are_as_many_as_wanted_on_any_number_of_cores(cores: int) -> None:
    limits = Limits(seconds=None, playouts=50, cores=cores)
    assert analyse(Record(GoPosition(5)), limits).playouts == 50
