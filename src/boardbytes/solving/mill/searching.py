"""Looking ahead in mill, with the tables that are there at the leaves."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from boardbytes.caching import build_aside
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.kernel import popcount
from boardbytes.solving.mill import search_kernel
from boardbytes.solving.mill.shelf import BUILD, BUILT_IN, shelf
from boardbytes.solving.mill.subspaces import ALL_SET
from boardbytes.solving.searching import Endings, Search

NEAR = BUILT_IN + 3
"""With so many stones left, hands included, a search soon comes to the smallest tables."""


class SearchedMill:
    """Mill as the search sees it.

    Small tables are made when a search comes near them: `waits` for them, or else by a process of
    their own while the search goes on without.
    """

    kernel = search_kernel.__name__
    most_moves = search_kernel.MOST_MOVES

    def __init__(self, folder: Path | None, waits: bool) -> None:
        self._shelf, self._waits = shelf(folder), waits

    def numbers(self, position: MillPosition) -> tuple[int, ...]:
        own, opp, hand, opp_hand, removing = position.kernel_values
        return own, opp, hand, opp_hand, int(removing)

    def move(self, code: int) -> MillMove:
        return MillMove.from_code(code)

    def endings(self, position: MillPosition) -> Endings:
        own, opp, hand, opp_hand, _ = position.kernel_values
        stones = popcount(own | opp) + hand + opp_hand
        tables = self._shelf
        if stones <= NEAR and not tables.is_built:
            if self._waits:
                tables.build()
            else:
                build_aside(BUILD)
        tables.open_all(stones)
        return Endings(ALL_SET, *tables.arrays)

    def reading(self) -> AbstractContextManager[Any]:
        return self._shelf.lock

    def fetch(self, number: int) -> None:
        self._shelf.fetch([number])


def search(folder: Path | None = None, waits: bool = False) -> Search:
    """A search of mill; one that `waits` makes small tables first, which takes some seconds."""
    return Search(SearchedMill(folder, waits))
