"""Mutants are one fault away from their source, still Python, and the same for the same seed."""

from __future__ import annotations

import ast

from tools.mutants.mutating import mutants

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


def test_every_place_is_changed_once() -> None:
    found = list(mutants(SOURCE, 100, seed=1))
    assert {(each.before, each.after) for each in found} == {
        ("3", "4"),
        ("0", "1"),
        ("not number", "number"),
        ("print('nothing')", "pass"),
        ("number < LIMIT and other", "number < LIMIT or other"),
        ("number < LIMIT", "number <= LIMIT"),
        ("number += 1", "number -= 1"),
        ("1", "2"),
        ("break", "continue"),
        ("number <= LIMIT", "number < LIMIT"),
    }


def test_each_is_python_and_one_line_away() -> None:
    plain = ast.unparse(ast.parse(SOURCE)).splitlines()
    for each in mutants(SOURCE, 100, seed=1):
        changed = ast.unparse(ast.parse(each.source)).splitlines()
        assert sum(one != other for one, other in zip(plain, changed, strict=True)) == 1


def test_a_seed_draws_the_same() -> None:
    assert list(mutants(SOURCE, 3, seed=7)) == list(mutants(SOURCE, 3, seed=7))
    assert len(list(mutants(SOURCE, 3, seed=7))) == 3
