"""What is said of a piece, of a result and of a line: small functions that others rely on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.formats.pdn.tags import says_same
from boardbytes.formats.transcript.transcript import check_in
from boardbytes.formats.word.step import IN_PLAY
from boardbytes.formats.word.word import piece_words
from boardbytes.model import Colour, Outcome, Reason

GAME = Path("tests/vectors/transcript/played/white-takes-all.channel")


def test_every_line_of_a_transcript_ends_with_its_check() -> None:
    for line in GAME.read_bytes().splitlines():
        assert check_in(line) == json.loads(line)["check"]


def test_a_position_of_a_signed_game_is_not_the_game() -> None:
    document = bb.load(str(GAME))
    alone = bb.Document(document.format, document.position, facts=document.facts)
    assert alone.record is None
    with pytest.raises(bb.PositionError, match="not the one that was signed"):
        bb.dumps(alone, "transcript")


@pytest.mark.parametrize("row", range(8))
@pytest.mark.parametrize("column", range(8))
def test_a_piece_says_its_row_and_column(row: int, column: int) -> None:
    assert f"(row {row}, column {column})" in piece_words(1, IN_PLAY | row << 3 | column)


def test_a_result_says_the_same_as_an_outcome() -> None:
    drawn = Outcome(None, Reason.STATED, "match")
    won = Outcome(Colour.RED, Reason.STATED, "match", Colour.WHITE)
    for result, expected in (
        ("1/2-1/2", (True, False, False)),
        ("1-0", (False, True, False)),
        ("0-1", (False, False, False)),
        ("*", (False, False, True)),
    ):
        assert tuple(says_same(result, each) for each in (drawn, won, None)) == expected


def test_an_escape_follows_any_line() -> None:
    document = bb.loads(b'[Event "x"]\n1. 11-15\n% 12-16 is not played\n22-18 *\n', "pdn")
    assert document.record is not None
    assert list(map(str, document.record.moves)) == ["11-15", "22-18"]
    assert document.problems == ()


def test_a_remark_after_a_number_without_a_move_is_about_the_move_before() -> None:
    tree = bb.loads(b"1. 11-15 22-18 2. {so it ends} *\n", "pdn").tree
    assert tree is not None
    assert tree.last.notes.comment == "so it ends"
