"""The public names say what they take and give: `Any` stands only where nothing better is known."""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from importlib import import_module
from types import FunctionType

import boardbytes as bb

MODULES = [
    "boardbytes",
    "boardbytes.channel",
    "boardbytes.columns",
    "boardbytes.columns.checkers",
    "boardbytes.columns.go",
    "boardbytes.columns.mill",
    "boardbytes.columns.tiles",
    "boardbytes.drawing",
    "boardbytes.env",
    "boardbytes.env.batch",
    "boardbytes.formats",
    "boardbytes.games",
    "boardbytes.games.checkers",
    "boardbytes.games.go",
    "boardbytes.games.mill",
    "boardbytes.games.tiles",
    "boardbytes.library",
    "boardbytes.model",
    "boardbytes.numbering.mill",
    "boardbytes.players",
    "boardbytes.solving.mill",
]
"""What the pages of the documentation import from."""

ALLOWED = {
    "as_document(return)": "what a model is of is known only when it was read",
    "Subject.to_plain": "takes the game's own positions, and no two games have the same",
    "Game.perft": "takes the game's own positions and rules",
    "Record.rules": "given as a name or a value, and then always a value",
    "GameTree.rules": "the same",
    "GameTree.with_rules(rules)": "the same",
    "GameTree.annotate(notes)": "any field of the notes, by its name",
}
"""Where `Any` may stand, and why."""


def has_any(annotation: ast.expr | None) -> bool:
    if annotation is None:
        return False
    names = {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)}
    texts = [node.value for node in ast.walk(annotation) if isinstance(node, ast.Constant)]
    return "Any" in names or any(
        isinstance(text, str) and has_any(ast.parse(text, mode="eval").body) for text in texts
    )


def loose(thing: type | FunctionType) -> Iterator[str]:
    """Where a class or a function says `Any`."""
    (node,) = ast.parse(textwrap.dedent(inspect.getsource(thing))).body
    if isinstance(node, ast.FunctionDef):
        yield from loose_in_function(node, node.name)
    elif isinstance(node, ast.ClassDef):
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                if not part.name.startswith("_") or part.name in ("__init__", "__getitem__"):
                    is_property = any(
                        ast.unparse(each) == "property" for each in part.decorator_list
                    )
                    name = f"{node.name}.{part.name}"
                    found = loose_in_function(part, name)
                    yield from ([name] * bool(list(found)) if is_property else found)
            elif isinstance(part, ast.AnnAssign) and has_any(part.annotation):
                name = ast.unparse(part.target)
                if not name.startswith("_"):
                    yield f"{node.name}.{name}"


def loose_in_function(node: ast.FunctionDef, name: str) -> Iterator[str]:
    given = node.args
    every = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
    for each in every:
        if each is not None and has_any(each.annotation):
            yield f"{name}({each.arg})"
    if has_any(node.returns):
        yield f"{name}(return)"


def public() -> list[type | FunctionType]:
    found: dict[type | FunctionType, None] = {}
    for module in map(import_module, MODULES):
        gathers = hasattr(module, "__path__") or hasattr(module, "__all__")
        names = getattr(module, "__all__", [name for name in vars(module) if name[0] != "_"])
        for name in names:
            thing = getattr(module, name)
            if not gathers and getattr(thing, "__module__", "") != module.__name__:
                continue
            if isinstance(thing, type | FunctionType) and thing.__module__.startswith("boardbytes"):
                found[thing] = None
    return list(found)


def test_every_public_name_is_looked_at() -> None:
    names = {thing.__name__ for thing in public()}
    assert {name for name in bb.__all__ if name != "Severity"} <= names | {"Severity"}
    assert len(names) > 60


def test_any_stands_only_where_it_must() -> None:
    found = {name for thing in public() for name in loose(thing)}
    assert found == set(ALLOWED)


def test_any_is_seen() -> None:
    """The test above can fail: it sees `Any` in every place where one can stand."""
    source = "def f(a: Any, *b: 'list[Any]', c: int, **d: dict[str, Any]) -> Any: ..."
    (node,) = ast.parse(source).body
    assert isinstance(node, ast.FunctionDef)
    assert list(loose_in_function(node, "f")) == ["f(a)", "f(b)", "f(d)", "f(return)"]
