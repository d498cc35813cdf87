"""How a document's game ended, as far as anybody can know."""

from __future__ import annotations

from typing import Any

from boardbytes.model.document import Document
from boardbytes.model.outcome import Outcome
from boardbytes.model.position import Position


def outcome_of(document: Document[Any], rules: Any = "standard") -> Outcome | None:
    """The result that the game states, or what its last position has settled.

    A score is nobody's result until somebody states it: a board that is over does not tell whether
    somebody resigned, nor which stones are dead.
    """
    record, position = document.record, document.position
    if record is not None and record.result is not None:
        return record.result
    reached = position.outcome(rules) if isinstance(position, Position) else None
    return None if reached is None or reached.reason.is_negotiable else reached


def status_of(document: Document[Any], rules: Any = "standard") -> str | None:
    """How the game ended, in words; None while it goes on."""
    outcome = outcome_of(document, rules)
    if outcome is not None:
        return str(outcome)
    position = document.position
    if not isinstance(position, Position) or position.turn is not None:
        return None
    has_moves = document.record is not None and document.record.moves
    return "not finished: no result is stated" if has_moves else "the game is over"
