"""How a game stands after a step, as kernels say it: 1 or 2 is the side that has won."""

from __future__ import annotations

GOES_ON, DRAWN, CUT, ILLEGAL = 0, 3, 4, 5
"""It goes on; nobody wins; it was cut off for its length; the action was not legal."""


def standing(won: bool, side: int, quiet: int, most_quiet: int, plies: int, most: int) -> int:
    """How a game stands after a step of side 0 or 1: won by it, drawn, cut off, or not over."""
    if won:
        return side + 1
    if quiet >= most_quiet:
        return DRAWN
    return CUT if plies >= most else GOES_ON
