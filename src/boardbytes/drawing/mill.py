"""A mill position as shapes."""

from __future__ import annotations

from collections.abc import Iterator

from boardbytes.drawing.shapes import Circle, Line, Scene, Shape, Spot, Text
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.board import COORDINATES, LINES, NAMES, SIDES

_SIZE = 6
_STONE, _SMALL_STONE, _POINT = 0.37, 0.15, 0.09


def scene(position: MillPosition, last_move: MillMove | None = None) -> Scene:
    """The board with its coordinates, the stones, those in hand, and the last move marked."""
    shapes = (
        *_board(),
        *_stones(position),
        *_marks(last_move),
        *_caption(position),
    )
    height = _SIZE + (2.7 if position.white_hand or position.black_hand else 2.25)
    spots = tuple(Spot(name, *at) for name, at in zip(NAMES, COORDINATES, strict=True))
    return Scene(_describe(position), -1, -0.75, _SIZE + 1.75, height, shapes, spots=spots)


def _board() -> Iterator[Shape]:
    for first, _, last in LINES:
        yield Line("line", *COORDINATES[first], *COORDINATES[last])
    for x, y in COORDINATES:
        yield Circle("point", x, y, _POINT)
    for step in range(_SIZE + 1):
        yield Text("label", -0.6, step, f"{_SIZE + 1 - step}")
        yield Text("label", step, _SIZE + 0.62, "abcdefg"[step])


def _stones(position: MillPosition) -> Iterator[Shape]:
    for colour in SIDES:
        for point in position.points(colour):
            yield Circle(f"{colour}-stone", *COORDINATES[point], _STONE)


def _marks(move: MillMove | None) -> Iterator[Shape]:
    """A ring where a stone went, a thinner one where it came from, a cross where one was."""
    if move is None:
        return
    if move.target is not None:
        yield Circle("mark", *COORDINATES[move.target], 0.16)
    if move.source is not None:
        yield Circle("trace", *COORDINATES[move.source], 0.16)
    if move.taken is not None:
        x, y = COORDINATES[move.taken]
        yield Line("mark", x - 0.2, y - 0.2, x + 0.2, y + 0.2)
        yield Line("mark", x - 0.2, y + 0.2, x + 0.2, y - 0.2)


def _caption(position: MillPosition) -> Iterator[Shape]:
    """Whose turn it is, and the stones in hand: white's from the left, black's from the right."""
    turn = f"{position.turn} to {'take a stone' if position.removing else 'move'}"
    yield Text("caption", _SIZE / 2, _SIZE + 1.15, turn)
    for index in range(position.white_hand):
        yield Circle("white-stone", index * 0.33, _SIZE + 1.6, _SMALL_STONE)
    for index in range(position.black_hand):
        yield Circle("black-stone", _SIZE - index * 0.33, _SIZE + 1.6, _SMALL_STONE)


def _describe(position: MillPosition) -> str:
    """The position in words, for those who cannot see it."""
    sides = []
    for colour in SIDES:
        names = ", ".join(sorted(NAMES[point] for point in position.points(colour)))
        sides.append(f"{colour} on {names or 'no point'}, {position.hand(colour)} in hand")
    turn = f"{position.turn} to {'take a stone' if position.removing else 'move'}"
    return f"Mill: {'; '.join(sides)}; {turn}"
