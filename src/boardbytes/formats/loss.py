"""What a document has that a format cannot hold: the one place that knows about losses."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from boardbytes.errors import PositionError
from boardbytes.formats.facts import FACTS
from boardbytes.formats.format import Format
from boardbytes.games import GAMES
from boardbytes.model import Document, GameTree
from boardbytes.model.headers import words_for
from boardbytes.model.tree import ROOT
from boardbytes.model.words import counted

MOVES = "moves"
VARIATIONS = "variations"
OUT_OF_TURN = "moves out of turn"
FORBIDDEN = "moves against the rules"
SETUP = "setup"
RULES = "rules"
"""The rules, if they are a preset; for others a format needs more than a name."""
OWN_RULES = "rules of one's own"
KOMI = "komi"
RESULT = "result"
PROPERTIES = "properties"
OTHER_GAMES = "other games"
"""The games of a file that were not read with this one; no format holds them."""
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
"""What a format that holds a whole tree can hold."""


_NAMES = {"mill": "mill", "go": "Go", "checkers": "checkers", "tiles": "tile boards"}
"""Games as sentences name them."""

UNREAD = frozenset({"flips", "layers", "outside", "property", "templates"})
"""The codes of findings which say that a file has more than was read."""


def header(name: str) -> str:
    """The kind of a single header."""
    return f"header {name}"


@dataclass(frozen=True)
class Feature:
    """Something that a document has: its kind, and words for it that say where it is.

    Bookkeeping is no loss: a game goes on just the same without it.
    """

    kind: str
    words: str
    is_bookkeeping: bool = False


_TELL_OF_OTHERS = frozenset({"more-games", "games"})
"""The warnings that only the first game of a file was read."""


def features(document: Document) -> list[Feature]:
    """All that a document has beyond a position."""
    facts = [
        Feature(fact, FACTS[fact].words, FACTS[fact].is_bookkeeping) for fact in document.facts
    ]
    others = [
        Feature(OTHER_GAMES, "the other games of its file")
        for problem in document.problems
        if problem.code in _TELL_OF_OTHERS
    ]
    return [*facts, *others, *(_features_of(document.tree) if document.tree else ())]


def losses(document: Document, target: Format) -> list[str]:
    """What a format cannot hold of a document, in words; PositionError for another game's."""
    check_game(document, target)
    lost = [feature for feature in _dropped(document, target) if not feature.is_bookkeeping]
    words = [feature.words for feature in lost]
    if document.format != target.name:
        words += unread(document)
    return [*words, *_beside(document, target), *target.losses(document)]


def check_game(document: Document, target: Format) -> None:
    """Raise PositionError for a document of a game that a format is not for."""
    game = document.position.game
    if target.game not in (None, game):
        raise PositionError(f"{target.name} holds {_NAMES[target.game]}, not {_NAMES[game]}")


def unread(document: Document) -> list[str]:
    """What a file has that its document lacks, in words: whatever is written anew lacks it, too."""
    return [problem.message for problem in document.problems if problem.code in UNREAD]


def _beside(document: Document, target: Format) -> Sequence[str]:
    """What stands in the text of a game and not in the game: its own format writes it back."""
    source = document.tree.source if document.tree else None
    return source.beside if source and source.format != target.name else ()


def words_beside(found: Mapping[tuple[str, str], Sequence[int]]) -> tuple[str, ...]:
    """Words for what stands in a text and not in its game: by what it is, where each begins."""
    return tuple(
        f"{counted(len(places), *words)} ({'first ' * (len(places) > 1)}at byte {min(places)})"
        for words, places in found.items()
        if places
    )


def with_place(words: str, tree: GameTree, ids: Sequence[int]) -> str:
    """Words for something, and the first node that has it: its move, or its path in a variation."""
    node = tree.node(ids[0])
    path = node.path
    where = f"path {path}" if "." in path else f"move {node.ply}" if node.ply else "the start"
    return f"{words} ({'first ' * (len(ids) > 1)}at {where})"


def dropped_bookkeeping(document: Document, target: Format) -> list[str]:
    """The bookkeeping that a format would drop, in words."""
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
    if not _is_preset(tree):
        yield Feature(OWN_RULES, f"rules of its own, called {tree.rules.name}")
    elif not tree.start.plays_standard(tree.rules):
        yield Feature(RULES, f"that it is played by {tree.rules.name} rules")
    yield from _features_of_nodes(tree)


def _is_preset(tree: GameTree) -> bool:
    """Whether the rules are known by their name alone, apart from komi."""
    rules = replace(tree.rules, komi=0) if hasattr(tree.rules, "komi") else tree.rules
    presets = GAMES.find(tree.start.game).presets
    return rules in (presets.get(rules.name), tree.start.find_rules("standard"))


_WORDS = {
    **NOTES,
    VARIATIONS: ("variation", "variations"),
    PROPERTIES: ("node with unknown properties", "nodes with unknown properties"),
    SETUP: ("setup of stones", "setups of stones"),
    OUT_OF_TURN: ("move out of turn", "moves out of turn"),
    FORBIDDEN: ("move against the rules", "moves against the rules"),
}


def _features_of_nodes(tree: GameTree) -> Iterator[Feature]:
    """What only some nodes have, each kind counted, and where it first occurs."""
    found: dict[str, list[int]] = {}
    for kind, id in [*_noted(tree), *_played(tree)]:
        found.setdefault(kind, []).append(id)
    for kind, ids in found.items():
        yield Feature(kind, with_place(counted(len(ids), *_WORDS[kind]), tree, ids))


def _noted(tree: GameTree) -> Iterator[tuple[str, int]]:
    """Variations, and what is written beside moves."""
    for node in tree.nodes():
        entry = tree.entries[node.id]
        if entry.notes:
            yield from ((kind, node.id) for kind in NOTES if getattr(entry.notes, kind))
        if entry.properties:
            yield PROPERTIES, node.id
        yield from ((VARIATIONS, child) for child in entry.children[1:])


def _played(tree: GameTree) -> Iterator[tuple[str, int]]:
    """What happens on the main line that not every record can say."""
    turn = tree.start.turn
    for id in tree.down(ROOT):
        step = tree.entries[id].step
        if step.setup is not None:
            yield SETUP, id
        elif step.move is not None and turn is not None and step.colour is not turn:
            yield OUT_OF_TURN, id
        if step.is_forced:
            yield FORBIDDEN, id
        if step.move is not None or step.setup is not None:
            turn = tree.start.sides.other(step.colour) if step.colour else None
