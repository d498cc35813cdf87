"""Sanmill's lines: the published ones, and all of ours, read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import boardbytes as bb
from boardbytes.games.mill import MillPosition
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


@pytest.mark.parametrize(
    ("hands", "name"),
    [
        ((10, 10), "Ten Men's Morris or Lasker Morris"),
        ((11, 11), "Eleven Men's Morris"),
        ((12, 12), "Twelve Men's Morris or Morabaraba"),
    ],
)
def test_other_mill_games_are_refused_by_name(hands: tuple[int, int], name: str) -> None:
    white, black = hands
    sanmill = f"********/********/******** w p p 0 {white} 0 {black} 0 0 -1 -1 -1 -1 0 0 1"
    later = f"********/********/OO**@@*O w p r 3 {white - 3} 2 {black - 2} 1 0 -1 -1 -1 -1 0 0 3"
    mfen = f"MFEN/1.0 mill24-state-v1 ......../......../........ w p p {white},{black} - 0 0 -"
    for line in (sanmill, later, mfen):
        with pytest.raises(bb.FormatError, match=f"this is {name}") as caught:
            bb.loads(line.encode())
        assert [problem.code for problem in caught.value.problems] == ["other-game"]


def test_what_may_be_another_mill_game_is_said() -> None:
    """Six stones a side with none taken; a mill where only other games have one."""
    six = b"********/********/******** w p p 0 6 0 6 0 0 -1 -1 -1 -1 0 0 1"
    diagonal = b"*******O/*******O/@******O w p r 3 6 1 7 1 0 -1 -1 -1 -1 0 0 3"
    for line, word in ((six, "Six Men's Morris"), (diagonal, "a7-b6-c5 belongs to a game with")):
        problems = [each for each in bb.loads(line).problems if each.code == "other-game"]
        assert word in str(problems[0])
    assert not bb.loads(bb.dumps(MillPosition(), "millfen")).problems
