"""The value of one position, from a table file; small tables are made when first needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from boardbytes.caching import cache_folder
from boardbytes.errors import SolvingError
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.kernel import popcount
from boardbytes.solving.mill import kernel
from boardbytes.solving.mill.files import TableFile, path_of
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.subspaces import FEWEST, Pair

BUILT_IN = 7
"""Tables with up to so many stones are made without being asked for: it takes some seconds."""


@dataclass(frozen=True)
class Probe:
    """What a table says of a position: `won`, `drawn` or `lost` for the side to move."""

    value: str
    plies: int | None
    """How many plies to the end: the winner hurries, the loser delays. None for a draw, and where
    the table holds values only."""

    def __str__(self) -> str:
        return self.value if self.plies is None else f"{self.value} in {self.plies}"


def default_folder() -> Path:
    """Where tables are kept unless another folder is named."""
    return cache_folder() / "mill-tables"


def probe(position: MillPosition, folder: Path | None = None) -> Probe:
    """The value of a position of the moving phase under the standard rules.

    Raises SolvingError where no table reaches: in the setting phase, in the middle of a move, and
    where the table for so many stones has not been solved.
    """
    own, opp, hand, opp_hand, removing = position.kernel_values
    outcome = None if removing else position.outcome()
    if outcome is not None:
        return _probe(0 if outcome.winner is position.turn.other else 1)
    if hand or opp_hand or removing:
        raise SolvingError("tables hold the moving phase only, between two moves")
    pair = popcount(own), popcount(opp)
    table = _table(folder or default_folder(), pair, folder is None)
    known = tables()
    place = int(kernel.place_of(own, opp, known.shape(*pair), known.array))
    return _probe(table.value(place), table.has_distances)


def _probe(value: int, has_distances: bool = True) -> Probe:
    if value == kernel.DRAWN:
        return Probe("drawn", None)
    return Probe("won" if value % 2 else "lost", value if has_distances else None)


def probe_moves(
    position: MillPosition, folder: Path | None = None
) -> dict[MillMove, Probe]:  # fmt: skip
    """What each legal move leads to, for the side that makes it, the best first."""
    found = {}
    for move in position.legal_moves():
        after = probe(position.play(move), folder)
        turned = {"won": "lost", "drawn": "drawn", "lost": "won"}[after.value]
        found[move] = Probe(turned, None if after.plies is None else after.plies + 1)
    return dict(sorted(found.items(), key=lambda item: _rank(item[1])))


def _rank(found: Probe) -> tuple[int, int]:
    """Quick wins first, then draws, then slow losses."""
    plies = found.plies or 0
    return {"won": (0, plies), "drawn": (1, 0), "lost": (2, -plies)}[found.value]


@cache
def _table(folder: Path, pair: Pair, may_build: bool) -> TableFile:
    if may_build and sum(pair) <= BUILT_IN and not path_of(folder, pair).exists():
        from boardbytes.solving.mill.cpu import Cores
        from boardbytes.solving.mill.solving import solve_to_files

        for _ in solve_to_files(max(sum(pair), 2 * FEWEST), folder, Cores()):
            pass
    if not path_of(folder, pair).exists():
        raise SolvingError(
            f"no table reaches {pair[0]} against {pair[1]} stones in {folder}:"
            f" boardbytes solve mill --stones {sum(pair)} makes it"
        )
    return TableFile(folder, pair)
