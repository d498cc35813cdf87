"""What lives whatever happens, against every game in which the other side alone plays."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import product

import pytest

from boardbytes.games.go import Certain, GoPosition
from boardbytes.games.go.benson import certain_sets, unconditional_life
from boardbytes.games.go.board import BLACK, EMPTY, WHITE
from boardbytes.games.go.faults import breathless
from boardbytes.games.go.points import indices_of
from boardbytes.model import Colour
from tests.games.go.diagrams import board

COLOURS = {BLACK: Colour.BLACK, WHITE: Colour.WHITE}


@cache
def after_moves(stones: bytes, size: tuple[int, int], mover: int) -> frozenset[bytes]:
    """The boards after every legal move of one side."""
    position = GoPosition(size, stones, COLOURS[mover])
    return frozenset(
        position.play(move).stones.replace(b"\3", b"\0") for move in position.legal_moves()[:-1]
    )


@cache
def reachable(stones: bytes, size: tuple[int, int], mover: int) -> frozenset[bytes]:
    """All boards that one side reaches while the other passes: stones only come, so it ends."""
    found = {stones}
    for after in after_moves(stones, size, mover):
        found |= reachable(after, size, mover)
    return frozenset(found)


def indices(points: int, size: tuple[int, int]) -> set[int]:
    return set(indices_of(points, size[0], size[0] * size[1]))


def check(stones: bytes, size: tuple[int, int], seen: Counter[str]) -> None:
    """Alive is what the other side never takes; dead what never lives and can be taken."""
    _, dead = certain_sets(stones, size[0])
    for own, other in ((BLACK, WHITE), (WHITE, BLACK)):
        boards = reachable(stones, size, other)
        kept = {
            index
            for index, stone in enumerate(stones)
            if stone == own and all(after[index] == own for after in boards)
        }
        alive = indices(unconditional_life(stones, size[0], own)[0], size)
        assert alive == kept, GoPosition(size, stones)
        seen["alive"] += bool(alive)
        lost = {index for index in indices(dead, size) if stones[index] == other}
        for after in boards:
            assert not lost & indices(unconditional_life(after, size[0], other)[0], size)
        takings = reachable(stones, size, own) if lost else ()
        assert all(any(after[index] != other for after in takings) for index in lost)
        seen["dead"] += bool(lost)


@pytest.mark.slow
def test_every_board_of_three_lines() -> None:
    seen: Counter[str] = Counter()
    for values in product((EMPTY, BLACK, WHITE), repeat=9):
        # The other half is the same with colours changed.
        if values.count(BLACK) >= values.count(WHITE) and not breathless(bytes(values), 3):
            check(bytes(values), (3, 3), seen)
    assert seen["alive"] > 50
    assert seen["dead"] > 5


@pytest.mark.slow
@pytest.mark.parametrize("size", [(3, 3), (4, 3), (6, 2)])
def test_boards_that_are_nearly_full(size: tuple[int, int]) -> None:
    chance, seen = random.Random(size[0] * size[1]), Counter[str]()
    for _ in range(500):
        stones = bytes(chance.choices((EMPTY, BLACK, WHITE), (5, 12, 3), k=size[0] * size[1]))
        if stones.count(EMPTY) <= 5 and not breathless(stones, size[0]):
            check(stones, size, seen)
    assert seen["alive"] > 20
    assert seen["dead"] > 1


DIAGRAMS = {
    "two eyes": (". X . X O\nX X X X O\nO O O O O\n. . . . .", "B4 D4 A3 B3 C3 D3", ""),
    "one eye": (". X X X O\nX X X X O\nO O O O O\n. . . . .", "", ""),
    # Each of the two groups needs the other around its eyes.
    "two groups that share eyes": (
        """
        . X X X
        X O . X
        X . O X
        X X X .
        """,
        "B4 C4 D4 A3 D3 A2 D2 A1 B1 C1",
        "",
    ),
    "a false eye": (
        """
        . X O . .
        X X O . .
        O . X O .
        O O X O .
        . . O O .
        """,
        "",
        "",
    ),
    "a stone in an eye": (
        """
        . X . X O .
        X X O X O .
        X X X X O .
        O O O O O .
        """,
        "B4 D4 A3 B3 D3 A2 B2 C2 D2",
        "C3",
    ),
    # A stone could make the second eye, but nobody has played it.
    "a large eye": (". . . X O\nX X X X O\nO O O O O\n. . . . .", "", ""),
}


@pytest.mark.parametrize("name", DIAGRAMS)
def test_diagrams(name: str) -> None:
    diagram, alive, dead = DIAGRAMS[name]
    found = board(diagram).certain()
    assert (sorted(found.alive), sorted(found.dead)) == (
        sorted(alive.split()),
        sorted(dead.split()),
    )


def test_both_sides_are_asked() -> None:
    position = board(". X O .\nX X O O\n. X O .\nX X O O")
    assert len(position.certain().alive) == 12
    assert GoPosition(255).certain() == Certain((), ())
