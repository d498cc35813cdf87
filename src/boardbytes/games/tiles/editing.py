"""Edits of a tile board: each gives a new board and leaves the old one alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from boardbytes.errors import PositionError
from boardbytes.games.tiles import kernel
from boardbytes.games.tiles.board import DEPTHS, MAX_SIDE, Tile, format_body, part, put
from boardbytes.games.tiles.notation import Spot
from boardbytes.games.tiles.position import TileBoard
from boardbytes.games.tiles.rules import HEXAGONAL
from boardbytes.model.registry import find

EDGES: Mapping[str, tuple[int, int]] = {
    "left": (-1, 0),
    "right": (1, 0),
    "bottom": (0, -1),
    "top": (0, 1),
}
"""The edges of a board, and which way leads out there."""


def usual_tile(depth: int) -> Tile:
    """The tile that new tiles get: in bounds and otherwise 0."""
    return put(0, part(depth, DEPTHS[depth].entered), DEPTHS[depth].in_bounds)


def set_parts(board: TileBoard, spots: Iterable[Spot], values: Mapping[str, int]) -> TileBoard:
    """The board with some parts of some tiles changed.

    Raises UnknownNameError for a part that such tiles lack, PositionError for a value that does
    not fit or a spot that is not there.
    """
    changes = [(part(board.depth, name), value) for name, value in values.items()]
    tiles = list(board.tiles)
    for x, y in spots:
        number = board.number(x, y)
        for bits, value in changes:
            tiles[number] = put(tiles[number], bits, value)
    return replace(board, body=format_body(board.depth, tiles))


def set_tiles(board: TileBoard, spots: Iterable[Spot], tile: Tile) -> TileBoard:
    """The board with some tiles replaced, all bits of them; 0 clears them off the board."""
    tiles = list(board.tiles)
    for x, y in spots:
        tiles[board.number(x, y)] = tile
    return replace(board, body=format_body(board.depth, tiles))


def stamp(
    board: TileBoard, tiles: Sequence[Tile], width: int, source: Spot, target: Spot
) -> TileBoard:
    """The board with rows of `width` tiles, whose corner was `source`, laid down at `target`.

    What would lie beside the board is not drawn. Hexagons keep their neighbours: where columns
    change places, every second one moves by half a tile.
    """
    changed = list(board.tiles)
    for number, tile in enumerate(tiles):
        across, up = number % width, number // width
        x, y = target[0] + across, target[1] + up
        if board.modifiers.hexagonal:
            y += (x >> 1) - (target[0] >> 1) - ((source[0] + across >> 1) - (source[0] >> 1))
        if 0 <= x < board.width and 0 <= y < board.length:
            changed[board.number(x, y)] = tile
    return replace(board, body=format_body(board.depth, changed))


def everywhere(board: TileBoard) -> list[Spot]:
    """All tiles."""
    return [board.spot(number) for number in range(board.width * board.length)]


def rectangle(board: TileBoard, corner: Spot, opposite: Spot) -> list[Spot]:
    """All tiles between two corners, both included."""
    for spot in (corner, opposite):
        board.number(*spot)
    (x1, x2), (y1, y2) = (sorted(pair) for pair in zip(corner, opposite, strict=True))
    return [(x, y) for y in range(y1, y2 + 1) for x in range(x1, x2 + 1)]


def circle(board: TileBoard, centre: Spot, radius: int) -> list[Spot]:
    """All tiles within a radius: as the crow flies on squares, in steps on hexagons.

    Does not reach over edges that are joined.
    """
    middle = board.number(*centre)

    def is_near(x: int, y: int) -> bool:
        if board.modifiers.hexagonal:
            shape = (board.width, board.length, HEXAGONAL)
            return kernel.distance(middle, board.number(x, y), *shape) <= radius
        return (x - centre[0]) ** 2 + (y - centre[1]) ** 2 <= radius**2

    # No tile of the circle is farther away than this, whatever its shape.
    rows, columns = (
        range(max(0, at - radius), min(side, at + radius + 1))
        for at, side in ((centre[1], board.length), (centre[0], board.width))
    )
    return [(x, y) for y in rows for x in columns if is_near(x, y)]


def same_around(board: TileBoard, start: Spot) -> list[Spot]:
    """The tiles that are joined to one by tiles exactly like it: what a flood fill covers."""
    tile, found, rim = board.tile(*start), {start}, [start]
    while rim:
        for spot in board.neighbours(*rim.pop()):
            if spot not in found and board.tile(*spot) == tile:
                found.add(spot)
                rim.append(spot)
    return sorted(found, key=lambda spot: board.number(*spot))


def grow(board: TileBoard, edge: str, count: int = 1, tile: Tile | None = None) -> TileBoard:
    """The board with `count` more rows or columns on an edge.

    Does not keep hexagons in place: an odd number of new columns on the left changes which of the
    old columns stand higher.
    """
    return _resize(board, edge, _at_least_one(count), tile)


def shrink(board: TileBoard, edge: str, count: int = 1) -> TileBoard:
    """The board with `count` fewer rows or columns on an edge."""
    return _resize(board, edge, -_at_least_one(count), None)


def _at_least_one(count: int) -> int:
    if count < 1:
        raise PositionError(f"there must be at least 1 row or column to change (found {count})")
    return count


def _resize(board: TileBoard, edge: str, count: int, tile: Tile | None) -> TileBoard:
    across, along = find("edge", edge, EDGES)
    width, length = board.width + abs(across) * count, board.length + abs(along) * count
    for name, side in (("width", width), ("length", length)):
        if not 1 <= side <= MAX_SIDE:
            raise PositionError(f"{name} must be 1 to {MAX_SIDE} (would be {side})")
    left, bottom = (count if across < 0 else 0), (count if along < 0 else 0)
    return _redraw(board, width, length, left, bottom, tile)


def shift(
    board: TileBoard, x: int, y: int, *, around: bool = False, tile: Tile | None = None
) -> TileBoard:
    """The board with all tiles moved to the right by `x` and up by `y`; negative: left and down.

    What leaves the board comes back at the other edge if `around`, and is lost otherwise.
    """
    if not around:
        return _redraw(board, board.width, board.length, x, y, tile)
    tiles, spots = board.tiles, everywhere(board)
    moved = (
        tiles[board.number((to_x - x) % board.width, (to_y - y) % board.length)]
        for to_x, to_y in spots
    )
    return replace(board, body=format_body(board.depth, moved))


def _redraw(
    board: TileBoard, width: int, length: int, left: int, bottom: int, tile: Tile | None
) -> TileBoard:
    """The old tiles, moved by `left` and `bottom`, on a board of another size."""
    empty, tiles = usual_tile(board.depth) if tile is None else tile, board.tiles
    moved = (
        tiles[x - left + (y - bottom) * board.width]
        if 0 <= x - left < board.width and 0 <= y - bottom < board.length
        else empty
        for y in range(length)
        for x in range(width)
    )
    return replace(board, width=width, length=length, body=format_body(board.depth, moved))


def set_modifiers(board: TileBoard, **changes: Any) -> TileBoard:
    """The board with some modifiers changed; its tiles stay as they are."""
    return replace(board, modifiers=replace(board.modifiers, **changes))


def set_footer(board: TileBoard, **changes: Any) -> TileBoard:
    """The board with some of version, editor, code, title and author changed."""
    return replace(board, footer=replace(board.footer, **changes))
