"""Texts of checkers read back as what they were written from."""

import pytest

from boardbytes.errors import InvalidMoveError, PositionError
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.notation import (
    format_diagram,
    format_move,
    format_source_diagram,
    format_square,
    parse_diagram,
    parse_move,
    parse_source_diagram,
    parse_square,
)

DIAGRAM = """\
 1-4     r   r   r   r
 5-8   r   r   r   r
 9-12    r   r   r   r
13-16  ·   ·   ·   ·
17-20    ·   ·   ·   ·
21-24  w   w   w   w
25-28    w   w   w   w
29-32  w   w   w   w"""


def test_diagram() -> None:
    start = CheckersPosition()
    assert format_diagram(start.red, start.white, start.kings) == DIAGRAM
    assert parse_diagram(DIAGRAM) == (start.red, start.white, start.kings)
    with pytest.raises(PositionError, match="32 squares"):
        parse_diagram("r w")


def test_diagram_of_kings() -> None:
    values = (0x00000011, 0x80000100, 0x80000001)
    assert parse_diagram(format_diagram(*values)) == values


@pytest.mark.parametrize("text", ["11-15", "11x18", "11x18x25", "1x10x19x26"])
def test_moves(text: str) -> None:
    assert format_move(parse_move(text)) == text


@pytest.mark.parametrize("text", ["", "11", "11-15-18", "0-1", "11-33", "a-b", "11x", "11x18-22"])
def test_no_moves(text: str) -> None:
    with pytest.raises(InvalidMoveError):
        parse_move(text)


def test_a_king_has_one_letter() -> None:
    for text in ("red QK5; white 32; red to move", "red KK5; white 32; red to move"):
        with pytest.raises(PositionError, match="'K5' is not a square"):
            CheckersPosition.parse(text)


def test_squares() -> None:
    assert [parse_square(format_square(square)) for square in range(32)] == [*range(32)]
    with pytest.raises(PositionError, match="1 to 32"):
        parse_square("33")


SOURCE = """\
x is red o is black
RED          RED           RED
x |   | x |   | x |   | x |    r0 (row 0)
  | x |   | x |   | x |   | x  r1
x |   | x |   | x |   | x |    r2
--|-- |-- |-- |-- |-- |-- |--  r3
--|-- |-- |-- |-- |-- |-- |--  r4
  | o |   | o |   | o |   | o  r5
o |   | o |   | o |   | o |    r6
  | o |   | o |   | o |   | o  r7 (row 7)
BLACK        BLACK        BLACK
c0 c1  c2  c3  c4  c5  c6  c7
"""


def test_the_diagram_of_the_source() -> None:
    start = (0x00000FFF, 0xFFF00000, 0)
    assert parse_source_diagram(SOURCE) == start
    drawn = SOURCE.replace(" (row 0)", "").replace(" (row 7)", "").rstrip()
    assert format_source_diagram(*start) == drawn
    for values in (start, (0x00000011, 0x80000100, 0x80000001)):
        assert parse_source_diagram(format_source_diagram(*values)) == values
    with pytest.raises(PositionError, match="8 rows of 8 cells"):
        parse_source_diagram("x | o")
