"""A game's tree as the page walks through it: every node with what it changes on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from boardbytes.errors import BoardbytesError
from boardbytes.model import Document, GameTree, Node, Position
from boardbytes.model.line import Reached, advance
from boardbytes.model.notes import Clock, Notes
from boardbytes.model.path import path_of
from boardbytes.studio import messages
from boardbytes.studio.standing import Standing, standing

MOST = 2_000
"""If a tree has more nodes, only those around the shown one are sent."""


def game_of(document: Document) -> GameTree | None:
    """The game of a document, even one without moves yet; None if nothing is played."""
    if document.tree is not None:
        return document.tree
    return GameTree(document.position) if isinstance(document.position, Position) else None


def node_at(tree: GameTree, path: str | None) -> Node:
    """The node of a path; None is the end of the main line."""
    return tree.last if path is None else tree.node(path)


def follow(old: GameTree, new: GameTree, path: str) -> tuple[Node, bool]:
    """Where a node of one tree is in another, by the moves that lead there.

    Gives the node of the last move that the other tree also has, and whether it has all of them.
    """
    node = new.root
    for id in old.way(path)[1:]:
        step = old.entries[id].step
        found = next((child for child in node.children if child.step == step), None)
        if found is None:
            return node, False
        node = found
    return node, True


def nodes_around(tree: GameTree, at: Node) -> tuple[list[int], bool]:
    """The numbers of the nodes to send, parents before children, and whether they are all."""
    if len(tree.entries) <= MOST:
        return [node.id for node in tree.nodes()], True
    every = _first(tree.nodes(), MOST + 1)
    if len(every) <= MOST:
        return every, True
    way = tree.way(at)
    line = [*way, *_first((tree.node(id) for id in tree.down(at.id)), MOST)[1:]]
    here, half = len(way) - 1, MOST // 4
    near = line[max(0, here - half) : here + half]
    chosen = set(near)
    waiting = sorted(near, key=lambda id: abs(line.index(id, max(0, here - half)) - here))
    for id in waiting:
        if len(chosen) >= MOST:
            break
        fresh = [child for child in tree.entries[id].children if child not in chosen]
        fresh = fresh[: MOST - len(chosen)]
        chosen.update(fresh)
        waiting.extend(fresh)
    return _preorder(tree, near[0], chosen), False


def _first(nodes: Iterator[Node], count: int) -> list[int]:
    return [node.id for node, _ in zip(nodes, range(count), strict=False)]


def _preorder(tree: GameTree, first: int, chosen: set[int]) -> list[int]:
    ordered, waiting = [], [first]
    while waiting:
        id = waiting.pop()
        ordered.append(id)
        waiting.extend(child for child in reversed(tree.entries[id].children) if child in chosen)
    return ordered


class Telling:
    """Nodes of a tree one after the other, each described by how it differs from its parent."""

    def __init__(self, tree: GameTree, ids: Sequence[int], *, whole: bool) -> None:
        self._tree, self._ids, self.whole = tree, ids, whole
        self._places = {id: place for place, id in enumerate(ids)}
        self._reached: dict[int, Reached | None] = {}
        self._standing: dict[int, Standing] = {}
        self._paths: dict[int, tuple[int, ...]] = {}
        self._numbers: dict[int, int] = {}

    def nodes(self) -> list[messages.Node]:
        return [self._first(self._ids[0]), *(self._node(id) for id in self._ids[1:])]

    @property
    def start(self) -> dict[str, str]:
        """What stands where at the first node that is sent."""
        return dict(self._standing[self._ids[0]].pieces)

    def _first(self, id: int) -> messages.Node:
        node = self._tree.node(id)
        path = path_of(self._tree.entries, id)
        self._paths[id] = tuple(map(int, path.split("."))) if path else ()
        self._numbers[id] = node.ply
        here = self._tree.reached(node) if self.whole else self._tree.record(node).end
        self._reached[id] = here
        self._standing[id] = stands = standing(here.position)
        turn = str(here.position.turn) if here.position.turn else ""
        return self._told(node, turn=turn, caught=dict(stands.caught), hand=dict(stands.hand))

    def _node(self, id: int) -> messages.Node:
        entry = self._tree.entries[id]
        parent, node = entry.parent, self._tree.node(id)
        self._paths[id] = _longer(
            self._paths[parent], self._tree.entries[parent].children.index(id)
        )
        self._numbers[id] = self._numbers[parent] + (entry.step.move is not None)
        before, old = self._reached[parent], self._standing[parent]
        here, wrong = self._go_on(id, before)
        self._reached[id] = here
        if here is None:
            self._standing[id] = old
            return self._told(node, wrong=wrong)
        self._standing[id] = stands = standing(here.position)
        return self._told(
            node,
            turn=_turn(before, here),
            change=stands.changed_from(old),
            caught={side: n for side, n in stands.caught.items() if old.caught.get(side) != n},
            hand={side: n for side, n in stands.hand.items() if old.hand.get(side) != n},
            wrong=wrong,
        )

    def _go_on(self, id: int, before: Reached | None) -> tuple[Reached | None, str | None]:
        if before is None:
            return None, None
        try:
            if self.whole:
                here = self._tree.reached(id)
            else:
                here = advance(before, self._tree.entries[id].step, self._tree.rules)
        except BoardbytesError as error:
            return None, str(error)
        return here, str(here.error) if here.error else None

    def _told(self, node: Node, **more: Any) -> messages.Node:
        step, notes = node.step, node.notes
        children = self._tree.entries[node.id].children
        said = _noted(notes) if notes else {}
        if step.move is not None:
            said["move"] = move = str(step.move)
            points = list(step.move.points)
            if points != [move]:
                said["points"] = points
        parent = self._tree.entries[node.id].parent
        return messages.Node.model_construct(
            None,
            path=".".join(map(str, self._paths[node.id])),
            parent=self._places.get(parent),
            colour=str(step.colour) if step.colour and step.move is not None else None,
            number=self._numbers[node.id],
            is_setup=step.setup is not None,
            more=not self.whole and any(child not in self._places for child in children),
            **said,
            **more,
        )


def _longer(path: tuple[int, ...], choice: int) -> tuple[int, ...]:
    """The path of a child: steps along first children and choices, in turn."""
    ends_in_steps = len(path) % 2 == 1
    if choice == 0:
        return (*path[:-1], path[-1] + 1) if ends_in_steps else (*path, 1)
    return (*path, choice) if ends_in_steps else (*path, 0, choice)


def _turn(before: Reached | None, here: Reached) -> str | None:
    """Whose turn it is now, if that is not what one would expect; empty if it is nobody's."""
    turn, colour = here.position.turn, here.step.colour
    usual = before.position.turn if before else None
    if colour is not None and here.step.move is not None:
        usual = here.position.sides.other(colour)
    return None if turn is usual else str(turn or "")


def _noted(notes: Notes) -> dict[str, Any]:
    marks: dict[str, list[str]] = {}
    for mark in notes.marks:
        marks.setdefault(mark.kind.value, []).append(mark.point)
    territory: dict[str, list[str]] = {}
    for owned in notes.territory:
        territory.setdefault(str(owned.colour), []).append(owned.point)
    said: dict[str, Any] = {
        "comment": notes.comment,
        "name": notes.name,
        "marks": marks,
        "labels": {label.point: label.text for label in notes.labels},
        "arrows": [(link.start, link.end, link.has_head) for link in notes.links],
        "territory": territory,
        "judgement": [
            f"{'very ' if each.is_strong else ''}{each.verdict.value}" for each in notes.judgements
        ],
        "clock": {str(each.colour): _clock(each) for each in notes.clocks},
    }
    return {name: value for name, value in said.items() if value}


def _clock(clock: Clock) -> str:
    """`4:37`; in overtime with the moves or periods that are left, `0:30 (3)`."""
    if clock.seconds is None:
        return ""
    minutes, rest = divmod(int(clock.seconds), 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return text if clock.moves_left is None else f"{text} ({clock.moves_left})"
