"""Pictures of checkers."""

from __future__ import annotations

import boardbytes as bb
from boardbytes.drawing.shapes import Circle, Line, Text
from boardbytes.drawing.themes import THEMES
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Record

ROWS = """\
  ┌───┬───┬───┬───┬───┬───┬───┬───┐
  │   │ ◉ │   │ 2 │   │ 3 │   │ 4 │
  ├───┼───┼───┼───┼───┼───┼───┼───┤
  │ ● │   │ 6 │   │ 7 │   │ 8 │   │"""


def test_in_the_terminal() -> None:
    text = bb.draw(CheckersPosition(0b10001, 1 << 31, 1)).text()
    assert text.startswith(ROWS)
    assert text.rstrip().endswith("red to move")
    assert "R" in bb.draw(CheckersPosition(1, 1 << 31, 1)).text(ascii_only=True)


def test_red_is_red() -> None:
    drawing = bb.draw(CheckersPosition(1, 1 << 31, 1))
    assert drawing.text(colour=True).count("\x1b[31m") == 1
    assert "url(#red-king)" in drawing.svg
    for theme in THEMES.values():
        rim = theme.styles["red-stone"].fill
        red, green, blue = (int(rim[start : start + 2], 16) for start in (1, 3, 5))
        assert red > 2 * max(green, blue)


def test_the_last_move_is_marked() -> None:
    record = Record.replay(CheckersPosition(), ["11-15", "22-18", "15x22"])
    shapes = bb.draw(record).scene.shapes
    assert sum(isinstance(shape, Line) and shape.role == "mark" for shape in shapes) == 2
    assert sum(isinstance(shape, Circle) and shape.role == "trace" for shape in shapes) == 1


def test_pieces_and_numbers_share_the_board() -> None:
    shapes = bb.draw(CheckersPosition()).scene.shapes
    assert sum(isinstance(shape, Circle) for shape in shapes) == 24
    assert sum(isinstance(shape, Text) and shape.role == "number" for shape in shapes) == 8


def test_paints() -> None:
    drawing = bb.draw(CheckersPosition(), "dark")
    assert drawing.svg.startswith("<svg")
    assert drawing.png(200).startswith(b"\x89PNG")
