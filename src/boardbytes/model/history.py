"""What came before a position, for rules that look back."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING

from boardbytes.model.colour import Colour

if TYPE_CHECKING:
    from boardbytes.model.position import Move, Position, Rules
    from boardbytes.model.step import Step


class _Log:
    """The keys of a line of positions, in order, and the plies at which each occurred."""

    __slots__ = ("keys", "plies")

    def __init__(self, keys: list[Hashable]) -> None:
        self.keys: list[Hashable] = []
        self.plies: dict[Hashable, list[int]] = {}
        for key in keys:
            self.add(key)

    def add(self, key: Hashable) -> None:
        self.plies.setdefault(key, []).append(len(self.keys))
        self.keys.append(key)


class History:
    """A line of play up to a position: an immutable value, though it is cheap to go on.

    Histories of one line share a log: each sees its own beginning of it. Going on from the
    end of the log adds to it; branching off before takes a copy.
    """

    __slots__ = ("_length", "_log", "last_colour", "last_move", "quiet")

    last_move: Move | None
    """The last move; None at the start and after a setup."""
    last_colour: Colour | None
    quiet: int
    """How many moves in a row, up to the last, could be taken back by later ones."""

    def __init__(
        self,
        log: _Log | None,
        length: int,
        last_move: Move | None = None,
        last_colour: Colour | None = None,
        quiet: int = 0,
    ) -> None:
        self._log, self._length = log, length
        self.last_move, self.last_colour, self.quiet = last_move, last_colour, quiet

    @classmethod
    def of(cls, start: Position, rules: Rules) -> History:
        """The history of a start: nothing but itself."""
        key = start.key(rules)
        return cls(None, 0) if key is None else cls(_Log([key]), 1)

    @classmethod
    def of_line(cls, steps: Sequence[Step]) -> History:
        """The history at the end of a line under rules that do not look back."""
        if not steps:
            return cls(None, 0)
        quiet = 0
        for step in reversed(steps):
            if step.move is None or step.move.is_irreversible:
                break
            quiet += 1
        return cls(None, 0, steps[-1].move, steps[-1].colour, quiet)

    def after(self, step: Step, position: Position, rules: Rules) -> History:
        """The history one step later, at `position`."""
        move = step.move
        quiet = 0 if move is None or move.is_irreversible else self.quiet + 1
        if self._log is None:
            return History(None, 0, move, step.colour, quiet)
        log = self._log
        if len(log.keys) != self._length:
            log = _Log(log.keys[: self._length])
        log.add(position.key(rules))
        return History(log, self._length + 1, move, step.colour, quiet)

    def back(self, plies: int) -> Hashable | None:
        """The key of the position this many plies ago; None if there is none."""
        place = self._length - 1 - plies
        return self._log.keys[place] if self._log is not None and place >= 0 else None

    def occurrences(self, key: Hashable) -> int:
        """How often a key has occurred so far, the current position included."""
        if self._log is None:
            return 0
        return bisect_left(self._log.plies.get(key, []), self._length)
