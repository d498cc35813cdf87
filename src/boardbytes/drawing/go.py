"""A Go position as shapes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from boardbytes.drawing.shapes import Anchor, Box, Circle, Equipment, Line, Scene, Shape, Text
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.go.board import (
    KO,
    LETTERS,
    STONES,
    Size,
    column_name,
    format_size,
    point_names,
    shape,
    star_points,
)
from boardbytes.model.words import counted

_STONE, _STAR, _LAST, _KO = 0.46, 0.12, 0.2, 0.15
_LARGEST_LABELLED = 52
"""Beyond this, coordinates would be smaller than can be read."""


def scene(position: GoPosition, last_move: GoMove | None = None) -> Scene:
    """The board with its coordinates and star points, the stones, the last move and the ko."""
    right, bottom = position.width - 1, position.height - 1
    shapes = (
        *_board(position.size),
        *_labels(position.size),
        *_stones(position),
        *_marks(position, last_move),
        Text("caption", right / 2, bottom + 1.6, _turn(position)),
    )
    # A terminal's letters are about twice as high as wide; column names have up to two.
    columns = 2 if position.width <= len(LETTERS) else 3
    return Scene(
        _describe(position),
        -2,
        -1,
        right + 3,
        bottom + 3,
        shapes,
        columns,
        rows=1,
        spots=_spots(position.size),
        ground="board",
    )


@cache
def _spots(size: Size) -> tuple[Anchor, ...]:
    return tuple(Anchor(name, *_place(index, size)) for index, name in enumerate(point_names(size)))


def _place(index: int, size: Size) -> tuple[int, int]:
    """Column and row of an intersection, both from 0, rows from the top."""
    row, column = divmod(index, shape(size)[0])
    return column, row


def _board(size: Size) -> Iterator[Shape]:
    width, height = shape(size)
    for row in range(height):
        yield Line("line", 0, row, width - 1, row)
    for column in range(width):
        yield Line("line", column, 0, column, height - 1)
    for index in star_points(size):
        yield Circle("star", *_place(index, size), _STAR)


def _labels(size: Size) -> Iterator[Shape]:
    width, height = shape(size)
    if not _is_labelled(size):
        return
    for row in range(height):
        yield Text("label", -1.3, row, f"{height - row}")
    for column in range(width):
        yield Text("label", column, height - 0.05, column_name(column + 1))


def _is_labelled(size: Size) -> bool:
    return max(shape(size)) <= _LARGEST_LABELLED


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
    return f"Go, {format_size(position.size)}: {sides}; {_turn(position)}"


_MARGIN, _BARE_MARGIN, _LABEL_AT = 1.3125, 0.6875, 0.9


def _ground(position: GoPosition) -> Scene:
    size = position.size
    right, bottom = position.width - 1, position.height - 1
    margin = _MARGIN if _is_labelled(size) else _BARE_MARGIN
    shapes = (*_board(size), *(_all_labels(size) if _is_labelled(size) else ()))
    across, down = right + 2 * margin, bottom + 2 * margin
    return Scene("", -margin, -margin, across, down, shapes, spots=_spots(size), ground="board")


def _all_labels(size: Size) -> Iterator[Shape]:
    """Coordinates on all four sides."""
    width, height = shape(size)
    for row in range(height):
        for x in (-_LABEL_AT, width - 1 + _LABEL_AT):
            yield Text("label", x, row, f"{height - row}")
    for column in range(width):
        for y in (-_LABEL_AT, height - 1 + _LABEL_AT):
            yield Text("label", column, y, column_name(column + 1))


_NAMES = {stone: f"{colour} stone" for colour, stone in STONES.items()} | {KO: "ko"}


def _standing(position: GoPosition) -> dict[str, str]:
    names = point_names(position.size)
    return {names[at]: _NAMES[value] for at, value in enumerate(position.stones) if value}


EQUIPMENT = Equipment(
    _ground,
    {
        f"{colour} stone": (
            Circle("shade", 0.03, 0.05, _STONE + 0.01),
            Circle(f"{colour}-stone", 0, 0, _STONE + 0.01),
        )
        for colour in STONES
    }
    | {"ko": (Box("ko", -0.2, -0.2, 0.4, 0.4),)},
    _standing,
)
