"""The search behind players and estimates: what it remembers, what it is sure of."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from boardbytes.compiling import interpreted
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.board import POINTS, mask_of
from boardbytes.games.mill.rules import PRESETS
from boardbytes.solving import checkers_search, checkers_search_kernel
from boardbytes.solving import search_kernel as kernel
from boardbytes.solving.checkers_kernel import ENGLISH
from boardbytes.solving.limits import Limits
from boardbytes.solving.mill import probe, search_kernel
from boardbytes.solving.mill.kernel import RULES
from boardbytes.solving.mill.probing_kernel import FLAGS_AT
from boardbytes.solving.mill.searching import search


@pytest.mark.parametrize("score", [0, 57, -1200, kernel.WIN - 7, 9 - kernel.WIN])
def test_entries_read_back(score: int) -> None:
    packed = kernel.pack(score, -3, kernel.AT_LEAST, 12_345, 4)
    assert kernel.unpack(packed, 4) == (score, -3, kernel.AT_LEAST, 12_345)


mill = interpreted(kernel.__name__, search_kernel.__name__)
checkers = interpreted(kernel.__name__, checkers_search_kernel.__name__)


def row(*numbers: int) -> list[int]:
    return [0] * kernel.GAME + list(numbers) + [0]


def test_standing_better_in_checkers_is_mirrored() -> None:
    start = CheckersPosition()
    assert checkers_search_kernel.evaluate(row(*start.kernel_values), 0) == 0
    up = CheckersPosition(start.red, start.white & ~(1 << 31), 0)
    assert checkers_search_kernel.evaluate(row(*up.kernel_values), 0) > 50


def test_mill_keys_tell_all_positions_apart() -> None:
    """The mixing loses nothing: it can be undone, so different positions have different keys."""
    chance = random.Random(1)
    low = (1 << 62) - 1
    for _ in range(200):
        number = chance.getrandbits(62)
        key = kernel.mixed(number)
        key ^= key >> 32
        key = key * pow(0x1F83D9ABFB41BD6B, -1, 1 << 62) & low
        key ^= key >> 31
        assert key * pow(0x2545F4914F6CDD1D, -1, 1 << 62) & low == number
    states = [(1, 2, 3, 4, 0), (1, 2, 3, 4, 1), (1, 2, 4, 3, 0), (2, 1, 3, 4, 0), (0, 2, 3, 4, 0)]
    assert len({search_kernel.key_of(row(*state)[:-1]) for state in states}) == len(states)


def test_sure_is_what_the_tables_say() -> None:
    """Without tables, a search that sees a win or a loss to the end is right about it.

    And it sees all of those that are as near as it looks.
    """
    chance = random.Random(3)
    blind = search()
    tables = blind.game.endings(MillPosition())
    nothing = kernel_nothing(tables.starts)
    object.__setattr__(blind.game, "endings", lambda _: nothing)
    sure = 0
    for _ in range(60):
        points = chance.sample(range(POINTS), 6)
        position = MillPosition(mask_of(points[:3]), mask_of(points[3:]), 0, 0)
        known = probe(position)
        for depth in (1, 2, 3, 4):
            found = blind.look(position, RULES, depth)
            assert found is not None
            if found.plies is not None:
                assert known.value == ("won" if found.score > 0 else "lost")
                assert known.plies is not None
                assert found.plies >= known.plies
                sure += 1
            if known.plies is not None and known.plies <= depth:
                assert found.plies == known.plies
    assert sure > 40


def test_who_has_set_his_last_stone_and_has_two_has_lost() -> None:
    text = "white a7 b4 c4; black d7 d6; white to move; in hand: white 1, black 1"
    position = MillPosition.parse(text)
    blind = search(waits=True)
    nothing = kernel_nothing(blind.game.endings(position).starts)
    object.__setattr__(blind.game, "endings", lambda _: nothing)
    found = blind.look(position, RULES, 4)
    assert found is not None
    assert (str(found.move)[:3], found.plies) == ("a4x", 3)
    assert found.score > 0


def kernel_nothing(starts: object) -> object:
    from boardbytes.solving.searching import Endings

    empty = np.full_like(np.asarray(starts), -1)
    return Endings(0, np.zeros(1, np.uint8), empty, np.zeros(1, np.int32), np.zeros(1, np.int32))


def test_late_moves_are_looked_at_less_deeply_first(tmp_path: Path) -> None:
    """Looked at in full, this takes 40,576 positions to eight plies."""
    stones = "white a7 d7 a1 d3 f4 b6; black g7 d2 c3 e5 d5 g4"
    position = MillPosition.parse(f"{stones}; white to move; in hand: white 0, black 0")
    searching = search(tmp_path)
    for depth in range(1, 9):
        searching.look(position, RULES, depth)
    assert searching.nodes < 30_000


def test_late_moves_of_checkers_are_looked_at_less_deeply_and_useful_ones_early() -> None:
    """Looked at in full, the start takes 242,132 positions to nine plies."""
    searching = checkers_search.search()
    for depth in range(1, 10):
        searching.look(CheckersPosition(), ENGLISH, depth)
    assert searching.nodes < 100_000
    assert searching._control[kernel.USES :].any()


def test_moves_of_useful_kinds_are_looked_at_early() -> None:
    """Whatever was put in front stays there."""
    state, codes = row(*CheckersPosition().kernel_values), [0] * 8
    count = checkers_search_kernel.list_moves(state, ENGLISH, codes)
    control = [0] * kernel.CONTROL_SIZE
    for number, uses in ((0, 9), (5, 2), (6, 7)):
        control[kernel.USES + checkers_search_kernel.kind_of(state, codes[number])] = uses
    order = [codes[number] for number in (1, 0, 6, 5, 2, 3, 4)]
    codes[:2] = codes[1], codes[0]
    state[kernel.FRONT], state[kernel.COUNT] = 1, count
    checkers.sort(state, codes, control)
    assert codes[:count] == order


def test_takings_come_before_what_stops_a_mill_and_that_before_what_prepares_one() -> None:
    """However often another move was the best elsewhere."""
    text = "white a7 d7 b4 d3 c5; black g1 g4 d1 f6; white to move; in hand: white 1, black 1"
    state, codes = row(*MillPosition.parse(text).kernel_values), [0] * 64
    count = search_kernel.list_moves(state, RULES, codes)
    control = [0] * kernel.CONTROL_SIZE
    control[kernel.USES + search_kernel.kind_of(state, codes[0])] = 1 << 40
    state[kernel.COUNT] = count
    mill.sort(state, codes, control)
    said = [str(MillMove.from_code(code)) for code in codes[:count]]
    promises = [search_kernel.promise(state, code) - kernel.CALM for code in codes[:count]]
    # White closes its mill on g7, and black could close its own on a1 alone.
    assert [move for move in said if "x" in move] == said[: promises.count(2)]
    assert {move[:2] for move in said[: promises.count(2)]} == {"g7"}
    assert said[promises.count(2)] == "a1"
    assert promises == sorted(promises, reverse=True)
    assert set(promises) == {2, 1, 0, -1}


@pytest.mark.parametrize(
    ("text", "is_calm"),
    [
        ("red 10; white 31; red to move", True),
        ("red 10; white 14; red to move", False),
        ("red 21; white 4; red to move", False),
        ("red K21; white 4; red to move", True),
        ("red 31; white 12; white to move", False),
    ],
)
def test_jumps_and_men_near_the_far_row_are_not_calm(text: str, is_calm: bool) -> None:
    state, codes = row(*CheckersPosition.parse(text).kernel_values), [0] * 8
    count = checkers_search_kernel.list_moves(state, ENGLISH, codes)
    assert count > 0
    for code in codes[:count]:
        assert (checkers_search_kernel.promise(state, code) <= kernel.CALM) is is_calm


def test_the_best_of_the_moves_that_there_was_time_for_is_taken() -> None:
    """A deeper look that is broken off still tells which of its first moves was best."""
    ticks = iter(range(1_000_000))
    limits = Limits(clock=lambda: float(next(ticks)))
    searching = checkers_search.search()
    start = CheckersPosition()
    for depth in range(1, 9):
        searching.look(start, ENGLISH, depth)
    assert searching.look(start, ENGLISH, 60, -1.0, limits=limits, partly=True) is None
    assert searching.look(start, ENGLISH, 60, next(ticks) + 3.0, limits=limits) is None
    found = None
    for slices in range(1, 4_000):
        deadline = next(ticks) + float(slices)
        found = searching.look(start, ENGLISH, 9, deadline, limits=limits, partly=True)
        if found:
            break
    assert found is not None
    assert not found.is_whole
    assert found.move in start.legal_moves()


def test_a_root_move_that_turned_out_better_is_taken_though_nobody_knows_how_much() -> None:
    control, moves = [0] * kernel.CONTROL_SIZE, np.array([[11, 22, 33]])
    states = np.zeros((1, kernel.STATE_SIZE), np.int64)
    states[0, kernel.NEXT] = 2
    assert kernel.promising(control, states, moves) == -1
    states[0, kernel.SCOUTING] = kernel.ONCE_MORE
    assert kernel.promising(control, states, moves) == 33
    control[kernel.PLY] = 5
    assert kernel.promising(control, states, moves) == 22


@pytest.mark.parametrize(("score", "is_known"), [(kernel.WIN - 9, True), (300, False)])
def test_a_win_that_was_seen_is_one_however_deep_the_look_was(score: int, is_known: bool) -> None:
    """The same entry of a mere advantage says nothing to a deeper look."""
    states = np.zeros((3, kernel.STATE_SIZE), np.int64)
    moves = np.zeros((3, search_kernel.MOST_MOVES), np.int64)
    control, keys = np.zeros(kernel.CONTROL_SIZE, np.int64), np.zeros(8, np.int64)
    text = "white a7 d7 b4 c5; black g1 g4 d1 f6; white to move; in hand: white 2, black 2"
    state = states[2]
    state[kernel.GAME : kernel.GAME + 5] = MillPosition.parse(text).kernel_values
    state[kernel.KEY], state[kernel.DEPTH] = search_kernel.key_of(state), 8
    state[kernel.ALPHA], state[kernel.BETA] = 0, 100
    place = state[kernel.KEY] % 8
    keys[place], entries = state[kernel.KEY], np.zeros(8, np.int64)
    entries[place] = kernel.pack(score, 2, kernel.AT_LEAST, 5, 2)
    control[kernel.RULES], control[kernel.WANTED] = RULES, -1
    none = np.full(FLAGS_AT + 1, -1)
    tables = none, none, none, none
    known = not mill.enter(2, control, states, moves, keys, entries, *tables, none[:0])
    assert known is is_known
    assert not known or control[kernel.VALUE] == score


def test_what_a_last_mill_decides_is_what_the_tables_say() -> None:
    """Every win and loss that is claimed, and what is left of the moves keeps the value."""
    chance, claimed, cut = random.Random(5), Counter[int](), 0
    searched = search(waits=True).game
    tables = searched.endings(MillPosition()).arrays
    for _ in range(600):
        own, opp = chance.choice(((3, 3), (3, 4), (4, 3)))
        points = chance.sample(range(POINTS), own + opp)
        position = MillPosition(mask_of(points[:own]), mask_of(points[own:]), 0, 0)
        if not (legal := position.legal_moves()):
            continue
        known = probe(position)
        state = row(*searched.numbers(position))
        codes = [0] * search_kernel.MOST_MOVES
        count = search_kernel.list_moves(state, RULES, codes)
        claim = search_kernel.ending(state, RULES, 0, *tables)
        if claim != kernel.UNKNOWN:
            claimed[claim] += 1
            assert (known.plies, known.value) == (claim, "won" if claim == 1 else "lost")
        if count < len(legal):
            cut += 1
            kept = [position.play(MillMove.from_code(code)) for code in codes[:count]]
            assert max(probe(after).before.score for after in kept) == known.score
    assert claimed[1] > 50
    assert claimed[2] > 1
    assert cut > 50


@pytest.mark.parametrize(("rules", "claim"), [("nine", 1), ("three", kernel.UNKNOWN)])
def test_where_a_mill_wins_at_once_nothing_is_claimed(rules: str, claim: int) -> None:
    """What is taken decides; in three men's morris the mill itself does."""
    flags = PRESETS[rules].flags
    state = row(mask_of([0, 1, 3]), mask_of([4, 8, 14]), 0, 0, 0)
    codes = [0] * search_kernel.MOST_MOVES
    search_kernel.list_moves(state, flags, codes)
    nothing = np.full(FLAGS_AT + 1, -1)
    assert search_kernel.ending(state, flags, 0, nothing, nothing, nothing, nothing) == claim


def test_a_search_may_have_its_time_by_another_clock() -> None:
    """By one that never moves on it looks as deep as it may."""
    searching = checkers_search.search()
    found = searching.deepen(CheckersPosition(), ENGLISH, 6, 1e-9, clock=lambda: 0.0)
    assert (found.depth, found.is_whole) == (6, True)


def test_checkers_keys_tell_red_pieces_from_white_ones() -> None:
    """A piece of one side on some squares once had the same key as one of the other on others."""
    keys = set()
    for square in range(32):
        for own, opp in ((1 << square, 0), (0, 1 << square)):
            keys.add(checkers_search_kernel.key_of(row(own, opp, 0, 0)))
    assert len(keys) == 64
