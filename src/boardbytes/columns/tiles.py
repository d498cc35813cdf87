"""Whole tile boards as arrays: tiles, parts, neighbours, large tiles and steps.

Arrays of a board have a row for each of its rows, row 0 first. Compiled when first used.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from boardbytes.compiling import compiled
from boardbytes.games.tiles import TileBoard, kernel
from boardbytes.games.tiles.board import part
from boardbytes.games.tiles.notation import Place
from boardbytes.games.tiles.rules import PATHED

Numbers: TypeAlias = NDArray[np.int32]


def tile_array(board: TileBoard) -> NDArray[Any]:
    """The tiles as integers, viewed where they are; read only."""
    tiles = np.frombuffer(board.body, f"<u{board.tile_size}")
    return tiles.reshape(board.length, board.width)


def part_array(board: TileBoard, name: str) -> NDArray[Any]:
    """A part of every tile. Does not look at large tiles."""
    bits = part(board.depth, name)
    tiles = tile_array(board)
    number = tiles.dtype.type
    found: NDArray[Any] = tiles >> number(bits.shift) & number((1 << bits.width) - 1)
    return found


def neighbour_array(board: TileBoard) -> Numbers:
    """The numbers of every tile's neighbours, a row for each tile, filled up with -1."""
    count = board.width * board.length
    table = np.full((count, kernel.MAX_NEIGHBOURS), -1, np.int32)
    found = np.empty(count, np.int32)
    compiled(kernel.__name__).all_neighbours(*board.kernel_values, table, found)
    return table


def group_array(board: TileBoard) -> Numbers:
    """For every tile the lowest-numbered tile of its large tile: itself if it is in none."""
    return _large_tiles(board)[0].reshape(board.length, board.width)


def step_array(board: TileBoard, start: Place) -> Numbers:
    """How many steps every tile is from a start, as `TileBoard.reachable` counts; -1 where none.

    All tiles of a large one have its number.
    """
    ground = board.ground()
    here = board.ground_place(ground, start)
    count = ground.tiles
    steps = np.full(count, -1, np.int32)
    leads, mates = _large_tiles(board)
    if not ground.is_open(here):
        return steps.reshape(board.length, board.width)
    levels = np.frombuffer(bytes(ground.open_levels), np.uint8)
    if board.modifiers.byte & PATHED:
        near = np.empty(kernel.MAX_NEIGHBOURS, np.int32)
        before, queue = np.empty(count, np.int32), np.empty(count, np.int32)
        compiled(kernel.__name__).flood(
            here, levels, 1, leads, mates, *board.kernel_values, near, steps, before, queue
        )
    else:
        steps[levels[leads] > 0] = 1
        steps[here] = 0
    reached: Numbers = steps[leads]
    return reached.reshape(board.length, board.width)


def _large_tiles(board: TileBoard) -> tuple[Numbers, Numbers]:
    """Every tile's lead, and the next tile of the same large one."""
    count = board.width * board.length
    leads, mates = np.arange(count, dtype=np.int32), np.full(count, -1, np.int32)
    if board.modifiers.grouped:
        groups = np.ascontiguousarray(part_array(board, "group").ravel().astype(np.uint8))
        near = np.empty(kernel.MAX_NEIGHBOURS, np.int32)
        compiled(kernel.__name__).join_groups(groups, *board.kernel_values, near, leads, mates)
    return leads, mates
