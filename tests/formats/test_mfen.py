"""MFEN/1.0 lines: canonical, and read back."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import assume, given

import boardbytes as bb
from boardbytes.formats.mill_text.members import member_losses
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import SIDES
from boardbytes.model import Colour, Reason, Record
from tests.formats.vectors import files
from tests.games.mill.test_position import positions


@pytest.mark.parametrize("path", files("mfen", "ok"), ids=lambda path: path.stem)
def test_good_lines_are_written_as_they_were_read(path: Path) -> None:
    """The format has one canonical form, and reads no other."""
    line = path.read_bytes().rstrip(b"\n") + b"\n"
    assert bb.dumps(bb.load(path)) == line


@given(positions())
def test_positions_read_back(position: MillPosition) -> None:
    assume(not member_losses(position))
    assume(not position.removing or position.stones(SIDES.other(position.turn)))
    # A finished game names nobody to move; it is the loser's turn, unless the winner's was stored.
    outcome = position.outcome()
    assume(
        outcome is None or (outcome.winner is SIDES.other(position.turn) and not position.removing)
    )
    data = bb.dumps(position, "mfen")
    document = bb.loads(data, "mfen")
    assert document.position == position
    assert bb.dumps(document) == data


def test_a_taking_with_nothing_to_take_cannot_be_written() -> None:
    position = MillPosition(0b111, 0, 6, 7, Colour.WHITE, True)
    with pytest.raises(bb.PositionError, match="no stone to take"):
        bb.dumps(position, "mfen")


def test_outcomes_of_records_are_written() -> None:
    start = bb.load("tests/vectors/json/ok/drawn-game.json")
    assert start.record is not None
    assert start.record.result is not None
    assert start.record.result.reason is Reason.REPETITION
    words = bb.dumps(start, "mfen", lossy=True).decode().split()
    assert (words[3], words[4], words[5], words[10]) == ("-", "o", "o", "d:repetition")


@pytest.mark.parametrize("rules", [None, "lasker"])
def test_stones_in_hand_do_not_tell_whose_turn_it_is_in_lasker(rules: str | None) -> None:
    game = Record.replay(MillPosition.start("lasker"), ["d6", "a7", "d6-d5"], "lasker")
    line = bb.dumps(game.position, "mfen", lossy=True)
    codes = [problem.code for problem in bb.loads(line, rules=rules).problems]
    assert codes == ([] if rules else ["other-game"])
    later = Record.replay(MillPosition.start("lasker"), "d6 a7 d6-d5 a4 d5-c5".split(), "lasker")
    assert later.position.problems() == ()


def test_an_outcome_would_be_lost_elsewhere() -> None:
    document = bb.load("tests/vectors/mfen/ok/resigned.mfen")
    with pytest.raises(bb.LossError, match="how the game ended"):
        bb.dumps(document, "stackmill")
    kept = bb.loads(bb.dumps(document, "json"))
    assert bb.dumps(kept, "mfen") == bb.dumps(document)
