"""A game as people keep it: a tree of moves, with what they wrote beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from boardbytes.errors import PathError
from boardbytes.model.colour import Colour
from boardbytes.model.headers import Headers
from boardbytes.model.line import Reached, advance, begin
from boardbytes.model.notes import NO_NOTES, Notes
from boardbytes.model.outcome import Outcome
from boardbytes.model.path import find, path_of
from boardbytes.model.position import Move, Position
from boardbytes.model.record import Record
from boardbytes.model.step import NO_STEP, Setup, Step
from boardbytes.model.vector import Vector

Property: TypeAlias = "tuple[str, tuple[str, ...]]"
"""Something that we do not interpret: its name and its values, verbatim."""

ROOT = 0
_NO_PARENT = -1


@dataclass(frozen=True, slots=True, eq=False)
class Entry:
    """What a tree keeps of one node; nodes are named by their place in the tree's list."""

    parent: int = _NO_PARENT
    children: tuple[int, ...] = ()
    step: Step = NO_STEP
    notes: Notes = NO_NOTES
    properties: tuple[Property, ...] = ()

    @property
    def content(self) -> tuple[Step, Notes, tuple[Property, ...]]:
        """What the node says, wherever in a tree it stands."""
        return self.step, self.notes, self.properties


@dataclass(frozen=True, slots=True)
class Source:
    """The text that a tree was read from, so that what was not touched is written back as it was.

    `entries` are the nodes as they were read, `spans` what the format's reader remembers of the
    place of each. A node is untouched while the tree still holds that very entry. `beside` says in
    words what stands in the text and nowhere in the tree: only the same format writes it back.
    """

    format: str
    data: bytes
    entries: Vector[Entry]
    headers: Headers
    spans: Any = None
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Node:
    """One node of a tree, looked at in place: a light view, made when it is asked for."""

    tree: GameTree
    id: int

    @property
    def _entry(self) -> Entry:
        return self.tree.entries[self.id]

    @property
    def parent(self) -> Node | None:
        parent = self._entry.parent
        return None if parent == _NO_PARENT else Node(self.tree, parent)

    @property
    def children(self) -> tuple[Node, ...]:
        """What was played from here, the main line first."""
        return tuple(Node(self.tree, child) for child in self._entry.children)

    @property
    def step(self) -> Step:
        return self._entry.step

    @property
    def move(self) -> Move | None:
        return self._entry.step.move

    @property
    def colour(self) -> Colour | None:
        """Who made the move."""
        return self._entry.step.colour

    @property
    def setup(self) -> Setup | None:
        return self._entry.step.setup

    @property
    def notes(self) -> Notes:
        return self._entry.notes

    @property
    def comment(self) -> str:
        return self._entry.notes.comment

    @property
    def properties(self) -> tuple[Property, ...]:
        return self._entry.properties

    @property
    def position(self) -> Position:
        """The position after this node."""
        return self.tree.reached(self).position

    @property
    def ply(self) -> int:
        """How many moves lead here, this one included."""
        return sum(self.tree.entries[id].step.move is not None for id in self.tree.way(self))

    @property
    def path(self) -> str:
        """Where the node is, as people type it: `23`, or `23.1.4` in a variation."""
        return path_of(self.tree.entries, self.id)

    def __repr__(self) -> str:
        what = f"{self.colour} {self.move}" if self.move else "setup" if self.setup else "no move"
        return f"<Node {self.path or 'root'}: {what}>"


At: TypeAlias = "Node | str | int"
"""A node, its path, or its number in its tree."""


