"""Whole games as numbers."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.formats.dgf import record
from boardbytes.formats.dgf.numbers import MAX_MOVES
from boardbytes.games.go import GoPosition
from boardbytes.model import Colour, Reason
from tests.formats.dgf_cases import EMPTY_3, numbers


def test_results_and_their_reasons() -> None:
    cases = {
        (0,): None,
        (1,): (Colour.BLACK, Reason.STATED),
        (2, 0, 0): (Colour.WHITE, Reason.SCORE),
        (1, 5, -1): (Colour.BLACK, Reason.RESIGNATION),
        (0, 0, 0): None,
    }
    for values, expected in cases.items():
        result = bb.loads(numbers(*EMPTY_3, *values), "dgf-record").record.result  # type: ignore[union-attr]
        assert (result and (result.winner, result.reason)) == expected


def test_a_draw_is_not_written_as_unfinished() -> None:
    drawn = bb.Record.replay(GoPosition(3), ["pass", "pass"])
    with pytest.raises(bb.LossError, match="that the game was drawn"):
        bb.dumps(drawn, "dgf-record")


def test_moves_that_only_other_rules_allow_are_not_written() -> None:
    corner = GoPosition(3, bytes([0, 1, 0, 1, 1, 0, 0, 0, 0]), Colour.WHITE)
    record = bb.Record.replay(corner, ["A3"], "new-zealand")
    with pytest.raises(bb.LossError, match=r"new-zealand rules or the 1 move from move 1 on"):
        bb.dumps(record, "dgf-record")
    written = bb.loads(bb.dumps(record, "dgf-record", lossy=True), "dgf-record").record
    assert written is not None
    assert written.moves == ()


def test_a_record_has_a_limit() -> None:
    data = numbers(*EMPTY_3, 0, *[0, 5] * (MAX_MOVES // 2 + 1))
    with pytest.raises(bb.FormatError, match="at most 65,536 moves"):
        bb.loads(data, "dgf-record")


def test_the_longest_record_has_all_its_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    data = numbers(*EMPTY_3, 0, 1, 2, 3)
    monkeypatch.setattr(record, "MAX_SIZE", len(data))
    document = bb.loads(data, "dgf-record")
    assert document.record is not None
    assert len(document.record.moves) == 3
    with pytest.raises(bb.FormatError, match=f"at most {len(data)} bytes"):
        bb.loads(data + bytes(2), "dgf-record")


def test_the_largest_board() -> None:
    record = bb.Record.replay(GoPosition(181), ["A1", "GF181"])
    assert bb.loads(bb.dumps(record, "dgf-record")).record == record
    with pytest.raises(bb.PositionError, match="boards of up to 181 lines, not 182"):
        bb.dumps(GoPosition(182), "dgf-record")


def test_moves_after_the_end_are_kept() -> None:
    data = numbers(*EMPTY_3, 2, 0, 0, 5, 9)
    document = bb.loads(data)
    assert document.record is not None
    assert [(str(step.move), str(step.colour)) for step in document.record.steps[2:]] == [
        ("B2", "black"),
        ("C1", "white"),
    ]
    assert document.position.turn is Colour.BLACK
    assert [problem.code for problem in document.problems] == ["after-end"]
    assert bb.dumps(document) == data


def test_every_resignation_keeps_its_number() -> None:
    for moves in ([-5], [3, -7, 5, -1], [-1, -2], [-2, -1, 0, 0, -1]):
        data = numbers(*EMPTY_3, 0, *moves)
        assert bb.dumps(bb.loads(data, "dgf-record")) == data


def test_a_game_that_goes_on_keeps_to_the_rules() -> None:
    with pytest.raises(bb.FormatError, match="move 4: B2 is not legal: the point is occupied"):
        bb.loads(numbers(*EMPTY_3, 0, 5, 0, 0, 5), "dgf-record")
