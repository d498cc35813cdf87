"""A move of mill."""

from __future__ import annotations

from dataclasses import dataclass, field

from boardbytes.games.mill.board import THREE_RINGS, MillBoard
from boardbytes.games.mill.kernel import NONE


@dataclass(frozen=True, slots=True)
class MillMove:
    """Setting or moving a stone, taking one, or both; points are ring numbers or None.

    `d6` sets, `d6-d5` moves, `xb4` appended takes: `e5-e4xd1`. A taking alone, `xb4`, ends a
    move that was interrupted when its mill closed.
    """

    source: int | None = None
    target: int | None = None
    taken: int | None = None
    board: MillBoard = field(default=THREE_RINGS, compare=False, repr=False, kw_only=True)
    """Where the points get their names from."""

    @classmethod
    def from_code(cls, code: int, board: MillBoard = THREE_RINGS) -> MillMove:
        """The move of a kernel's code."""
        points = (code & 31, code >> 5 & 31, code >> 10)
        return cls(*(None if point == NONE else point for point in points), board=board)

    @property
    def code(self) -> int:
        """This move as the kernel takes it."""
        points = (self.source, self.target, self.taken)
        source, target, taken = (NONE if point is None else point for point in points)
        return source | target << 5 | taken << 10

    @property
    def is_irreversible(self) -> bool:
        """Setting and taking cannot be undone by later moves; sliding can."""
        return self.source is None or self.taken is not None

    @property
    def points(self) -> tuple[str, ...]:
        """The points that a player touches: from where, to where, what is taken."""
        touched = (self.source, self.target, self.taken)
        names = self.board.names
        return tuple(names[point] for point in touched if point is not None)

    def __str__(self) -> str:
        names = self.board.names
        text = "" if self.source is None else f"{names[self.source]}-"
        text += "" if self.target is None else names[self.target]
        return text + ("" if self.taken is None else f"x{names[self.taken]}")
