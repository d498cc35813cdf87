"""The small faults that a source can be given, one at a time."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.Break: ast.Continue,
    ast.Continue: ast.Break,
}
"""Signs and words, and what stands in their place."""


@dataclass(frozen=True)
class Mutant:
    """A source with one fault: the line that has it, as it was and as it is, and its function."""

    line: int
    function: str
    before: str
    after: str
    source: str


Step = tuple[str, int | None]
"""The name of a field, and the place in it where it is a list."""
Change = Callable[[ast.AST], ast.AST]


class Source:
    """A source, and every small fault that it can be given.

    Does not touch what says nothing to a test: docstrings, types, and what only type checkers run.
    """

    def __init__(self, text: str) -> None:
        self._tree = ast.parse(text)
        self._lines = ast.unparse(self._tree).splitlines()
        self._places = sorted(_places(self._tree), key=lambda place: (place[0], str(place[1])))

    def __len__(self) -> int:
        return len(self._places)

    def mutant(self, number: int) -> Mutant:
        """The source with the fault of this number."""
        line, path, change = self._places[number]
        changed = copy.deepcopy(self._tree)
        _put(changed, path, change(_at(changed, path)))
        source = ast.unparse(ast.fix_missing_locations(changed))
        pairs = zip(self._lines, source.splitlines(), strict=True)
        before, after = next((one, other) for one, other in pairs if one != other)
        function = _function(self._tree, path)
        return Mutant(line, function, before.strip(), after.strip(), source)


def _function(tree: ast.AST, path: tuple[Step, ...]) -> str:
    """The name of the function in which a place is, with that of its class; empty outside."""
    around = (_at(tree, path[:length]) for length in range(1, len(path) + 1))
    return ".".join(
        node.name for node in around if isinstance(node, ast.FunctionDef | ast.ClassDef)
    )


def _places(tree: ast.AST) -> Iterator[tuple[int, tuple[Step, ...], Change]]:
    """Everything that can be changed: its line, the way to it, and the change."""
    waiting: list[tuple[ast.AST, tuple[Step, ...]]] = [(tree, ())]
    while waiting:
        node, path = waiting.pop()
        if _says_nothing(node):
            continue
        change = _change(node)
        if change is not None:
            yield node.lineno, path, change  # type: ignore[attr-defined]
        waiting += [(child, (*path, step)) for step, child in _children(node)]


def _children(node: ast.AST) -> Iterator[tuple[Step, ast.AST]]:
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "bases", "type_params"):
            continue
        if isinstance(value, ast.AST):
            yield (name, None), value
        elif isinstance(value, list):
            for place, each in enumerate(value):
                if isinstance(each, ast.AST):
                    yield (name, place), each


def _says_nothing(node: ast.AST) -> bool:
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING"
    is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_text or isinstance(node, ast.Import | ast.ImportFrom | ast.Raise)


def _change(node: ast.AST) -> Change | None:
    """How a node is changed; None where it is left alone."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
        return _swap_comparison
    if isinstance(node, ast.BoolOp | ast.BinOp | ast.AugAssign) and type(node.op) in SWAPPED:
        return _swap_operator
    if isinstance(node, ast.Break | ast.Continue):
        return lambda node: ast.copy_location(SWAPPED[type(node)](), node)
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub | ast.Invert):
        return lambda node: node.operand  # type: ignore[attr-defined]
    if isinstance(node, ast.Constant) and type(node.value) in (int, bool):
        return _change_number
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return lambda node: ast.copy_location(ast.Pass(), node)
    if isinstance(node, ast.IfExp):
        return _swap_branches
    return None


def _swap_comparison(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Compare)
    operators = [SWAPPED[type(node.ops[0])](), *node.ops[1:]]
    return ast.copy_location(ast.Compare(node.left, operators, node.comparators), node)  # type: ignore[arg-type]


def _swap_operator(node: ast.AST) -> ast.AST:
    changed = copy.copy(node)
    changed.op = SWAPPED[type(node.op)]()  # type: ignore[attr-defined]
    return changed


def _change_number(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.Constant)
    value = not node.value if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator]
    return ast.copy_location(ast.Constant(value), node)


def _swap_branches(node: ast.AST) -> ast.AST:
    assert isinstance(node, ast.IfExp)
    return ast.copy_location(ast.IfExp(node.test, node.orelse, node.body), node)


def _at(tree: ast.AST, path: tuple[Step, ...]) -> ast.AST:
    for name, place in path:
        value = getattr(tree, name)
        tree = value if place is None else value[place]
    return tree


def _put(tree: ast.AST, path: tuple[Step, ...], new: ast.AST) -> None:
    *way, (name, place) = path
    owner = _at(tree, tuple(way))
    if place is None:
        setattr(owner, name, new)
    else:
        getattr(owner, name)[place] = new
