"""Shapes as characters: lines become box drawing, discs become signs."""

from __future__ import annotations

from boardbytes.drawing.mosaic import format_mosaic
from boardbytes.drawing.shapes import Anchor, Circle, Line, Scene, Text
from boardbytes.drawing.themes import Theme
from boardbytes.model.words import printable

_RIGHT, _DOWN, _LEFT, _UP = 1, 2, 4, 8
_BOXES = " ╶╷┌╴─┐┬╵└│├┘┴┤┼"
"""The box-drawing character for each set of directions in which a line goes on."""

_ASCII_SIGNS = {
    "white-stone": "O",
    "black-stone": "@",
    "white-king": "W",
    "red-stone": "@",
    "red-king": "R",
    "star": "*",
    "ko": "#",
}
_BESIDE = {"white-stone": 0.25, "black-stone": 0.25}
"""Stones that are no larger than this lie beside the board."""
_INKS = {"red-stone": 31, "red-king": 31}
"""The colours that signs have in a terminal that shows colours."""
_SHOWN_ROLES = {"label", "caption", "number", "aside", "aside-caption"}


_MARKS = {
    "triangle": ("△", "^"),
    "square": ("□", "#"),
    "circle": ("◌", "o"),
    "cross": ("×", "x"),
    "selected": ("◆", "*"),
    "dim": ("░", "~"),
    "black-territory": ("▪", "b"),
    "white-territory": ("▫", "w"),
    "red-territory": ("▪", "r"),
}
"""The signs of marks, and those in plain ASCII."""


def format_text(
    scene: Scene, theme: Theme, *, ascii_only: bool = False, colour: bool = False
) -> str:
    """The scene in characters, without trailing spaces.

    The stone played last stands in brackets, a mark on a piece right beside it. Does not show what
    only a picture can: lines and arrows, and stones beside the board.
    """
    if scene.mosaic:
        return format_mosaic(scene.mosaic, theme, ascii_only=ascii_only, colour=colour)
    columns, lines_high = scene.columns, scene.rows
    left, top = round(scene.left * columns), round(scene.top * lines_high)
    width, height = round(scene.width * columns) + 1, round(scene.height * lines_high) + 1
    ways = [[0] * width for _ in range(height)]
    rows = [[" "] * width for _ in range(height)]
    signs = _ASCII_SIGNS if ascii_only else theme.signs

    for shape in scene.shapes:
        if isinstance(shape, Line) and shape.role == "line":
            _draw_line(ways, shape, scene)
    for row, directions in enumerate(ways):
        rows[row] = [_box(way, ascii_only) for way in directions]
    for shape in scene.shapes:
        if isinstance(shape, Line) and shape.role == "line":
            _draw_slant(rows, shape, scene, "\\/" if ascii_only else "╲╱")
    for shape in scene.shapes:
        if not isinstance(shape, Circle | Text):
            continue
        column, row = round(shape.x * columns) - left, round(shape.y * lines_high) - top
        if isinstance(shape, Circle):
            if shape.role == "last":
                rows[row][column - 1], rows[row][column + 1] = "()"
            elif shape.role in signs and shape.radius > _BESIDE.get(shape.role, 0):
                rows[row][column] = _inked(signs[shape.role], _INKS.get(shape.role), colour)
        elif shape.role in _SHOWN_ROLES:
            text = shape.text
            start = {"start": column, "middle": column - (len(text) - 1) // 2}.get(
                shape.anchor, column - len(text) + 1
            )
            rows[row][start : start + len(text)] = text
    for sign in scene.signs:
        column, row = round(sign.x * columns) - left, round(sign.y * lines_high) - top
        text = sign.text[: columns - 1] or _MARKS[sign.kind][ascii_only]
        start = column + bool(scene.on(Anchor("", sign.x, sign.y)))
        if text.isascii() or not ascii_only:
            rows[row][start : start + len(text)] = printable(text)
    lines = ["".join(row).rstrip() for row in rows]
    return "\n".join(lines).strip("\n") + "\n"


def _inked(sign: str, ink: int | None, colour: bool) -> str:
    return f"\x1b[{ink}m{sign}\x1b[0m" if colour and ink else sign


def _draw_line(ways: list[list[int]], line: Line, scene: Scene) -> None:
    """Note, on every character that a horizontal or vertical line passes, where it goes on."""
    if line.x1 != line.x2 and line.y1 != line.y2:
        return
    left, top = round(scene.left * scene.columns), round(scene.top * scene.rows)
    x1, x2 = sorted(round(x * scene.columns) - left for x in (line.x1, line.x2))
    y1, y2 = sorted(round(y * scene.rows) - top for y in (line.y1, line.y2))
    for x in range(x1, x2):
        ways[y1][x] |= _RIGHT
        ways[y1][x + 1] |= _LEFT
    for y in range(y1, y2):
        ways[y][x1] |= _DOWN
        ways[y + 1][x1] |= _UP


def _draw_slant(rows: list[list[str]], line: Line, scene: Scene, signs: str) -> None:
    """A slanting line, one sign to a row, wherever nothing else stands."""
    if line.x1 == line.x2 or line.y1 == line.y2:
        return
    ends = ((line.y1, line.x1), (line.y2, line.x2))
    (y1, x1), (y2, x2) = sorted((y * scene.rows, x * scene.columns) for y, x in ends)
    left, top = round(scene.left * scene.columns), round(scene.top * scene.rows)
    for y in range(round(y1), round(y2) + 1):
        row, column = rows[y - top], round(x1 + (x2 - x1) * (y - y1) / (y2 - y1)) - left
        if row[column] == " ":
            row[column] = signs[x1 > x2]


def _box(way: int, ascii_only: bool) -> str:
    if not ascii_only:
        return _BOXES[way]
    if not way:
        return " "
    return "-" if way == _LEFT | _RIGHT else "|" if way == _UP | _DOWN else "+"
