"""Solving the setting phase, stone by stone backwards: every state needs only those after it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Protocol, TypeAlias

from boardbytes.games.mill.board import STONES
from boardbytes.solving.mill.indexing import tables
from boardbytes.solving.mill.kernel import DRAWN, Shape
from boardbytes.solving.mill.solver import FEWEST, Machine, Pair, Space

Part: TypeAlias = tuple[Shape, Any, int]
"""Where a move leads: a subspace's shape and values, and the value of all its states if none."""

LOST, WON = 0, 1


class SettingMachine(Machine, Protocol):
    """A machine that can also go over the setting phase."""

    def set_stones(self, pair: Pair, quiet: Part, taking: Part) -> Space:
        """The values of the states with so many stones on the board, from those one stone later."""


def solve_setting(
    moving: Mapping[Pair, Space], machine: SettingMachine
) -> Iterator[tuple[int, dict[Pair, Space]]]:
    """The values of the setting phase by stones set, from 17 down to 0.

    A layer is worked out from the one after it, the last from the moving phase. Yields each layer
    and keeps only the one in work.
    """
    later: Mapping[Pair, Space] = moving
    for stones in range(2 * STONES - 1, -1, -1):
        layer = {}
        for own, opp in product(range(stones // 2 + 1), range((stones + 1) // 2 + 1)):
            quiet = _part((opp, own + 1), later, machine)
            taking = _part((opp - 1, own + 1), later, machine)
            layer[own, opp] = machine.set_stones((own, opp), quiet, taking)
        yield stones, layer
        later = layer


def _part(pair: Pair, later: Mapping[Pair, Space], machine: Machine) -> Part:
    """The subspace a move leads to; one that is not there has ended, or cannot be reached.

    After the last stone a side with fewer than three has lost: the side to move, or else the one
    that moved. That no game does; it counts as if the other side needed a ply to see it.
    """
    if pair in later:
        return later[pair].shape, later[pair].values, DRAWN
    value = LOST if pair[0] < FEWEST else WON
    return tables().shape(FEWEST, FEWEST), machine.nothing().values, value
