"""Boards, five intersections to a byte."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.go import GoPosition
from tests.formats.dgf_cases import check_header_byte, check_sizes


@pytest.mark.parametrize("byte", range(4))
def test_every_header_byte_is_accepted_or_named(byte: int) -> None:
    check_header_byte("dgf-packed3", byte)


def test_boards_of_every_size_come_back() -> None:
    check_sizes("dgf-packed3", [*range(1, 60), 181, 254, 255])


def test_length_of_the_usual_board() -> None:
    assert len(bb.dumps(GoPosition(), "dgf-packed3")) == 77


def test_every_value_of_a_packed_byte_is_accepted_or_named() -> None:
    usual = bytearray(bb.dumps(GoPosition(5), "dgf-packed3"))
    for value in range(256):
        usual[5] = value
        if value < 243:
            assert bb.dumps(bb.loads(bytes(usual), "dgf-packed3")) == bytes(usual)
        else:
            with pytest.raises(bb.FormatError, match="at most 242 at byte 5"):
                bb.loads(bytes(usual), "dgf-packed3")


def test_base_three_has_no_ko_mark() -> None:
    marked = GoPosition(4, bytes([0, 1, 2, 0, 1, 2, 3, 2, 0, 1, 2, 0, 0, 0, 0, 0]))
    with pytest.raises(bb.LossError, match="dgf-packed3 cannot hold the ko mark"):
        bb.dumps(marked, "dgf-packed3")
    data = bb.dumps(marked, "dgf-packed3", lossy=True)
    assert bb.loads(data, "dgf-packed3").position == GoPosition(
        4, marked.stones.replace(b"\3", b"\0")
    )
