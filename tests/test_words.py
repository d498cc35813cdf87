"""The page of words keeps its promise: one row for each word."""

from __future__ import annotations

import ast
import re
from collections import Counter

from tests.conftest import ROOT

SOURCE = ROOT / "src" / "boardbytes"
PAGE = (ROOT / "docs" / "words.md").read_text()


def words() -> list[str]:
    """The words that the page explains, in the order of its rows."""
    rows = re.findall(r"^\| (\*\*.+?) \|", PAGE, re.MULTILINE)
    return [word for row in rows for word in re.findall(r"\*\*(.+?)\*\*", row)]


def names() -> Counter[str]:
    """How often a class or a type of each name is made in the code."""
    found: Counter[str] = Counter()
    for path in SOURCE.rglob("*.py"):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                found[node.name] += 1
            elif isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
                found[ast.unparse(node.target)] += 1
    return found


def test_every_word_stands_once() -> None:
    assert len(words()) > 90
    assert [word for word, count in Counter(words()).items() if count > 1] == []


def test_a_place_is_where_a_finding_is_and_a_spot_is_on_a_tile_board() -> None:
    (row,) = re.findall(r"^\| \*\*place\*\* \| (.*) \|$", PAGE, re.MULTILINE)
    assert all(word in row for word in ("byte", "line", "game", "move", "point", "field"))
    assert (names()["Place"], names()["Spot"]) == (1, 1)
