"""What no game of Go leads to: found on the board and named with its place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from boardbytes.games.go import kernel
from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE, Size, point_name, shape
from boardbytes.games.go.points import indices_of, set_of
from boardbytes.games.go.state import state_of
from boardbytes.model.words import counted


@dataclass(frozen=True)
class Fault:
    """Something odd: a code, a sentence, and the intersection where it is first seen."""

    code: str
    message: str
    index: int


def find_faults(stones: bytes, size: Size, mover: int | None) -> Iterator[Fault]:
    """Groups without liberties, several ko marks, a ko mark where there is no ko.

    `mover` is BLACK, WHITE, or None when the game is over.
    """
    if stones.count(EMPTY) == len(stones):
        return
    width = shape(size)[0]
    dead = breathless(stones, width)
    if dead:
        where = f"the first on {point_name(dead[0], size)}"
        message = f"{counted(len(dead), 'stone')} without a liberty, {where}"
        yield Fault("no-liberty", message, dead[0])
    marks = [index for index, value in enumerate(stones) if value == KO] if KO in stones else []
    if len(marks) > 1:
        message = f"only one point can be forbidden by ko, and {len(marks)} are marked"
        yield Fault("ko-marks", message, marks[1])
    elif marks and not is_ko(stones, width, marks[0], mover):
        message = f"{point_name(marks[0], size)} is marked as ko, but there is no ko there"
        yield Fault("no-ko", message, marks[0])


def breathless(stones: bytes, width: int) -> list[int]:
    """The intersections whose stones belong to a group without a liberty."""
    empty = set_of(stones, width, EMPTY, KO)
    found = 0
    for colour in (BLACK, WHITE):
        own = set_of(stones, width, colour)
        found |= own & ~kernel.touching(own, empty, width + 1)
    return indices_of(found, width, len(stones))


def is_ko(stones: bytes, width: int, index: int, mover: int | None) -> bool:
    """Whether the side to move could take back a ko at an empty intersection.

    That is the only liberty of a lone enemy stone, with enemies all around.
    """
    if mover is None:
        return False
    state, point = state_of(stones, width), kernel.padded(index, width)
    near = [point + step for step in (-state.stride, -1, 1, state.stride)]
    near = [other for other in near if state.board[other] != kernel.EDGE]
    heads = [state.head[other] for other in near]
    return all(state.board[other] == BLACK + WHITE - mover for other in near) and any(
        state.sizes[head] == state.libs[head] == 1 for head in heads
    )
