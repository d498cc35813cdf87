"""Shapes of three by three points in whose middle a move is often good.

Sylvain Gelly, Yizao Wang, Rémi Munos, Olivier Teytaud: Modification of UCT with Patterns in
Monte-Carlo Go (2006).
"""

from __future__ import annotations

from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE

EDGE = KO
"""The number of the edge in a shape: there is no ko mark in one."""

GOOD = 1
"""The bit of a good shape. Bit 1 says that a point is an eye of black, bit 2 of white."""
ROOM_SHIFT = 3
"""From this bit on: how many of the four nearest points are empty."""

_SHAPES = (
    # Hane that encloses.
    "XOX ... ???",
    # Hane that does not cut.
    "XO. ... ?.?",
    # Hane at a magari.
    "XO? X.. x.?",
    # A cut that nothing protects, and its neighbours.
    "XO? O.o ?o?",
    "?X? O.O xxx",
    "?O? X.X ooo",
    # A cut that is peeped at.
    "?X? x.O ???",
    "OX? x.O ???",
    # A cut at the edge.
    "X.? O.? ###",
    "OX? X.O ###",
    "?X? x.O ###",
    "?XO x.x ###",
    "?OX X.O ###",
)
"""X and O are stones of either side, x and o are anything but them, ? is anything, # the edge.

The middle one of the nine is empty: it is where the move goes. X may be either colour.
"""

_MEANINGS = {
    "X": (BLACK,),
    "O": (WHITE,),
    ".": (EMPTY,),
    "x": (EMPTY, WHITE, EDGE),
    "o": (EMPTY, BLACK, EDGE),
    "?": (EMPTY, BLACK, WHITE, EDGE),
    "#": (EDGE,),
}
_AROUND = (0, 1, 2, 6, 7, 8, 3, 5)
"""The places around the middle, in the order in which the kernel reads them."""
_NEAREST = (1, 3, 5, 7)
_SWAPPED = str.maketrans("XOxo", "OXox")


def _images(shape: str) -> set[str]:
    """A shape turned and mirrored in all ways, and with the sides exchanged."""
    found = set()
    square = shape.replace(" ", "")
    for _ in range(4):
        square = "".join(square[6 - 3 * (i % 3) + i // 3] for i in range(9))
        mirrored = "".join(square[3 * (i // 3) + 2 - i % 3] for i in range(9))
        for image in (square, mirrored):
            found |= {image, image.translate(_SWAPPED)}
    return found


@cache
def facts() -> NDArray[np.uint8]:
    """What every arrangement of eight neighbours says of the point between them.

    Whether it is a good shape, which is good for both sides; whether it is a true eye of a side,
    as far as its neighbours tell; and how many of the nearest points are empty.
    """
    table = np.zeros(1 << 16, np.uint8)
    for image in {image for shape in _SHAPES for image in _images(shape)}:
        codes = [0]
        for values in (_MEANINGS[image[place]] for place in _AROUND):
            codes = [code << 2 | value for code, value in product(codes, values)]
        table[codes] = GOOD
    every = np.arange(len(table))
    kinds = {place: every >> 2 * (7 - nth) & 3 for nth, place in enumerate(_AROUND)}
    nearest = np.array([kinds[place] for place in _NEAREST])
    corners = np.array([kinds[place] for place in kinds if place not in _NEAREST])
    at_edge = (nearest == EDGE).any(axis=0)
    for side, other in ((BLACK, WHITE), (WHITE, BLACK)):
        closed = ((nearest == side) | (nearest == EDGE)).all(axis=0)
        is_eye = closed & ((corners == other).sum(axis=0) + at_edge < 2)
        table |= (is_eye << side).astype(np.uint8)
    table |= ((nearest == EMPTY).sum(axis=0) << ROOM_SHIFT).astype(np.uint8)
    return table
