"""Looking ahead in mill, with the tables that are there at the leaves."""

from __future__ import annotations

import threading
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from boardbytes.compiling import is_compiling
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.kernel import popcount
from boardbytes.solving.mill import search_kernel
from boardbytes.solving.mill.member import Member, member_of
from boardbytes.solving.mill.shelf import BUILT_IN, built_in, shelf
from boardbytes.solving.searching import Endings, Search

NEAR = BUILT_IN + 3
"""With this many stones left, hands included, a search soon reaches the smallest tables."""


class SearchedMill:
    """Mill as the search sees it.

    Small tables are made when a search comes near them. One that `waits` has them first; for
    another a process makes them while the search goes on without.
    """

    kernel = search_kernel.__name__
    most_moves = search_kernel.MOST_MOVES

    def __init__(
        self, folder: Path | None = None, waits: bool = False, member: Member | None = None
    ) -> None:
        self._folder, self._waits, self._member = folder, waits, member
        self._shelf = shelf(folder, member)

    def numbers(self, position: MillPosition) -> tuple[int, ...]:
        own, opp, hand, opp_hand, removing = position.kernel_values
        return own, opp, hand, opp_hand, int(removing)

    def fillings(self, position: MillPosition) -> tuple[str, ...]:
        board = position.board.filling
        return (self.kernel, board) if board else (self.kernel,)

    def move(self, code: int, position: MillPosition) -> MillMove:
        return MillMove.from_code(code, position.board)

    def endings(self, position: MillPosition) -> Endings:
        own, opp, hand, opp_hand, _ = position.kernel_values
        stones = popcount(own | opp) + hand + opp_hand
        member = self._member or member_of(position.find_rules("standard"))
        tables = self._shelf = shelf(self._folder, member)
        if stones <= NEAR and not tables.is_built:
            if self._waits:
                tables.build()
            else:
                tables.build_aside()
        tables.open_all(stones)
        return Endings(tables.member.most, *tables.arrays)

    def reading(self) -> AbstractContextManager[Any]:
        return self._shelf.lock

    def fetch(self, number: int) -> None:
        self._shelf.fetch([number])


def search(folder: Path | None = None, waits: bool = False, member: Member | None = None) -> Search:
    """A search of a member of the family of mill; of the usual one on a position's board if None.

    One that `waits` makes small tables first, which takes some seconds.
    """
    return Search(SearchedMill(folder, waits, member))


def made_ready(
    position: MillPosition, folder: Path | None, member: Member, stop: threading.Event
) -> bool:
    """Whether the small tables that a look from here may ask are there, or cannot be had.

    A process of its own makes them; False if `stop` is set before it has. Whoever does not compile
    is in haste, and looks without them.
    """
    own, opp, hand, opp_hand, _ = position.kernel_values
    stones = popcount(own | opp) + hand + opp_hand
    tables, reach = shelf(folder, member), built_in(member)[0]
    return stones > max(NEAR, reach) or not is_compiling() or tables.wait_for_build(stop)
