"""Pictures of tile boards: every tile is there, the right way up, in every form."""

from __future__ import annotations

import random
import re
import time
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings

import boardbytes as bb
from boardbytes.drawing.themes import THEMES
from boardbytes.drawing.tile_looks import LOOKS
from boardbytes.games.tiles import Footer, Modifiers, TileBoard, blank
from boardbytes.games.tiles.board import DEPTHS
from tests.games.tiles.boards import boards

SVG = "{http://www.w3.org/2000/svg}"


def outlines(svg: str) -> list[list[tuple[float, float]]]:
    """The corners of every polygon, those of the legend included."""
    found = []
    for path in ET.fromstring(svg).iter(f"{SVG}path"):
        for outline in re.findall(r"M([^Z]*)Z", path.get("d", "")):
            points = [point.split() for point in outline.split("L")]
            found.append([(float(x), float(y)) for x, y in points])
    return found


@settings(max_examples=60)
@given(boards(6))
def test_every_tile_is_in_the_picture(board: TileBoard) -> None:
    for by in LOOKS:
        drawing = bb.draw(board, "dark", by=by)
        legend = len(drawing.scene.mosaic.legend) if drawing.scene.mosaic else 0
        found = outlines(drawing.svg)
        assert len(found) == board.width * board.length + legend
        corners = 6 if board.modifiers.hexagonal else 4
        assert sum(len(outline) == corners for outline in found) >= board.width * board.length
        assert drawing.text().isprintable() or "\n" in drawing.text()
        assert drawing.text(ascii_only=True).isascii()


def middle(outline: list[tuple[float, float]]) -> tuple[float, float]:
    xs, ys = zip(*outline, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def test_rows_grow_upward_and_odd_columns_stand_higher() -> None:
    board = blank(3, 2, modifiers=Modifiers(hexagonal=True))
    low, odd, even, high, *_ = map(middle, outlines(bb.draw(board).svg))
    assert high[0] == pytest.approx(low[0], abs=0.1)
    assert high[1] == pytest.approx(low[1] - 64, abs=0.1)
    assert odd[1] == pytest.approx(low[1] - 32, abs=0.1)
    assert even[1] == pytest.approx(low[1], abs=0.1)


def test_half_blocks() -> None:
    """Two rows of squares to a line, the upper row above; what cannot be entered is empty."""
    board = TileBoard.of(8, [[12, 12, 0, 0], [12, 0, 12, 0]])
    assert bb.draw(board).text() == "█▄▀\n"
    assert bb.draw(board).text(ascii_only=True) == "#.'\n"


def test_hexagons_in_half_blocks() -> None:
    board = blank(3, 2, modifiers=Modifiers(hexagonal=True))
    assert bb.draw(board).text() == "  ▄▄\n██████\n██▀▀██\n"


def test_colours_and_their_legend() -> None:
    board = TileBoard.of(8, [[12, 8]])
    text = bb.draw(board).text(colour=True)
    assert "\x1b[38;2;169;209;142m" in text
    assert "in bounds" in text
    assert "trap" in text
    assert text.count("\x1b[0m") == text.count("\x1b[38;2")


@pytest.mark.slow
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("side", [1, 255])
def test_smallest_and_largest_boards_are_drawn(depth: int, side: int) -> None:
    drawing = bb.draw(blank(side, side, depth))
    png = drawing.png()
    assert png.startswith(b"\x89PNG")
    assert int.from_bytes(png[16:20]) < 1300
    assert len(drawing.text().splitlines()) == (side + 1) // 2


@pytest.mark.measures
@pytest.mark.slow
@pytest.mark.parametrize("hexagonal", [False, True])
def test_the_largest_board_is_painted_soon(hexagonal: bool) -> None:
    """Of random tiles, so that no two beside each other are alike."""
    body = random.Random(1).randbytes(255 * 255 * 8)
    board = TileBoard(64, 255, 255, body, Modifiers(hexagonal=hexagonal))
    begun = time.process_time()
    bb.draw(board).png()
    assert time.process_time() - begun < 4


def test_only_tiles_that_one_can_see_have_edges() -> None:
    small, large = bb.draw(blank(100, 1)).svg, bb.draw(blank(200, 1)).svg
    assert small.count("stroke=") == 2  # the tiles, and the legend
    assert large.count("stroke=") == 1


def test_the_legend_names_what_is_there_and_nothing_else() -> None:
    svg = bb.draw(TileBoard.of(64, [[0x0200, 0x0400]])).svg
    assert ">in bounds<" in svg
    assert ">hazard<" in svg
    assert ">trap<" not in svg
    assert ">height 32–63<" in bb.draw(TileBoard.of(64, [[0x0221]]), by="height").svg


def test_large_tiles_are_joined_and_look_like_their_lead() -> None:
    board = TileBoard.of(8, [[0x4C, 0x48, 12]], modifiers=Modifiers(grouped=True))
    svg = bb.draw(board).svg
    assert svg.count("<line") == 1
    assert ">trap<" not in svg


@pytest.mark.parametrize("theme", THEMES)
def test_strange_titles_stay_harmless(theme: str) -> None:
    board = blank(1, 1, footer=Footer(title="<script>\x1b[2J\x01", author="&\x9f"))
    drawing = bb.draw(board, theme)
    ET.fromstring(drawing.svg)
    assert "<script" not in drawing.svg
    assert "\x1b" not in drawing.svg + drawing.text() + "".join(board.summary())


def test_unknown_ways_get_a_hint() -> None:
    with pytest.raises(bb.UnknownNameError, match="did you mean height"):
        bb.draw(blank(1, 1), by="hight")
