"""A run of bytes with its name and meaning: what `explain` is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """`size` bytes from `offset`: what they are called, what they say, what that means.

    `points` names the points, squares or tiles of the board that the bytes speak of, as moves
    name them; `ply` is the move of the record that they hold, counted from 1.
    """

    offset: int
    size: int
    name: str
    value: str
    meaning: str
    points: tuple[str, ...] = ()
    ply: int | None = None
