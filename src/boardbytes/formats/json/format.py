"""`json`: any position or whole game as a plain JSON document.

{"boardbytes": 1, "game": "mill", "position": {…}, "facts": {…}, "record": {…}}
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from boardbytes.errors import FormatError, MoveError, PositionError
from boardbytes.formats.facts import FACTS, RECORD
from boardbytes.formats.format import Format
from boardbytes.formats.json import text as json_text
from boardbytes.formats.json.explaining import explain
from boardbytes.games import SUBJECTS
from boardbytes.model import (
    Colour,
    Document,
    Fact,
    Facts,
    Game,
    Outcome,
    Problem,
    Reason,
    Record,
    Severity,
    Subject,
)
from boardbytes.model.plain import Plain, PlainError

VERSION = 1
MAX_SIZE = 16 * 1024 * 1024
MAX_MOVES = 10_000
_OLD_SIDES = {"checkers": {"black": Colour.RED}}
"""What documents called sides before they had the names that their game gives them."""


def decode(data: bytes) -> Document:
    """The position of a document, and its record if it has one; the record is replayed."""
    value, text = json_text.parse(data, "json")
    try:
        return _document(Plain(value))
    except PlainError as error:
        offset = json_text.offset_of(text, error.path)
        ply, readable = None, None
        if isinstance(error, _UnplayableError):
            ply, readable = error.ply, error.readable
        problem = Problem("value", error.message, offset, error.found, ply=ply)
        raise FormatError([problem], "json", readable) from None


class _UnplayableError(PlainError):
    """A move that cannot be played; `record` is the game before it."""

    def __init__(self, plain: Plain, error: MoveError, record: Record) -> None:
        self.record, self.ply = record, len(record.moves) + 1
        self.readable: Document | None = None
        super().__init__(plain.path, f"move {self.ply}: {error}")


def _document(plain: Plain) -> Document:
    plain.object(["boardbytes", "game", "position"], ["facts", "record"])
    plain["boardbytes"].integer(VERSION, VERSION)
    game = SUBJECTS.find(plain["game"].choice(list(SUBJECTS)))
    position = game.from_plain(plain["position"])
    given, record = plain.get("facts"), plain.get("record")
    facts = _facts(given) if given else Facts()
    try:
        replayed = _record(record, game) if record else None
    except _UnplayableError as error:
        error.readable = Document("json", error.record.position, error.record, facts)
        raise
    if replayed and replayed.position != position:
        raise plain["position"].fail("position must be the last one of the record")
    problems = tuple(
        Problem(problem.code, problem.message, severity=Severity.WARNING)
        for problem in position.problems()
    )
    return Document("json", position, replayed, facts, problems)


def _facts(plain: Plain) -> Facts:
    plain.object([], FACTS)
    facts: dict[str, Fact] = {}
    for name, value in plain.value.items():
        fact = tuple(value) if isinstance(value, list) else value
        if not FACTS[name].allows(fact):
            raise plain[name].fail(f"facts.{name} must say {FACTS[name].words}")
        facts[name] = fact
    return Facts(facts)


def _record(plain: Plain, game: Subject) -> Record:
    if not isinstance(game, Game):
        raise plain.fail(f"{plain.name} must not be there: a {game.title.lower()} is not played")
    plain.object(["start", "moves"], ["rules", "result"])
    rules, result = plain.get("rules"), plain.get("result")
    moves = list(plain["moves"].items())
    if len(moves) > MAX_MOVES:
        raise plain["moves"].fail(f"a record must have at most {MAX_MOVES:,} moves")
    texts = [move.text() for move in moves]
    start = game.from_plain(plain["start"])
    name = rules.choice(list(game.presets)) if rules else "standard"
    stated = _outcome(result, name, game) if result else None
    try:
        record = Record.replay(start, texts, name)
    except MoveError as error:
        ply = error.ply or 0
        before = Record.replay(start, texts[:ply], name)
        raise _UnplayableError(moves[ply], error, before) from None
    reached = record.result
    is_settled = reached is not None and not reached.reason.is_negotiable
    if result and stated and (stated != reached if is_settled else not stated.reason.is_declared):
        raise result.fail(f"result must be what the moves led to: {reached or 'none yet'}")
    if is_settled:
        return record
    return replace(record, result=stated).with_position(record.position)


def _outcome(plain: Plain, rules: str, game: Game) -> Outcome:
    plain.object(["reason"], ["winner"])
    winner = plain.get("winner")
    sides = {side.value: side for side in game.sides}
    old = _OLD_SIDES.get(game.name, {})
    named = winner.value if winner and winner.value in old else None
    colour = old[named] if named else sides[winner.choice(list(sides))] if winner else None
    loser = game.sides.other(colour) if colour else None
    reason = Reason(plain["reason"].choice([reason.value for reason in Reason]))
    try:
        return Outcome(colour, reason, rules, loser)
    except PositionError as error:
        raise plain.fail(str(error)) from None


def encode(document: Document) -> bytes:
    """The document as indented JSON; what it knows beyond the position is written too."""
    game = SUBJECTS.find(document.position.game)
    plain: dict[str, Any] = {
        "boardbytes": VERSION,
        "game": game.name,
        "position": game.to_plain(document.position),
    }
    if document.facts:
        plain["facts"] = dict(document.facts)
    if document.record:
        plain["record"] = plain_record(document.record, game)
    return (json.dumps(plain, indent=2) + "\n").encode("ascii")


def plain_record(record: Record, game: Subject) -> dict[str, Any]:
    """A record as plain values."""
    return {
        "start": game.to_plain(record.start),
        "moves": [str(move) for move in record.moves],
        "rules": record.rules,
        "result": plain_outcome(record.result),
    }


def plain_outcome(outcome: Outcome | None) -> dict[str, Any] | None:
    """An outcome as plain values."""
    if outcome is None:
        return None
    winner = outcome.winner.value if outcome.winner else None
    return {"winner": winner, "reason": outcome.reason.value}


def likeness(data: bytes) -> float:
    """Beyond doubt with our mark near the beginning; half so for any other object."""
    head = data[:1024].lstrip()
    return 1.0 if head[:1] == b"{" and b'"boardbytes"' in head else 0.5 if head[:1] == b"{" else 0


FORMAT = Format(
    name="json",
    title="boardbytes JSON document",
    game=None,
    suffixes=(".json",),
    max_size=MAX_SIZE,
    decode=decode,
    encode=encode,
    explain=explain,
    likeness=likeness,
    carries=frozenset({*FACTS, RECORD}),
)
