"""How a game ended: what is stated, what is settled, and what nobody knows."""

from __future__ import annotations

import boardbytes as bb
from boardbytes.games.go import GoPosition
from boardbytes.games.mill import MillPosition
from boardbytes.model import Colour, Document
from boardbytes.model.ending import outcome_of, status_of
from boardbytes.model.headers import new_headers
from tests.formats.dgf_cases import EMPTY_3, numbers


def test_two_passes_without_a_result_are_not_finished() -> None:
    document = bb.loads(numbers(*EMPTY_3, 0, 5, 0, 0), "dgf-record")
    assert outcome_of(document) is None
    assert status_of(document) == "not finished: no result is stated"


def test_a_board_does_not_tell_who_won() -> None:
    resigned = bb.Record.replay(GoPosition(3), ["B2", "resign"])
    board = bb.loads(bb.dumps(resigned, "dgf-board", lossy=True), "dgf-board")
    assert outcome_of(board) is None
    assert status_of(board) == "the game is over"
    assert status_of(Document.of(None, resigned)) == "black wins: white resigned (standard rules)"


def test_what_is_settled_is_said_though_no_record_states_it() -> None:
    lost = MillPosition(0b11, 0b111000, 0, 0, Colour.WHITE)
    assert status_of(Document(None, lost)) is not None
    assert status_of(Document(None, GoPosition(3))) is None


def test_a_new_game_has_an_id_of_its_own_and_a_date() -> None:
    one, other = new_headers(black="Ann"), new_headers()
    assert one["game_id"] != other["game_id"]
    assert one["black"] == "Ann"
    assert len(one["date"]) == len("2026-11-18")
