"""Words in the layout of the source document."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.formats.word.channel import WORD
from boardbytes.formats.word.step import square_of
from boardbytes.formats.word.text import FORMS, format_written, parse_written
from boardbytes.formats.word.word import cell_of
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import mask_of
from boardbytes.model import Colour, Record

START = "000000000000000080828486898b8d8f90929496a9abadafb0b2b4b6b9bbbdbf"


def test_start() -> None:
    assert bb.dumps(CheckersPosition(), "channel").hex() == START
    assert bb.loads(bytes.fromhex(START)).position == CheckersPosition()


def test_squares_are_mirrored() -> None:
    assert [cell_of(square) for square in (0, 4, 5)] == [0o06, 0o17, 0o15]
    assert all(square_of(cell_of(square)) == 1 << square for square in range(32))


@pytest.mark.parametrize("form", FORMS)
def test_every_way_to_write_it(form: str) -> None:
    data = bytes.fromhex(START)
    written = parse_written(format_written(data, form))
    assert written is not None
    assert (written.data, written.form) == (data, form)
    doc = bb.loads(format_written(data, form))
    assert bb.dumps(doc) == format_written(data, form)


def test_a_game_keeps_its_piece_numbers() -> None:
    record = Record.replay(CheckersPosition(), ["11-15", "22-18", "15x22"])
    data = bb.dumps(record, "channel", lossy=True)
    word = WORD.read(data)
    assert (word.moved, word.target, word.jumped, word.turn) == (10, 0x55, (15, 0, 0), 3)
    later = bb.dumps(bb.loads(data).play("25x18"), "channel", lossy=True)
    assert WORD.read(later).moved == 20


def test_a_jump_over_four_pieces_does_not_fit() -> None:
    start = CheckersPosition(mask_of([5]), mask_of([8, 9, 16, 17]), mask_of([5]))
    record = Record.replay(start, ["6x13x22x15x6"])
    with pytest.raises(bb.LossError, match="channel cannot hold a jump over 4 pieces"):
        bb.dumps(record, "channel", lossy=True)


def test_a_turn_number_must_fit() -> None:
    doc = bb.Document(None, CheckersPosition(), facts=bb.model.Facts({"plies": 2**24}))
    with pytest.raises(bb.LossError, match="turn number 16777216"):
        bb.dumps(doc, "channel")
    odd = bb.Document(None, CheckersPosition(), facts=bb.model.Facts({"plies": 3}))
    with pytest.raises(bb.LossError, match="3 moves played when red is to move"):
        bb.dumps(odd, "channel")


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({0: 25}, "moved-piece"),
        ({0: 0}, "moved-piece"),
        ({0: 13}, "mover"),
        ({1: 0x44}, "target"),
        ({2: 30}, "jumped-piece"),
        ({2: 16}, "jumped-piece"),
        ({7: 0}, "turn"),
        ({8 + 5: 0}, "missing"),
    ],
    ids=str,
)
def test_warnings(changes: dict[int, int], code: str) -> None:
    record = Record.replay(CheckersPosition(), ["11-15", "22-18", "15x22"])
    data = bytearray(bb.dumps(record, "channel", lossy=True))
    if code == "missing":
        data[7] = 2
        data[8 + 6] = data[8 + 7] = data[8 + 8] = 0
    for offset, value in changes.items():
        data[offset] = value
    doc = bb.loads(bytes(data), "channel")
    assert code in [problem.code for problem in doc.problems]
    assert bb.dumps(doc) == bytes(data)


def test_a_word_that_reads_both_ways_is_not_guessed() -> None:
    # A white king on (0, 4), byte 2 = 4: there it stands, or piece 4 was jumped.
    pieces = bytes.fromhex("800000000000000000000000") + bytes.fromhex("c4ab00000000000000000000")
    data = bytes([13, 4, 0, 0, 0, 0, 0, 100]) + pieces
    assert bb.detect(data) is None
    with pytest.raises(bb.FormatError, match="could be channel or contract") as caught:
        bb.loads(data)
    assert "jumped (4,)" in str(caught.value)
    assert bb.loads(data, "channel").position.turn is Colour.RED
