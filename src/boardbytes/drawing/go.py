"""A Go position as shapes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from boardbytes.drawing.shapes import Circle, Line, Scene, Shape, Spot, Text
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.go.board import KO, LETTERS, STONES, column_name, point_names, star_points
from boardbytes.model.words import counted

_STONE, _STAR, _LAST, _KO = 0.46, 0.12, 0.2, 0.15
_LARGEST_LABELLED = 52
"""Beyond this, coordinates would be smaller than can be read."""


def scene(position: GoPosition, last_move: GoMove | None = None) -> Scene:
    """The board with its coordinates and star points, the stones, the last move and the ko."""
    last = position.size - 1
    shapes = (
        *_board(position.size),
        *_labels(position.size),
        *_stones(position),
        *_marks(position, last_move),
        Text("caption", last / 2, last + 1.6, _turn(position)),
    )
    # A terminal's letters are about twice as high as wide; column names have up to two.
    columns = 2 if position.size <= len(LETTERS) else 3
    return Scene(
        _describe(position),
        -2,
        -1,
        last + 3,
        last + 3,
        shapes,
        columns,
        rows=1,
        spots=_spots(position.size),
    )


@cache
def _spots(size: int) -> tuple[Spot, ...]:
    return tuple(Spot(name, *_place(index, size)) for index, name in enumerate(point_names(size)))


def _place(index: int, size: int) -> tuple[int, int]:
    """Column and row of an intersection, both from 0, rows from the top."""
    return index % size, index // size


def _board(size: int) -> Iterator[Shape]:
    for step in range(size):
        yield Line("line", 0, step, size - 1, step)
        yield Line("line", step, 0, step, size - 1)
    for index in star_points(size):
        yield Circle("star", *_place(index, size), _STAR)


def _labels(size: int) -> Iterator[Shape]:
    if size > _LARGEST_LABELLED:
        return
    for step in range(size):
        yield Text("label", -1.3, step, f"{size - step}")
        yield Text("label", step, size - 0.05, column_name(step + 1))


def _stones(position: GoPosition) -> Iterator[Shape]:
    for colour, stone in STONES.items():
        for index, value in enumerate(position.stones):
            if value == stone:
                yield Circle(f"{colour}-stone", *_place(index, position.size), _STONE)


def _marks(position: GoPosition, move: GoMove | None) -> Iterator[Shape]:
    """A ring on the stone played last, a small one on a point forbidden by ko."""
    index = move.index(position.size) if move else None
    if index is not None:
        yield Circle("last", *_place(index, position.size), _LAST)
    for mark, value in enumerate(position.stones):
        if value == KO:
            yield Circle("ko", *_place(mark, position.size), _KO)


def _turn(position: GoPosition) -> str:
    return f"{position.turn} to move" if position.turn else "the game is over"


def _describe(position: GoPosition) -> str:
    """The position in words, for those who cannot see it."""
    sides = ", ".join(
        counted(position.stones.count(stone), f"{colour} stone") for colour, stone in STONES.items()
    )
    return f"Go, {position.size} × {position.size}: {sides}; {_turn(position)}"
