"""One way to ask what a position is worth, whatever the game."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from importlib import import_module

from boardbytes.errors import PositionError
from boardbytes.model import Record
from boardbytes.model.analysis import Analysis
from boardbytes.solving.limits import Limits

ANALYSTS = {
    "mill": "boardbytes.solving.mill.analysing",
    "checkers": "boardbytes.solving.checkers_search",
    "go": "boardbytes.solving.go.searching",
}
"""The games that can be analysed, and the module whose `analyses` does."""


def analyses(record: Record, limits: Limits | None = None) -> Iterator[Analysis]:
    """What the position at the end of a record is worth: ever better answers.

    The last one is the best. It stops by itself at the limits, at once if `limits.stop` is set,
    and when the caller no longer asks. Raises PositionError for a game that is over and for one
    that cannot be analysed.
    """
    game = record.position.game
    if game not in ANALYSTS:
        raise PositionError(f"{game} cannot be analysed, only {', '.join(ANALYSTS)}")
    if record.result is not None or record.position.turn is None:
        raise PositionError(f"the game is over: {record.result or 'there is nothing to analyse'}")
    if not record.legal_moves():
        raise PositionError(f"{record.position.turn} has no move: there is nothing to analyse")
    yield from import_module(ANALYSTS[game]).analyses(record, limits or Limits())


def analyse(record: Record, limits: Limits | None = None) -> Analysis:
    """The last and best of `analyses`."""
    found = list(deque(analyses(record, limits), maxlen=1))
    if not found:
        raise PositionError("the analysis was stopped before anything was known")
    return found[0]
