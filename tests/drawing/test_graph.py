"""A game as a curve, in characters and as SVG."""

from __future__ import annotations

from xml.etree import ElementTree

from boardbytes.drawing.graph import graph_svg, graph_text

VALUES = [0.5, 1.0, 0.0, 0.25]


def test_bars_in_the_terminal() -> None:
    text = graph_text(VALUES, {2: "!"}, ("black", "white"), rows=2)
    assert text.split("\n") == [" black | █  |", " white |██ ▄|", "          !"]
    plain = graph_text(VALUES, {}, ("black", "white"), rows=2, ascii_only=True)
    assert plain.isascii()
    assert plain.split("\n")[0] == " black | #  |"


def test_a_long_game_fits_and_its_worst_mistakes_stay() -> None:
    marks = {10: ".", 11: "!", 12: "?"}
    text = graph_text([0.5] * 300, marks, ("red", "white"), columns=30)
    assert max(map(len, text.split("\n"))) <= 40
    assert text.split("\n")[-1].strip() == "!"


def test_a_picture_with_its_mistakes() -> None:
    svg = graph_svg(VALUES, {2: "blunder"}, ("<black>", "white"), ["", "", "3. white & D4"])
    root = ElementTree.fromstring(svg)
    names = [element.tag.split("}")[1] for element in root.iter()]
    assert names.count("circle") == 1
    assert "3. white &amp; D4" in svg
    points = next(each.get("points") for each in root.iter() if each.tag.endswith("polyline"))
    assert points is not None
    assert len(points.split()) == 4
    assert graph_svg(VALUES, {}, ("a", "b"), theme="dark") != graph_svg(VALUES, {}, ("a", "b"))
