"""Games in Portable Draughts Notation."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.formats.findings import Findings
from boardbytes.formats.pdn.format import decode_games, games
from boardbytes.formats.pdn.text import format_tag, tag_of, tokens
from boardbytes.games.checkers import CheckersPosition
from boardbytes.model import Colour, Reason, Record

OK = Path(__file__).parent.parent / "vectors" / "pdn" / "ok"


def test_comments_and_variations_are_kept() -> None:
    doc = bb.load(OK / "annotated.pdn")
    assert doc.record is not None
    assert len(doc.record.moves) == 10
    assert doc.facts["variations"] == 1
    text = bb.dumps(doc).decode()
    assert "{first}" in text
    assert "(2. 12-16 18x11 {side} 3. 8x15)" in text
    assert '[Black "Müller"]' in text


@pytest.mark.parametrize(
    ("text", "winner"),
    [
        ("1-0", Colour.RED),
        ("0-1", Colour.WHITE),
        ("2-0", Colour.RED),
        ("1/2-1/2", None),
        ("1-1", None),
    ],
)
def test_results_that_look_like_moves(text: str, winner: Colour | None) -> None:
    doc = bb.loads(f"1. 11-15 22-18 {text}".encode(), "pdn")
    assert doc.record is not None
    assert doc.record.result is not None
    assert (doc.record.result.winner, doc.record.result.reason) == (winner, Reason.STATED)
    assert bb.dumps(doc).decode().split()[-1] == text


def test_a_star_after_a_move_is_no_result() -> None:
    doc = bb.loads(b"1. 11-15* 22-18!* 2. 15x22* *", "pdn")
    assert doc.record is not None
    assert len(doc.record.moves) == 3
    assert bb.loads(bb.dumps(doc)).facts == doc.facts


def test_several_games() -> None:
    found = decode_games((OK / "two-games.pdn").read_bytes())
    assert [str(game.record.moves[0]) for game in found if game.record] == ["11-15", "9-14"]


def test_a_bad_game_does_not_hide_those_after_it() -> None:
    bad = b'[Event "1"]\n' + b"x " * 15 + b"*\n"
    found = list(games(bad * 3 + b"1. 11-15 *"))
    assert [isinstance(game, bb.FormatError) for game in found] == [True, True, True, False]


def test_what_is_not_read_is_told() -> None:
    (found,) = games(b"x " * 30)
    assert isinstance(found, bb.FormatError)
    assert str(found.problems[-1]) == "after 20 such words the rest is not read at byte 40"


@pytest.mark.parametrize("data", [b"", b"x"])
def test_no_game_is_one_error(data: bytes) -> None:
    (found,) = games(data)
    assert isinstance(found, bb.FormatError)


def test_a_position_alone() -> None:
    position = CheckersPosition(1, 1 << 31, 1, Colour.WHITE)
    assert bb.loads(bb.dumps(position, "pdn")).position == position


def test_the_second_side_may_begin() -> None:
    start = CheckersPosition(1, 1 << 31, 1, Colour.WHITE)
    record = Record.replay(start, ["32-28", "1-5", "28-24"])
    text = bb.dumps(record, "pdn")
    assert b"1... 32-28 2. 1-5 28-24" in text
    doc = bb.loads(text)
    assert doc.record is not None
    assert doc.record.moves == record.moves


def test_tags() -> None:
    text = format_tag("Event", 'a "b" \\')
    (token,) = tokens(text, Findings("pdn"))
    assert tag_of(token) == ("Event", 'a "b" \\')
