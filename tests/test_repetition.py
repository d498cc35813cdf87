"""Logic stands once: runs of lines that stand in two places are few, and each has a reason."""

from __future__ import annotations

import ast
import keyword
import re
from collections import defaultdict
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "boardbytes"
PAGE = Path(__file__).parents[1] / "docs" / "layers.md"
SHARED = 6
IMPORTS = (ast.Import, ast.ImportFrom)
MOST = 10
"""So many pairs of places may share a run to the letter."""

LANGUAGES = (".py", ".js", ".css", ".html")

PLENTY = 60
"""A run that is left with fewer signs than this, names as one, is brackets and keywords alone."""

COMMON = 8
"""A run that stands in more places than this is how such code is written, such as a docstring."""

Spot: TypeAlias = tuple[str, int]
"""A file, and a line of it."""

ROOMS = ("games", "drawing", "formats", "players", "columns", "solving")
"""Where a likely change puts a file that is not there yet, called x."""


def lines_of(path: Path) -> list[str]:
    """What a file says, line by line: without blanks, comments, imports, docstrings, brackets."""
    text = path.read_text()
    silent: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node, ast.stmt) and (is_text or isinstance(node, IMPORTS)):
            silent.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition("  # ")[0].strip()
        if number not in silent and words.strip("()[]{},:") and not words.startswith("#"):
            found.append(words)
    return found


_TEXT = re.compile(r"""[rbf]?("(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*')""")
_NAME = re.compile(r"\b[A-Za-z_]\w*")


def shape_of(line: str) -> str:
    """A line without its names, texts and numbers: what is left is its shape."""
    line = re.sub(r"\b\d[\w.]*", "0", _TEXT.sub("''", line))
    return _NAME.sub(lambda name: name[0] if keyword.iskeyword(name[0]) else "x", line)


def places_of(files: dict[str, list[str]]) -> dict[tuple[str, ...], list[Spot]]:
    """Where each run of lines stands."""
    places: dict[tuple[str, ...], list[Spot]] = defaultdict(list)
    for name, lines in files.items():
        for start in range(len(lines) - SHARED + 1):
            places[tuple(lines[start : start + SHARED])].append((name, start))
    return places


def repetitions() -> set[tuple[str, str]]:
    """The pairs of files that share a run of lines of one shape; a file with itself, too."""
    files = {
        str(path.relative_to(SOURCE)): [shape_of(line) for line in lines_of(path)]
        for path in sorted(SOURCE.rglob("*.py"))
    }
    return {
        (first, second)
        for run, found in places_of(files).items()
        if len(found) <= COMMON and sum(map(len, run)) >= PLENTY
        for (first, at), (second, other) in combinations(found, 2)
        if first != second or other - at >= SHARED
    }


def same_places() -> list[tuple[Spot, Spot]]:
    """The pairs of places that share a run to the letter, blank lines aside, in any language.

    A longer run counts once. Comments, docstrings and imports count like everything else.
    """
    files = {
        str(path.relative_to(SOURCE)): [line.strip() for line in path.read_text().splitlines()]
        for path in sorted(SOURCE.rglob("*"))
        if path.suffix in LANGUAGES
    }
    found = {
        pair
        for spots in places_of({name: [*filter(None, files[name])] for name in files}).values()
        for pair in combinations(spots, 2)
        if pair[0][0] != pair[1][0] or pair[1][1] - pair[0][1] >= SHARED
    }
    return sorted(
        ((first, at), (second, other))
        for (first, at), (second, other) in found
        if ((first, at - 1), (second, other - 1)) not in found
    )


def page_on_repetitions() -> str:
    return PAGE.read_text().partition("## What stands twice")[2].partition("\n## ")[0]


def test_little_stands_twice() -> None:
    found = same_places()
    assert len(found) <= MOST, found


def test_the_page_gives_a_reason_for_all_that_stands_twice() -> None:
    page = page_on_repetitions()
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    for (first, _), (second, _) in same_places():
        assert any(f"`{first}`" in row and Path(second).name in row for row in rows), (
            first,
            second,
        )
    (told,) = re.findall(r"now \*\*(\d+)\*\*", page)
    assert len(same_places()) == int(told)


def test_the_page_tells_how_much_has_one_shape() -> None:
    """Not one pair more than the page owns up to; far fewer, and the page is out of date."""
    (told,) = re.findall(r"Python alone: (\d+) pairs", page_on_repetitions())
    found = repetitions()
    assert int(told) * 0.8 <= len(found) <= int(told), sorted(found)


def test_shapes_are_seen() -> None:
    same = ["count = tables[name] + 1", 'if mark == "x":', "return f(a, 2.5)"]
    other = ["total = rows[index] + 12", "if letter == 'word':", "return g(b, 3)"]
    assert list(map(shape_of, same)) == list(map(shape_of, other))
    assert shape_of("for a in b:") != shape_of("while a:")


def test_the_files_that_name_every_game_are_those_that_the_page_names() -> None:
    """Whoever adds a game finds on the page all that there is to touch."""
    found = set()
    for path in SOURCE.rglob("*.py"):
        nodes = ast.walk(ast.parse(path.read_text()))
        texts = {node.value for node in nodes if isinstance(node, ast.Constant)}
        if {"mill", "go", "checkers"} <= texts:
            found.add(str(path.relative_to(SOURCE)))
    page = PAGE.read_text().partition("## What ten likely changes touch")[2]
    assert found
    assert [name for name in sorted(found) if f"`{name}`" not in page] == []


@pytest.mark.parametrize("heading", ["What stands twice", "What ten likely changes touch"])
def test_the_page_names_files_that_are_there(heading: str) -> None:
    page = PAGE.read_text().partition(f"## {heading}")[2].partition("\nSee also")[0]
    names = re.findall(r"`(\w+(?:/\w+)+(?:/|\.py|\.js))`", page.partition("\n## ")[0])
    assert len(names) > 4
    to_come = {f"{room}/x{ending}" for room in ROOMS for ending in ("/", ".py")}
    to_come.add("env/x_kernel.py")
    told = [name for name in names if name not in to_come and not name.startswith("tests/")]
    assert [name for name in told if not (SOURCE / name).exists()] == []


def test_no_likely_change_touches_more_than_five_files_elsewhere() -> None:
    text = PAGE.read_text().partition("## What ten likely changes touch")[2]
    table = text.partition("\n## ")[0]
    lines = [line.split("|") for line in table.splitlines() if line.startswith("| ")]
    rows = [row for row in lines if row[3].strip() not in ("besides", "---")]
    assert len(rows) == 10 + 4, "ten changes, and four that a new game may bring later"
    assert all(len(re.findall(r"`[\w/]+(?:/|\.\w+)`", row[3])) <= 5 for row in rows)
