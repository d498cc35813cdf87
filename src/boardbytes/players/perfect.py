"""A player that plays by the tables, and looks ahead where they do not reach."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from boardbytes.errors import PlayerError
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.model import Move, Record
from boardbytes.players.player import SECONDS, SEED, Player, PlayerKind

if TYPE_CHECKING:
    from boardbytes.solving.searching import Search

DEPTH = 60
USUAL_SECONDS = 2.0
"""How far it looks where no table reaches, and for how long at most."""


class PerfectPlayer(Player):
    """Never gives away a won or drawn game that the tables know. Plays mill only.

    It wins as quickly, and loses as slowly, as can be; where tables say only who wins, as far as a
    search of `seconds` sees, and else it wins by the shortest way to the next stone taken or set.
    Among equal moves it chooses one that leaves the opponent the fewest replies that lose nothing;
    among those, one that repeats no position of the game; among those, any.
    """

    def __init__(
        self,
        seed: int | None = None,
        seconds: float = USUAL_SECONDS,
        folder: Path | None = None,
    ) -> None:
        self._random = random.Random(seed)
        self.seconds, self.folder = seconds, folder
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
        from boardbytes.solving.mill.member import member_of
        from boardbytes.solving.mill.probing import holds_for

        rules = position.find_rules(record.rules)
        if not holds_for(member_of(rules), rules):
            return []
        choices = best_moves(position, self.folder, rules, self.seconds)
        best = [choice.move for choice in choices if choice.replies == choices[0].replies]
        new = [move for move in best if position.play(move, rules) not in record.positions]
        return new or best

    def _by_search(self, record: Record) -> Move:
        from boardbytes.solving.mill.member import member_of
        from boardbytes.solving.mill.searching import search

        *before, position = record.positions
        rules = position.find_rules(record.rules)
        self._search = self._search or search(self.folder, True, member_of(rules))
        chosen: Move = self._search.deepen(position, rules.flags, DEPTH, self.seconds, before).move
        return chosen


KIND = PlayerKind(
    "perfect",
    "plays by the tables",
    PerfectPlayer,
    games=("mill",),
    options=(
        replace(SECONDS, default=USUAL_SECONDS, usual=f"{USUAL_SECONDS:g} where no table says it"),
        SEED,
    ),
)
