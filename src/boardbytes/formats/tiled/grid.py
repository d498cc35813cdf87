"""Where the cells of a Tiled map stand on a board, for every way in which Tiled draws maps.

Tiled counts rows from the top, and moves every second column down or every second row to the right.
On a board rows count from the bottom, and odd columns of hexagons stand higher. Cells that touch in
Tiled touch on the board: for that some maps are turned, or get an empty column on the left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

Cell: TypeAlias = tuple[int, int]
"""Column and row in Tiled; either may be negative in an infinite map."""

ORIENTATIONS = ("orthogonal", "isometric", "staggered", "hexagonal")
AXES, INDEXES = ("x", "y"), ("odd", "even")


@dataclass(frozen=True)
class Box:
    """A rectangle of cells."""

    left: int
    top: int
    width: int
    height: int

    def rim(self) -> Iterator[Cell]:
        """The cells at its edge: no other cell is farther out, however the map is turned."""
        right, bottom = self.left + self.width - 1, self.top + self.height - 1
        for column in range(self.left, right + 1):
            yield from ((column, self.top), (column, bottom))
        for row in range(self.top, bottom + 1):
            yield from ((self.left, row), (right, row))


@dataclass(frozen=True)
class Lattice:
    """How Tiled draws a map: `axis` x moves columns down, y rows to the right; `index` says which.

    The defaults are Tiled's own.
    """

    orientation: str = "orthogonal"
    axis: str = "y"
    index: str = "odd"

    def is_moved(self, column: int, row: int) -> bool:
        line = column if self.axis == "x" else row
        return (line % 2 == 1) == (self.index == "odd")

    def place(self, column: int, row: int) -> Cell:
        """Where a cell stands relative to others, with y upward."""
        return _PLACES[self.orientation, self.axis](column, row, int(self.is_moved(column, row)))

    def is_higher(self, column: int, row: int) -> bool:
        """Whether a hexagon stands in one of the higher columns once it has its place."""
        return self.is_moved(column, row) == (self.axis == "y")


_PLACES: Mapping[tuple[str, str], Callable[[int, int, int], Cell]] = {
    **{
        (orientation, axis): lambda column, row, moved: (column, -row)
        for orientation in ("orthogonal", "isometric")
        for axis in AXES
    },
    ("hexagonal", "x"): lambda column, row, moved: (column, -row),
    # A quarter turn to the left: what was moved to the right stands higher.
    ("hexagonal", "y"): lambda column, row, moved: (row, column),
    # Diamonds in half steps to the right and down, turned until their sides are upright.
    ("staggered", "x"): lambda column, row, moved: _upright(column, 2 * row + moved),
    ("staggered", "y"): lambda column, row, moved: _upright(2 * column + moved, row),
}


def _upright(right: int, down: int) -> Cell:
    return (right + down) // 2, -((down - right) // 2)


@dataclass(frozen=True)
class Grid:
    """A board just large enough for the cells of a box."""

    lattice: Lattice
    width: int
    length: int
    left: int
    bottom: int
    is_padded: bool
    """Whether the leftmost column is empty, so that odd columns stand higher."""

    @classmethod
    def around(cls, lattice: Lattice, box: Box) -> Grid:
        places = {lattice.place(*cell): cell for cell in box.rim()}
        left, right = (bound(x for x, _ in places) for bound in (min, max))
        bottom, top = (bound(y for _, y in places) for bound in (min, max))
        first = next(cell for (x, _), cell in places.items() if x == left)
        is_padded = lattice.orientation == "hexagonal" and lattice.is_higher(*first)
        left -= is_padded
        return cls(lattice, right - left + 1, top - bottom + 1, left, bottom, is_padded)

    def place(self, column: int, row: int) -> Cell:
        """The tile of the board on which a cell stands."""
        x, y = self.lattice.place(column, row)
        return x - self.left, y - self.bottom

    def notes(self) -> Iterator[tuple[str, str]]:
        """What is different about the board: a code and a sentence each."""
        lattice = self.lattice
        if (lattice.orientation, lattice.axis) in _NOTES:
            yield _NOTES[lattice.orientation, lattice.axis]
        if self.is_padded:
            yield "padded", "an empty column is added on the left, so that odd columns stand higher"


_ASLANT = "isometric", "the map is drawn aslant: its tiles are squares here"
_TURNED = "staggered", "the map is turned by 45 degrees, so that its diamonds are squares"
_NOTES = {
    **{("isometric", axis): _ASLANT for axis in AXES},
    **{("staggered", axis): _TURNED for axis in AXES},
    ("hexagonal", "y"): ("turned", "the map is turned by 90 degrees, so that its rows are columns"),
}
