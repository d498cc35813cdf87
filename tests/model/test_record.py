"""History lives in a record: replay, undo, draws."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.notation import parse_diagram
from boardbytes.model import Reason

FOUR_AGAINST_FOUR = """
O-----------O-----------·
|           |           |
|   O-------·-------·   |
|   |       |       |   |
|   |   ·---·---O   |   |
|   |   |       |   |   |
·---·---·       ·---·---·
|   |   |       |   |   |
|   |   @---·---·   |   |
|   |       |       |   |
|   @-------·-------@   |
|           |           |
·-----------·-----------@
"""
SHUFFLE = "d7-d6 g1-g4 d6-d7 g4-g1".split()


def endgame() -> MillPosition:
    return MillPosition(*parse_diagram(FOUR_AGAINST_FOUR), 0, 0)


def test_replay_and_undo() -> None:
    record = bb.Record.replay(MillPosition(), ["d6", "f4", "d2"])
    assert len(record.positions) == 4
    assert record.position == record.positions[-1]
    assert record.undo().moves == record.moves[:2]
    assert record.undo(99) == bb.Record(MillPosition())
    assert record.undo().play("d2") == record


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(bb.IllegalMoveError, match="d6 is occupied"):
        bb.Record.replay(MillPosition(), ["d6", "d6"])


def test_a_lost_game_has_a_result() -> None:
    start = bb.load("tests/vectors/stackmill/ok/three-against-three.dat").position
    closing = next(move for move in start.legal_moves() if move.taken is not None)
    record = bb.Record(start).play(closing)
    assert record.result == bb.Outcome(start.turn, Reason.FEW_STONES, "standard")
    assert record.position.legal_moves() == ()
    assert record.undo().result is None


def test_threefold_repetition_is_a_draw_in_a_match_only() -> None:
    match = bb.Record(endgame(), rules="match")
    for move in SHUFFLE * 2:
        assert match.result is None
        match = match.play(move)
    assert match.result == bb.Outcome(None, Reason.REPETITION, "match")
    standard = bb.Record.replay(endgame(), SHUFFLE * 4)
    assert standard.result is None


def test_a_hundred_quiet_plies_are_a_draw_in_a_match() -> None:
    """Long tours that never repeat a position three times nor close a mill."""
    record = bb.Record(endgame(), rules="match")
    seen: dict[MillPosition, int] = {record.start: 1}  # type: ignore[dict-item]
    while record.result is None:
        for move in record.position.legal_moves("match"):
            after = record.position.play(move, "match")
            if move.taken is None and seen.get(after, 0) < 2:  # type: ignore[call-overload]
                seen[after] = seen.get(after, 0) + 1  # type: ignore[index, call-overload]
                record = record.play(move)
                break
    assert record.result.reason is Reason.NO_PROGRESS
    assert len(record.moves) == 100
    assert record.quiet_plies == 100


def test_quiet_plies_begin_anew_after_a_placement() -> None:
    assert bb.Record.replay(MillPosition(), ["d6", "f4"]).quiet_plies == 0
    assert bb.Record.replay(endgame(), SHUFFLE[:3]).quiet_plies == 3
