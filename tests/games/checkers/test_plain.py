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
    with pytest.raises(PlainError, match=r"black\[0\] must be"):
        from_plain(Plain({"black": ["33"], "white": [], "turn": "black"}))
    with pytest.raises(PlainError, match="two separate sets"):
        from_plain(Plain({"black": ["3"], "white": ["3"], "turn": "black"}))
