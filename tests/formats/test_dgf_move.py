"""One move as two bytes."""

from __future__ import annotations

import pytest

import boardbytes as bb
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.mill import MillPosition
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


def test_is_read_on_the_board_that_is_told() -> None:
    document = bb.loads(numbers(41), "dgf-move", size=9)
    assert document.position == GoPosition(9).play("E5")
    assert document.problems == ()
    assert bb.explain(numbers(41), size=9)[0].meaning == "the stone E5 on a board of 9 lines"
    with pytest.raises(bb.FormatError, match="move 1: a move must be at most 81"):
        bb.loads(numbers(82), "dgf-move", size=9)
    assert "not on the board" in bb.explain(numbers(82), size=9)[0].meaning


def test_is_read_in_the_position_that_is_told() -> None:
    board = GoPosition(9).play("A9")
    document = bb.loads(numbers(41), "dgf-move", board=board)
    assert document.position == board.play("E5")
    assert document.problems == ()
    assert bb.dumps(document, "dgf-move", lossy=True) == numbers(41)
    with pytest.raises(bb.PositionError, match="the board has 9 lines, not 19"):
        bb.loads(numbers(41), "dgf-move", board=board, size=19)
    with pytest.raises(bb.PositionError, match="square"):
        bb.loads(numbers(41), "dgf-move", board=GoPosition((9, 5)))


@pytest.mark.parametrize(
    ("option", "given"),
    [("board", "two.sgf"), ("board", MillPosition()), ("size", "9"), ("size", 2.5)],
)
def test_options_given_by_mistake_are_refused(option: str, given: object) -> None:
    with pytest.raises(bb.PositionError, match=r"^a (board|size) is "):
        bb.loads(numbers(41), "dgf-move", **{option: given})


def test_says_that_a_board_is_assumed() -> None:
    (problem,) = bb.loads(numbers(41)).problems
    assert problem.message == "a move names no board: one of 19 lines is assumed"
    assert bb.loads(numbers(0)).problems == ()


def test_options_that_nobody_asks_for_are_refused() -> None:
    with pytest.raises(bb.UnknownNameError, match="no option of dgf-board is called 'size'"):
        bb.loads(bb.dumps(GoPosition(5), "dgf-board"), size=9)
    with pytest.raises(bb.UnknownNameError, match="no option of dgf-move is called 'lines'"):
        bb.loads(numbers(41), "dgf-move", lines=9)
    with pytest.raises(bb.PositionError, match="1 to 181 lines, not 182"):
        bb.loads(numbers(41), "dgf-move", size=182)


def test_holds_the_last_move_and_says_what_is_lost() -> None:
    record = bb.Record.replay(GoPosition(9), ["E5", "C3"])
    with pytest.raises(bb.LossError, match="moves before the last or the board"):
        bb.dumps(record, "dgf-move")
    assert bb.dumps(record, "dgf-move", lossy=True) == numbers(57)
    with pytest.raises(bb.PositionError, match="there is none"):
        bb.dumps(GoPosition(9), "dgf-move")
