"""Cells that touch in Tiled's picture touch on the board, whichever way the map is drawn."""

from __future__ import annotations

from itertools import product

import pytest

import boardbytes as bb
from boardbytes.formats.tiled.grid import AXES, INDEXES, ORIENTATIONS, Box, Cell, Grid, Lattice
from boardbytes.games.tiles import Modifiers, blank


def centre(lattice: Lattice, column: int, row: int) -> tuple[float, float]:
    """The middle of a cell as Tiled's documentation has it, to the right and down.

    A tile is 4 wide and 4 high; the side of a hexagon is half of that.
    """
    odd = (column if lattice.axis == "x" else row) % 2 == 1
    late = 2 if odd == (lattice.index == "odd") else 0
    if lattice.orientation == "isometric":
        return (column - row) * 2, (column + row) * 2
    if lattice.orientation == "orthogonal":
        return column * 4, row * 4
    step = 2 if lattice.orientation == "staggered" else 3
    return (
        (column * step, row * 4 + late) if lattice.axis == "x" else (column * 4 + late, row * step)
    )


APART = {
    "orthogonal": {(4, 0), (0, 4)},
    "isometric": {(2, 2)},
    "staggered": {(2, 2)},
    "hexagonal": {(3, 2), (2, 3), (0, 4), (4, 0)},
}
"""How far to the right and down the middles of two cells with a common edge are."""


def touching(lattice: Lattice, cells: list[Cell]) -> set[frozenset[Cell]]:
    middles = {cell: centre(lattice, *cell) for cell in cells}
    return {
        frozenset((one, other))
        for one, other in product(cells, cells)
        if tuple(abs(a - b) for a, b in zip(middles[one], middles[other], strict=True))
        in APART[lattice.orientation]
    }


LATTICES = [Lattice(*each) for each in product(ORIENTATIONS, AXES, INDEXES)]


@pytest.mark.parametrize("lattice", LATTICES, ids=str)
@pytest.mark.parametrize("corner", [(0, 0), (-1, 0), (0, -1), (3, 5)], ids=str)
def test_the_same_cells_touch(lattice: Lattice, corner: Cell) -> None:
    box = Box(*corner, 4, 5)
    grid = Grid.around(lattice, box)
    hexagonal = lattice.orientation == "hexagonal"
    board = blank(grid.width, grid.length, modifiers=Modifiers(hexagonal=hexagonal))
    cells = list(product(range(corner[0], corner[0] + 4), range(corner[1], corner[1] + 5)))
    place = {cell: grid.place(*cell) for cell in cells}
    assert len(set(place.values())) == len(cells)
    found = {
        frozenset((one, other))
        for one, other in product(cells, cells)
        if place[other] in board.neighbours(*place[one])
    }
    assert found == touching(lattice, cells)
    assert {x for x, _ in place.values()} == set(range(grid.is_padded, grid.width))
    assert {y for _, y in place.values()} == set(range(grid.length))


def test_nothing_is_mirrored() -> None:
    """Three cells that go round clockwise in Tiled's picture do so on the board."""
    for lattice in LATTICES:
        for first, second, third in [((0, 0), (4, 0), (4, 4)), ((2, 4), (0, 2), (2, 0))]:
            corners = [centre(lattice, *cell) for cell in (first, second, third)]
            tiles = [lattice.place(*cell) for cell in (first, second, third)]
            down = turn(*((x, -y) for x, y in corners))
            assert down * turn(*tiles) > 0, lattice


def turn(*points: tuple[float, float]) -> float:
    """Positive if three points go round to the left, with y upward."""
    (ax, ay), (bx, by), (cx, cy) = points
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


def test_a_turned_map_that_is_too_large_is_refused() -> None:
    text = '<map orientation="staggered" width="200" height="200"><layer/></map>'
    with pytest.raises(bb.FormatError, match=r"fit on a board of 255 × 255 tiles .*300 × 299"):
        bb.loads(text.encode(), "tmx")
