"""A tree built node by node, as a reader meets them."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from boardbytes.model.headers import Headers
from boardbytes.model.line import Reached, advance, begin
from boardbytes.model.notes import NO_NOTES, Notes
from boardbytes.model.outcome import Outcome
from boardbytes.model.position import Position
from boardbytes.model.step import NO_STEP, Step
from boardbytes.model.tree import ROOT, Entry, GameTree, Property
from boardbytes.model.vector import Vector


class TreeBuilder:
    """Takes nodes parents first, each line to its end before the next, and plays their moves.

    Holds only the positions from the root to the node that was added last.
    """

    def __init__(self, start: Position, rules: Any = "standard") -> None:
        self.start, self.rules = start, start.find_rules(rules)
        self._parents = [-1]
        self._contents: list[tuple[Step, Notes, tuple[Property, ...]]] = [(NO_STEP, NO_NOTES, ())]
        self._way = [(ROOT, begin(start, self.rules))]

    def __len__(self) -> int:
        """How many nodes there are; the next one gets this number."""
        return len(self._parents)

    @property
    def last(self) -> int:
        """The node that was added last, or that a line goes on from."""
        return self._way[-1][0]

    def is_open(self, id: int) -> bool:
        """Whether a node is on the way to the last one, so that a child can be added to it."""
        place = bisect_left(self._way, id, key=lambda way: way[0])
        return place < len(self._way) and self._way[place][0] == id

    def reached(self, id: int) -> Reached:
        """Where the line to a node on the way to the last one leads; forgets what follows it."""
        while self._way[-1][0] != id:
            self._way.pop()
        return self._way[-1][1]

    def set_root(
        self,
        step: Step = NO_STEP,
        notes: Notes = NO_NOTES,
        properties: tuple[Property, ...] = (),
        *,
        as_written: bool = False,
    ) -> Reached:
        """What the root says, before anything is added to it."""
        here = advance(begin(self.start, self.rules), step, self.rules, as_written=as_written)
        self._contents[ROOT] = (here.step, notes, properties)
        self._way = [(ROOT, here)]
        return here

    def add(
        self,
        parent: int,
        step: Step = NO_STEP,
        notes: Notes = NO_NOTES,
        properties: tuple[Property, ...] = (),
        *,
        as_written: bool = False,
    ) -> Reached:
        """One more node, the last child of a node on the way to the last one.

        Raises MoveError for a move that the rules forbid; `as_written` plays it all the same.
        """
        here = advance(self.reached(parent), step, self.rules, as_written=as_written)
        self._way.append((len(self), here))
        self._parents.append(parent)
        self._contents.append((here.step, notes, properties))
        return here

    def note(self, id: int, notes: Notes) -> None:
        """Other notes on a node."""
        step, _, properties = self._contents[id]
        self._contents[id] = (step, notes, properties)

    def notes(self, id: int) -> Notes:
        return self._contents[id][1]

    def entries(self) -> Vector[Entry]:
        """The nodes so far, as a tree keeps them."""
        children: list[list[int]] = [[] for _ in self._parents]
        for id, parent in enumerate(self._parents):
            if parent >= 0:
                children[parent].append(id)
        return Vector(
            Entry(parent, tuple(below), *content)
            for parent, below, content in zip(self._parents, children, self._contents, strict=True)
        )

    def build(self, headers: Headers | None = None, result: Outcome | None = None) -> GameTree:
        """The tree of all nodes so far."""
        return GameTree(self.start, self.rules, headers or Headers(), result, self.entries())
