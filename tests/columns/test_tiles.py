"""Arrays of whole tile boards say what the board says tile by tile."""

from __future__ import annotations

import random

import numpy as np

from boardbytes.columns.tiles import (
    group_array,
    neighbour_array,
    part_array,
    step_array,
    tile_array,
)
from boardbytes.games.tiles import Modifiers, TileBoard, blank
from boardbytes.games.tiles.board import DEPTHS
from tests.games.tiles.boards import random_board

CHANCE = random.Random(64)
BOARDS = [random_board(CHANCE, 12) for _ in range(200)]


def test_tiles_and_parts() -> None:
    for board in BOARDS:
        tiles = tile_array(board)
        assert tiles.shape == (board.length, board.width)
        assert tiles.ravel().tolist() == list(board.tiles)
        for bits in DEPTHS[board.depth].parts:
            assert part_array(board, bits.name).ravel().tolist() == list(board.values(bits.name))


def test_the_tiles_are_not_copied() -> None:
    board = blank(3, 2, 64)
    assert np.shares_memory(tile_array(board), np.frombuffer(board.body, np.uint8))


def test_neighbours() -> None:
    for board in BOARDS:
        for number, row in enumerate(neighbour_array(board).tolist()):
            near = [board.spot(other) for other in row if other >= 0]
            assert near == list(board.neighbours(*board.spot(number)))


def test_large_tiles() -> None:
    for board in BOARDS:
        assert group_array(board).ravel().tolist() == board.groups()


def test_steps() -> None:
    for board in BOARDS:
        start = (CHANCE.randrange(board.width), CHANCE.randrange(board.length))
        steps, reached, leads = step_array(board, start), board.reachable(start), board.groups()
        for number, found in enumerate(steps.ravel().tolist()):
            assert found == reached.get(board.spot(leads[number]), -1)


def test_the_largest_board() -> None:
    board = blank(255, 255, 64, modifiers=Modifiers(pathed=True, hexagonal=True))
    assert isinstance(board, TileBoard)
    assert step_array(board, (0, 0))[254, 254] == board.distance((0, 0), (254, 254))
