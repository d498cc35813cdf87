"""A move of checkers."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from boardbytes.games.checkers import kernel
from boardbytes.games.checkers.board import NAMES


@dataclass(frozen=True, slots=True)
class CheckersMove:
    """A step or a jump: the squares that a piece stands on, one after another.

    `11-15` steps, `11x18x25` jumps. A jump of several pieces may be named by its first and last
    square alone; legal moves name every square.
    """

    squares: tuple[int, ...]
    is_jump: bool = False
    by_man: bool = field(default=False, compare=False)
    """Whether a man makes it: only a legal move knows."""

    @classmethod
    def from_code(cls, code: int) -> CheckersMove:
        """The move of a kernel's code."""
        squares = [code & 31]
        jumps = code >> kernel.JUMPS_SHIFT & 15
        steps = code >> kernel.STEPS_SHIFT
        for _ in range(max(1, jumps)):
            mask = kernel.shift(1 << squares[-1], steps & 3)
            if jumps:
                mask = kernel.shift(mask, steps & 3)
            squares.append(mask.bit_length() - 1)
            steps >>= 2
        return cls(tuple(squares), jumps > 0, bool(code >> kernel.MAN_SHIFT & 1))

    @property
    def code(self) -> int:
        """This move as the kernel takes it: the inverse of `from_code`, for a legal move.

        Raises ValueError for squares that no single step or jump joins.
        """
        steps = 0
        for index, (first, last) in enumerate(pairwise(self.squares)):
            steps |= _direction(first, last, self.is_jump) << 2 * index
        jumps = len(self.squares) - 1 if self.is_jump else 0
        return (
            self.source
            | self.by_man << kernel.MAN_SHIFT
            | jumps << kernel.JUMPS_SHIFT
            | steps << kernel.STEPS_SHIFT
        )

    @property
    def source(self) -> int:
        """The square that the piece leaves."""
        return self.squares[0]

    @property
    def target(self) -> int:
        """The square on which the piece ends."""
        return self.squares[-1]

    @property
    def jumped(self) -> tuple[int, ...]:
        """The squares that are jumped over, in order; for a legal move."""
        pairs = zip(self.squares, self.squares[1:], strict=False)
        return tuple(between(first, last) for first, last in pairs) if self.is_jump else ()

    @property
    def is_irreversible(self) -> bool:
        """Jumps and men's moves cannot be undone by later moves; a king's step can."""
        return self.is_jump or self.by_man

    @property
    def points(self) -> tuple[str, ...]:
        """The squares that the piece stands on, one after another."""
        return tuple(NAMES[square] for square in self.squares)

    def __str__(self) -> str:
        return ("x" if self.is_jump else "-").join(NAMES[square] for square in self.squares)


def are_neighbours(first: int, second: int) -> bool:
    """Whether a step can lead from one square to the other, in whatever direction."""
    return any(kernel.shift(1 << first, way) == 1 << second for way in range(4))


def between(first: int, last: int) -> int:
    """The square in the middle of a jump from one square to the other."""
    return kernel.shift(1 << first, _direction(first, last, True)).bit_length() - 1


def _direction(first: int, last: int, is_jump: bool) -> int:
    """The direction in which a step, or a jump, leads from one square to the other."""
    for direction in range(4):
        mask = kernel.shift(1 << first, direction)
        if is_jump:
            mask = kernel.shift(mask, direction)
        if mask == 1 << last:
            return direction
    word = "jump" if is_jump else "step"
    raise ValueError(f"no {word} leads from {NAMES[first]} to {NAMES[last]}")
