"""Boards, two bits to an intersection."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.go import GoPosition
from tests.formats.dgf_cases import check_header_byte, check_sizes


@pytest.mark.parametrize("byte", range(4))
def test_every_header_byte_is_accepted_or_named(byte: int) -> None:
    check_header_byte("dgf-packed2", byte)


def test_boards_of_every_size_come_back() -> None:
    check_sizes("dgf-packed2", [*range(1, 60), 181, 254, 255])


def test_length_of_the_usual_board() -> None:
    assert len(bb.dumps(GoPosition(), "dgf-packed2")) == 95


def test_every_value_of_a_packed_byte_is_accepted_or_named() -> None:
    usual = bytearray(bb.dumps(GoPosition(5), "dgf-packed2"))
    for value in range(256):
        usual[5] = value
        if value < 256:
            assert bb.dumps(bb.loads(bytes(usual), "dgf-packed2")) == bytes(usual)
        else:
            with pytest.raises(bb.FormatError, match="at most 242 at byte 5"):
                bb.loads(bytes(usual), "dgf-packed2")
