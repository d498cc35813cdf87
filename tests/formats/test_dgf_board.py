"""Boards, a byte for every intersection: every value of every byte, every size."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.go import GoPosition
from boardbytes.model import Colour
from tests.formats.dgf_cases import check_header_byte, check_sizes


@pytest.mark.parametrize("byte", range(4))
def test_every_header_byte_is_accepted_or_named(byte: int) -> None:
    check_header_byte("dgf-board", byte)


def test_every_intersection_value_is_accepted_or_named() -> None:
    for value in range(256):
        data = bytes([1, 0, 0, 3, 0, 0, value, *[0] * 6])
        if value <= 3:
            assert bb.dumps(bb.loads(data)) == data
        else:
            with pytest.raises(bb.FormatError, match=f"C3 must be .* byte 6 .found {value}"):
                bb.loads(data, "dgf-board")


def test_boards_of_every_size_come_back() -> None:
    check_sizes("dgf-board", range(1, 256))


def test_length_of_the_usual_board() -> None:
    assert len(bb.dumps(GoPosition(), "dgf-board")) == 365


def test_points_that_no_header_can_say() -> None:
    with pytest.raises(bb.PositionError, match=r"at most 510\.5 points, not 511"):
        bb.dumps(GoPosition(9, black_captures=511), "dgf-board")


@pytest.mark.parametrize("points", [0, 0.5, 254.5, 255, 255.5, 256, 510, 510.5])
def test_points_come_back(points: float) -> None:
    position = GoPosition(5, black_captures=points, white_captures=1.5)
    assert bb.loads(bb.dumps(position, "dgf-board")).position == position


def test_explains_every_byte() -> None:
    spans = bb.explain(bb.dumps(GoPosition(3, turn=Colour.WHITE), "dgf-board"))
    assert [span.name for span in spans[:5]] == [
        "state",
        "black points",
        "white points",
        "size",
        "A3",
    ]
    assert spans[0].meaning.startswith("turn white")
