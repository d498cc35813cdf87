"""Positions that a symmetry makes equal have one number, all others have others."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

import boardbytes as bb
from boardbytes.columns.tables.canonical import MASK, canonical, weights
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.go import GoPosition
from boardbytes.games.go.board import size_of
from boardbytes.games.mill import MillPosition
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Colour
from boardbytes.model.position import Content
from boardbytes.numbering.mill.symmetry import Symmetry


def test_weights_are_those_of_splitmix64() -> None:
    """The first outputs for the seeds 0 and 1, as Vigna's splitmix64.c gives them."""
    outputs = [0xE220A8397B1DCDAF, 0x910A2DEC89025CC1]
    assert weights(np.arange(2)).tolist() == [output & MASK for output in outputs]


@pytest.mark.parametrize("shape", [(3, 3), (19, 19), (9, 5)])
def test_images_of_a_go_board(shape: tuple[int, int]) -> None:
    width, height = shape
    board = np.frombuffer(random.Random(1).randbytes(width * height), np.uint8) % 3
    board = board.reshape(height, width)
    images = [np.rot90(each, turns) for each in (board, board.T) for turns in range(4)]
    found = set()
    for image in images:
        rows, columns = image.shape
        found.add(canonical(GoPosition(size_of(columns, rows), image.tobytes())))
    assert len(found) == 1


def test_go_boards_differ() -> None:
    """All boards of 2 × 3 points: as many numbers as orbits, counted by Burnside's lemma."""
    stones = [bytes(value // 3**place % 3 for place in range(6)) for value in range(3**6)]
    numbers = {canonical(GoPosition((3, 2), each)) for each in stones}
    # Four symmetries: all stay; both mirrors; half a turn.
    assert len(numbers) == (3**6 + 3**4 + 3**3 + 3**3) // 4


def test_size_counts() -> None:
    assert canonical(GoPosition(9)) != canonical(GoPosition(19))


def test_ko_marks_do_not_count() -> None:
    assert canonical(GoPosition(3, bytes([3, 1, 0] * 3))) == canonical(
        GoPosition(3, bytes([0, 1, 0] * 3))
    )


def test_images_of_a_mill_position() -> None:
    position = MillPosition(0b1011, 0b100000100, 5, 6)
    assert {canonical(each.apply(position)) for each in Symmetry} == {canonical(position)}
    others = [replace(position, white_hand=4), replace(position, white=0b10011)]
    assert canonical(position) not in map(canonical, others)
    swapped = MillPosition(position.black, position.white, 6, 5, Colour.BLACK)
    assert canonical(swapped) == canonical(position), "seen from the side to move"


def test_members_of_mill_differ_and_have_the_images_of_their_board() -> None:
    starts = [MillPosition.start(rules) for rules in ("nine", "ten", "twelve", "six", "three")]
    assert len(set(map(canonical, starts))) == len(starts)
    for start in starts:
        image = start.board.symmetries[5]
        first, turned = (replace(start, white=1 << point, white_hand=2) for point in (1, image[1]))
        assert canonical(first) == canonical(turned) != canonical(start)


def test_the_number_of_a_mill_position_stays_as_it_is() -> None:
    assert canonical(MillPosition(0b1011, 0b100000100, 5, 6)) == 69_700_930_162_198_194


def test_checkers_is_seen_from_the_side_to_move() -> None:
    def turned(mask: int) -> int:
        return int(f"{mask:032b}"[::-1], 2)

    position = CheckersPosition().play("11-15")
    assert isinstance(position, CheckersPosition)
    image = CheckersPosition(turned(position.white), turned(position.red), 0, Colour.RED)
    assert canonical(image) == canonical(position)
    assert canonical(position) != canonical(CheckersPosition())
    king = replace(position, kings=position.red & -position.red)
    assert canonical(king) != canonical(position)


def test_tiles_are_as_they_are() -> None:
    board = TileBoard(8, 2, 1, b"ab")
    assert canonical(board) == canonical(TileBoard(8, 2, 1, b"ab"))
    others = [TileBoard(8, 2, 1, b"ba"), TileBoard(8, 1, 2, b"ab"), TileBoard(16, 1, 1, b"ab")]
    assert len({canonical(each) for each in (board, *others)}) == 4


def test_numbers_fit_a_column() -> None:
    contents: list[Content] = [bb.MillPosition(), bb.GoPosition(), bb.CheckersPosition()]
    assert all(0 <= canonical(content) <= MASK for content in contents)
