"""How a game stands after a step, as kernels say it: 1 and 2 are the sides that have won."""

from __future__ import annotations

GOES_ON, DRAWN, CUT, ILLEGAL = 0, 3, 4, 5
"""Also: nobody wins; it was cut off for its length; the action was not legal."""


def standing(won: bool, side: int, quiet: int, most_quiet: int, plies: int, most: int) -> int:
    """How a game stands after a step of a side, 0 the first: won by it, drawn, cut off, or on."""
    if won:
        return side + 1
    if quiet >= most_quiet:
        return DRAWN
    return CUT if plies >= most else GOES_ON
