"""Mutants are one fault away from their source, and tests that run on them notice it."""

from __future__ import annotations

import ast
from itertools import islice
from pathlib import Path

import pytest
from tools.mutants import __main__ as trying
from tools.mutants.__main__ import Runner, Trial, explained, trials
from tools.mutants.mutating import Mutant, Source
from tools.mutants.rooms import PACKAGE, ROOMS, ROOT

SOURCE = '''"""A docstring with a 1 in it."""

LIMIT: int = 3

def is_small(number: int, other: int = 0) -> bool:
    """Whether it is."""
    if not number:
        print("nothing")
    while number < LIMIT and other:
        number += 1
        break
    return number <= LIMIT
'''


def mutants() -> list[Mutant]:
    source = Source(SOURCE)
    return [source.mutant(number) for number in range(len(source))]


def test_every_place_is_changed_once() -> None:
    head = "def is_small(number: int, other: int={}) -> bool:"
    loop = "while number < LIMIT and other:"
    assert [(each.before, each.after) for each in mutants()] == [
        ("LIMIT: int = 3", "LIMIT: int = 4"),
        (head.format(0), head.format(1)),
        ("if not number:", "if number:"),
        ("print('nothing')", "pass"),
        (loop, "while number < LIMIT or other:"),
        (loop, "while number <= LIMIT and other:"),
        ("number += 1", "number -= 1"),
        ("number += 1", "number += 2"),
        ("break", "continue"),
        ("return number <= LIMIT", "return number < LIMIT"),
    ]


def test_each_is_python_and_one_line_away() -> None:
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    for each in mutants():
        changed = ast.unparse(ast.parse(each.source)).splitlines()
        assert sum(one != other for one, other in zip(plain, changed, strict=True)) == 1


def test_each_knows_its_function() -> None:
    assert [each.function for each in mutants()] == ["", *["is_small"] * 9]


def test_a_seed_draws_the_same_and_more_draws_go_on() -> None:
    few, many = (list(islice(trials("stackmill", 7)[1], count)) for count in (3, 6))
    assert [trial.mark for trial in few] == [trial.mark for trial in many[:3]]
    assert len({trial.mark for trial in many}) == 6


@pytest.mark.parametrize("name", ROOMS)
def test_whatever_a_room_names_exists(name: str) -> None:
    room = ROOMS[name]
    paths = [PACKAGE / source for source in room.sources]
    paths += [ROOT / test.partition("::")[0] for test in room.tests]
    assert [str(path) for path in paths if not path.exists()] == []
    for file, _, function in (test.partition("::") for test in room.tests):
        assert f"def {function}" in (ROOT / file).read_text()
    assert list(room.paths())


def test_every_explanation_is_of_a_source_that_exists() -> None:
    assert all((PACKAGE / what.split(" ")[0]).exists() for what in explained())


@pytest.mark.slow
def test_a_fault_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = PACKAGE / "model" / "words.py"
    changed = path.read_text().replace("def counted(", "def counted_no_more(")
    trial = Trial("words", path, Mutant(1, "counted", "", "", changed))
    tests, runner = ("tests/model/test_building.py",), Runner(tmp_path)
    try:
        assert runner.run(tests, 60)["passes"]
        assert not runner.tried(trial, tests, 60)["passes"]
        assert runner.run(tests, 60)["passes"], "the copy is as it was"
    finally:
        runner.close()


def test_a_journal_lets_a_run_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trying, "JOURNAL", tmp_path / "journal.jsonl")
    assert trying._journal() == {}
    first, second = islice(trials("stackmill", 1)[1], 2)
    trying._write_down(first, {"passes": True, "by": "", "seconds": 1.0})
    trying._write_down(second, {"passes": False, "by": "test", "seconds": 1.0})
    trying._write_down(first, {"passes": False, "by": "new test", "seconds": 1.0})
    assert [line["by"] for line in trying._journal().values()] == ["new test", "test"]
