"""Looking ahead in checkers, with the table of small endings once it is there."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from boardbytes.caching import build_aside
from boardbytes.games.checkers import CheckersMove, CheckersPosition
from boardbytes.model import Record
from boardbytes.model.analysis import Analysis, Score
from boardbytes.solving import checkers, checkers_search_kernel
from boardbytes.solving.checkers_kernel import ENGLISH
from boardbytes.solving.limits import Limits
from boardbytes.solving.search_analysis import by_search
from boardbytes.solving.searching import Endings, Search

FEW = 8
"""With so few pieces left the table of endings is built, by a process of its own."""


class SearchedCheckers:
    """Checkers as the search sees it."""

    kernel = checkers_search_kernel.__name__
    most_moves = checkers_search_kernel.MOST_MOVES

    def __init__(self) -> None:
        self._endings = _endings(0, np.zeros(1, np.uint8), np.zeros(256, np.int64))

    def numbers(self, position: CheckersPosition) -> tuple[int, ...]:
        own, opp, kings, down = position.kernel_values
        return own, opp, kings, int(down)

    def fillings(self, position: CheckersPosition) -> tuple[str, ...]:
        return (self.kernel,)

    def move(self, code: int, position: CheckersPosition) -> CheckersMove:
        return CheckersMove.from_code(code)

    def endings(self, position: CheckersPosition) -> Endings:
        if not self._endings.reach and (position.red | position.white).bit_count() <= FEW:
            if checkers.is_built():
                table = checkers.table()
                self._endings = _endings(table.pieces, table.values, table.starts)
            else:
                build_aside(f"from {checkers.__name__} import table; table()")
        return self._endings

    def reading(self) -> contextlib.AbstractContextManager[Any]:
        return contextlib.nullcontext()

    def fetch(self, number: int) -> None:
        """Does nothing: the table is there as a whole, or not at all."""


def _endings(pieces: int, values: Any, starts: Any) -> Endings:
    nothing = np.zeros(1, np.int32)
    return Endings(pieces, values, starts, nothing, nothing)


def search() -> Search:
    return Search(SearchedCheckers())


UNIT = "men"


def analyses(record: Record, limits: Limits) -> Iterator[Analysis]:
    """Ever deeper analyses of the end of a record of checkers."""
    flags = record.position.find_rules(record.rules).flags

    def known(position: CheckersPosition) -> Score | None:
        pieces = (position.red | position.white).bit_count()
        if flags != ENGLISH or pieces > checkers.MOST_PIECES or not checkers.is_built():
            return None
        found = checkers.probe(position)
        lead = 0.0 if found.value == "drawn" else None
        return Score(found.value, found.plies, proven=True, lead=lead, unit=UNIT)

    yield from by_search(search(), record, limits, UNIT, known)
