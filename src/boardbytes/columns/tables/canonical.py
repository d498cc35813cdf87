"""One number for all positions that a symmetry makes equal: how the same game is found again.

Every kind of stone on every point has a weight, and a position's number is the exclusive or of the
weights of its stones; of all symmetric images the least number counts. Weight `i` is the output of
SplitMix64 for the state `i`, without its two top bits, so anybody can compute the same.

Go: the symmetries of the board that leave it at least as wide as high, whoever is to move; the
weight of the board's shape goes into the least number. Mill: those of its board, seen from the side
to move; the weight of the member goes into it, unless it is Nine Men's Morris. Checkers: seen from
the side to move. Tile boards: as they are, by a hash. Two different positions share a number about
once in 4 × 10¹⁸ pairs.
"""

from __future__ import annotations

from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import SQUARES, squares_of
from boardbytes.games.go import GoPosition
from boardbytes.games.go.board import BLACK, WHITE
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import BOARDS, POINTS, MillBoard, points_of
from boardbytes.games.tiles import TileBoard
from boardbytes.model.position import Content

MASK = (1 << 62) - 1
SHAPE = 1 << 20
"""The weights of shapes begin here: those of `longer side << 8 | shorter side`."""
HANDS = 1 << 8
"""The weights of hands in mill begin here: those of `own << 5 | other << 1 | removing`."""

MEMBERS = 1 << 12
"""The weights of members of mill begin here: those of `number of the board << 4 | stones`."""


def weights(indices: NDArray[Any]) -> NDArray[np.int64]:
    """The weights of some indices."""
    z = indices.astype(np.uint64) + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    return (z & np.uint64(MASK)).astype(np.int64)


def canonical(content: Content) -> int:
    """The number of a position, or of a board of tiles."""
    return int(_OF[type(content)](content))


def _go(position: Any) -> int:
    stones = np.frombuffer(position.stones, np.uint8)
    (points,) = np.nonzero((stones == BLACK) | (stones == WHITE))
    images, shape = _go_weights(position.width, position.height)
    numbers = np.bitwise_xor.reduce(images[:, points, stones[points]], axis=1)
    return int(numbers.min()) ^ shape


@lru_cache(maxsize=8)
def _go_weights(width: int, height: int) -> tuple[NDArray[np.int64], int]:
    """Weights by image, point and colour, of all images no higher than wide; and the shape's.

    On an image, a point has the weight of where it lies there.
    """
    longer, shorter = max(width, height), min(width, height)
    places = np.arange(width * height).reshape(shorter, longer)
    images = [np.rot90(each, turns) for each in (places, places[:, ::-1]) for turns in range(4)]
    fitting = np.stack([image.ravel() for image in images if image.shape == (height, width)])
    shape = weights(np.array([SHAPE + (longer << 8 | shorter)]))
    return weights(2 * fitting[:, :, None] + np.arange(WHITE + 1)), int(shape[0])


@cache
def _mill_weights(board: MillBoard) -> NDArray[np.int64]:
    """Weights by symmetry, side and point."""
    images = np.array(board.symmetries)
    return weights(np.stack([images, images + POINTS], axis=1))


def _mill(position: Any) -> int:
    own, opp, hand, opp_hand, removing = position.kernel_values
    table = _mill_weights(position.board)
    rest = weights(np.array([HANDS + (hand << 5 | opp_hand << 1 | removing)]))[0]
    if not position.is_nine:
        number = [*BOARDS].index(position.board.name)
        rest ^= weights(np.array([MEMBERS + (number << 4 | position.each)]))[0]
    found = np.full(len(table), rest)
    for side, stones in enumerate((own, opp)):
        for point in points_of(stones):
            found ^= table[:, side, point]
    return int(found.min())


def _checkers(position: Any) -> int:
    own, opp, kings, down = position.kernel_values
    kinds = (own & ~kings, own & kings, opp & ~kings, opp & kings)
    indices = [
        kind * SQUARES + (square if down else SQUARES - 1 - square)
        for kind, pieces in enumerate(kinds)
        for square in squares_of(pieces)
    ]
    return int(np.bitwise_xor.reduce(weights(np.array(indices, np.int64)), initial=0))


def _tiles(board: Any) -> int:
    shape = bytes([board.depth, board.width, board.length, board.modifiers.byte])
    return int.from_bytes(blake2b(shape + board.body, digest_size=8).digest(), "big") & MASK


_OF: dict[type[Content], Any] = {
    GoPosition: _go,
    MillPosition: _mill,
    CheckersPosition: _checkers,
    TileBoard: _tiles,
}
