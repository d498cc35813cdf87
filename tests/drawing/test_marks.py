"""What people wrote on points: shapes in a picture, signs in a terminal."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

import boardbytes as bb
from boardbytes.drawing.marks import with_notes
from boardbytes.drawing.themes import THEMES
from boardbytes.model import GameTree
from boardbytes.model.notes import Label, Link, Mark, MarkKind, Notes, Owned

KINDS = list(MarkKind)


def marked(notes: Notes) -> GameTree:
    tree = GameTree(bb.GoPosition(9)).play("", "D4").play("1", "F6")
    return tree.annotate("2", **{name: getattr(notes, name) for name in Notes.__dataclass_fields__})


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("point", ["D4", "F6", "A1"])
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.value)
def test_every_mark_is_in_the_picture(kind: MarkKind, point: str, theme: str) -> None:
    plain = bb.draw(marked(Notes()), theme).svg
    svg = bb.draw(marked(Notes(marks=(Mark(kind, point),))), theme).svg
    assert len(ET.fromstring(svg)) > len(ET.fromstring(plain))
    others = {
        bb.draw(marked(Notes(marks=(Mark(other, point),))), theme).svg
        for other in KINDS
        if other is not kind
    }
    assert svg not in others


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("point", ["D4", "F6", "A1"])
def test_every_mark_has_its_own_sign(point: str, ascii_only: bool) -> None:
    texts = {
        bb.draw(marked(Notes(marks=(Mark(kind, point),)))).text(ascii_only=ascii_only)
        for kind in KINDS
    }
    assert len(texts) == len(KINDS)
    assert all(text.isascii() for text in texts) is ascii_only


def test_marks_are_seen_on_stones_of_both_colours() -> None:
    """White ink on black stones, dark ink on white ones, whatever the theme."""
    for point, ink in (("D4", "#ffffff"), ("F6", "#17171a")):
        svg = bb.draw(marked(Notes(labels=(Label(point, "Q"),))), "dark").svg
        (text,) = [each for each in ET.fromstring(svg) if each.text == "Q"]
        assert text.get("fill") == ink


def test_labels_territory_and_links() -> None:
    notes = Notes(
        labels=(Label("E5", "A"),),
        territory=(Owned("J9", bb.Colour.BLACK), Owned("J8", bb.Colour.WHITE)),
        links=(Link("A1", "A4", True), Link("B1", "B4")),
    )
    text = bb.draw(marked(notes)).text()
    assert " 5  ├─┼─┼─┼─A─┼" in text
    assert "─▪\n" in text
    assert "─▫\n" in text
    lines = bb.draw(marked(Notes())).svg.count("<line")
    assert bb.draw(marked(notes)).svg.count("<line") == lines + 4, "two lines, and a head of two"


def test_text_in_labels_is_only_text() -> None:
    svg = bb.draw(marked(Notes(labels=(Label("E5", "<b>"),)))).svg
    assert "&lt;b&gt;" in svg
    shown = bb.draw(marked(Notes(labels=(Label("E5", "\x1b["),)))).text()
    assert "\x1b" not in shown


def test_points_that_are_not_there_are_passed_over() -> None:
    scene = bb.draw(bb.GoPosition(9)).scene
    notes = Notes(
        marks=(Mark(MarkKind.CROSS, "Z99"),),
        labels=(Label("", "x"), Label("E5", "")),
        links=(Link("A1", "A1", True), Link("A1", "Z99")),
    )
    assert with_notes(scene, notes) == scene


def test_any_node_is_drawn() -> None:
    tree = marked(Notes(marks=(Mark(MarkKind.CROSS, "A1"),)))
    assert "×" in bb.draw(tree).text()
    assert "×" not in bb.draw(tree, at="1").text()
    assert "white to move" in bb.draw(tree, at="1").text()
    assert bb.draw(tree, at="2").svg == bb.draw(tree).svg
    assert bb.draw(tree, at="").svg == bb.draw(bb.GoPosition(9)).svg


@pytest.mark.parametrize(
    ("start", "point"), [(bb.MillPosition(), "d6"), (bb.CheckersPosition(), "12")]
)
def test_other_boards_have_marks_too(
    start: bb.MillPosition | bb.CheckersPosition, point: str
) -> None:
    tree = GameTree(start).annotate("", marks=(Mark(MarkKind.TRIANGLE, point),))
    assert "△" in bb.draw(tree).text()
    assert bb.draw(tree).svg != bb.draw(start).svg
