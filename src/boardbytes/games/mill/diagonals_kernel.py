"""The bits of the board with diagonals: they fill the open functions of the kernel.

A corner is on three lines: the side clockwise from it, the side anticlockwise, and the diagonal.
"""

from __future__ import annotations

from boardbytes.games.mill.kernel import (
    ALL,
    CORNERS,
    anticlockwise,
    clockwise,
    closing_across,
    closing_first,
)

FILLS = "boardbytes.games.mill.kernel"


def adjacent(mask: int) -> int:
    return clockwise(mask) | anticlockwise(mask) | ((mask << 8) | (mask >> 8)) & ALL


def closing(stones: int) -> int:
    back = clockwise(stones)
    side = CORNERS & back & clockwise(back)
    return closing_first(stones) | side | closing_across(stones)


def closing_two(stones: int) -> int:
    back = clockwise(stones)
    first, second = closing_first(stones), CORNERS & back & clockwise(back)
    return first & second | (first | second) & closing_across(stones)
