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

_HELD = 512
"""How many positions are held: few games are longer, and the largest boards still fit in memory."""


class TreeBuilder:
    """Takes nodes parents first, each line to its end before the next, and plays their moves.

    Of the positions from the root to the node added last, it holds the latest and some earlier
    ones; those in between are played again when a line goes on from one of them.
    """

    def __init__(self, start: Position, rules: Any = "standard") -> None:
        self.start, self.rules = start, start.find_rules(rules)
        self._parents = [-1]
        self._contents: list[tuple[Step, Notes, tuple[Property, ...]]] = [(NO_STEP, NO_NOTES, ())]
        self._way: list[int] = [ROOT]
        self._held = {0: begin(start, self.rules)}
        """Where the nodes on the way lead, by how many nodes come before each."""

    def __len__(self) -> int:
        """How many nodes there are; the next one gets this number."""
        return len(self._parents)

    @property
    def last(self) -> int:
        """The node that was added last, or that a line goes on from."""
        return self._way[-1]

    def is_open(self, id: int) -> bool:
        """Whether a node is on the way to the last one, so that a child can be added to it."""
        place = bisect_left(self._way, id)
        return place < len(self._way) and self._way[place] == id

    def reached(self, id: int) -> Reached:
        """Where the line to a node on the way to the last one leads; forgets what follows it."""
        place = bisect_left(self._way, id)
        for after in range(place + 1, len(self._way)):
            self._held.pop(after, None)
        del self._way[place + 1 :]
        known = place
        while known not in self._held:
            known -= 1
        for further in range(known + 1, place + 1):
            step = self._contents[self._way[further]][0]
            self._hold(further, advance(self._held[further - 1], step, self.rules))
        return self._held[place]

    def _hold(self, place: int, here: Reached) -> None:
        """Keep where the way leads, and drop what is far behind, except for one in `_HELD`."""
        self._held[place] = here
        if (place - _HELD) % _HELD:
            self._held.pop(place - _HELD, None)

    def set_root(
        self,
        step: Step = NO_STEP,
        notes: Notes = NO_NOTES,
        properties: tuple[Property, ...] = (),
        *,
        as_written: bool = False,
    ) -> Reached:
        """Set what the root says, before anything is added to it."""
        here = advance(begin(self.start, self.rules), step, self.rules, as_written=as_written)
        self._contents[ROOT] = (here.step, notes, properties)
        self._way, self._held = [ROOT], {0: here}
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
        """Add a node, as the last child of a node on the way to the last one.

        Raises MoveError for a move that the rules forbid; `as_written` plays it all the same.
        """
        here = advance(self.reached(parent), step, self.rules, as_written=as_written)
        self._way.append(len(self))
        self._hold(len(self._way) - 1, here)
        self._parents.append(parent)
        self._contents.append((here.step, notes, properties))
        return here

    def note(self, id: int, notes: Notes) -> None:
        """Replace the notes on a node."""
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
