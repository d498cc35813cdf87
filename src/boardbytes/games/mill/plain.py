"""Mill positions as plain values, for JSON and for programs in other languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardbytes.errors import PositionError
from boardbytes.games.mill.board import (
    BOARDS,
    MOST_STONES,
    SIDES,
    STONES,
    THREE_RINGS,
    MillBoard,
    find_board,
    mask_of,
)
from boardbytes.games.mill.position import MillPosition
from boardbytes.model.colour import Colour
from boardbytes.model.plain import EACH, Path, Plain

_COLOURS = SIDES.names

MEANINGS: Mapping[Path, str] = {
    ("white", EACH): "a white stone",
    ("black", EACH): "a black stone",
    ("hand", "white"): "white stones not placed yet",
    ("hand", "black"): "black stones not placed yet",
    ("turn",): "the side to move",
    ("removing",): "whether the side to move must now take a stone",
    ("board",): "the board, where it is not that of Nine Men's Morris",
    ("stones",): "how many stones each side has",
}


def to_plain(position: MillPosition) -> dict[str, Any]:
    """The position as an object of plain values.

    Nine Men's Morris goes without saying; for other members the board and the stones are given.
    """
    names = position.board.names
    plain: dict[str, Any] = {
        colour.value: [names[point] for point in position.points(colour)] for colour in SIDES
    }
    plain["hand"] = {colour.value: position.hand(colour) for colour in SIDES}
    plain["turn"] = position.turn.value
    plain["removing"] = position.removing
    if not position.is_nine:
        plain |= {"board": position.board.name, "stones": position.each}
    return plain


def _points(plain: Plain, board: MillBoard) -> list[int]:
    points: list[int] = []
    for item in plain.items():
        name = item.choice(board.names)
        point = board.names.index(name)
        if point in points:
            raise item.fail(f"{item.name} must not name a point twice", name)
        points.append(point)
    return points


def from_plain(plain: Plain) -> MillPosition:
    """The position of plain values: the inverse of `to_plain`.

    Raises PlainError, which names the place, for anything else.
    """
    plain.object([*_COLOURS, "hand", "turn"], ["removing", "board", "stones"])
    told, stones = plain.get("board"), plain.get("stones")
    board = find_board(told.choice(BOARDS)) if told else THREE_RINGS
    each = stones.integer(3, MOST_STONES) if stones else STONES
    hand = plain["hand"].object(_COLOURS)
    removing = plain.get("removing")
    white, black = (mask_of(_points(plain[colour], board)) for colour in _COLOURS)
    white_hand, black_hand = (hand[colour].integer(0, each) for colour in _COLOURS)
    try:
        return MillPosition(
            white,
            black,
            white_hand,
            black_hand,
            turn=Colour(plain["turn"].choice(_COLOURS)),
            removing=removing is not None and removing.boolean(),
            board=board,
            each=each,
        )
    except PositionError as error:
        raise plain.fail(str(error)) from None
