"""What a document has and a format could not hold: the one place where loss is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardbytes.formats.facts import FACTS
from boardbytes.formats.format import Format
from boardbytes.model import Document, GameTree, Place
from boardbytes.model.headers import words_for
from boardbytes.model.problem import NOWHERE
from boardbytes.model.words import counted

MOVES = "moves"
VARIATIONS = "variations"
OUT_OF_TURN = "moves out of turn"
FORBIDDEN = "moves against the rules"
SETUP = "setup"
RULES = "rules"
KOMI = "komi"
RESULT = "result"
PROPERTIES = "properties"
HEADERS = "headers"
"""All headers; a format that holds only some names them: `header("white")`."""

NOTES = {
    "comment": ("comment", "comments"),
    "name": ("name of a position", "names of positions"),
    "marks": ("marked position", "marked positions"),
    "labels": ("position with labels", "positions with labels"),
    "links": ("position with arrows or lines", "positions with arrows or lines"),
    "territory": ("position with territory", "positions with territory"),
    "judgements": ("judgement", "judgements"),
    "clocks": ("clock time", "clock times"),
    "figures": ("figure", "figures"),
}
"""The kinds of notes, by the names of their fields, and the words for one and for many."""

TREE = frozenset({MOVES, VARIATIONS, OUT_OF_TURN, FORBIDDEN, SETUP, RESULT, PROPERTIES, *NOTES})
"""What a format holds that holds a whole tree."""


def header(name: str) -> str:
    """The kind of a single header."""
    return f"header {name}"


@dataclass(frozen=True)
class Feature:
    """Something that a document has: its kind, words for it, and where it is first met.

    Bookkeeping is no loss: a game goes on just the same without it.
    """

    kind: str
    words: str
    place: Place = NOWHERE
    is_bookkeeping: bool = False

    def __str__(self) -> str:
        ply = self.place.ply
        return f"{self.words} (first at move {ply})" if ply else self.words


def features(document: Document) -> list[Feature]:
    """All that a document has beyond a position."""
    facts = [
        Feature(fact, FACTS[fact].words, is_bookkeeping=FACTS[fact].is_bookkeeping)
        for fact in document.facts
    ]
    return [*facts, *(_features_of(document.tree) if document.tree else ())]


def losses(document: Document, target: Format) -> list[str]:
    """What a format could not say of a document, in words."""
    lost = [feature for feature in _dropped(document, target) if not feature.is_bookkeeping]
    return [*map(str, lost), *target.losses(document)]


def dropped_bookkeeping(document: Document, target: Format) -> list[str]:
    """What a format would drop that no game goes on differently without, in words."""
    return [feature.words for feature in _dropped(document, target) if feature.is_bookkeeping]


def _dropped(document: Document, target: Format) -> list[Feature]:
    return [feature for feature in features(document) if not _is_held(feature.kind, target)]


def _is_held(kind: str, target: Format) -> bool:
    return kind in target.holds or (kind.startswith(header("")) and HEADERS in target.holds)


def _features_of(tree: GameTree) -> Iterator[Feature]:
    yield from (Feature(header(name), words_for(name)) for name in tree.headers)
    record = tree.record()
    if record.moves:
        yield Feature(MOVES, f"the {counted(len(record.moves), 'move')} that led here")
    if tree.result is not None and tree.result != record.end.outcome(tree.rules):
        yield Feature(RESULT, "how the game ended")
    komi = getattr(tree.rules, "komi", 0)
    if komi:
        yield Feature(KOMI, f"komi of {komi:g}")
    if not tree.start.plays_standard(tree.rules):
        yield Feature(RULES, f"that it is played by {tree.rules.name} rules")
    yield from _features_of_nodes(tree)
    yield from _features_of_line(tree)


def _features_of_nodes(tree: GameTree) -> Iterator[Feature]:
    """Variations and what is written beside moves, each kind counted."""
    found: dict[str, list[int]] = {}
    plies = {0: 0}
    for node in tree.nodes():
        entry = tree.entries[node.id]
        ply = plies.pop(node.id) if node.id in plies else 0
        ply += entry.step.move is not None
        plies.update(dict.fromkeys(entry.children, ply))
        kinds = [kind for kind in NOTES if entry.notes and getattr(entry.notes, kind)]
        if entry.properties:
            kinds.append(PROPERTIES)
        for kind in kinds:
            found.setdefault(kind, []).append(ply)
        if len(entry.children) > 1:
            found.setdefault(VARIATIONS, []).extend([ply + 1] * (len(entry.children) - 1))
    words = {**NOTES, VARIATIONS: ("variation", "variations")}
    words[PROPERTIES] = ("node with unknown properties", "nodes with unknown properties")
    for kind, places in found.items():
        yield Feature(kind, counted(len(places), *words[kind]), Place(ply=places[0]))


def _features_of_line(tree: GameTree) -> Iterator[Feature]:
    """What happens on the main line that not every record can say."""
    found: dict[str, list[int]] = {}
    ply, turn = 0, tree.start.turn
    for step in tree.record().steps:
        ply += step.move is not None
        if step.setup is not None:
            found.setdefault(SETUP, []).append(ply)
        elif turn is not None and step.colour is not turn:
            found.setdefault(OUT_OF_TURN, []).append(ply)
        if step.is_forced:
            found.setdefault(FORBIDDEN, []).append(ply)
        turn = tree.start.sides.other(step.colour) if step.colour else None
    words = {
        SETUP: ("setup of stones", "setups of stones"),
        OUT_OF_TURN: ("move out of turn", "moves out of turn"),
        FORBIDDEN: ("move against the rules", "moves against the rules"),
    }
    for kind, places in found.items():
        yield Feature(kind, counted(len(places), *words[kind]), Place(ply=places[0] or None))
