"""Plain values read back as the position they were written from."""

import pytest

from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.plain import from_plain, to_plain
from boardbytes.model import Colour
from boardbytes.model.plain import Plain, PlainError


@pytest.mark.parametrize(
    "position", [CheckersPosition(), CheckersPosition(1, 2, 2, Colour.WHITE)], ids=repr
)
def test_round_trip(position: CheckersPosition) -> None:
    assert from_plain(Plain(to_plain(position))) == position


def test_complaints_name_the_place() -> None:
    with pytest.raises(PlainError, match=r"red\[0\] must be"):
        from_plain(Plain({"red": ["33"], "white": [], "turn": "red"}))
    with pytest.raises(PlainError, match="two separate sets"):
        from_plain(Plain({"red": ["3"], "white": ["3"], "turn": "red"}))


def test_old_names_are_read() -> None:
    old = {"black": ["1", "5"], "white": ["32"], "queens": ["1"], "turn": "black"}
    assert from_plain(Plain(old)) == CheckersPosition(0b10001, 1 << 31, 1, Colour.RED)
    with pytest.raises(PlainError, match='turn must be "red" or "white"'):
        from_plain(Plain({"red": [], "white": [], "turn": "black"}))
