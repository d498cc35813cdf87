"""The kernel's arrays for one board at a time, interpreted."""

from __future__ import annotations

from array import array
from functools import cache

from boardbytes.games.go import kernel
from boardbytes.games.go.board import EMPTY, KO
from boardbytes.games.go.move import GoMove


def state_of(stones: bytes, width: int) -> kernel.State:
    """The groups of a board that has `width` columns."""
    length = kernel.cells(width, len(stones) // width)
    head, link, sizes, libs = (array("i", bytes(4 * length)) for _ in range(4))
    state = kernel.State(bytearray(length), head, link, sizes, libs, width + 1)
    kernel.setup(state, stones)
    return state


def copy_unmarked(state: kernel.State) -> kernel.State:
    """A copy of the groups, without ko marks."""
    board = bytearray(state.board).replace(bytes([KO]), bytes([EMPTY]))
    return kernel.State(
        board, state.head[:], state.link[:], state.sizes[:], state.libs[:], state.stride
    )


def stones_of(state: kernel.State) -> bytes:
    """The intersections of a board, ko marks included: what `state_of` began with."""
    board, stride = bytes(state.board), state.stride
    starts = range(stride + 1, len(board) - stride, stride)
    return b"".join([board[start : start + stride - 1] for start in starts])


@cache
def points(width: int, height: int) -> tuple[tuple[GoMove, int], ...]:
    """Every point of a board in reading order: the move there, and its place in the arrays."""
    return tuple(
        (GoMove.at(index, (width, height)), kernel.padded(index, width))
        for index in range(width * height)
    )
