"""A game written as SGF from the model alone: FF[4], in UTF-8."""

from __future__ import annotations

from collections.abc import Iterator

from boardbytes.formats.sgf.points import Board, board_of
from boardbytes.formats.sgf.root import root_properties
from boardbytes.formats.sgf.wording import Properties, properties_of
from boardbytes.games.go import RESIGN, GoPosition
from boardbytes.model import Facts, GameTree
from boardbytes.model.step import NO_STEP
from boardbytes.model.tree import ROOT

_WIDTH = 79


def write_game(tree: GameTree, facts: Facts) -> bytes:
    """The whole game; what SGF has no word for is in the property DGF."""
    start = tree.start
    root = root_properties(tree, facts)
    assert isinstance(start, GoPosition)
    pieces = ["(", ";", *_pieces(root)]
    pieces += _below(tree, ROOT, board_of(start.size))
    pieces += [")", "\n"]
    return _wrapped([piece.encode("utf-8", "replace") for piece in pieces])


def write_node(tree: GameTree, id: int, board: Board) -> str:
    """One node with its `;`, on one line."""
    return "".join([";", *_pieces(node_properties(tree, id, board))])


def write_branch(tree: GameTree, id: int, board: Board) -> str:
    """A node and all that follows it, without parentheses around it."""
    return "".join([";", *_pieces(node_properties(tree, id, board)), *_below(tree, id, board)])


def node_properties(tree: GameTree, id: int, board: Board) -> Properties:
    """The properties of a node that is not the root."""
    entry = tree.entries[id]
    return properties_of(*entry.content, board)


def is_unwritten(tree: GameTree, id: int) -> bool:
    """Whether a node is a resignation that SGF has no move for: the root tells of it.

    With remarks it is written as a node without a move; so is one after such a node, lest that be
    taken for the resignation.
    """
    entry = tree.entries[id]
    says_more = entry.children or entry.notes or entry.properties
    if entry.step.move != RESIGN or says_more:
        return False
    return entry.parent == ROOT or tree.entries[entry.parent].step != NO_STEP


def written_children(tree: GameTree, id: int) -> list[int]:
    """The children of a node, without a resignation."""
    return [child for child in tree.entries[id].children if not is_unwritten(tree, child)]


def _below(tree: GameTree, id: int, board: Board) -> Iterator[str]:
    """All that follows a node."""
    waiting: list[int | str] = _opened(tree, id)
    while waiting:
        task = waiting.pop()
        if isinstance(task, str):
            yield task
            continue
        yield ";"
        yield from _pieces(node_properties(tree, task, board))
        waiting += _opened(tree, task)


def _opened(tree: GameTree, id: int) -> list[int | str]:
    """The children of a node, each in parentheses unless it is the only one; in reverse."""
    children = written_children(tree, id)
    if len(children) == 1:
        return [children[0]]
    return [task for child in reversed(children) for task in (")", child, "(")]


def _pieces(properties: Properties) -> Iterator[str]:
    """Properties as text."""
    return (format_property(name, values) for name, values in properties.items())


def format_property(name: str, values: list[str]) -> str:
    """A property as text."""
    return name + "".join(f"[{value}]" for value in values)


def _wrapped(pieces: list[bytes]) -> bytes:
    """The pieces in lines of a readable length."""
    lines: list[bytes] = []
    line: list[bytes] = []
    length = 0
    for piece in pieces:
        if line and length + len(piece) > _WIDTH:
            lines.append(b"".join(line))
            line, length = [], 0
        line.append(piece)
        length += len(piece)
    lines.append(b"".join(line))
    return b"\n".join(lines)
