"""A move of Go."""

from __future__ import annotations

from dataclasses import dataclass

from boardbytes.games.go.board import Size, column_name, shape

PASS_NUMBER, RESIGN_NUMBER = 0, -1


@dataclass(frozen=True, slots=True)
class GoMove:
    """A stone on a point, a pass, or a resignation.

    The column is counted from 1 at the left, the row from 1 at the bottom; both are None for a
    move without a stone. The text is the point's name, `D16`, or `pass` or `resign`.
    """

    column: int | None = None
    row: int | None = None
    resigns: bool = False

    @classmethod
    def at(cls, index: int, size: Size) -> GoMove:
        """The stone on an intersection, counted from 0 in reading order."""
        width, height = shape(size)
        return cls(index % width + 1, height - index // width)

    @classmethod
    def from_number(cls, number: int, size: Size) -> GoMove:
        """The move of DGF's integer: 0 a pass, below 0 a resignation, else a point from 1."""
        if number > PASS_NUMBER:
            return cls.at(number - 1, size)
        return RESIGN if number < PASS_NUMBER else PASS

    def number(self, size: Size) -> int:
        """DGF's integer of this move: the inverse of `from_number`."""
        index = self.index(size)
        if index is not None:
            return index + 1
        return RESIGN_NUMBER if self.resigns else PASS_NUMBER

    def index(self, size: Size) -> int | None:
        """The intersection, counted from 0 in reading order; None for a move without a stone."""
        if self.column is None or self.row is None:
            return None
        width, height = shape(size)
        return (height - self.row) * width + self.column - 1

    def fits(self, size: Size) -> bool:
        """Whether the move's point is on a board of that size."""
        if self.column is None or self.row is None:
            return True
        width, height = shape(size)
        return 1 <= self.column <= width and 1 <= self.row <= height

    @property
    def is_irreversible(self) -> bool:
        """Never: a stone may be taken and played again."""
        return False

    @property
    def points(self) -> tuple[str, ...]:
        """The point that the stone is set on; none for a move without a stone."""
        return () if self.column is None else (str(self),)

    def __str__(self) -> str:
        if self.column is None:
            return "resign" if self.resigns else "pass"
        return f"{column_name(self.column)}{self.row}"


PASS, RESIGN = GoMove(), GoMove(resigns=True)
