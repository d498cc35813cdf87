"""The bits of the board of two rings: they fill the open functions of the kernel.

A corner is on two lines, its sides; a midpoint on one. No mill stands on a spoke.
"""

from __future__ import annotations

from boardbytes.games.mill.kernel import CORNERS, anticlockwise, clockwise, closing_first

FILLS = "boardbytes.games.mill.kernel"

ALL = 0xFFFF
MIDPOINTS = 0xAAAA


def free_points(stones: int) -> int:
    return ALL & ~stones


def adjacent(mask: int) -> int:
    return clockwise(mask) | anticlockwise(mask) | ((mask << 8) | (mask >> 8)) & MIDPOINTS


def closing(stones: int) -> int:
    back = clockwise(stones)
    return closing_first(stones) | CORNERS & back & clockwise(back)


def closing_two(stones: int) -> int:
    back = clockwise(stones)
    return closing_first(stones) & CORNERS & back & clockwise(back)
