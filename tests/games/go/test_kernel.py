"""The groups that the kernel keeps up to date are those of the board."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from boardbytes.games.go import GoPosition, kernel
from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.state import state_of, stones_of
from tests.games.go.diagrams import board


def groups(state: kernel.State) -> set[tuple[frozenset[int], int]]:
    """Every group with how often it touches an empty point, told by a plain flood fill."""
    found = set()
    known: set[int] = set()
    for first, colour in enumerate(state.board):
        if colour not in (BLACK, WHITE) or first in known:
            continue
        group, border, edge = {first}, 0, [first]
        while edge:
            point = edge.pop()
            for step in (-state.stride, -1, 1, state.stride):
                value = state.board[point + step]
                border += value in (EMPTY, KO)
                if value == colour and point + step not in group:
                    group.add(point + step)
                    edge.append(point + step)
        known |= group
        found.add((frozenset(group), border))
    return found


def kept_groups(state: kernel.State) -> set[tuple[frozenset[int], int]]:
    """The same from what the kernel has kept."""
    by_head: dict[int, set[int]] = {}
    for point, value in enumerate(state.board):
        if value in (BLACK, WHITE):
            by_head.setdefault(state.head[point], set()).add(point)
    for head, group in by_head.items():
        ring, stone = {head}, state.link[head]
        while stone != head:
            ring.add(stone)
            stone = state.link[stone]
        assert ring == group
        assert state.sizes[head] == len(group)
    return {(frozenset(group), state.libs[head]) for head, group in by_head.items()}


@pytest.mark.parametrize("size", [1, 2, 3, 5, 9, 13, 19])
def test_kept_groups_are_those_of_a_fresh_look(size: int) -> None:
    seen: Counter[str] = Counter()
    for seed in range(60 // size + 2):
        chance = random.Random(seed)
        position = GoPosition(size)
        for _ in range(2 * size * size):
            before, position = position, position.play(chance.choice(position.legal_moves()))
            state = position.kernel_state
            assert kept_groups(state) == groups(state), position
            assert stones_of(state) == position.stones
            seen["taken"] += position.black_captures + position.white_captures > (
                before.black_captures + before.white_captures
            )
            seen["ko"] += KO in position.stones
    if size >= 5:
        assert seen["taken"] > 20
    if size >= 9:
        assert seen["ko"] > 5


def test_suicide_is_judged_and_played() -> None:
    diagram = """
    . X . .
    X X . .
    . . . .
    . . . .
    """
    white = board(diagram).kernel_state
    corner = kernel.padded(0, 4)
    assert kernel.judge(white, corner, WHITE, False) == kernel.SELF_CAPTURE
    assert kernel.judge(white, corner, WHITE, True) == kernel.LEGAL
    assert kernel.judge(white, corner, BLACK, False) == kernel.LEGAL
    before = groups(white)
    assert kernel.play_unchecked(white, corner, WHITE) == (0, 1, 0)
    assert kept_groups(white) == groups(white) == before


def test_padding_and_back() -> None:
    for size in (1, 2, 19, 181):
        places = [kernel.padded(index, size) for index in range(size * size)]
        assert [kernel.index_of(place, size) for place in places] == list(range(size * size))
        assert len(set(places)) == size * size
        state = state_of(bytes(size * size), size)
        assert all(state.board[place] == EMPTY for place in places)
        assert sum(value == kernel.EDGE for value in state.board) == len(state.board) - size**2


def test_touching_floods() -> None:
    # Bits 0, 1 and 2 are a row of three, bit 6 stands alone below the padding.
    assert kernel.touching(0b1000111, 0b1000, 8) == 0b0000111
    assert kernel.touching(0b111, 0, 4) == 0


def test_a_stone_taken_off_leaves_the_groups_that_the_board_alone_gives() -> None:
    chance = random.Random(11)
    for _ in range(200):
        width, height = chance.randint(2, 7), chance.randint(2, 7)
        stones = bytes(chance.choice((0, 0, 1, 2)) for _ in range(width * height))
        left = bytearray(stones)
        here = state_of(stones, width)
        for index in chance.sample(range(len(stones)), len(stones)):
            if left[index]:
                left[index] = 0
                kernel.take_off(here, kernel.padded(index, width))
        assert not any(left)
        fresh = state_of(bytes(left), width)
        assert here.board == fresh.board
        one = chance.randrange(len(stones))
        again, other = state_of(stones, width), bytearray(stones)
        if stones[one]:
            kernel.take_off(again, kernel.padded(one, width))
            other[one] = 0
        expected = state_of(bytes(other), width)
        for index, value in enumerate(other):
            point = kernel.padded(index, width)
            if value:
                ours, theirs = again.head[point], expected.head[point]
                assert again.sizes[ours] == expected.sizes[theirs]
                assert again.libs[ours] == expected.libs[theirs]
