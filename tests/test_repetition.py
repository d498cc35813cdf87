"""Logic stands once: runs of lines that stand in two places are few, and each has a reason."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "boardbytes"
PAGE = Path(__file__).parents[1] / "docs" / "layers.md"
SHARED = 6
IMPORTS = (ast.Import, ast.ImportFrom)
MOST = 10
"""So many pairs of files, or of places in a file, may share a run."""


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


def test_the_page_names_files_that_are_there() -> None:
    page = PAGE.read_text().partition("## What stands twice")[2].partition("\n## ")[0]
    names = re.findall(r"`(\w+(?:/\w+)+\.py)`", page)
    assert names
    assert [name for name in names if not (SOURCE / name).exists() and "tests/" not in name] == []