@dataclass(frozen=True, eq=False)
class GameTree:
    """Headers, rules, a start, and every line that was played or thought of from there.

    A frozen value: an edit gives a new tree that shares what did not change. Nodes keep their
    numbers through all edits. `result` is how the game ended, as stated or as played.

    Paths read `23`: node 23 of the main line; `23.1`: there, child 1 instead of child 0;
    `23.1.4`: from that child four nodes on along first children; and so on, alternately.
    """

    start: Position
    rules: Any = "standard"
    headers: Headers = field(default_factory=Headers)
    result: Outcome | None = None
    entries: Vector[Entry] = field(default_factory=lambda: Vector([Entry()]), repr=False)
    source: Source | None = field(default=None, repr=False)
    _known: dict[int, Reached] = field(default_factory=dict, init=False, repr=False)
    _last: int | None = field(default=None, init=False, repr=False)
    """The end of the main line, once somebody asked for it."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", self.start.find_rules(self.rules))

    @classmethod
    def of(cls, record: Record, headers: Mapping[str, str] | None = None) -> GameTree:
        """The tree of a single line."""
        entries = [Entry(children=(1,) if record.steps else ())]
        last = len(record.steps)
        for index, step in enumerate(record.steps, 1):
            entries.append(Entry(index - 1, (index + 1,) if index < last else (), step))
        return cls(
            record.start, record.rules, Headers(headers or {}), record.result, Vector(entries)
        )

    # Looking.

    @property
    def root(self) -> Node:
        return Node(self, ROOT)

    def node(self, at: At) -> Node:
        """The node of a path or of a number; PathError if there is none."""
        if isinstance(at, Node):
            return at if at.tree is self else Node(self, at.id)
        if isinstance(at, str):
            return Node(self, find(self.entries, at))
        if not 0 <= at < len(self.entries):
            raise PathError(f"{at}", f"there is no node {at}")
        return Node(self, at)

    def nodes(self) -> Iterator[Node]:
        """Every node, parents before children, the main line first."""
        waiting = [ROOT]
        while waiting:
            id = waiting.pop()
            yield Node(self, id)
            waiting.extend(reversed(self.entries[id].children))

    def main_line(self) -> Iterator[Node]:
        """The nodes from the root along first children."""
        return (Node(self, id) for id in self.down(ROOT))

    def down(self, id: int) -> Iterator[int]:
        """The numbers of a node and of those that follow it along first children."""
        while True:
            yield id
            children = self.entries[id].children
            if not children:
                return
            id = children[0]

    def way(self, at: At) -> list[int]:
        """The numbers of the nodes from the root to a node."""
        id, way = self.node(at).id, []
        while id != _NO_PARENT:
            way.append(id)
            id = self.entries[id].parent
        return way[::-1]

    @property
    def last(self) -> Node:
        """The end of the main line."""
        last = self._last
        if last is None:
            *_, last = self.down(ROOT)
            object.__setattr__(self, "_last", last)
        return Node(self, last)

    def child(self, at: At, move: Move, colour: Colour | None = None) -> Node | None:
        """The child of a node in which that move is made, by that side if one is given."""
        for child in self.node(at).children:
            if child.move == move and colour in (None, child.colour):
                return child
        return None

    def reached(self, at: At) -> Reached:
        """Where the line to a node leads: position, history, and whether the rules allow it."""
        id, way = self.node(at).id, []
        known = self._known.get(id)
        while known is None or known.step is not self.entries[id].step:
            way.append(id)
            id = self.entries[id].parent
            if id == _NO_PARENT:
                known = begin(self.start, self.rules)
                break
            known = self._known.get(id)
        for id in reversed(way):
            step = self.entries[id].step
            known = replace(advance(known, step, self.rules), step=step)
            _remember(self._known, id, known)
        return known

    def position(self, at: At) -> Position:
        """The position after a node."""
        return self.reached(at).position

    def record(self, at: At | None = None) -> Record:
        """The line to a node; the main line, with the result of the game, if none is given."""
        way = self.way(at) if at is not None else list(self.down(ROOT))
        steps = (self.entries[id].step for id in way)
        kept = tuple(step for step in steps if step.move is not None or step.setup is not None)
        result = self.result if at is None or self._is_main_end(way[-1]) else None
        return Record(self.start, kept, result, self.rules)

    # Editing: each edit gives a new tree.

    def add(
        self,
        at: At,
        step: Step = NO_STEP,
        notes: Notes = NO_NOTES,
        properties: tuple[Property, ...] = (),
    ) -> GameTree:
        """One more child of a node, the last of its variations. Does not look at the rules."""
        parent = self.node(at).id
        entry = self.entries[parent]
        added = Entry(parent, (), replace(step), notes, properties)
        new = len(self.entries)
        grown = replace(entry, children=(*entry.children, new))
        last = new if parent == self._last else self._last
        return self._with(self.entries.set(parent, grown).append(added), last)

    def play(self, at: At, move: Move | str | int, colour: Colour | None = None) -> GameTree:
        """A legal move after a node, made by the side whose turn it is if none is named.

        A move that already exists is not added again; at the end of the main line the move may
        end the game. Raises MoveError for a move that the rules forbid.
        """
        node = self.node(at)
        here = advance(self.reached(node), Step(move, colour), self.rules)  # type: ignore[arg-type]
        step = here.step
        assert step.move is not None
        if self.child(node, step.move, step.colour):
            return self
        longer = self.add(node, step)
        new = len(self.entries)
        _remember(longer._known, new, replace(here, step=longer.entries[new].step))
        ended = here.outcome(self.rules)
        if ended and self._is_main_end(node.id):
            return longer.with_result(ended)
        return longer

    def annotate(self, at: At, **notes: Any) -> GameTree:
        """Other notes on a node, by the names of their fields: `comment="a good move"`."""
        id = self.node(at).id
        entry = self.entries[id]
        changed = replace(entry, notes=replace(entry.notes, **notes))
        return self._with(self.entries.set(id, changed), self._last)

    def set_properties(self, at: At, properties: tuple[Property, ...]) -> GameTree:
        """Other properties of a node: those that we do not interpret."""
        id = self.node(at).id
        return self._with(self.entries.set(id, replace(self.entries[id], properties=properties)))

    def set_step(self, at: At, step: Step) -> GameTree:
        """Another move or setup in a node; everything below it then follows from that."""
        id = self.node(at).id
        changed = replace(self.entries[id], step=replace(step))
        return replace(self._with(self.entries.set(id, changed)))  # forgets all positions

    def remove(self, at: At) -> GameTree:
        """The tree without a node and all that follows it; PathError for the root."""
        id = self.node(at).id
        parent = self.entries[id].parent
        if parent == _NO_PARENT:
            raise PathError("", "the root cannot be removed")
        entry = self.entries[parent]
        kept = tuple(child for child in entry.children if child != id)
        shorter = self._with(self.entries.set(parent, replace(entry, children=kept)))
        # A result that the moves had led to goes with them; one that was stated stays.
        if self.result and self._is_main(id) and self.result == self._reached_result():
            return shorter.with_result(None)
        return shorter

    def promote(self, at: At) -> GameTree:
        """The tree with a node as the first of its parent's children."""
        id = self.node(at).id
        parent = self.entries[id].parent
        if parent == _NO_PARENT:
            return self
        entry = self.entries[parent]
        ordered = (id, *(child for child in entry.children if child != id))
        return self._with(self.entries.set(parent, replace(entry, children=ordered)))

    def with_headers(self, **headers: str | None) -> GameTree:
        """The tree with some headers changed; those given as None are removed."""
        return self._sharing(replace(self, headers=self.headers.changed(**headers)), self._last)

    def with_result(self, result: Outcome | None) -> GameTree:
        return self._sharing(replace(self, result=result), self._last)

    def with_rules(self, rules: Any) -> GameTree:
        """The same moves under other rules."""
        return replace(self, rules=rules)

    def _with(self, entries: Vector[Entry], last: int | None = None) -> GameTree:
        """The tree with other nodes; `last` is the end of its main line, if that is known."""
        return self._sharing(replace(self, entries=entries), last)

    def _sharing(self, other: GameTree, last: int | None) -> GameTree:
        """Another tree of the same lines, which knows the positions that this one knows."""
        object.__setattr__(other, "_known", self._known)
        object.__setattr__(other, "_last", last)
        return other

    def _reached_result(self) -> Outcome | None:
        """How the moves of the main line end the game."""
        return self.reached(self.last).outcome(self.rules)

    def _is_main(self, id: int) -> bool:
        parent = self.entries[id].parent
        while parent != _NO_PARENT:
            if self.entries[parent].children[:1] != (id,):
                return False
            id, parent = parent, self.entries[parent].parent
        return True

    def _is_main_end(self, id: int) -> bool:
        return id == self.last.id

    # As a value.

    def is_untouched(self) -> bool:
        """Whether the tree says just what its source said."""
        source = self.source
        return (
            source is not None and source.entries is self.entries and source.headers == self.headers
        )

    def __eq__(self, other: object) -> bool:
        """Whether both say the same, wherever they were read from."""
        if not isinstance(other, GameTree):
            return NotImplemented
        if self is other:
            return True
        mine = (self.start, self.rules, self.headers, self.result)
        if mine != (other.start, other.rules, other.headers, other.result):
            return False
        ours, theirs = _flat(self), _flat(other)
        return all(a == b for a, b in zip(ours, theirs, strict=False)) and next(ours, None) is next(
            theirs, None
        )

    def __hash__(self) -> int:
        return hash((self.start, self.headers, self.result))

    def __len__(self) -> int:
        """How many nodes there are."""
        return sum(1 for _ in self.nodes())

    def __bool__(self) -> bool:
        return True


_MOST_KNOWN = 4096


def _remember(known: dict[int, Reached], id: int, here: Reached) -> None:
    """Keep a place of a tree at hand; the ones kept longest go when there are many."""
    known.pop(id, None)
    if len(known) >= _MOST_KNOWN:
        for old in list(known)[: _MOST_KNOWN // 2]:
            del known[old]
    known[id] = here


def _flat(tree: GameTree) -> Iterator[tuple[Any, int]]:
    """What every node says and how many children it has: two trees are equal if these are."""
    for node in tree.nodes():
        entry = tree.entries[node.id]
        yield entry.content, len(entry.children)
