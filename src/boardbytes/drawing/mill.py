"""A mill position as shapes."""

from __future__ import annotations

from collections.abc import Iterator

from boardbytes.drawing.shapes import Anchor, Circle, Equipment, Line, Scene, Shape, Text
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.mill.board import SIDES, STONES, MillBoard

_STONE, _SMALL_STONE, _POINT = 0.37, 0.15, 0.09


def scene(position: MillPosition, last_move: MillMove | None = None) -> Scene:
    """The board with its coordinates, the stones, those in hand, and the last move marked."""
    board = position.board
    shapes = (
        *_board(board),
        *_labels(board),
        *_stones(position),
        *_marks(last_move, board),
        *_caption(position),
    )
    steps = board.size - 1
    height = steps + (2.7 if position.white_hand or position.black_hand else 2.25)
    return Scene(
        _describe(position),
        -1,
        -0.75,
        steps + 1.75,
        height,
        shapes,
        spots=_spots(board),
        ground="board",
    )


def _spots(board: MillBoard) -> tuple[Anchor, ...]:
    return tuple(Anchor(name, *at) for name, at in zip(board.names, board.coordinates, strict=True))


def _board(board: MillBoard) -> Iterator[Shape]:
    for path in board.paths:
        yield Line("line", *board.coordinates[path[0]], *board.coordinates[path[-1]])
    for x, y in board.coordinates:
        yield Circle("point", x, y, _POINT)


def _labels(board: MillBoard) -> Iterator[Shape]:
    for step in range(board.size):
        yield Text("label", -0.6, step, f"{board.size - step}")
        yield Text("label", step, board.size - 1 + 0.62, "abcdefg"[step])


def _stones(position: MillPosition) -> Iterator[Shape]:
    for colour in SIDES:
        for point in position.points(colour):
            yield Circle(f"{colour}-stone", *position.board.coordinates[point], _STONE)


def _marks(move: MillMove | None, board: MillBoard) -> Iterator[Shape]:
    """A ring where a stone went, a thinner one where it came from, a cross where one was taken."""
    if move is None:
        return
    if move.target is not None:
        yield Circle("mark", *board.coordinates[move.target], 0.16)
    if move.source is not None:
        yield Circle("trace", *board.coordinates[move.source], 0.16)
    if move.taken is not None:
        x, y = board.coordinates[move.taken]
        yield Line("mark", x - 0.2, y - 0.2, x + 0.2, y + 0.2)
        yield Line("mark", x - 0.2, y + 0.2, x + 0.2, y - 0.2)


def _caption(position: MillPosition) -> Iterator[Shape]:
    """Whose turn it is, and the stones in hand: white's from the left, black's from the right."""
    turn = f"{position.turn} to {'take a stone' if position.removing else 'move'}"
    steps = position.board.size - 1
    # Up to nine stones lie side by side; more of them lie closer.
    apart = 0.33 if position.each <= STONES else 0.255
    yield Text("caption", steps / 2, steps + 1.15, turn)
    for index in range(position.white_hand):
        yield Circle("white-stone", index * apart, steps + 1.6, _SMALL_STONE)
    for index in range(position.black_hand):
        yield Circle("black-stone", steps - index * apart, steps + 1.6, _SMALL_STONE)


def _describe(position: MillPosition) -> str:
    """The position in words, for those who cannot see it."""
    sides = []
    for colour in SIDES:
        names = ", ".join(sorted(position.board.names[point] for point in position.points(colour)))
        sides.append(f"{colour} on {names or 'no point'}, {position.hand(colour)} in hand")
    turn = f"{position.turn} to {'take a stone' if position.removing else 'move'}"
    return f"Mill: {'; '.join(sides)}; {turn}"


_MARGIN = 0.875


def _ground(position: MillPosition) -> Scene:
    board, last = position.board, position.board.size - 1
    labels = (
        Text("label", *at)
        for step in range(board.size)
        for at in (
            (-0.62, step, f"{board.size - step}"),
            (last + 0.62, step, f"{board.size - step}"),
            (step, -0.62, "abcdefg"[step]),
            (step, last + 0.62, "abcdefg"[step]),
        )
    )
    size = last + 2 * _MARGIN
    shapes = (*_board(board), *labels)
    return Scene("", -_MARGIN, -_MARGIN, size, size, shapes, spots=_spots(board), ground="board")


def _standing(position: MillPosition) -> dict[str, str]:
    names = position.board.names
    return {names[point]: f"{side} stone" for side in SIDES for point in position.points(side)}


EQUIPMENT = Equipment(
    _ground,
    {
        f"{side} stone": (
            Circle("shade", 0.02, 0.04, _STONE + 0.02),
            Circle(f"{side}-stone", 0, 0, _STONE),
        )
        for side in SIDES
    },
    _standing,
)
