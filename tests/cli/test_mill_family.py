"""What the commands do with every member of the family of mill."""

from __future__ import annotations

from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.rules import PRESETS, TITLES
from tests.cli.test_commands import run, run_json

MEMBERS = [name for name in PRESETS if name not in ("standard", "match", "muehle", "nine")]
TEN = "********/********/******** w p p 0 10 0 10"


QUICK = ("lasker", "morabaraba-sport", "three")


@pytest.mark.parametrize(
    "rules",
    [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in MEMBERS],
)
def test_a_game_is_played_saved_shown_and_drawn(rules: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    players = ("--white", "random", "--black", "random", "--seed", "1")
    assert run("play", "mill", "--rules", rules, *players, "--save", file)[0] == 0
    document = bb.load(file)
    assert document.record is not None
    assert document.record.rules == PRESETS[rules]
    assert document.record.start == MillPosition.start(rules)
    assert bb.loads(bb.dumps(document)) == document
    assert run_json("show", file)["rules"] == rules
    assert (
        f"game.json: {TITLES[PRESETS[rules].board, PRESETS[rules].stones]}" in run("show", file)[1]
    )
    names = set(document.record.start.board.names)
    points = {point for span in bb.explain(file.read_bytes()) for point in span.points}
    assert points
    assert points <= names
    drawing = bb.draw(document)
    assert drawing.svg.startswith("<svg")
    assert drawing.png()[1:4] == b"PNG"
    assert drawing.text()


def test_moves_are_those_of_the_rules() -> None:
    for rules, count in (("ten", 24), ("lasker", 24)):
        assert len(run_json("moves", TEN, "--rules", rules)["moves"]) == count
    begun = "********/********/O******* w p p 1 9 0 10"
    counts = {
        rules: len(run_json("moves", begun, "--rules", rules)["moves"])
        for rules in ("ten", "lasker")
    }
    assert counts == {"ten": 23, "lasker": 26}


def test_perft_starts_on_the_board_of_the_rules() -> None:
    assert run_json("perft", "mill", "--rules", "three", "--depth", "3")["nodes"] == 9 * 8 * 7
    assert run_json("perft", "mill", "--rules", "six", "--depth", "2")["nodes"] == 16 * 15


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        (("number", TEN), "numbers are for Nine Men's Morris, not for 10 stones a side"),
        (("convert", TEN, "x.dat"), "a StackMill save holds Nine Men's Morris, not 10 stones"),
        (("moves", TEN, "--rules", "six"), "this is not a position of six"),
        (
            ("perft", "mill", TEN, "-d", "1", "--rules", "nine"),
            "this is not a position of standard",
        ),
    ],
)
def test_what_does_not_fit_is_refused_in_a_sentence(
    command: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, error = run(*command)
    assert code != 0
    assert sentence in error
    assert len(error.splitlines()) == 1
    assert not list(tmp_path.iterdir())


def test_rules_for_another_board_are_refused_for_a_file_that_names_its_own(tmp_path: Path) -> None:
    file = tmp_path / "ten.json"
    bb.save(MillPosition.start("ten").play("d6"), file)
    code, _, error = run("moves", file, "--rules", "six")
    assert code == 1
    assert "six rules are for 6 stones a side on the board two-rings" in error


def test_another_member_is_judged_by_tables_of_its_own_rules() -> None:
    names = MillPosition.start("three").board.names
    white, black = (
        sum(1 << names.index(name) for name in text.split()) for text in ("a3 b3 c1", "a1 b2 c2")
    )
    start = MillPosition.start("three")
    position = MillPosition(white, black, 0, 0, start.turn, False, start.board, 3)
    from boardbytes.solving.mill import analyse, judge

    found = analyse(position, seconds=0.5)
    assert judge(position, seconds=0.5).value == found.value.value
    assert (str(found.value), found.missing) == ("lost in 2", None)
