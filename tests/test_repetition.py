"""Logic stands once: runs of lines that stand in two places are few, and each has a reason."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "boardbytes"
PAGE = Path(__file__).parents[1] / "docs" / "layers.md"
SHARED = 6
IMPORTS = (ast.Import, ast.ImportFrom)
MOST = 10
"""So many pairs of files, or of places in a file, may share a run."""

ROOMS = ("games", "drawing", "formats", "players", "columns")
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


def repetitions() -> set[tuple[str, str]]:
    """The pairs of files that share a run of lines; a file with itself, too."""
    places: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for path in sorted(SOURCE.rglob("*.py")):
        name, lines = str(path.relative_to(SOURCE)), lines_of(path)
        for start in range(len(lines) - SHARED + 1):
            places[tuple(lines[start : start + SHARED])].append((name, start))
    return {
        (first, second)
        for found in places.values()
        for index, (first, at) in enumerate(found)
        for second, other in found[index + 1 :]
        if first != second or other - at >= SHARED
    }


def test_little_stands_twice() -> None:
    found = repetitions()
    assert len(found) <= MOST, sorted(found)


@pytest.mark.parametrize("heading", ["What stands twice", "What ten likely changes touch"])
def test_the_page_names_files_that_are_there(heading: str) -> None:
    page = PAGE.read_text().partition(f"## {heading}")[2].partition("\nSee also")[0]
    names = re.findall(r"`(\w+(?:/\w+)+(?:/|\.py|\.js))`", page.partition("\n## ")[0])
    assert len(names) > 4
    to_come = {f"{room}/x{ending}" for room in ROOMS for ending in ("/", ".py")}
    told = [name for name in names if name not in to_come and not name.startswith("tests/")]
    assert [name for name in told if not (SOURCE / name).exists()] == []


def test_no_likely_change_touches_more_than_five_files_elsewhere() -> None:
    table = PAGE.read_text().partition("## What ten likely changes touch")[2]
    rows = [line.split("|") for line in table.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == 10
    assert all(len(re.findall(r"`[\w/]+(?:/|\.\w+)`", row[3])) <= 5 for row in rows)
