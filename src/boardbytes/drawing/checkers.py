"""A checkers position as shapes."""

from __future__ import annotations

from collections.abc import Iterator

from boardbytes.drawing.shapes import Anchor, Area, Box, Circle, Equipment, Line, Scene, Shape, Text
from boardbytes.games.checkers import CheckersMove, CheckersPosition
from boardbytes.games.checkers.board import COORDINATES, NAMES, SIDES, SIZE
from boardbytes.model import Colour

_PIECE, _RIM = 0.37, 0.29
_EDGES = (-0.5, SIZE - 0.5)


def scene(position: CheckersPosition, last_move: CheckersMove | None = None) -> Scene:
    """The board with its numbers, the pieces, and the last move marked.

    As players see it: red, who moves first, at the top, square 1 in the top row.
    """
    shapes = (
        *_board(),
        *_numbers(position),
        *_pieces(position),
        *_marks(last_move),
        Text("caption", (SIZE - 1) / 2, SIZE + 0.05, f"{position.turn} to move"),
    )
    return Scene(
        _describe(position), -1, -1, SIZE + 1, SIZE + 1.5, shapes, spots=_SPOTS, ground="board"
    )


_SPOTS = tuple(Anchor(name, *at) for name, at in zip(NAMES, COORDINATES, strict=True))


def _board() -> Iterator[Shape]:
    yield Box("light-square", _EDGES[0], _EDGES[0], SIZE, SIZE)
    for column, row in COORDINATES:
        yield Box("dark-square", column - 0.5, row - 0.5, 1, 1)
    for step in range(SIZE + 1):
        yield Line("line", _EDGES[0], step - 0.5, _EDGES[1], step - 0.5)
        yield Line("line", step - 0.5, _EDGES[0], step - 0.5, _EDGES[1])


def _numbers(position: CheckersPosition) -> Iterator[Shape]:
    """The number of every dark square on which nothing stands."""
    for square, (column, row) in enumerate(COORDINATES):
        if not (position.red | position.white) >> square & 1:
            yield Text("number", column, row, NAMES[square])


def _pieces(position: CheckersPosition) -> Iterator[Shape]:
    for colour in SIDES:
        for square in position.squares(colour):
            if position.kings >> square & 1:
                yield Circle(f"{colour}-king", *COORDINATES[square], _PIECE)
                yield _crown(f"{colour}-crown", *COORDINATES[square])
            else:
                yield Circle(f"{colour}-stone", *COORDINATES[square], _PIECE)


_CROWN = (
    (-0.2, 0.13), (-0.23, -0.1), (-0.1, 0.0), (0.0, -0.17), (0.1, 0.0), (0.23, -0.1), (0.2, 0.13)
)  # fmt: skip


def _crown(role: str, x: float, y: float) -> Shape:
    return Area(role, (tuple((x + right, y + down) for right, down in _CROWN),))


def _marks(move: CheckersMove | None) -> Iterator[Shape]:
    """A ring where a piece went, thinner ones on its way there, crosses where it took."""
    if move is None:
        return
    yield Circle("mark", *COORDINATES[move.target], 0.1)
    for square in move.squares[:-1]:
        if square != move.target:
            yield Circle("trace", *COORDINATES[square], 0.3)
    for square in move.jumped:
        x, y = COORDINATES[square]
        yield Line("mark", x - 0.25, y - 0.25, x + 0.25, y + 0.25)
        yield Line("mark", x - 0.25, y + 0.25, x + 0.25, y - 0.25)


def _describe(position: CheckersPosition) -> str:
    """The position in words, for those who cannot see it."""
    sides = []
    for colour in SIDES:
        squares = position.squares(colour)
        kings = [NAMES[square] for square in squares if position.kings >> square & 1]
        men = [NAMES[square] for square in squares if not position.kings >> square & 1]
        sides.append(
            f"{colour} men on {', '.join(men) or 'no square'},"
            f" kings on {', '.join(kings) or 'no square'}"
        )
    return f"Checkers: {'; '.join(sides)}; {position.turn} to move"


_MARGIN = 0.25
_CORNER = 0.34


def _ground(position: CheckersPosition) -> Scene:
    """Every dark square has its number in a corner, where no piece hides it."""
    numbers = (
        Text("number", column - _CORNER, row - _CORNER, name)
        for name, (column, row) in zip(NAMES, COORDINATES, strict=True)
    )
    start, size = _EDGES[0] - _MARGIN, SIZE + 2 * _MARGIN
    shapes = (*_board(), *numbers)
    return Scene("", start, start, size, size, shapes, spots=_SPOTS, ground="board")


def _standing(position: CheckersPosition) -> dict[str, str]:
    return {
        NAMES[square]: f"{colour} {'king' if position.kings >> square & 1 else 'man'}"
        for colour in SIDES
        for square in position.squares(colour)
    }


def _disc(role: str, colour: Colour) -> tuple[Shape, ...]:
    return (
        Circle("shade", 0.02, 0.05, _PIECE + 0.02),
        Circle(role, 0, 0, _PIECE),
        Circle(f"{colour}-rim", 0, 0, _RIM),
    )


EQUIPMENT = Equipment(
    _ground,
    {f"{colour} man": _disc(f"{colour}-stone", colour) for colour in SIDES}
    | {
        f"{colour} king": (*_disc(f"{colour}-king", colour), _crown(f"{colour}-crown", 0, 0))
        for colour in SIDES
    },
    _standing,
)
