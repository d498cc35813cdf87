"""A whole game as plain values: what JSON and DGF's text keep of a tree.

Nodes stand in a list, parents before children, so that nothing nests however long a game is:

    "nodes": ["D4", {"move": "Q16", "comment": "wide"}, {"parent": 1, "move": "C3"}]

A node follows the one before it unless it names its parent (0 is the root, which may say something
in `"root"`). A text is a move by the side whose turn it is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from boardbytes.errors import MoveError, PositionError
from boardbytes.games import GAMES
from boardbytes.model import (
    Colour,
    Game,
    GameTree,
    Headers,
    Notes,
    Outcome,
    Position,
    Reason,
    Record,
    Setup,
    Step,
)
from boardbytes.model.building import TreeBuilder
from boardbytes.model.notes import (
    NO_NOTES,
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
from boardbytes.model.plain import Plain, PlainError
from boardbytes.model.plain_rules import rules_from_plain, rules_to_plain
from boardbytes.model.problem import Place, Problem, warning
from boardbytes.model.step import EMPTY
from boardbytes.model.tree import ROOT, Entry, Property

MAX_NODES = 1_000_000
_LARGEST = 10**9


def tree_to_plain(tree: GameTree) -> dict[str, Any]:
    """A tree as plain values; empty parts are omitted."""
    game = GAMES.find(tree.start.game)
    numbers = {ROOT: 0}
    nodes: list[Any] = []
    before = ROOT
    for node in tree.nodes():
        if node.id == ROOT:
            continue
        entry = tree.entries[node.id]
        parent = entry.parent if entry.parent != before else None
        expected = _expected(tree, entry.parent)
        nodes.append(_node_to_plain(entry, None if parent is None else numbers[parent], expected))
        numbers[node.id] = len(nodes)
        before = node.id
    plain = {
        "headers": dict(tree.headers),
        "rules": rules_to_plain(tree.rules, game.presets),
        "start": game.to_plain(tree.start),
        "root": _content_to_plain(tree.entries[ROOT]),
        "nodes": nodes,
        "result": outcome_to_plain(tree.result),
    }
    return {name: value for name, value in plain.items() if value or name in ("nodes", "result")}


def _expected(tree: GameTree, parent: int) -> Colour | None:
    """Who moves after a node, as far as the node itself tells; nobody where the game is over."""
    entry = tree.entries[parent]
    if _may_be_over(entry):
        return None
    if entry.step.colour is not None:
        return tree.start.sides.other(entry.step.colour)
    if parent == ROOT and entry.step.setup is None:
        return tree.start.turn
    return None


def _may_be_over(entry: Entry) -> bool:
    """Whether nobody may be to move after a node: a pass or a resignation may end a game."""
    return entry.step.move is not None and not entry.step.move.points


def _node_to_plain(entry: Entry, parent: int | None, expected: Colour | None) -> Any:
    content = _content_to_plain(entry)
    says_turn = "turn" in content.get("setup", ())
    if not says_turn and content.get("colour") == (expected.value if expected else None):
        content.pop("colour", None)
    if parent is not None:
        content = {"parent": parent, **content}
    return content["move"] if list(content) == ["move"] else content


def _content_to_plain(entry: Entry) -> dict[str, Any]:
    """What a node says, its parent and children aside."""
    plain: dict[str, Any] = {}
    if entry.step.setup is not None:
        setup = entry.step.setup
        plain["setup"] = {"stones": dict(setup.stones)}
        if setup.turn is not None:
            plain["setup"]["turn"] = setup.turn.value
    if entry.step.move is not None:
        plain["move"] = str(entry.step.move)
    if entry.step.colour is not None:
        plain["colour"] = entry.step.colour.value
    if entry.step.is_forced:
        plain["forced"] = True
    plain |= notes_to_plain(entry.notes)
    if entry.properties:
        plain["properties"] = [[name, *values] for name, values in entry.properties]
    return plain


def notes_to_plain(notes: Notes) -> dict[str, Any]:
    """Notes as plain values; empty parts are omitted."""
    plain = {
        "comment": notes.comment,
        "name": notes.name,
        "marks": [[mark.kind.value, mark.point] for mark in notes.marks],
        "labels": [[label.point, label.text] for label in notes.labels],
        "links": [
            [link.start, link.end, "arrow" if link.has_head else "line"] for link in notes.links
        ],
        "territory": [[owned.colour.value, owned.point] for owned in notes.territory],
        "judgements": [[each.verdict.value, each.is_strong] for each in notes.judgements],
        "clocks": [[clock.colour.value, clock.seconds, clock.moves_left] for clock in notes.clocks],
        "figures": [[figure.name, figure.value] for figure in notes.figures],
    }
    return {name: value for name, value in plain.items() if value}


_MOST_SAID = 100
"""The most findings that are reported; nobody reads more."""


def tree_from_plain(
    plain: Plain, game: Game, problems: list[Problem], place: Callable[[Plain], Place]
) -> GameTree:
    """The tree of plain values: the inverse of `tree_to_plain`.

    Raises PlainError for anything else; UnplayableError for a move that the rules forbid and that
    is not marked as forced.
    """
    plain.object(["start", "nodes"], ["headers", "rules", "root", "result"])
    start = game.from_plain(plain["start"])
    given = plain.get("rules")
    rules = rules_from_plain(given, game.presets) if given else start.find_rules("standard")
    try:
        builder = TreeBuilder(start, rules)
    except PositionError as error:
        told = given or plain
        raise told.fail(f"{told.name}: {error}") from None
    root = plain.get("root")
    if root is not None:
        builder.set_root(*_content(root, game, start))
    plies, illegal = [0], list[tuple[int, Problem]]()
    for index, each in enumerate(plain["nodes"].items(), 1):
        if index > MAX_NODES:
            raise plain["nodes"].fail(f"a game must have at most {MAX_NODES:,} nodes")
        parent = _parent(each, builder, index)
        step, notes, properties = _content(each, game, start)
        plies.append(plies[parent] + (step.move is not None))
        try:
            here = builder.add(parent, step, notes, properties)
        except MoveError as error:
            error.ply = plies[-1]
            raise UnplayableError(each, error, builder.build()) from None
        except PositionError as error:
            raise each.fail(f"{each.name}: {error}") from None
        if here.error is not None and len(illegal) < _MOST_SAID:
            illegal.append((index, warning("illegal-move", str(here.error), place(each))))
    headers = plain.get("headers")
    names = _headers(headers) if headers else Headers()
    result = plain.get("result")
    tree = builder.build(names, outcome_from_plain(result, game, rules.name) if result else None)
    problems += [replace(told, place=_in_game(tree, id, told.place)) for id, told in illegal]
    return tree


def _in_game(tree: GameTree, id: int, place: Place) -> Place:
    """A place with the move of the main line that it is about, or else the node."""
    node = tree.node(id)
    is_main = "." not in node.path
    return replace(place, ply=node.ply) if is_main else replace(place, path=node.path)


class UnplayableError(PlainError):
    """A move that cannot be played; `tree` is the game before it."""

    def __init__(self, plain: Plain, error: MoveError, tree: GameTree) -> None:
        self.tree, self.ply = tree, error.ply
        super().__init__(plain.path, str(error))


def _parent(plain: Plain, builder: TreeBuilder, index: int) -> int:
    given = plain.get("parent") if isinstance(plain.value, dict) else None
    if given is None:
        return index - 1
    parent = given.integer(0, index - 1)
    if not builder.is_open(parent):
        raise given.fail(f"{given.name} must be a node whose line has not ended yet", f"{parent}")
    return parent


_NOTES = ("comment", "name", "marks", "labels", "links")
_MORE_NOTES = ("territory", "judgements", "clocks", "figures")
CONTENT = ("parent", "setup", "move", "colour", "forced", *_NOTES, *_MORE_NOTES, "properties")


def _content(plain: Plain, game: Game, start: Position) -> tuple[Step, Notes, tuple[Property, ...]]:
    if isinstance(plain.value, str):
        return Step(_move(plain, start)), NO_NOTES, ()
    plain.object([], CONTENT)
    setup, move, colour = plain.get("setup"), plain.get("move"), plain.get("colour")
    step = Step(
        _move(move, start) if move else None,
        _colour(colour, game) if colour else None,
        _setup(setup, game) if setup else None,
        "forced" in plain.value and plain["forced"].boolean(),
    )
    properties = plain.get("properties")
    return step, _notes(plain, game), _properties(properties) if properties else ()


def _move(plain: Plain, start: Position) -> Any:
    try:
        return start.parse_move(plain.text())
    except MoveError as error:
        raise plain.fail(f"{plain.name}: {error}") from None


_OLD_SIDES = {"checkers": {"black": Colour.RED}}
"""What documents called sides before they had the names that their game gives them."""


def _colour(plain: Plain, game: Game) -> Colour:
    old = _OLD_SIDES.get(game.name, {})
    known = isinstance(plain.value, str) and plain.value in old
    return old[plain.value] if known else Colour(plain.choice(game.sides.names))


def _setup(plain: Plain, game: Game) -> Setup:
    plain.object(["stones"], ["turn"])
    plain["stones"].object([], plain["stones"].value)
    words = (*game.start.setup_words, EMPTY)
    stones = tuple((point, plain["stones"][point].choice(words)) for point in plain["stones"].value)
    turn = plain.get("turn")
    return Setup(stones, _colour(turn, game) if turn else None)


def _properties(plain: Plain) -> tuple[Property, ...]:
    found = []
    for each in plain.items():
        words = tuple(word.text() for word in each.items())
        if not words:
            raise each.fail(f"{each.name} must have a name")
        found.append((words[0], words[1:]))
    return tuple(found)


def _notes(plain: Plain, game: Game) -> Notes:
    """The notes of a node: every list is made of short lists, read by the table below."""
    given = {name: plain[name] for name in (*_NOTES, *_MORE_NOTES) if name in plain.value}
    if not given:
        return NO_NOTES
    readers: dict[str, Callable[[list[Plain]], Any]] = {
        "marks": lambda v: Mark(MarkKind(v[0].choice(_MARKS)), v[1].text()),
        "labels": lambda v: Label(v[0].text(), v[1].text()),
        "links": lambda v: Link(
            v[0].text(), v[1].text(), v[2].choice(["arrow", "line"]) == "arrow"
        ),
        "territory": lambda v: Owned(v[1].text(), _colour(v[0], game)),
        "judgements": lambda v: Judgement(Verdict(v[0].choice(_VERDICTS)), v[1].boolean()),
        "clocks": lambda v: Clock(
            _colour(v[0], game), _optional(v[1]), _optional_whole(v[2])
        ),
        "figures": lambda v: Figure(v[0].text(), v[1].text()),
    }  # fmt: skip
    lengths = {"links": 3, "clocks": 3}
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in readers:
            values[name] = value.text()
            continue
        rows = [list(row.items()) for row in value.items()]
        for row, each in zip(rows, value.items(), strict=True):
            if len(row) != lengths.get(name, 2):
                raise each.fail(f"{each.name} must have {lengths.get(name, 2)} values")
        values[name] = tuple(map(readers[name], rows))
    return Notes(**values)


_MARKS = [kind.value for kind in MarkKind]
_VERDICTS = [verdict.value for verdict in Verdict]


def _optional(plain: Plain) -> float | None:
    return None if plain.value is None else plain.number(-_LARGEST, _LARGEST)


def _optional_whole(plain: Plain) -> int | None:
    return None if plain.value is None else plain.integer(0, _LARGEST)


def _headers(plain: Plain) -> Headers:
    plain.object([], plain.value if isinstance(plain.value, dict) else ())
    return Headers((name, plain[name].text()) for name in plain.value)


def record_to_plain(record: Record) -> dict[str, Any]:
    """One line of a game as plain values: a start and its moves."""
    game = GAMES.find(record.start.game)
    return {
        "start": game.to_plain(record.start),
        "moves": [str(move) for move in record.moves],
        "rules": rules_to_plain(record.rules, game.presets),
        "result": outcome_to_plain(record.result),
    }


def outcome_to_plain(outcome: Outcome | None) -> dict[str, Any] | None:
    """An outcome as plain values."""
    if outcome is None:
        return None
    winner = outcome.winner.value if outcome.winner else None
    plain = {"winner": winner, "reason": outcome.reason.value}
    return plain if outcome.margin is None else plain | {"margin": outcome.margin}


def outcome_from_plain(plain: Plain, game: Game, rules: str) -> Outcome:
    """The outcome of plain values: the inverse of `outcome_to_plain`; PlainError otherwise."""
    plain.object(["reason"], ["winner", "margin"])
    named, margin = plain.get("winner"), plain.get("margin")
    winner = _colour(named, game) if named else None
    loser = game.sides.other(winner) if winner else None
    reason = Reason(plain["reason"].choice([reason.value for reason in Reason]))
    try:
        points = margin.number(0, _LARGEST) if margin else None
        return Outcome(winner, reason, rules, loser, margin=points)
    except PositionError as error:
        raise plain.fail(str(error)) from None
