"""A player that plays by the tables, and looks ahead where they do not reach."""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

from boardbytes.errors import PlayerError
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.model import Move, Record

if TYPE_CHECKING:
    from boardbytes.solving.searching import Search

DEPTH = 60
SECONDS = 2.0
"""How far it looks where no table reaches, and for how long at most."""


class PerfectPlayer:
    """Never gives away a won or drawn game that the tables know. Plays mill only.

    It wins as quickly, and loses as slowly, as can be. Among equal moves it chooses one that
    leaves the opponent the fewest replies that keep what he has; among those, one that repeats no
    position of the game; among those, any.
    """

    games = ("mill",)

    def __init__(
        self,
        seed: int | None = None,
        seconds: float | None = None,
        folder: Path | None = None,
    ) -> None:
        self._random = random.Random(seed)
        self.seconds = SECONDS if seconds is None else seconds
        self.folder = folder
        self._search: Search | None = None

    def choose(self, record: Record) -> Move:
        position = record.position
        if not isinstance(position, MillPosition):
            raise PlayerError(f"the perfect player plays mill, not {position.game}")
        legal = record.legal_moves()
        if len(legal) == 1:
            return legal[0]
        best = self._by_tables(record, position)
        return self._random.choice(best) if best else self._by_search(record)

    def _by_tables(self, record: Record, position: MillPosition) -> list[MillMove]:
        """The best moves of all; none where no table reaches, or the rules are not the tables'."""
        from boardbytes.solving.mill.choosing import best_moves
        from boardbytes.solving.mill.kernel import RULES

        if position.find_rules(record.rules).flags != RULES:
            return []
        choices = best_moves(position, self.folder)
        best = [choice.move for choice in choices if choice.replies == choices[0].replies]
        new = [move for move in best if position.play(move) not in record.positions]
        return new or best

    def _by_search(self, record: Record) -> Move:
        from boardbytes.solving.mill.searching import search

        self._search = self._search or search(self.folder, waits=True)
        *before, position = record.positions
        flags = position.find_rules(record.rules).flags  # type: ignore[attr-defined]
        chosen: Move = self._search.deepen(position, flags, DEPTH, self.seconds, before).move
        return chosen
