"""What environments know of a game: its kernel, how long its rows are, when games are cut off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.columns.checkers import CheckersColumns
from boardbytes.columns.go_boards import GoColumns
from boardbytes.columns.mill import MillColumns
from boardbytes.columns.rows import Positions
from boardbytes.env import checkers_kernel, go_kernel, mill_kernel
from boardbytes.errors import ColumnError
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.go import GoPosition, GoRules
from boardbytes.games.mill import MillPosition
from boardbytes.model.position import Position, Rules
from boardbytes.model.registry import find

MAX_LINES = 25

States = NDArray[np.signedinteger[Any]]


@dataclass(frozen=True)
class Kind:
    """A game, as environments play it; sizes are lines of a board, which vary only in Go."""

    kernel: ModuleType
    start: Position
    positions: Callable[[States], Positions]
    read: Callable[[Any], Position]
    """The first of some positions."""
    state: Callable[[int], int]
    """How many numbers a game has."""
    actions: Callable[[int], int]
    limit: Callable[[int], int]
    """After so many plies a game is cut off, unless told otherwise."""
    quiet: int
    """After so many quiet plies it is drawn, as in the rules `match`."""
    dtype: type[np.signedinteger[Any]] = np.int64
    """The type of its numbers."""


@dataclass(frozen=True)
class Table:
    """A game with its rules and its limits, at which any number of games can be played."""

    kind: Kind
    size: int
    komi: float
    fixed: tuple[int, int, int]
    """What kernels take: flags, the limit, and that of quiet plies."""

    @classmethod
    def of(
        cls, game: str, rules: Rules | str, size: int, limit: int | None, quiet: int | None
    ) -> Table:  # fmt: skip
        """A game by its name; ColumnError for a board that is too large."""
        kind = find("game with an environment", game, KINDS)
        if not 1 <= size <= MAX_LINES:
            raise ColumnError(f"boards have 1 to {MAX_LINES} lines here (found {size})")
        found = kind.start.find_rules(rules)
        flags = int(found.suicide) if isinstance(found, GoRules) else found.flags
        komi = found.komi if isinstance(found, GoRules) else 0
        most = kind.limit(size) if limit is None else limit
        room = np.iinfo(kind.dtype).max
        if most > room or 2 * abs(komi) > room:
            raise ColumnError(f"a game of {game} has no room for numbers above {room:,}")
        return cls(kind, size, komi, (flags, most, kind.quiet if quiet is None else quiet))

    @property
    def actions(self) -> int:
        """How many actions there are, legal or not."""
        return self.kind.actions(self.size)

    def new_states(self, count: int) -> States:
        """Rows for so many games, which have yet to begin."""
        states = np.zeros((count, self.kind.state(self.size)), self.kind.dtype)
        if self.kind.kernel is go_kernel:
            states[:, go_kernel.LINES] = self.size
            states[:, go_kernel.KOMI] = int(2 * self.komi)
        return states


def _mill(states: States) -> Positions:
    return MillColumns(*states[:, : mill_kernel.REMOVING + 1].T)


def _checkers(states: States) -> Positions:
    red, white, kings, turn = states[:, : checkers_kernel.TURN + 1].T
    return CheckersColumns(red, white, kings, turn, states[:, checkers_kernel.PLIES])


def _go(states: States) -> Positions:
    lines = int(states[0, go_kernel.LINES])
    cells = states[:, go_kernel.MISC + lines + 1 : go_kernel.MISC + (lines + 1) ** 2]
    stones = cells.reshape(len(states), lines, lines + 1)[:, :, 1:]
    taken = states[:, [go_kernel.BLACK_TAKEN, go_kernel.WHITE_TAKEN]].astype(np.float32).T
    turn = states[:, go_kernel.TURN].astype(np.uint8)
    return GoColumns(stones.astype(np.uint8), turn, *taken)


def _read_mill(columns: MillColumns) -> Position:
    white, black, hand, other, turn, removing, _ = (
        int(each[0]) for each in columns.arrays.values()
    )
    side = [*MillPosition.sides][turn - 1]
    return MillPosition(white, black, hand, other, side, bool(removing))


def _read_checkers(columns: CheckersColumns) -> Position:
    red, white, kings, turn, *_ = (int(each[0]) for each in columns.arrays.values())
    return CheckersPosition(red, white, kings, [*CheckersPosition.sides][turn - 1])


def _read_go(columns: GoColumns) -> Position:
    turn = [*GoPosition.sides][int(columns.turn[0]) - 1]
    captures = int(columns.black_captures[0]), int(columns.white_captures[0])
    return GoPosition(columns.shape[0], columns.stones[0].tobytes(), turn, *captures)


KINDS = {
    "mill": Kind(
        mill_kernel,
        MillPosition(),
        _mill,
        _read_mill,
        lambda _: mill_kernel.STATE,
        lambda _: mill_kernel.ACTIONS,
        lambda _: 1000,
        100,
    ),
    "checkers": Kind(
        checkers_kernel,
        CheckersPosition(),
        _checkers,
        _read_checkers,
        lambda _: checkers_kernel.STATE,
        lambda _: checkers_kernel.ACTIONS,
        lambda _: 1000,
        80,
    ),
    "go": Kind(
        go_kernel,
        GoPosition(),
        _go,
        _read_go,
        lambda lines: go_kernel.MISC + go_kernel.ARRAYS * go_kernel.cells_of(lines),
        lambda lines: lines * lines + 1,
        lambda lines: 2 * lines * lines,
        0,
        np.int16,
    ),
}
