"""Sanmill's lines: the published ones, and all of ours, read back."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.formats.mill_text.members import member_losses
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.rules import PRESETS
from tests.games.mill.test_position import positions

PUBLISHED = [
    ("", "********/********/******** w p p 0 9 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes", None),
    ("a4", "********/********/******O* b p p 1 8 0 9 0 0 -1 -1 -1 -1 0 0 1 ids:nodes", None),
    (
        "d7 a1 g7 d1 a7",
        "********/********/OO**@@*O w p r 3 6 2 7 1 0 -1 -1 -1 -1 0 0 3 ids:nodes",
        {"xa1", "xd1"},
    ),
    (
        "d2 d6 f4 b4 f2 g4 f6",
        "********/@OOOO*@*/**@***** w p r 4 5 3 6 1 0 -1 -1 -1 -1 0 0 4 ids:nodes",
        {"xb4", "xd6", "xg4"},
    ),
]


@pytest.mark.parametrize(("moves", "line", "takings"), PUBLISHED)
def test_published_lines(moves: str, line: str, takings: set[str] | None) -> None:
    document = bb.loads(line.encode())
    assert bb.dumps(document).decode() == line + "\n"
    assert document.facts == {}
    assert document.problems == ()
    *before, last = moves.split() or [""]
    record = bb.Record.replay(MillPosition(), before)
    if takings is None:
        record = record.play(last) if last else record
        assert document.position == record.position
        assert bb.dumps(record, "millfen", lossy=True).decode() == line + "\n"
    else:
        assert {str(move) for move in document.position.legal_moves()} == takings
        assert str(bb.diff(record.position, document.position)) == last


@given(positions(), st.integers(0, 10**6), st.integers(0, 10**6))
def test_positions_and_counters_read_back(position: MillPosition, quiet: int, number: int) -> None:
    assume(not member_losses(position))
    words = bb.dumps(position, "millfen").decode().split()
    words[15], words[16] = f"{quiet}", f"{number + 1}"
    line = " ".join(words) + "\n"
    document = bb.loads(line.encode(), "millfen")
    assert document.position == position
    assert bb.dumps(document).decode() == line


def test_counters_go_on_with_the_game() -> None:
    line = "O@O*****/*@******/**@O**O* b m s 4 0 3 0 0 0 -1 -1 -1 -1 0 17 44 ids:nodes"
    document = bb.loads(line.encode())
    quiet = next(m for m in document.position.legal_moves() if m.taken is None)
    after = document.play(quiet)
    assert bb.dumps(after, lossy=True).decode().split()[15:17] == ["18", "45"]


def test_a_finished_game_says_so() -> None:
    position = bb.load("tests/vectors/stackmill/ok/warning-game-over.dat").position
    assert bb.dumps(position, "millfen").decode().split()[2] == "o"


LINES = {
    "ten": "********/********/******** w p p 0 10 0 10",
    "lasker": "********/********/OO**@@*O w p r 3 7 2 8 1 0",
    "eleven": "********/********/******** w p p 0 11 0 11",
    "twelve": "********/********/******** w p p 0 12 0 12",
    "morabaraba": "*******O/*******O/@******O w p r 3 9 1 11 1 0",
    "six": "********/********/******** w p p 0 6 0 6",
    "five-flying": "********/@*******/O******* w p p 1 4 1 4",
}


@pytest.mark.parametrize("rules", LINES)
def test_stones_tell_which_member_it_is(rules: str) -> None:
    position = bb.loads(LINES[rules], rules=rules).position
    assert position.find_rules(rules) is PRESETS[rules]
    likely = bb.loads(LINES[rules]).position
    assert (likely.board, likely.each) == (position.board, position.each)
    mfen = bb.dumps(position, "mfen")
    assert bb.loads(mfen, rules=rules).position == position
    assert bb.loads(bb.dumps(position, "millfen")).position == position


def test_the_reader_says_which_member_it_took_where_several_fit() -> None:
    said = {
        rules: [str(each) for each in bb.loads(line).problems if each.code == "other-game"]
        for rules, line in LINES.items()
    }
    assert "read as ten, but it could be lasker: say which with --rules" in said["ten"][0]
    assert "read as eleven, but" not in "".join(said["eleven"])
    assert said["twelve"] == said["morabaraba"] == said["six"] == []
    assert "read as five, but it could be five-flying" in said["five-flying"][0]
    assert not bb.loads(LINES["ten"], rules="lasker").problems


def test_rules_decide_where_stones_were_taken() -> None:
    line = "********/O*O*@***/@*O*O*@* w m s 4 0 3 0"
    assert bb.loads(line).position.each == 9
    six = bb.loads(line, rules="six").position
    assert (six.board.name, six.each, six.counts().m) == ("two-rings", 6, 5)
    with pytest.raises(
        bb.LossError, match=r"a game with 6 stones a side .*: say so with --rules six"
    ):
        bb.dumps(six, "millfen")
    assert bb.loads(bb.dumps(six, "millfen", lossy=True), rules="six").position == six


def test_rules_that_do_not_fit_are_refused() -> None:
    with pytest.raises(
        bb.FormatError, match="this is not a position of six: white and black stones"
    ):
        bb.loads("O*******/********/******** b p p 1 8 0 9", rules="six")
    with pytest.raises(bb.FormatError, match="this is not a position of standard"):
        bb.loads(LINES["twelve"], rules="nine")
    with pytest.raises(bb.UnknownNameError, match="laskar"):
        bb.loads(LINES["ten"], rules="laskar")


def test_the_square_stands_in_no_line() -> None:
    for format in ("millfen", "mfen"):
        with pytest.raises(bb.PositionError, match="two or three rings, not the square"):
            bb.dumps(MillPosition.start("three"), format)


def test_few_stones_without_a_mill_are_said_to_be_no_game() -> None:
    line = "********/********/******** w p p 0 2 0 2"
    (problem,) = (each for each in bb.loads(line).problems if each.code == "other-game")
    assert "2 stones are too few" in str(problem)
    assert not bb.loads(bb.dumps(MillPosition(), "millfen")).problems
