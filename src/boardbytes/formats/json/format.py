"""`json`: any position or whole game as a plain JSON document.

{"boardbytes": 2, "game": "mill", "position": {…}, "facts": {…}, "tree": {…}}

Documents of version 1, which have a `"record"` of moves instead of a tree, are read as well.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from boardbytes.errors import FormatError, MoveError, PositionError
from boardbytes.formats.facts import FACTS
from boardbytes.formats.format import Format
from boardbytes.formats.json import text as json_text
from boardbytes.formats.json.explaining import explain
from boardbytes.formats.loss import HEADERS, KOMI, OWN_RULES, RULES, TREE
from boardbytes.formats.plain_tree import (
    UnplayableError,
    outcome_from_plain,
    tree_from_plain,
    tree_to_plain,
)
from boardbytes.games import SUBJECTS
from boardbytes.games.go import GoPosition
from boardbytes.games.go.plain import split_komi, without_komi
from boardbytes.model import Document, Fact, Facts, Game, GameTree, Place, Problem, Record, Subject
from boardbytes.model.plain import Plain, PlainError
from boardbytes.model.problem import warning

VERSION = 2
MAX_SIZE = 64 * 1024 * 1024


def decode(data: bytes) -> Document:
    """The position of a document, and its game if it has one; every move is replayed."""
    value, text = json_text.parse(data, "json")
    problems: list[Problem] = []
    finder = json_text.Finder(text)

    def place(plain: Plain) -> Place:
        return Place(finder.offset_of(plain.path), field=plain.name)

    try:
        return _document(Plain(value), problems, place)
    except PlainError as error:
        offset = json_text.offset_of(text, error.path)
        ply, readable = None, None
        if isinstance(error, UnplayableError):
            ply, readable = error.ply, Document.of("json", error.tree)
        where = Place(offset, ply=ply, field=error.field)
        problem = Problem("value", error.message, where, found=error.found)
        raise FormatError([problem], "json", readable) from None


def _document(plain: Plain, problems: list[Problem], place: Callable[[Plain], Place]) -> Document:
    plain.object(["boardbytes", "game", "position"], ["facts", "record", "tree"])
    version = plain["boardbytes"].integer(1, VERSION)
    plain.object(["boardbytes", "game", "position"], ["facts", "tree" if version > 1 else "record"])
    game = SUBJECTS.find(plain["game"].choice(list(SUBJECTS)))
    position = game.from_plain(plain["position"])
    given = plain.get("facts")
    names: dict[str, str] = {}
    if given and version == 1:
        given, names = _without_names(given)
    facts = _facts(given) if given else Facts()
    told = plain.get("tree" if version > 1 else "record")
    found = [warning(each.code, each.message) for each in position.problems()]
    if told is None:
        return Document("json", position, None, facts, tuple(found))
    if not isinstance(game, Game):
        raise told.fail(f"{told.name} must not be there: a {game.title.lower()} is not played")
    if version > 1:
        tree = tree_from_plain(told, game, problems, place)
        _check_result(told, tree)
    else:
        tree = GameTree.of(_record(told, game), names)
    document = Document.of("json", tree, facts, (*problems, *found))
    if version == 1 and isinstance(position, GoPosition):
        position = without_komi(position, tree.rules)
    if document.position != position:
        raise plain["position"].fail("position must be the last one of the game")
    return document


def _check_result(plain: Plain, tree: GameTree) -> None:
    """What the moves have settled cannot be stated otherwise."""
    reached = tree.record().end.outcome(tree.rules)
    if reached is not None and not reached.reason.is_declared and tree.result != reached:
        result = plain.get("result") or plain
        raise result.fail(f"{result.name} must be what the moves led to: {reached}")


_OLD_FACTS = {"game_id": "game_id", "black_name": "black", "white_name": "white", "date": "date"}
"""What was a fact in version 1, and the header that it is now."""


def _without_names(plain: Plain) -> tuple[Plain, dict[str, str]]:
    """The facts of version 1 that still are facts, and the headers that stood among them."""
    plain.object([], [*FACTS, *_OLD_FACTS])
    names = {
        header: plain[fact].text() for fact, header in _OLD_FACTS.items() if fact in plain.value
    }
    facts = {name: value for name, value in plain.value.items() if name not in _OLD_FACTS}
    return Plain(facts, plain.path), names


def _facts(plain: Plain) -> Facts:
    plain.object([], FACTS)
    facts: dict[str, Fact] = {}
    for name, value in plain.value.items():
        fact = tuple(value) if isinstance(value, list) else value
        if not FACTS[name].allows(fact):
            raise plain[name].fail(f"facts.{name} must say {FACTS[name].words}")
        facts[name] = fact
    return Facts(facts)


def _record(plain: Plain, game: Game) -> Record:
    """The record of version 1."""
    plain.object(["start", "moves"], ["rules", "result"])
    rules, result = plain.get("rules"), plain.get("result")
    moves = list(plain["moves"].items())
    texts = [move.text() for move in moves]
    start = game.from_plain(plain["start"])
    name = rules.choice(list(game.presets)) if rules else "standard"
    try:
        start.find_rules(name)
    except PositionError as error:
        raise plain["rules"].fail(f"record.rules must fit the start: {error}") from None
    stated = outcome_from_plain(result, game, name) if result else None
    value: Any = name
    if isinstance(start, GoPosition):  # in version 1, points were captures and komi in one
        start, value = split_komi(start, start.find_rules(name))
    try:
        record = Record.replay(start, texts, value)
    except MoveError as error:
        ply = error.ply or 1
        before = GameTree.of(Record.replay(start, texts[: ply - 1], value))
        raise UnplayableError(moves[ply - 1], error, before) from None
    except PositionError as error:
        raise (rules or plain).fail(f"{(rules or plain).name}: {error}") from None
    reached = record.result
    # Whether someone resigned and what the board is worth is up to the players; a file may differ.
    is_settled = reached is not None and not reached.reason.is_declared
    if result and stated and (stated != reached if is_settled else not stated.reason.is_declared):
        raise result.fail(f"result must be what the moves led to: {reached or 'none yet'}")
    return record if is_settled else record.with_result(stated)


def encode(document: Document) -> bytes:
    """The document as indented JSON; what it knows beyond the position is written too."""
    game: Subject = SUBJECTS.find(document.position.game)
    plain: dict[str, Any] = {
        "boardbytes": VERSION,
        "game": game.name,
        "position": game.to_plain(document.position),
    }
    if document.facts:
        plain["facts"] = dict(document.facts)
    if document.tree:
        plain["tree"] = tree_to_plain(document.tree)
    return (json.dumps(plain, indent=2, ensure_ascii=True) + "\n").encode("ascii")


def likeness(data: bytes) -> float:
    """Beyond doubt with our mark near the beginning; just likely for any other object."""
    if data[:1024].lstrip()[:1] != b"{":
        return 0.0
    return 1.0 if json_text.has_mark(data) else 0.5


class JsonFormat(Format):
    """boardbytes JSON document."""

    name = "json"
    title = "boardbytes JSON document"
    suffixes = (".json",)
    max_size = MAX_SIZE
    holds = frozenset({*FACTS, *TREE, HEADERS, KOMI, RULES, OWN_RULES})
    keeps_games = True

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)


FORMAT = JsonFormat()
