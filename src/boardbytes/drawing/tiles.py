"""A tile board as shapes, and as half blocks for the terminal."""

from __future__ import annotations

import math
from collections.abc import Iterator

from boardbytes.drawing.shapes import Area, Line, Mosaic, Outline, Scene, Shape, Text
from boardbytes.drawing.tile_looks import LOOKS, Look
from boardbytes.games.tiles import TileBoard
from boardbytes.games.tiles.board import DEPTHS, LOWEST_ENTERED
from boardbytes.model.registry import find
from boardbytes.model.words import printable

LARGEST = 14.0
"""The longer side of a board in steps: large boards have small tiles, not large pictures."""
MAX_LABELS = 32
SMALLEST_WITH_LINES = 0.1
"""On smaller tiles lines would hide the colours: they have no edges and no lines that join them."""

_COLUMN = math.sqrt(3) / 2
"""From one column of hexagons to the next, if they are 1 high."""
_CORNERS = tuple(
    (math.cos(math.radians(60 * corner)) / math.sqrt(3), math.sin(math.radians(60 * corner))
     / math.sqrt(3)) for corner in range(6)
)  # fmt: skip
_SQUARE = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


def scene(board: TileBoard, last_move: None = None, by: str = "kind") -> Scene:
    """The tiles coloured by kind, height, zone or group, with coordinates and a legend.

    On a board with groups a large tile has the colour of its lead, and its tiles are joined by
    lines unless they are tiny. Does not show edges that are joined.
    """
    look = find("way to colour tiles", by, LOOKS)(board)
    leads = board.groups() if board.modifiers.grouped else range(board.width * board.length)
    classes = [look.classes[lead] for lead in leads]
    hexagonal = board.modifiers.hexagonal
    across = (board.width - 1) * _COLUMN + 1.16 if hexagonal else board.width
    down = board.length + (0.5 if hexagonal and board.width > 1 else 0)
    tile = min(1.0, LARGEST / max(across, down))
    used = sorted(set(classes))
    shapes = (
        *_areas(board, look, classes, tile),
        *_joins(board, leads, tile),
        *_labels(board, tile),
        *_legend(look, used, across * tile + 0.5),
        *_caption(board, across * tile, down * tile),
    )
    height = max(down * tile, len(used) * 0.45) + 1.9
    mosaic = Mosaic(_cells(board, look, classes, leads), _text_legend(look, used))
    description = f"Tile board: {'; '.join(board.summary())}"
    return Scene(description, -1, -0.4, across * tile + 5.2, height, shapes, mosaic=mosaic)


def _centre(board: TileBoard, number: int, tile: float) -> tuple[float, float]:
    """Where the middle of a tile is in the picture, in which y grows downward."""
    x, y = board.spot(number)
    row = board.length - 1 - y
    if not board.modifiers.hexagonal:
        return (x + 0.5) * tile, (row + 0.5) * tile
    lower = 0.5 if board.width > 1 and x % 2 == 0 else 0.0
    return (x * _COLUMN + 0.58) * tile, (row + 0.5 + lower) * tile


def _areas(board: TileBoard, look: Look, classes: list[int], tile: float) -> Iterator[Shape]:
    """One area for each class that occurs, of all its tiles."""
    corners = _CORNERS if board.modifiers.hexagonal else _SQUARE
    corners = tuple((x * tile, y * tile) for x, y in corners)
    outlines: dict[int, list[Outline]] = {}
    for number, kind in enumerate(classes):
        x, y = _centre(board, number, tile)
        outline = tuple((x + right, y + down) for right, down in corners)
        outlines.setdefault(kind, []).append(outline)
    for kind in sorted(outlines):
        yield Area(look.roles[kind], tuple(outlines[kind]), tile >= SMALLEST_WITH_LINES)


def _joins(board: TileBoard, leads: list[int] | range, tile: float) -> Iterator[Shape]:
    """A line between the middles of tiles that touch and are one large tile."""
    if not board.modifiers.grouped or tile < SMALLEST_WITH_LINES:
        return
    for number, lead in enumerate(leads):
        for spot in board.neighbours(*board.spot(number)):
            other = board.number(*spot)
            here, there = _centre(board, number, tile), _centre(board, other, tile)
            if number < other and leads[other] == lead and math.dist(here, there) < 1.5 * tile:
                yield Line("join", *here, *there)


def _labels(board: TileBoard, tile: float) -> Iterator[Shape]:
    """Column and row numbers, unless there are too many to read."""
    if max(board.width, board.length) > MAX_LABELS:
        return
    _, bottom = _centre(board, 0, tile)
    for x in range(board.width):
        yield Text("aside", _centre(board, x, tile)[0], bottom + tile / 2 + 0.3, str(x))
    for y in range(board.length):
        yield Text("aside", -0.3, _centre(board, y * board.width, tile)[1], str(y), "end")


def _legend(look: Look, used: list[int], left: float) -> Iterator[Shape]:
    for row, kind in enumerate(used):
        y = 0.25 + row * 0.45
        box = tuple((left + x * 0.3, y + down * 0.3) for x, down in _SQUARE)
        yield Area(look.roles[kind], (box,))
        yield Text("aside", left + 0.3, y, look.labels[kind], "start")


def _caption(board: TileBoard, width: float, height: float) -> Iterator[Shape]:
    parts = [board.title or "untitled", *([f"by {board.author}"] if board.author else [])]
    yield Text("aside-caption", 0, height + 0.85, printable(" ".join(parts)), "start")


def _cells(
    board: TileBoard, look: Look, classes: list[int], leads: list[int] | range
) -> tuple[tuple[str | None, ...], ...]:
    """Half characters from the top: one for a square; two by two for a hexagon, odd columns higher.

    Tiles that cannot be entered are None: a terminal without colours leaves them empty.
    """
    entered = board.values(DEPTHS[board.depth].entered)
    roles = [
        look.roles[kind] if entered[lead] >= LOWEST_ENTERED else None
        for kind, lead in zip(classes, leads, strict=True)
    ]
    rows = [
        roles[start : start + board.width] for start in range(0, len(roles), board.width)
    ][::-1]  # fmt: skip
    if not board.modifiers.hexagonal:
        return tuple(map(tuple, rows))
    halves: list[list[str | None]] = [
        [None] * (2 * board.width) for _ in range(2 * board.length + 1)
    ]
    for row, cells in enumerate(rows):
        for x, role in enumerate(cells):
            for half in (2 * row + 1 - x % 2, 2 * row + 2 - x % 2):
                halves[half][2 * x : 2 * x + 2] = [role, role]
    return tuple(map(tuple, halves))


def _text_legend(look: Look, used: list[int]) -> tuple[tuple[str, str], ...]:
    return tuple((look.roles[kind], look.labels[kind]) for kind in used)
