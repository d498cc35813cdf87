"""Logic stands once: runs of lines that stand in two places are few, and each has a reason."""

from __future__ import annotations

import ast
import keyword
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "boardbytes"
PAGE = Path(__file__).parents[1] / "docs" / "layers.md"
SHARED = 6
IMPORTS = (ast.Import, ast.ImportFrom)
MOST = 10
"""So many pairs of files, or of places in a file, may share a run."""

PLENTY = 60
"""A run that is left with fewer signs than this, names as one, is brackets and keywords alone."""

COMMON = 8
"""A run that stands in more places than this is how such code is written, such as a docstring."""

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


def repetitions(seen: Callable[[str], str] = str) -> set[tuple[str, str]]:
    """The pairs of files that share a run of lines as they are seen; a file with itself, too."""
    places: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        name, lines = str(path.relative_to(SOURCE)), [seen(line) for line in lines_of(path)]
        for start in range(len(lines) - SHARED + 1):
            places[tuple(lines[start : start + SHARED])].append((name, start))
    return {
        (first, second)
        for run, found in places.items()
        if len(found) <= COMMON and (seen is str or sum(map(len, run)) >= PLENTY)
        for index, (first, at) in enumerate(found)
        for second, other in found[index + 1 :]
        if first != second or other - at >= SHARED
    }


def page_on_repetitions() -> str:
    return PAGE.read_text().partition("## What stands twice")[2].partition("\n## ")[0]


def test_little_stands_twice() -> None:
    found = repetitions()
    assert len(found) <= MOST, sorted(found)


def test_the_page_tells_how_much_has_one_shape() -> None:
    """Not one pair more than the page owns up to; far fewer, and the page is out of date."""
    (told,) = re.findall(r"Python alone: (\d+) pairs", page_on_repetitions())
    found = repetitions(shape_of)
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
