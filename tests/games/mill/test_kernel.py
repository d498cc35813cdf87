"""The kernel's bit tricks against the board's tables, interpreted and compiled."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardbytes.compiling import compiled
from boardbytes.games.mill import MillMove, MillPosition, kernel
from boardbytes.games.mill.board import LINES, NEIGHBOURS, POINTS, SIDES, mask_of, points_of
from boardbytes.games.mill.rules import PRESETS
from boardbytes.model import Colour

MASKS = st.integers(0, kernel.ALL)
WAYS = {"interpreted": kernel, "compiled": compiled(kernel.__name__)}


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Any:
    return WAYS[request.param]


def lines_closed(stones: int, point: int) -> int:
    """How many lines of a point have stones on both other points."""
    others = [[p for p in line if p != point] for line in LINES if point in line]
    return sum(all(stones >> p & 1 for p in pair) for pair in others)


@given(MASKS)
def test_closing_is_what_the_lines_say(stones: int) -> None:
    closed = [lines_closed(stones, point) for point in range(POINTS)]
    assert kernel.closing(stones) == mask_of(p for p in range(POINTS) if closed[p])
    assert kernel.closing_two(stones) == mask_of(p for p in range(POINTS) if closed[p] == 2)


@given(MASKS)
def test_adjacent_is_what_the_neighbours_say(stones: int) -> None:
    assert kernel.adjacent(stones) == mask_of(n for p in points_of(stones) for n in NEIGHBOURS[p])


@given(MASKS)
def test_popcount(mask: int) -> None:
    assert kernel.popcount(mask) == mask.bit_count()


@given(MASKS)
def test_compiled_equals_interpreted(mask: int) -> None:
    fast = WAYS["compiled"]
    for name in ("closing", "closing_two", "adjacent", "popcount", "clockwise", "anticlockwise"):
        assert getattr(fast, name)(mask) == getattr(kernel, name)(mask)


@pytest.mark.parametrize(
    ("first", "last"),
    [pair for a, b, c in LINES for pair in ((a, b), (b, a), (b, c), (c, b))],
)
def test_every_line_can_be_walked_in_both_directions(way: Any, first: int, last: int) -> None:
    """OpenSpiel refused every slide to point 0 for three years: try each one."""
    far = [p for p in range(POINTS) if p not in (first, last) and p not in NEIGHBOURS[first]]
    own = mask_of([first, *far[:3]])
    opp = mask_of(far[3:7])
    out = np.zeros(kernel.MAX_MOVES, dtype=np.int64)
    count = way.list_moves(own, opp, 0, 0, False, PRESETS["standard"].flags, out)
    moves = {MillMove.from_code(int(code)) for code in out[:count]}
    assert any((move.source, move.target) == (first, last) for move in moves)
    codes = {move.code for move in moves if (move.source, move.target) == (first, last)}
    for code in codes:
        moved, _, hand = way.play_unchecked(own, opp, 0, code)
        assert moved == own ^ kernel.bit(first) ^ kernel.bit(last)
        assert hand == 0


def slow_moves(
    position: MillPosition, rules: str
) -> set[tuple[int | None, int | None, int | None]]:
    """The rules read out loud, over sets of points; nothing shared with the kernel."""
    preset = PRESETS[rules]
    own, opp = set(position.points(position.turn)), set(position.points(SIDES.other(position.turn)))
    hand = position.hand(position.turn)

    def mills(stones: set[int], point: int) -> int:
        return sum(set(line) <= stones for line in LINES if point in line)

    takes = {p for p in opp if not mills(opp, p)}
    if not takes:
        takes = {p for p in opp if preset.take_from_two_mills or mills(opp, p) < 2}
    if position.removing:
        return {(None, None, p) for p in takes}
    if position.outcome(rules) is not None:
        return set()
    empty = set(range(POINTS)) - own - opp
    steps: set[tuple[int | None, int]]
    if hand:
        steps = {(None, target) for target in empty}
    elif len(own) == 3 and preset.flying:
        steps = {(source, target) for source in own for target in empty}
    else:
        steps = {(source, target) for source in own for target in NEIGHBOURS[source] & empty}
    found: set[tuple[int | None, int | None, int | None]] = set()
    for source, target in steps:
        closed = mills(own - {source} | {target}, target)
        if closed == 2 and source is None and not preset.place_two_mills:
            continue
        victims: set[int | None] = set(takes) if closed and takes else {None}
        found |= {(source, target, victim) for victim in victims}
    return found


def slow_after(position: MillPosition, move: MillMove) -> MillPosition:
    """The position after a move, made anew from sets of points."""
    own, opp = set(position.points(position.turn)), set(position.points(SIDES.other(position.turn)))
    hand, opp_hand = position.hand(position.turn), position.hand(SIDES.other(position.turn))
    hand -= move.source is None and move.target is not None
    own = {p for p in own if p != move.source}
    own |= set() if move.target is None else {move.target}
    opp = {p for p in opp if p != move.taken}
    if position.turn is Colour.WHITE:
        return MillPosition(mask_of(own), mask_of(opp), hand, opp_hand, Colour.BLACK)
    return MillPosition(mask_of(opp), mask_of(own), opp_hand, hand, Colour.WHITE)


@pytest.mark.parametrize("rules", ["standard", "muehle"])
def test_moves_are_what_the_rules_say(way: Any, rules: str) -> None:
    """Random games from the start, from endgames and from forks, against the slow reading.

    The counts pin how often the rare branches were met: a test that never sees one proves nothing.
    """
    chance = random.Random(2026)
    flags = PRESETS[rules].flags
    met: Counter[str] = Counter()
    out = np.zeros(kernel.MAX_MOVES, dtype=np.int64)
    for game in range(150):
        position = STARTS[game % 3](chance)
        for _ in range(90):
            values = position.kernel_values
            count = way.list_moves(*values, flags, out)
            moves = [MillMove.from_code(int(code)) for code in out[:count]]
            assert way.count_moves(*values, flags) == count
            as_points = {(move.source, move.target, move.taken) for move in moves}
            assert len(as_points) == count
            assert as_points == slow_moves(position, rules), f"\n{position}"
            if not moves:
                break
            move = eager_choice(chance, position, moves)
            for feature in features(position, move):
                met[feature] += 1
            after = position.play(move, rules)
            assert after == slow_after(position, move), f"{move}\n{position}"
            position = after
    assert met == Counter(MET[rules])


@pytest.mark.parametrize("rules", ["standard", "muehle"])
def test_takings_are_what_the_rules_say(way: Any, rules: str) -> None:
    """Positions in which a taking is due: listed and counted alike, whatever else stands there."""
    chance, flags = random.Random(7), PRESETS[rules].flags
    out = np.zeros(kernel.MAX_MOVES, dtype=np.int64)
    counts: Counter[int] = Counter()
    for _ in range(300):
        start = chance.choice((random_endgame, random_fork))(chance)
        position = replace(start, removing=True, turn=chance.choice([Colour.WHITE, Colour.BLACK]))
        values = position.kernel_values
        count = way.list_moves(*values, flags, out)
        moves = [MillMove.from_code(int(code)) for code in out[:count]]
        expected = slow_moves(position, rules)
        assert {(move.source, move.target, move.taken) for move in moves} == expected
        assert way.count_moves(*values, flags) == count == len(expected)
        counts[count] += 1
    assert set(counts) == {2, 3, 4, 5, 6}
    # A side with two stones has lost, but the taking that is due can still be counted.
    assert way.count_moves(0b11, 0b11 << 8, 0, 0, True, flags) == 2
    assert way.count_moves(0b111, 0, 0, 0, True, flags) == 0


MET = {
    "standard": {"taking": 1213, "flight": 535, "all in mills": 127, "double mill": 56},
    "muehle": {"taking": 1193, "flight": 483, "all in mills": 84, "double mill": 0},
}


def random_endgame(chance: random.Random) -> MillPosition:
    """Few stones, many of them in mills."""
    line = chance.choice(LINES)
    points = [*line, *chance.sample([p for p in range(POINTS) if p not in line], 6)]
    own, opp = points[3:], points[:3]
    return MillPosition(mask_of(own[: chance.randint(3, 6)]), mask_of(opp), 0, 0, Colour.WHITE)


def random_fork(chance: random.Random) -> MillPosition:
    """The setting phase, with a point where white can close two mills at once."""
    point = chance.randrange(POINTS)
    own = {p for line in LINES if point in line for p in line} - {point}
    opp = chance.sample([p for p in range(POINTS) if p not in own | {point}], 4)
    return MillPosition(mask_of(own), mask_of(opp), 5, 5)


STARTS = (lambda _: MillPosition(), random_endgame, random_fork)


def features(position: MillPosition, move: MillMove) -> set[str]:
    """The rare things that a move does."""
    own, opp, *_ = position.kernel_values
    source = 0 if move.source is None else kernel.bit(move.source)
    target = 0 if move.target is None else kernel.bit(move.target)
    found = {
        "double mill": target & kernel.closing_two(own & ~source),
        "taking": move.taken is not None,
        "all in mills": move.taken is not None and not opp & ~kernel.closing(opp),
        "flight": source and move.target not in NEIGHBOURS[move.source or 0],
    }
    return {name for name, holds in found.items() if holds}


def eager_choice(chance: random.Random, position: MillPosition, moves: list[MillMove]) -> MillMove:
    """A random move that rather closes two mills than one, and rather one than none."""
    for wanted in ("double mill", "taking"):
        fitting = [move for move in moves if wanted in features(position, move)]
        if fitting and chance.random() < 0.8:
            return chance.choice(fitting)
    return chance.choice(moves)


@pytest.mark.parametrize("name", PRESETS)
def test_a_side_sets_its_stones_before_it_can_lose(name: str, way: Any) -> None:
    """Unless its rules let it move before."""
    rules = PRESETS[name]
    assert way.is_lost(0b1, 1, rules.flags) == rules.moves_early
    assert not way.is_lost(0b11, 1, rules.flags)
    assert way.is_lost(0b11, 0, rules.flags)
