"""Handicap stones stand where the Go Text Protocol puts them."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.go.handicap import with_handicap

# The fixed handicaps of the protocol's specification (version 2, section 4.1.1), on 19 lines.
PROTOCOL = {
    2: "D4 Q16",
    3: "D4 Q16 D16",
    4: "D4 Q16 D16 Q4",
    5: "D4 Q16 D16 Q4 K10",
    6: "D4 Q16 D16 Q4 D10 Q10",
    7: "D4 Q16 D16 Q4 D10 Q10 K10",
    8: "D4 Q16 D16 Q4 D10 Q10 K4 K16",
    9: "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10",
}


def black_on(position: bb.GoPosition, names: str) -> bool:
    points = names.split()
    return position.stones.count(1) == len(points) and all(
        position[name] is bb.Colour.BLACK for name in points
    )


@pytest.mark.parametrize("stones", PROTOCOL)
def test_on_nineteen_lines(stones: int) -> None:
    position = with_handicap(19, stones)
    assert black_on(position, PROTOCOL[stones])
    assert position.turn is bb.Colour.WHITE


@pytest.mark.parametrize(
    ("size", "points"),
    [(9, "C3 G7 C7 G3"), (13, "D4 K10 D10 K4"), ((13, 9), "C3 L7 C7 L3"), (8, "C3 F6 C6 F3")],
)
def test_the_corners_of_other_boards(size: int | tuple[int, int], points: str) -> None:
    assert black_on(with_handicap(size, 4), points)


@pytest.mark.parametrize(("size", "stones"), [(19, 1), (19, 10), (8, 5), (7, 5), (5, 2)])
def test_handicaps_that_there_are_not(size: int, stones: int) -> None:
    with pytest.raises(bb.PositionError, match="the handicap on a"):
        with_handicap(size, stones)
