"""Many games stepped at once: arrays of actions in, arrays of results out, compiled.

A game that ends begins anew at once, so every row always holds a game in progress. The same seed
gives the same games, on however many cores.

>>> from boardbytes.env.batch import Batch
>>> games = Batch("mill", 1000, seed=7)
>>> actions = games.sample()
>>> bool(games.masks()[range(1000), actions].all())
True
>>> games.step(actions).error.any()
np.False_
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from boardbytes.columns.kinds import U8, Bytes
from boardbytes.columns.rows import Columns, Positions, as_column
from boardbytes.compiling import compiled
from boardbytes.cores import core_count, share_rows
from boardbytes.env import rows_kernel
from boardbytes.env.outcomes import CUT, DRAWN
from boardbytes.env.table import States, Table
from boardbytes.errors import ColumnError
from boardbytes.model.position import Rules

__all__ = ["Batch", "Steps"]

Actions: TypeAlias = NDArray[np.int64]
Number = TypeVar("Number", bound=np.generic)

GAMES_PER_TASK = 256


@dataclass(frozen=True, eq=False)
class Steps(Columns):
    """What a step led to, game by game."""

    winner: Bytes = field(metadata=U8)
    """1 the side that moves first has won, 2 the other; 0 nobody, or not yet."""
    ended: Bytes = field(metadata=U8)
    """1 the game was over, 2 it was cut off for its length; a new one has begun."""
    error: Bytes = field(metadata=U8)
    """1 the action was not legal, and nothing was done."""


class Batch:
    """`count` games of one kind: `mill`, `checkers` or `go`.

    An illegal action raises nothing: its row says so, and its game stays as it is. `limit` cuts
    games off after so many plies, `quiet` ends them as draws after so many quiet ones. Go has
    `size` lines, komi and suicide by its rules, and simple ko. Mill takes flying and two mills
    from its rules; checkers is played by the standard rules. Does not look for repetitions.
    """

    def __init__(
        self,
        game: str,
        count: int,
        seed: int = 1,
        rules: Rules | str = "standard",
        size: int = 19,
        limit: int | None = None,
        quiet: int | None = None,
        cores: int | None = 1,
    ) -> None:
        if count < 1:
            raise ColumnError(f"a batch has at least one game (found {count})")
        table = Table.of(game, rules, size, limit, quiet)
        self.game, self.count, self.cores, self.actions = game, count, cores, table.actions
        self.states = table.new_states(count)
        self._kind, self._size, self._fixed = table.kind, self.states.shape[1], table.fixed
        self._kernel = compiled(rows_kernel.__name__, filled_by=self._kind.kernel.__name__)
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begin all games anew, with another seed."""
        chances = np.random.default_rng(seed).integers(1, 1 << 32, self.count)
        self._kernel.reset_rows(self.states.reshape(-1), self._size, chances)

    def sample(self) -> Actions:
        """A legal action for every game, each as likely as the others."""
        actions = np.empty(self.count, np.int64)
        run, flags = self._kernel.sample_rows, self._fixed[0]
        self._share(lambda part, games: run(games, self._size, flags, actions[part]))
        return actions

    def masks(self, out: Bytes | None = None) -> Bytes:
        """Games × actions: 1 for every legal action; written to the array `out`, if given.

        Raises ColumnError for an array of another shape.
        """
        masks = np.empty((self.count, self.actions), np.uint8) if out is None else self._fit(out)
        run, flags = self._kernel.mask_rows, self._fixed[0]
        self._share(
            lambda part, games: run(games, self._size, flags, self.actions, masks[part].reshape(-1))
        )
        return masks

    def _fit(self, masks: Bytes) -> Bytes:
        shape, is_plain = (self.count, self.actions), masks.flags.c_contiguous
        if masks.shape != shape or masks.dtype != np.uint8 or not is_plain:
            raise ColumnError(f"masks must be {shape[0]} × {shape[1]} of uint8, without gaps")
        return masks

    def step(
        self, actions: ArrayLike, masks: Bytes | None = None, sample: Actions | None = None
    ) -> Steps:
        """Do one action in every game; ColumnError if there are more or fewer.

        `masks`, if given, is filled with what is legal afterwards; or `sample`, which may be the
        array `actions` itself, with a legal action for every game. Raises ColumnError for both.
        """
        chosen = as_column("actions", actions, np.int64)
        if chosen.shape != (self.count,):
            raise ColumnError(f"there must be {self.count} actions (found {chosen.shape})")
        winners, ended, errors = np.empty((3, self.count), np.uint8)
        run, more = self._kernel.step_rows, tuple[int, ...]()
        fit: NDArray[np.integer[Any]] | None = None
        if masks is not None and sample is not None:
            raise ColumnError("a step gives masks or a sample: who has masks can choose by them")
        if masks is not None:
            run, more, fit = self._kernel.step_and_mask_rows, (self.actions,), self._fit(masks)
        if sample is not None:
            run, fit = self._kernel.step_and_sample_rows, self._fit_sample(sample)

        def task(part: slice, games: States) -> None:
            out = () if fit is None else (fit[part].reshape(-1),)
            told = winners[part], ended[part], errors[part]
            run(games, self._size, self._fixed, chosen[part], *told, *more, *out)

        self._share(task)
        return Steps(winners, ended, errors)

    def _fit_sample(self, sample: Actions) -> Actions:
        if sample.shape != (self.count,) or sample.dtype != np.int64:
            raise ColumnError(f"a sample must be {self.count} numbers of int64")
        return sample

    def play_random(self, steps: int) -> NDArray[np.int64]:
        """Make so many random steps in every game; returns how many games ended each way.

        The counts are in this order: cut off, the first side won, the second side won, drawn.
        """
        counts = np.zeros((self.count, 6), np.int64)
        run = self._kernel.play_rows
        self._share(
            lambda part, games: run(
                games, self._size, *self._fixed, steps, counts[part].reshape(-1)
            )
        )
        total: NDArray[np.int64] = counts.sum(axis=0)[[CUT, 1, 2, DRAWN]]
        return total

    @property
    def turn(self) -> Bytes:
        """Whose turn it is in every game: 1 the side that moves first, 2 the other."""
        return self.states[:, self._kind.kernel.TURN].astype(np.uint8)

    def positions(self) -> Positions:
        """All positions, as the columns of the game; in checkers, also in the middle of a move."""
        return self._kind.positions(self.states)

    @overload
    def planes(self) -> Bytes: ...
    @overload
    def planes(self, dtype: type[Number]) -> NDArray[Number]: ...
    def planes(self, dtype: type[np.generic] = np.uint8) -> NDArray[np.generic]:
        """What is on the boards, for learning: `boardbytes.columns.planes`."""
        from boardbytes import columns

        return columns.planes(self.positions(), dtype)

    def _share(self, work: Callable[[slice, States], None]) -> None:
        def task(part: slice) -> None:
            work(part, self.states[part].reshape(-1))

        is_alone = (self.cores or core_count()) == 1
        share_rows(self.count, task, self.cores, self.count if is_alone else GAMES_PER_TASK)
