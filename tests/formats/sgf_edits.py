"""Every kind of edit of an SGF game, the places that it may touch, and its undoing.

The places are found in the old bytes alone: nothing here asks how an edited game is written.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from boardbytes.errors import MoveError
from boardbytes.formats.sgf.lexing import Lexed
from boardbytes.formats.sgf.reading import Places
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.model import Colour, GameTree, Outcome, Reason, Setup, Step
from boardbytes.model.notes import (
    Clock,
    Figure,
    Judgement,
    Label,
    Link,
    Mark,
    MarkKind,
    Owned,
    Verdict,
)


class Hole(NamedTuple):
    """Between which places of the old bytes an edit may write something else.

    `kept` are the ranges in it that must be there still, in this order.
    """

    start: int
    end: int
    kept: tuple[tuple[int, int], ...] = ()


MARKS = {
    MarkKind.TRIANGLE: "TR",
    MarkKind.SQUARE: "SQ",
    MarkKind.CIRCLE: "CR",
    MarkKind.CROSS: "MA M",
    MarkKind.SELECTED: "SL",
    MarkKind.DIM: "DD",
}
VERDICTS = {
    Verdict.GOOD: "TE",
    Verdict.BAD: "BM",
    Verdict.DOUBTFUL: "DO",
    Verdict.INTERESTING: "IT",
    Verdict.EVEN: "DM",
    Verdict.UNCLEAR: "UC",
    Verdict.HOTSPOT: "HO",
    Verdict.BETTER_FOR_FIRST: "GB",
    Verdict.BETTER_FOR_SECOND: "GW",
}
FIELDS = {
    "comment": "C",
    "name": "N",
    "marks": "TR SQ CR MA M SL DD",
    "labels": "LB L",
    "links": "AR LN",
    "territory": "TB TW",
    "judgements": "TE BM DO IT DM UC HO GB GW",
    "clocks": "BL WL OB OW",
    "figures": "V XFIG",
}
"""The properties in which each kind of note stands."""

HEADERS = {"black": "PB", "event": "EV", "about": "GC", "white_rank": "WR", "weather": "XHD"}
STEP = "B W AB AW AE PL"
TEXTS = ("new", "", "two\nlines", "ü ] \\ :")

Change: TypeAlias = "Callable[[GameTree], GameTree]"


@dataclass(frozen=True)
class Edit:
    """An edit of a tree, what of the old bytes it may touch, and how another undoes it."""

    apply: Change
    holes: tuple[Hole, ...]
    undo: Change | None = None


class Editor:
    """Edits one game that was read; every edit is at random places."""

    def __init__(self, tree: GameTree, chance: random.Random) -> None:
        assert tree.source is not None
        self.tree, self.chance = tree, chance
        self.places: Places = tree.source.spans
        self.lexed: Lexed = self.places.lexed
        self.ids = [node.id for node in tree.nodes()]

    def edit(self, kind: str) -> Edit | None:
        """An edit of a kind; None if there is nothing in the game to edit that way."""
        return KINDS[kind](self)

    # Places.

    def _chain(self, id: int) -> list[int]:
        """The nodes of the tree that stand in the same node of the file: one for each move."""
        nodes = self.places.nodes
        first = id
        while nodes[first] < 0:
            first -= 1
        chain = [first]
        while chain[-1] + 1 < len(nodes) and nodes[chain[-1] + 1] < 0:
            chain.append(chain[-1] + 1)
        return chain

    def _lexed_node(self, id: int) -> int:
        return self.places.nodes[self._chain(id)[0]]

    def _below(self, id: int) -> Hole:
        """From the end of a node to the end of all that follows it."""
        node = self._lexed_node(id)
        end = self.lexed.node_end[node]
        children = self.tree.entries[self._chain(id)[-1]].children
        ends = [self.lexed.sub_end[self._lexed_node(child)] for child in children]
        return Hole(end, max([end, *ends]))

    def _inside(self, id: int, names: str) -> list[Hole]:
        """The properties of those names in a node, and its end, where new ones are put."""
        lexed, node = self.lexed, self._lexed_node(id)
        if len(self._chain(id)) > 1:  # several moves: the node is taken apart
            whole = Hole(lexed.node_start[node], lexed.node_end[node])
            return [whole, self._point(self._below(id).end)]
        holes = [self._point(lexed.node_end[node])]
        for prop in lexed.properties_of(node):
            values = lexed.value_range(prop)
            if lexed.name(prop) in names.split() and len(values):
                end = min(lexed.value_end[values[-1]] + 1, lexed.end)
                holes.append(Hole(lexed.name_start[prop], end))
        return holes

    @staticmethod
    def _point(place: int) -> Hole:
        return Hole(place, place)

    def told_by_the_root(self, tree: GameTree) -> Iterable[Hole]:
        """What edits elsewhere may change in the root: who begins, who won, the encoding."""
        if _first_mover(tree) is not _first_mover(self.tree):
            yield from self._inside(0, "PL HA")
        if tree.result != self.tree.result:
            yield from self._inside(0, "RE")
        names = {self.lexed.name(prop) for prop in self.lexed.properties_of(0)}
        if "CA" not in names and self.lexed.data.isascii():
            yield self._point(self.lexed.node_end[0])

    # Edits of what a node says.

    def _annotated(self, field: str, names: str, change: Callable[[Any], Any]) -> Edit:
        id = self.chance.choice(self.ids)
        old = getattr(self.tree.entries[id].notes, field)
        new = change(old)
        return Edit(
            lambda tree: tree.annotate(id, **{field: new}),
            tuple(self._inside(id, names)),
            lambda tree: tree.annotate(id, **{field: old}),
        )

    def _with_item(self, field: str, item: object, names: str) -> Edit:
        """One more of what a node has several of."""
        return self._annotated(field, names, lambda old: (*old, item))

    def text(self, field: str) -> Edit:
        charset = self.places.charset
        codec = charset.declared or charset.codec
        texts = [text for text in TEXTS if text.isascii() or codec.startswith("utf")]
        return self._annotated(field, FIELDS[field], lambda _: self.chance.choice(texts))

    def cleared(self) -> Edit:
        """All notes of a kind taken away."""
        field = self.chance.choice(list(FIELDS))
        return self._annotated(field, FIELDS[field], lambda old: type(old)())

    def mark(self) -> Edit:
        kind = self.chance.choice(list(MARKS))
        return self._with_item("marks", Mark(kind, self.point()), MARKS[kind])

    def label(self) -> Edit:
        return self._with_item("labels", Label(self.point(), "q:]"), "LB L")

    def link(self) -> Edit:
        has_head = self.chance.random() < 0.5
        link = Link(self.point(), self.point(), has_head)
        return self._with_item("links", link, "AR" if has_head else "LN")

    def territory(self) -> Edit:
        colour = self.colour()
        owned = Owned(self.point(), colour)
        return self._with_item("territory", owned, "TB" if colour is Colour.BLACK else "TW")

    def judgement(self) -> Edit:
        verdict = self.chance.choice(list(VERDICTS))
        return self._with_item("judgements", Judgement(verdict), VERDICTS[verdict])

    def clock(self) -> Edit:
        colour = self.colour()
        clock = Clock(colour, 61.5, 7)
        return self._annotated(
            "clocks",
            "BL OB" if colour is Colour.BLACK else "WL OW",
            lambda old: (*(each for each in old if each.colour is not colour), clock),
        )

    def figure(self) -> Edit:
        if self.chance.random() < 0.5:
            return self._with_item("figures", Figure("value", "2.5"), "V")
        return self._with_item("figures", Figure("win rate", "0.5"), "XFIG")

    def unknown(self) -> Edit:
        """Properties that nobody here understands."""
        id = self.chance.choice(self.ids)
        old = self.tree.entries[id].properties
        new = (*old, ("QQ", ("1", "2\\]")))
        return Edit(
            lambda tree: tree.set_properties(id, new),
            tuple(self._inside(id, "QQ")),
            lambda tree: tree.set_properties(id, old),
        )

    def step(self, step: Step) -> Edit | None:
        if len(self.ids) == 1:
            return None
        id = self.chance.choice(self.ids[1:])
        old = self.tree.entries[id].step
        return Edit(
            lambda tree: tree.set_step(id, step),
            tuple(self._inside(id, STEP)),
            lambda tree: tree.set_step(id, old),
        )

    def setup(self) -> Edit | None:
        stones = ((self.point(), self.chance.choice(["black", "white", "empty"])),)
        turn = self.chance.choice([None, Colour.BLACK, Colour.WHITE])
        return self.step(Step(setup=Setup(stones, turn)))

    def other_move(self) -> Edit | None:
        return self.step(self.forced())

    # Edits of the whole game.

    def header(self) -> Edit:
        name = self.chance.choice(list(HEADERS))
        old = self.tree.headers.get(name)
        new = self.chance.choice(["Ann ]", "B", None])
        return Edit(
            lambda tree: tree.with_headers(**{name: new}),
            tuple(self._inside(0, HEADERS[name])),
            lambda tree: tree.with_headers(**{name: old}),
        )

    def result(self) -> Edit:
        old = self.tree.result
        winner = self.colour()
        won = Outcome(winner, Reason.RESIGNATION, "standard", winner)
        new = self.chance.choice([won, None])
        return Edit(
            lambda tree: tree.with_result(new),
            tuple(self._inside(0, "RE")),
            lambda tree: tree.with_result(old),
        )

    def rules(self) -> Edit:
        old = self.tree.rules
        if self.chance.random() < 0.5:
            new, names = replace(old, komi=self.chance.choice([0, 0.5, 7])), "KM"
        else:
            new = replace(GoPosition.find_rules("aga"), komi=old.komi)
            names = "RU"
        return Edit(
            lambda tree: tree.with_rules(new),
            tuple(self._inside(0, names)),
            lambda tree: tree.with_rules(old),
        )

    # Edits of the shape.

    def _beside(self, id: int) -> list[Hole]:
        """Where a new child of a node is put: behind the others; one without brackets gets them."""
        chain = self._chain(id)
        if id != chain[-1]:
            return self._inside(id, STEP)
        children = self.tree.entries[id].children
        holes = [self._point(self._below(id).end)]
        for node in map(self._lexed_node, children):
            if self.lexed.sub_start[node] == self.lexed.node_start[node]:
                holes.append(self._point(self.lexed.sub_start[node]))
                holes.append(self._point(self.lexed.sub_end[node]))
        return holes

    def _added(self, parents: list[int], add: Callable[[GameTree, int], GameTree]) -> Edit | None:
        """Something new below one of some nodes; None if it is not possible or was there."""
        if not parents:
            return None
        id, new, result = self.chance.choice(parents), len(self.tree.entries), self.tree.result
        try:
            if len(add(self.tree, id).entries) == new:
                return None
        except MoveError:
            return None
        return Edit(
            lambda tree: add(tree, id),
            tuple(self._beside(id)),
            lambda tree: tree.remove(new).with_result(result),
        )

    def play(self) -> Edit | None:
        ends = [id for id in self.ids if not self.tree.entries[id].children]
        move = self.move()
        return self._added(ends, lambda tree, id: tree.play(id, move))

    def variation(self) -> Edit | None:
        forks = [id for id in self.ids if self.tree.entries[id].children]
        step = self.forced()
        return self._added(forks, lambda tree, id: tree.add(id, step))

    def branch(self) -> Edit | None:
        """A branch of several nodes, with a variation and a comment in it."""
        steps = [self.forced() for _ in range(3)]

        def add(tree: GameTree, id: int) -> GameTree:
            new = len(tree.entries)
            for parent, step in zip((id, new, new), steps, strict=True):
                tree = tree.add(parent, step)
            return tree.annotate(new, comment="new")

        return self._added(self.ids, add)

    def remove(self) -> Edit | None:
        if len(self.ids) == 1:
            return None
        id = self.chance.choice(self.ids[1:])
        chain = self._chain(id)
        node = self._lexed_node(id)
        if id != chain[0]:
            holes = [Hole(self.lexed.node_start[node], self._below(id).end)]
        else:
            parent = self.tree.entries[id].parent
            ends = [self._below(parent).start]
            for child in self.tree.entries[parent].children:
                ends.append(self.lexed.sub_end[self._lexed_node(child)])
            start, end = self.lexed.sub_start[node], self.lexed.sub_end[node]
            # What stands between it and what is before goes with it.
            holes = [Hole(max(place for place in ends if place <= start), end)]
        return Edit(lambda tree: tree.remove(id), tuple(holes))

    def promote(self) -> Edit | None:
        later = [child for id in self.ids for child in self.tree.entries[id].children[1:]]
        if not later:
            return None
        id = self.chance.choice(later)
        parent = self.tree.entries[id].parent
        order = self.tree.entries[parent].children

        def undo(tree: GameTree) -> GameTree:
            for child in reversed(order):
                tree = tree.promote(child)
            return tree

        nodes = map(self._lexed_node, (id, *(child for child in order if child != id)))
        kept = tuple((self.lexed.sub_start[node], self.lexed.sub_end[node]) for node in nodes)
        holes = (self._below(parent)._replace(kept=kept),)
        return Edit(lambda tree: tree.promote(id), holes, undo)

    # Values.

    def point(self) -> str:
        return self.chance.choice(["A1", "B2", "C3", "D4", "E5"])

    def colour(self) -> Colour:
        return self.chance.choice([Colour.BLACK, Colour.WHITE])

    def move(self) -> GoMove:
        start = self.tree.start
        assert isinstance(start, GoPosition)
        return GoMove.at(self.chance.randrange(min(20, start.width * start.height)), start.size)

    def forced(self) -> Step:
        return Step(self.move(), self.colour(), is_forced=True)


def _first_mover(tree: GameTree) -> Colour | None:
    """Who makes the first move of the main line, unless a setup says whose turn it is."""
    for node in tree.main_line():
        if node.id and node.setup is not None and node.setup.turn is not None:
            return None
        if node.colour is not None:
            return node.colour
    return None


KINDS: dict[str, Callable[[Editor], Edit | None]] = {
    "comment": lambda editor: editor.text("comment"),
    "name": lambda editor: editor.text("name"),
    "mark": Editor.mark,
    "label": Editor.label,
    "link": Editor.link,
    "territory": Editor.territory,
    "judgement": Editor.judgement,
    "clock": Editor.clock,
    "figure": Editor.figure,
    "notes cleared": Editor.cleared,
    "unknown property": Editor.unknown,
    "setup": Editor.setup,
    "another move": Editor.other_move,
    "header": Editor.header,
    "result": Editor.result,
    "rules": Editor.rules,
    "play": Editor.play,
    "variation": Editor.variation,
    "branch": Editor.branch,
    "remove": Editor.remove,
    "promote": Editor.promote,
}


def assert_same_outside(places: Places, new: bytes, holes: Iterable[Hole]) -> None:
    """Fails unless all bytes outside the holes are in the new text, in their order, the first at
    its beginning and the last at its end."""
    old, place, kept = places.lexed.data[: places.end], places.start, []
    if places.text.outer:
        new = new.decode(places.text.outer).encode("utf-8")
    for hole in sorted(holes):
        if hole.start >= place:
            kept.append(old[place : hole.start])
            kept += [old[start:end] for start, end in hole.kept]
        place = max(place, hole.end)
    first, *middle, last = [*kept, old[place:]] if kept else [old[place:], b""]
    assert new.startswith(first), (old, new)
    at = len(first)
    for piece in middle:
        found = new.find(piece, at)
        assert found >= 0, (piece, old, new)
        at = found + len(piece)
    assert new.endswith(last), (old, new)
    assert at + len(last) <= len(new), (old, new)
    assert kept or new == first
