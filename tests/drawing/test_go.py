"""Go positions as pictures."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.drawing.go import scene
from boardbytes.drawing.shapes import Circle
from boardbytes.games.go import GoPosition

KO = bb.Record.replay(GoPosition(4), "B4 C4 A3 D3 B2 C2 C3 B3".split())


def roles(drawn: bb.Drawing) -> list[str]:
    return [shape.role for shape in drawn.scene.shapes]


def test_stones_stars_ko_and_last_move() -> None:
    drawn = bb.draw(KO)
    assert roles(drawn).count("black-stone") == 3
    assert roles(drawn).count("white-stone") == 4
    (last,) = [shape for shape in drawn.scene.shapes if shape.role == "last"]
    (ko,) = [shape for shape in drawn.scene.shapes if shape.role == "ko"]
    assert isinstance(last, Circle)
    assert isinstance(ko, Circle)
    assert (last.x, last.y, ko.x, ko.y) == (1, 1, 2, 1)
    assert roles(bb.draw(GoPosition(19))).count("star") == 9


def test_terminal() -> None:
    assert bb.draw(KO).text().splitlines() == [
        " 4  ┌─●─○─┐",
        " 3  ●(○)□─○",
        " 2  ├─●─○─┤",
        " 1  └─┴─┴─┘",
        "    A B C D",
        " black to move",
    ]
    assert bb.draw(KO).text(ascii_only=True).splitlines()[1] == " 3  @(O)#-O"


@pytest.mark.parametrize("size", [1, 2, 9, 19, 25, 26, 52, 53, 255])
def test_every_size_can_be_drawn(size: int) -> None:
    drawn = bb.draw(GoPosition(size))
    assert drawn.svg.startswith("<svg")
    assert "to move" in drawn.text()


def test_a_pass_marks_nothing() -> None:
    assert "last" not in roles(bb.draw(bb.Record.replay(GoPosition(5), ["pass"])))


def test_png_and_description() -> None:
    assert bb.draw(KO).png(100).startswith(b"\x89PNG")
    described = scene(GoPosition(9, turn=None)).description
    assert described == "Go, 9 × 9: 0 black stones, 0 white stones; the game is over"
