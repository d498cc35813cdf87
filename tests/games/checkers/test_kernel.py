"""The kernel counts, lists and plays alike, interpreted and compiled."""

import random

import pytest

from boardbytes.compiling import compiled
from boardbytes.games.checkers import kernel
from boardbytes.games.checkers.rules import PRESETS

# Source: Aart Bik, talkchess t=27814; a jump over several pieces is one move.
START_PERFT = [1, 7, 49, 302, 1_469, 7_361, 36_768, 179_740, 845_931, 3_963_680]


def random_board(rng: random.Random) -> tuple[int, int, int, bool]:
    squares = rng.sample(range(32), rng.randint(2, 24))
    half = rng.randint(max(1, len(squares) - 12), min(12, len(squares) - 1))
    own = sum(1 << square for square in squares[:half])
    opp = sum(1 << square for square in squares[half:])
    return own, opp, (own | opp) & rng.getrandbits(32), rng.random() < 0.5


@pytest.mark.parametrize("preset", ["english", "contract"])
def test_counting_is_listing(preset: str) -> None:
    rng, flags = random.Random(1), PRESETS[preset].flags
    fast = compiled(kernel.__name__)
    seen_jumps = 0
    for _ in range(2_000):
        board = random_board(rng)
        codes = [0] * kernel.MAX_MOVES
        count = kernel.list_moves(*board, flags, codes)
        assert kernel.count_moves(*board, flags) == count
        assert fast.count_moves(*board, flags) == count
        assert len(set(codes[:count])) == count
        for code in codes[:count]:
            seen_jumps += code >> kernel.JUMPS_SHIFT & 15 > 1
            assert kernel.play_unchecked(*board, code) == fast.play_unchecked(*board, code)
    # Rare branches must have been taken: the contract allows no second jump.
    assert (seen_jumps > 100) == (preset == "english")


def test_the_board_turned_round_plays_the_same() -> None:
    rng, flags = random.Random(2), PRESETS["english"].flags

    def turned(mask: int) -> int:
        return int(f"{mask:032b}"[::-1], 2)

    for _ in range(500):
        own, opp, kings, down = random_board(rng)
        assert kernel.count_moves(own, opp, kings, down, flags) == kernel.count_moves(
            turned(own), turned(opp), turned(kings), not down, flags
        )


def test_shifts_leave_no_square_behind() -> None:
    for square in range(32):
        for direction in range(4):
            moved = kernel.shift(1 << square, direction)
            assert moved == 0 or kernel.shift(moved, 3 - direction) == 1 << square
