"""Pictures: every stone is on them, in every form and theme; they are safe and stand alone."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings

import boardbytes as bb
from boardbytes.drawing.themes import THEMES
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import SIDES
from boardbytes.games.mill.notation import parse_diagram
from boardbytes.model import Colour
from tests.games.mill.test_position import positions

SVG = "{http://www.w3.org/2000/svg}"


@given(positions())
def test_svg_shows_every_stone_on_its_point(position: MillPosition) -> None:
    root = ET.fromstring(bb.draw(position).svg)
    for colour in SIDES:
        stones = [c for c in root.iter(f"{SVG}circle") if c.get("fill") == f"url(#{colour}-stone)"]
        large = [c for c in stones if float(c.get("r", 0)) > 20]
        assert len(large) == len(position.points(colour))
        assert len(stones) - len(large) == position.hand(colour)
    assert root.find(f"{SVG}title") is not None


@given(positions())
def test_terminal_text_shows_every_stone(position: MillPosition) -> None:
    text = bb.draw(position).text(ascii_only=True)
    assert text.count("O") == len(position.points(Colour.WHITE))
    assert text.count("@") == len(position.points(Colour.BLACK))
    marks = re.sub(r"[+|-]", "·", "\n".join(text.splitlines()[::2][:7]))
    assert text.isascii()
    assert marks.count("O") == text.count("O"), "stones stand on rows that have points"


def test_terminal_text_of_the_sample() -> None:
    position = bb.load("examples/endgame.dat").position
    light, dark = bb.draw(position).text(), bb.draw(position, "dark").text()
    assert light.replace("○", "x").replace("●", "○").replace("x", "●") == dark
    assert light.splitlines()[:3] == [
        "  7 ┌───────────○───────────┐",
        "    │           │           │",
        "  6 │   ○───────┼───────●   │",
    ]
    ascii_text = bb.draw(position).text(ascii_only=True)
    assert parse_diagram(diagram_of(ascii_text)) == (position.white, position.black)


def diagram_of(text: str) -> str:
    """The terminal's text with a dot on every empty point, as a diagram has it."""
    rows = [list(line.ljust(30)) for line in text.splitlines()[:13]]
    from boardbytes.games.mill.board import COORDINATES

    for column, row in COORDINATES:
        mark = rows[2 * row][4 + 4 * column]
        rows[2 * row][4 + 4 * column] = mark if mark in "O@" else "·"
    return "\n".join("".join(row) for row in rows)


@settings(max_examples=10)
@given(positions())
def test_png(position: MillPosition) -> None:
    data = bb.draw(position).png(200)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(data[16:20]) == 200


def test_png_shows_its_labels_without_any_font_of_the_system() -> None:
    """Without the letters the picture must differ."""
    drawing = bb.draw(MillPosition())
    from boardbytes.drawing.png import render_png

    without = re.sub(r"<text.*?</text>", "", drawing.svg)
    assert drawing.png() != render_png(without)


@pytest.mark.parametrize("theme", THEMES)
def test_every_role_has_a_style(theme: str) -> None:
    record = bb.Record.replay(MillPosition(), "a7 a1 d7 d1 g7xa1".split())
    svg = bb.draw(record, theme).svg
    assert THEMES[theme].styles["board"].fill in svg
    assert "<script" not in svg
    assert "href" not in svg


def test_the_last_move_is_marked() -> None:
    record = bb.Record.replay(MillPosition(), "a7 a1 d7 d1 g7xa1".split())
    mark = THEMES["light"].styles["mark"].stroke
    assert bb.draw(record).svg.count(mark) == 3, "a ring and the two strokes of a cross"
    assert mark not in bb.draw(record.position).svg


def test_unknown_themes_get_a_hint() -> None:
    with pytest.raises(bb.UnknownNameError, match="did you mean light"):
        bb.draw(MillPosition(), "ligth")


def test_positions_show_themselves_in_a_notebook() -> None:
    """The way IPython asks: by the formatter of its display."""
    from IPython.core.formatters import DisplayFormatter

    for shown in (MillPosition(), bb.draw(MillPosition(), "dark")):
        data, _ = DisplayFormatter().format(shown)  # type: ignore[no-untyped-call]
        assert data["image/svg+xml"].startswith("<svg")
