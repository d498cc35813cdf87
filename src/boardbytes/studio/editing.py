"""Edits of a game's tree: a table from the name of an edit to what it does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from boardbytes.drawing.stage import stage
from boardbytes.errors import BoardbytesError, PathError, PositionError
from boardbytes.model import Colour, GameTree, Node, Outcome
from boardbytes.model.notes import Judgement, Label, Link, Mark, MarkKind, Verdict
from boardbytes.model.outcome import Reason
from boardbytes.model.registry import find
from boardbytes.studio.messages import TreeEdit
from boardbytes.studio.rule_words import rule_title


def edited(tree: GameTree, edits: list[TreeEdit]) -> tuple[GameTree, Node]:
    """The tree after some edits, and the node to look at afterwards.

    Every path is one of the tree as it was before the first edit.
    """
    ids = [tree.node(edit.path).id for edit in edits]
    shown = ids[-1]
    for edit, id in zip(edits, ids, strict=True):
        if not _is_there(tree, id):
            raise PathError(edit.path, f"{edit.path} is removed by an edit before this one")
        if edit.edit == "remove":
            shown = tree.entries[id].parent
        tree = _EDITS[edit.edit](tree, tree.node(id), edit)
    return tree, tree.node(shown)


def _is_there(tree: GameTree, id: int) -> bool:
    """Whether a node still hangs on the tree, and was not cut off with one before it."""
    while (parent := tree.entries[id].parent) >= 0:
        if id not in tree.entries[parent].children:
            return False
        id = parent
    return True


def _point(node: Node, name: str) -> str:
    """A point of the board, as it is written there."""
    names = {spot.name.lower(): spot.name for spot in stage(node.tree.start).spots}
    return find("point", name.lower(), names)


def _comment(tree: GameTree, node: Node, edit: TreeEdit) -> GameTree:
    return tree.annotate(node, comment=edit.text)


def _name(tree: GameTree, node: Node, edit: TreeEdit) -> GameTree:
    return tree.annotate(node, name=edit.text)


def _mark(tree: GameTree, node: Node, edit: TreeEdit) -> GameTree:
    """Put a shape on a point, in place of any other there."""
    point = _point(node, edit.point)
    others = tuple(mark for mark in node.notes.marks if mark.point != point)
    return tree.annotate(node, marks=(*others, Mark(MarkKind(edit.kind), point)))


def _unmark(tree: GameTree, node: Node, edit: TreeEdit) -> GameTree:
    """Remove what is drawn on a point, and arrows from it or to it."""
    point, notes = _point(node, edit.point), node.notes
    return tree.annotate(
        node,
        marks=tuple(mark for mark in notes.marks if mark.point != point),
        labels=tuple(label for label in notes.labels if label.point != point),
        links=tuple(link for link in notes.links if point not in (link.start, link.end)),
        territory=tuple(owned for owned in notes.territory if owned.point != point),
    )


def _label(tree: GameTree, node: Node, edit: TreeEdit) -> GameTree:
    point = _point(node, edit.point)
    others = tuple(label for label in node.notes.labels if label.point != point)
    return tree.annotate(node, labels=(*others, Label(point, edit.text)) if edit.text else others)


def _arrow(tree: GameTree, node: Node, edit: TreeEdit) -> GameTree:
    """Draw an arrow from one point to another, or remove it if it is there."""
    arrow = Link(_point(node, edit.point), _point(node, edit.to), has_head=True)
    if arrow.start == arrow.end:
        raise PositionError("an arrow leads from one point to another")
    others = tuple(
        link for link in node.notes.links if (link.start, link.end) != (arrow.start, arrow.end)
    )
    is_new = len(others) == len(node.notes.links)
    return tree.annotate(node, links=(*others, arrow) if is_new else others)


def _judgement(tree: GameTree, node: Node, edit: TreeEdit) -> GameTree:
    """What is thought of a move or a position; an empty text removes it."""
    if not edit.text:
        return tree.annotate(node, judgements=())
    verdicts = {verdict.value: verdict for verdict in Verdict}
    is_strong = edit.text.startswith("very ")
    verdict = find("verdict", edit.text.removeprefix("very "), verdicts)
    return tree.annotate(node, judgements=(Judgement(verdict, is_strong),))


def _remove(tree: GameTree, node: Node, _: TreeEdit) -> GameTree:
    return tree.remove(node)


def _promote(tree: GameTree, node: Node, _: TreeEdit) -> GameTree:
    """The line to a node becomes the main line; a result from the moves is worked out again."""
    reached = tree.reached(tree.last).outcome(tree.rules)
    for id in tree.way(node):
        tree = tree.promote(id)
    if tree.result is None or tree.result == reached:
        return tree.with_result(tree.reached(tree.last).outcome(tree.rules))
    return tree


def _header(tree: GameTree, _: Node, edit: TreeEdit) -> GameTree:
    if not edit.header.strip():
        raise PositionError("a header needs a name")
    return tree.with_headers(**{edit.header.strip(): edit.text or None})


def _result(tree: GameTree, _: Node, edit: TreeEdit) -> GameTree:
    """Who won, why and by how much: a side, a draw, or nothing. A draw is agreed or counted."""
    if not edit.text:
        return tree.with_result(None)
    sides: dict[str, Colour | None] = {str(side): side for side in tree.start.sides}
    winner = find("result", edit.text, sides | {"draw": None})
    loser = tree.start.sides.other(winner) if winner else None
    reason = Reason(edit.reason) if winner or edit.reason == "score" else Reason.STATED
    margin = edit.margin if winner and reason is Reason.SCORE else None
    return tree.with_result(Outcome(winner, reason, tree.rules.name, loser, margin=margin))


def _rules(tree: GameTree, _: Node, edit: TreeEdit) -> GameTree:
    """The same moves by other rules; refused if those forbid one of them."""
    komi = getattr(tree.rules, "komi", None)
    start = tree.start if tree.root.children else tree.start.under(edit.text)
    rules: Any = start.find_rules(edit.text)
    rules = replace(rules, komi=komi) if komi is not None else rules
    was_reached = tree.result == tree.reached(tree.last).outcome(tree.rules)
    changed = replace(tree, start=start, rules=rules)
    for node in changed.nodes():
        try:
            error = changed.reached(node).error
        except BoardbytesError as refused:
            error = refused  # type: ignore[assignment]
        if error is not None and not node.step.is_forced:
            raise PositionError(
                f"the game cannot go on by these rules ({rule_title(start.game, edit.text)}):"
                f" at move {node.ply}, {error}"
            )
    if was_reached:
        return changed.with_result(changed.reached(changed.last).outcome(changed.rules))
    return changed


_EDITS: Mapping[str, Callable[[GameTree, Node, TreeEdit], GameTree]] = {
    "comment": _comment,
    "name": _name,
    "mark": _mark,
    "unmark": _unmark,
    "label": _label,
    "arrow": _arrow,
    "judgement": _judgement,
    "remove": _remove,
    "promote": _promote,
    "header": _header,
    "result": _result,
    "rules": _rules,
}
