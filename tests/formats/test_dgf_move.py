"""One move as two bytes."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.go import GoMove, GoPosition
from tests.formats.dgf_cases import numbers


@pytest.mark.parametrize("number", [1, 61, 361, 362, 32761, 0, -1, -2, -32768])
def test_every_kind_of_move_comes_back(number: int) -> None:
    document = bb.loads(numbers(number), "dgf-move")
    assert bb.dumps(document) == numbers(number)
    assert document.record is not None
    assert len(document.record.moves) == 1


def test_is_shown_on_an_empty_board() -> None:
    document = bb.loads(numbers(61))
    assert document.position == GoPosition(19).play(GoMove(4, 16))
    assert bb.explain(numbers(61))[0].meaning == "the stone D16 on a board of 19 lines"


def test_holds_the_last_move_and_says_what_is_lost() -> None:
    record = bb.Record.replay(GoPosition(9), ["E5", "C3"])
    with pytest.raises(bb.LossError, match="moves before the last or the board"):
        bb.dumps(record, "dgf-move")
    assert bb.dumps(record, "dgf-move", lossy=True) == numbers(57)
    with pytest.raises(bb.PositionError, match="there is none"):
        bb.dumps(GoPosition(9), "dgf-move")
