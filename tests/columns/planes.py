"""The planes of a position, asked of it point by point as a person would draw it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import boardbytes as bb
from boardbytes.columns.tiles import PLANES
from boardbytes.games.tiles.board import DEPTHS
from boardbytes.model import Colour

Planes = NDArray[np.uint8]

_POINTS = ("a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1").split()


def planes_of(position: object) -> Planes:
    """Channels × rows × columns."""
    if isinstance(position, bb.MillPosition):
        return _mill(position)
    if isinstance(position, bb.CheckersPosition):
        return _checkers(position)
    if isinstance(position, bb.GoPosition):
        return _go(position)
    assert isinstance(position, bb.TileBoard)
    names = PLANES[position.depth]
    parts = np.array([list(position.values(name)) for name in names], np.uint8)
    return parts.reshape(len(names), position.length, position.width)


def _mill(position: bb.MillPosition) -> Planes:
    found = np.zeros((7, 7, 7), np.uint8)
    for name in _POINTS:
        row, column = 7 - int(name[1]), "abcdefg".index(name[0])
        found[2, row, column] = 1
        if stone := position[name]:
            found[0 if stone is position.turn else 1, row, column] = 1
    hands = {Colour.WHITE: position.white_hand, Colour.BLACK: position.black_hand}
    found[3] = hands.pop(position.turn)
    found[4] = next(iter(hands.values()))
    found[5] = position.removing
    found[6] = position.turn is Colour.WHITE
    return found


def _checkers(position: bb.CheckersPosition) -> Planes:
    found = np.zeros((5, 8, 8), np.uint8)
    for square in range(32):
        row, bit = square // 4, 1 << square
        column = 2 * (square % 4) + (1 - row % 2)
        for side, pieces in ((Colour.RED, position.red), (Colour.WHITE, position.white)):
            if pieces & bit:
                channel = (0 if side is position.turn else 2) + bool(position.kings & bit)
                found[channel, row, column] = 1
    found[4] = position.turn is Colour.RED
    return found


def _go(position: bb.GoPosition) -> Planes:
    stones = np.frombuffer(position.stones, np.uint8).reshape(position.height, position.width)
    own = 2 if position.turn is Colour.WHITE else 1
    to_move = np.full(stones.shape, position.turn is Colour.BLACK)
    channels = [stones == own, stones == 3 - own, stones % 3 == 0, stones == 3, to_move]
    return np.array(channels, np.uint8)


def floats_of(position: object) -> NDArray[np.float64]:
    """The same from 0 to 1: hands are ninths, and a part of a tile is divided by its largest."""
    found = planes_of(position)
    largest = np.ones(len(found))
    if isinstance(position, bb.MillPosition):
        largest[3:5] = 9
    if isinstance(position, bb.TileBoard):
        parts = [bits for bits in DEPTHS[position.depth].parts if bits.width <= 8]
        largest = np.array([(1 << bits.width) - 1 for bits in parts], float)
    return np.asarray(found / largest[:, None, None])
