"""Shapes as characters: lines become box drawing, discs become signs."""

from __future__ import annotations

from boardbytes.drawing.mosaic import format_mosaic
from boardbytes.drawing.shapes import Area, Circle, Line, Scene
from boardbytes.drawing.themes import Theme

COLUMNS, ROWS = 4, 2
"""Characters to a step of the board: letters are about twice as high as wide."""

_RIGHT, _DOWN, _LEFT, _UP = 1, 2, 4, 8
_BOXES = " ╶╷┌╴─┐┬╵└│├┘┴┤┼"
"""The box-drawing character for each set of directions in which a line goes on."""

_ASCII_SIGNS = {"white-stone": "O", "black-stone": "@"}
_SHOWN_ROLES = {"label", "caption"}


def format_text(
    scene: Scene, theme: Theme, *, ascii_only: bool = False, colour: bool = False
) -> str:
    """The scene in characters, without trailing spaces.

    Does not show what only a picture can: marks, and stones beside the board.
    """
    if scene.mosaic:
        return format_mosaic(scene.mosaic, theme, ascii_only=ascii_only, colour=colour)
    left, top = round(scene.left * COLUMNS), round(scene.top * ROWS)
    width, height = round(scene.width * COLUMNS) + 1, round(scene.height * ROWS) + 1
    ways = [[0] * width for _ in range(height)]
    rows = [[" "] * width for _ in range(height)]
    signs = _ASCII_SIGNS if ascii_only else theme.signs

    for shape in scene.shapes:
        if isinstance(shape, Line) and shape.role == "line":
            _draw_line(ways, shape, left, top)
    for row, directions in enumerate(ways):
        rows[row] = [_box(way, ascii_only) for way in directions]
    for shape in scene.shapes:
        if isinstance(shape, Line | Area):
            continue
        column, row = round(shape.x * COLUMNS) - left, round(shape.y * ROWS) - top
        if isinstance(shape, Circle) and shape.role in signs and shape.radius > 0.25:
            rows[row][column] = signs[shape.role]
        elif not isinstance(shape, Circle) and shape.role in _SHOWN_ROLES:
            text = shape.text
            start = {"start": column, "middle": column - (len(text) - 1) // 2}.get(
                shape.anchor, column - len(text) + 1
            )
            rows[row][start : start + len(text)] = text
    lines = ["".join(row).rstrip() for row in rows]
    return "\n".join(lines).strip("\n") + "\n"


def _draw_line(ways: list[list[int]], line: Line, left: int, top: int) -> None:
    """Note on every character that a horizontal or vertical line passes where it goes on."""
    x1, x2 = sorted(round(x * COLUMNS) - left for x in (line.x1, line.x2))
    y1, y2 = sorted(round(y * ROWS) - top for y in (line.y1, line.y2))
    for x in range(x1, x2):
        ways[y1][x] |= _RIGHT
        ways[y1][x + 1] |= _LEFT
    for y in range(y1, y2):
        ways[y][x1] |= _DOWN
        ways[y + 1][x1] |= _UP


def _box(way: int, ascii_only: bool) -> str:
    if not ascii_only:
        return _BOXES[way]
    if not way:
        return " "
    return "-" if way == _LEFT | _RIGHT else "|" if way == _UP | _DOWN else "+"
