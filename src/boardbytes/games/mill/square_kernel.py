"""The bits of the square: they fill the open functions of the kernel.

The ring is the lower byte, the centre the bit above. Four lines are sides, four cross the centre.
"""

from __future__ import annotations

from boardbytes.games.mill.kernel import CORNERS, anticlockwise, clockwise, closing_first

FILLS = "boardbytes.games.mill.kernel"

ALL = 0x1FF
RING = 0xFF
CENTRE = 0x100


def free_points(stones: int) -> int:
    return ALL & ~stones


def adjacent(mask: int) -> int:
    ring = mask & RING
    near = clockwise(ring) | anticlockwise(ring)
    if ring:
        near |= CENTRE
    if mask & CENTRE:
        near |= RING
    return near


def opposite(ring: int) -> int:
    """Every point of the ring moved to the other end of its line across the centre."""
    return (ring << 4 | ring >> 4) & RING


def closing(stones: int) -> int:
    ring = stones & RING
    back = clockwise(ring)
    found = closing_first(ring) | CORNERS & back & clockwise(back)
    if stones & CENTRE:
        found |= opposite(ring)
    if ring & opposite(ring):
        found |= CENTRE
    return found


def closing_two(stones: int) -> int:
    ring = stones & RING
    back = clockwise(ring)
    first, second = closing_first(ring), CORNERS & back & clockwise(back)
    across = opposite(ring) if stones & CENTRE else 0
    found = first & second | (first | second) & across
    pairs = ring & opposite(ring) & 0x0F
    if pairs & (pairs - 1):
        found |= CENTRE
    return found
