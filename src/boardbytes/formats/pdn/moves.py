"""Which legal move a text means: with any separator, and jumps that leave out squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from boardbytes.games.checkers import CheckersMove, CheckersPosition, CheckersRules
from boardbytes.games.checkers.board import SQUARES

_FAR, _WIDE = 200, 64
"""How many moves ahead, and how many games at a time, are looked at to settle what a text means."""


@dataclass(frozen=True, slots=True)
class Written:
    """A move as it is written: its squares by number, and whether it is written as a jump."""

    numbers: tuple[int, ...]
    is_jump: bool

    @property
    def is_on_board(self) -> bool:
        return all(1 <= number <= SQUARES for number in self.numbers)


@lru_cache(1024)
def _legal(position: CheckersPosition, rules: CheckersRules) -> tuple[CheckersMove, ...]:
    """The legal moves; a position is often asked for twice, before and after a bracket."""
    return position.legal_moves(rules)


def fitting(
    position: CheckersPosition, written: Written, rules: CheckersRules
) -> list[CheckersMove]:
    """The legal moves that a text can mean, whatever separator it has.

    A jump may leave out squares between its first and its last.
    """
    squares = tuple(number - 1 for number in written.numbers)
    legal = [
        move
        for move in _legal(position, rules)
        if move.source == squares[0] and move.target == squares[-1]
    ]
    exact = [move for move in legal if move.squares == squares]
    return exact or [move for move in legal if _is_within(squares, move.squares)]


def _is_within(some: Sequence[int], squares: Sequence[int]) -> bool:
    """Whether some squares occur among others in the same order."""
    rest = iter(squares)
    return all(square in rest for square in some)


def goes_on(position: CheckersPosition, written: Written, rules: CheckersRules) -> bool:
    """Whether a text is only the beginning of a legal jump."""
    squares = tuple(number - 1 for number in written.numbers)
    return any(
        move.squares[: len(squares)] == squares and len(move.squares) > len(squares)
        for move in _legal(position, rules)
    )


def settle(
    position: CheckersPosition,
    fits: Sequence[CheckersMove],
    following: Iterator[Written],
    rules: CheckersRules,
) -> tuple[CheckersMove, bool]:
    """Which of several moves the rest of the game fits, and whether the rest settles it.

    All of them are followed at once; if two lead to the same position, either will do.
    """
    games = {position.play(move, rules): move for move in reversed(fits)}
    for _ in range(_FAR):
        if len(set(games.values())) == 1:
            return next(iter(games.values())), True
        written = next(following, None)
        if written is None or not written.is_on_board:
            break
        on: dict[CheckersPosition, CheckersMove] = {}
        for here, first in games.items():
            for move in fitting(here, written, rules):
                on.setdefault(here.play(move, rules), first)
            if len(on) > _WIDE:
                break
        if not on:
            break
        games = on
    kept = set(games.values())
    return next(move for move in fits if move in kept), len(kept) == 1
