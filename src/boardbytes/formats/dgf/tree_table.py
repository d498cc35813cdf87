"""The table `[tree]` of a DGF game: what the plain keys cannot say of it.

[tree]
version = 1
rules = "japanese"
headers = { event = "Meijin" }
nodes = [
    "D4",
    { move = "Q16", comment = "wide" },
    { parent = 1, move = "C3" },
]

Nodes are written as in `formats.plain_tree`; without them, the moves of the plain keys are the
game. Each key is written only where the plain keys say something else, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from boardbytes.formats.dgf.game_binary import TEXTS
from boardbytes.formats.dgf.toml_text import format_text
from boardbytes.formats.plain_tree import tree_from_plain, tree_to_plain
from boardbytes.games.go import GAME
from boardbytes.games.go.plain import join_komi, to_plain, without_komi
from boardbytes.games.go.position import GoPosition
from boardbytes.model import GameTree, Outcome, Place, Problem, Record
from boardbytes.model.plain import Plain
from boardbytes.model.plain_rules import rules_from_plain
from boardbytes.model.tree import ROOT

VERSION = 1
KEYS = ("rules", "headers", "start", "result", "root", "nodes")
MEANINGS = {
    "version": "the version of this table",
    "rules": "the rules that the game is played by",
    "headers": "what else the game says about itself",
    "start": "the position before the first node, where it is not the board",
    "result": "how the game ended, where it is more than who won",
    "root": "what stands before the first move",
    "nodes": "every move, parents before children, with what was written beside it",
}
_NONE = "-"
"""What stands where a clock leaves something out: TOML has no null."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def table_of(tree: GameTree, plain: Record) -> dict[str, Any]:
    """What a table must say of a tree beside a plain record of its main line; empty if nothing.

    `plain` is the game that a reader of the plain keys alone sees.
    """
    whole = tree_to_plain(tree)
    table: dict[str, Any] = {}
    if tree.rules != plain.rules:
        table["rules"] = whole["rules"]
    others = {name: text for name, text in tree.headers.items() if name not in TEXTS or not text}
    if others:
        table["headers"] = others
    if tree.start != _start(plain, tree.rules):
        table["start"] = whole["start"]
    if not _is_same(tree.result, plain.result):
        table["result"] = whole["result"]
    if not _is_line(tree, plain):
        table |= {name: whole[name] for name in ("root", "nodes") if name in whole}
    return table


def _start(plain: Record, rules: Any) -> GoPosition:
    """The first position of a game whose board has komi among its points."""
    assert isinstance(plain.start, GoPosition)
    return without_komi(join_komi(plain.start, plain.rules), rules)


def _is_same(one: Outcome | None, other: Outcome | None) -> bool:
    """Whether both results name the same winner, reason and margin."""
    return (one and (one.winner, one.reason, one.margin)) == (
        other and (other.winner, other.reason, other.margin)
    )


def _is_line(tree: GameTree, plain: Record) -> bool:
    """Whether a tree is nothing but the moves of a record."""
    if len(tree.entries) != len(plain.steps) + 1 or any(tree.entries[ROOT].content[1:]):
        return False
    ids = list(tree.down(ROOT))
    steps = tuple(tree.entries[id].step for id in ids[1:])
    bare = all(not any(tree.entries[id].content[1:]) for id in ids)
    return bare and tree.entries[ROOT].step.setup is None and steps == plain.steps


def read_table(
    table: Plain, plain: GameTree, problems: list[Problem], place: Callable[[Plain], Place]
) -> GameTree:
    """The tree of a table, given what the plain keys alone say: the inverse of `table_of`.

    Raises PlainError for anything that is not such a table.
    """
    table.object(["version"], KEYS)
    table["version"].integer(VERSION, VERSION)
    record = plain.record()
    _check_headers(table, plain)
    given = table.get("rules")
    rules = rules_from_plain(given, GAME.presets) if given else record.rules
    values = {
        "rules": table.value.get("rules") or {"name": rules.name, "komi": rules.komi},
        "headers": {**plain.headers, **table.value.get("headers", {})},
        "start": table.value.get("start") or to_plain(_start(record, rules)),
        "nodes": [{"move": f"{step.move}", "colour": f"{step.colour}"} for step in record.steps],
    }
    values |= {name: table.value[name] for name in ("root", "nodes") if name in table.value}
    if result := table.value.get("result"):
        values["result"] = result
    tree = tree_from_plain(Plain(_with_nulls(values), table.path), GAME, problems, place)
    if "result" not in table.value and record.result is not None:
        stated = record.result
        tree = tree.with_result(Outcome(stated.winner, stated.reason, rules.name, stated.loser))
    return tree


def _check_headers(table: Plain, plain: GameTree) -> None:
    """Refuse a header that is given twice: in its plain key and in the table."""
    headers = table.get("headers")
    if headers is None:
        return
    headers.object([], headers.value if isinstance(headers.value, dict) else ())
    for name in TEXTS:
        if name in headers.value and (headers[name].text() or name in plain.headers):
            raise headers[name].fail(f"{headers[name].name} is already given above the table")


def _with_nulls(values: dict[str, Any]) -> dict[str, Any]:
    """The values with a null where a clock says nothing."""
    nodes = values["nodes"]
    if isinstance(nodes, list):
        values["nodes"] = [_with_clocks(node, _NONE, None) for node in nodes]
    if "root" in values:
        values["root"] = _with_clocks(values["root"], _NONE, None)
    return values


def _with_clocks(node: Any, old: Any, new: Any) -> Any:
    """A node with another value where a clock says nothing."""
    clocks = node.get("clocks") if isinstance(node, dict) else None
    if not isinstance(clocks, list):
        return node
    rows = [
        [new if value == old and index else value for index, value in enumerate(row)]
        if isinstance(row, list)
        else row
        for row in clocks
    ]
    return {**node, "clocks": rows}


def format_table(table: dict[str, Any]) -> Iterator[str]:
    """The lines of a table, one for every node."""
    yield "\n[tree]"
    yield f"version = {VERSION}"
    for name in KEYS:
        if name == "nodes" and name in table:
            yield "nodes = ["
            for node in table["nodes"]:
                yield f"    {format_value(_with_clocks(node, None, _NONE))},"
            yield "]"
        elif name in table:
            yield f"{name} = {format_value(_with_clocks(table[name], None, _NONE))}"


def format_value(value: Any) -> str:
    """A plain value as TOML, on one line; members that are null are omitted."""
    if isinstance(value, str):
        return format_text(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return f"[{', '.join(map(format_value, value))}]"
    if isinstance(value, dict):
        said = {name: each for name, each in value.items() if each is not None}
        inside = ", ".join(f"{_key(name)} = {format_value(each)}" for name, each in said.items())
        return f"{{ {inside} }}" if inside else "{}"
    return repr(value)


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else format_text(name)
