"""The rules of Go on arrays: what is legal, and what a move does.

The board is padded: a row is `stride = width + 1` wide, with an EDGE to the left of it and EDGEs
above and below, so that the four neighbours of a point always exist. The stones of a group are
linked in a ring, and one of them, its head, keeps count of them and of the empty points they touch.

The same source runs interpreted and compiled: no exceptions, no allocation, and no object but
the tuple that holds the arrays.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import NamedTuple, TypeAlias

from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE

Array: TypeAlias = MutableSequence[int]

EDGE = 4

LEGAL, OCCUPIED, FORBIDDEN_BY_KO, SELF_CAPTURE, OFF_BOARD, OVER, REPEATED = range(7)
"""Verdicts on a move; `judge` gives the first four."""


class State(NamedTuple):
    """A padded board and its groups: arrays of one length, changed in place."""

    board: Array
    """EMPTY, BLACK, WHITE, KO or EDGE."""
    head: Array
    """The stone that stands for the group of a stone."""
    link: Array
    """The next stone of its group, and so on around the ring."""
    sizes: Array
    """At a head: how many stones the group has."""
    libs: Array
    """At a head: how often its stones touch an empty point. At 0 the group has no liberty left.

    An empty point that two of its stones touch counts twice: cheap to keep up to date, and enough
    to know when nothing is left.
    """
    stride: int


class States(NamedTuple):
    """Many states of one size, row by row."""

    board: Sequence[Array]
    head: Sequence[Array]
    link: Sequence[Array]
    sizes: Sequence[Array]
    libs: Sequence[Array]
    stride: int


def cells(width: int, height: int) -> int:
    """How long the arrays of a board are."""
    return (width + 1) * (height + 2) + 1


def padded(index: int, width: int) -> int:
    """Where an intersection, counted from 0 in reading order, is on the padded board."""
    return index + index // width + width + 2


def index_of(point: int, width: int) -> int:
    """The intersection at a point of the padded board: the inverse of `padded`."""
    return (point // (width + 1) - 1) * width + point % (width + 1) - 1


def merge(state: State, one: int, other: int) -> None:
    """Join the groups of two heads into one; the smaller one changes its head."""
    _, head, link, sizes, libs, _ = state
    if sizes[one] < sizes[other]:
        one, other = other, one
    stone = other
    while True:
        head[stone] = one
        stone = link[stone]
        if stone == other:
            break
    # Two rings become one when two of their links are exchanged.
    link[one], link[other] = link[other], link[one]
    sizes[one] += sizes[other]
    libs[one] += libs[other]


def place(state: State, point: int, colour: int) -> None:
    """Put a stone on an empty point and join it to its friends. Takes nothing."""
    board, head, link, sizes, libs, stride = state
    free = 0
    for step in (-stride, -1, 1, stride):
        value = board[point + step]
        if value in (BLACK, WHITE):
            libs[head[point + step]] -= 1
        elif value != EDGE:
            free += 1
    board[point] = colour
    head[point] = point
    link[point] = point
    sizes[point] = 1
    libs[point] = free
    for step in (-stride, -1, 1, stride):
        if board[point + step] == colour and head[point + step] != head[point]:
            merge(state, head[point + step], head[point])


def remove(state: State, first: int) -> None:
    """Take the group of a stone off the board; its neighbours gain liberties there."""
    board, head, link, _, libs, stride = state
    stone = first
    while True:
        board[stone] = EMPTY
        for step in (-stride, -1, 1, stride):
            value = board[stone + step]
            if value in (BLACK, WHITE):
                libs[head[stone + step]] += 1
        stone = link[stone]
        if stone == first:
            break


def take_off(state: State, point: int) -> None:
    """Take a single stone off the board; what is left of its group is put together again."""
    board, _, link, _, _, _ = state
    colour = board[point]
    remove(state, point)
    stone = link[point]
    while stone != point:
        # Putting a stone down gives it a new link: the old one is read first.
        following = link[stone]
        place(state, stone, colour)
        stone = following


def setup(state: State, stones: Sequence[int]) -> None:
    """Fill the arrays from the intersections of a board; ko marks stay, nothing is taken."""
    board, width = state.board, state.stride - 1
    for point in range(len(board)):
        board[point] = EDGE
    for index in range(len(stones)):
        board[padded(index, width)] = EMPTY
    for index in range(len(stones)):
        value = stones[index]
        if value in (BLACK, WHITE):
            place(state, padded(index, width), value)
        elif value == KO:
            board[padded(index, width)] = KO


def judge(state: State, point: int, colour: int, suicide: bool) -> int:
    """Whether a stone may be played on a point, and if not, why not."""
    board, head, _, _, libs, stride = state
    if board[point] == KO:
        return FORBIDDEN_BY_KO
    if board[point] != EMPTY:
        return OCCUPIED
    for step in (-stride, -1, 1, stride):
        value = board[point + step]
        if value in (EMPTY, KO):
            return LEGAL
    if suicide:
        return LEGAL
    # Without this point, a friendly group that still has a liberty saves the stone, and so does
    # an enemy group that has none: it will be taken.
    for step in (-stride, -1, 1, stride):
        if board[point + step] != EDGE:
            libs[head[point + step]] -= 1
    verdict = SELF_CAPTURE
    for step in (-stride, -1, 1, stride):
        value = board[point + step]
        if value != EDGE and (libs[head[point + step]] > 0) == (value == colour):
            verdict = LEGAL
    for step in (-stride, -1, 1, stride):
        if board[point + step] != EDGE:
            libs[head[point + step]] += 1
    return verdict


def play_unchecked(state: State, point: int, colour: int) -> tuple[int, int, int]:
    """Play a stone: how many stones it takes, how many of its own it loses, the ko point or 0.

    The ko point is marked on the board. Does not wipe the mark of the move before.
    """
    board, head, _, sizes, libs, stride = state
    place(state, point, colour)
    other = BLACK + WHITE - colour
    taken = lost = ko = 0
    for step in (-stride, -1, 1, stride):
        near = point + step
        if board[near] == other and libs[head[near]] == 0:
            taken += sizes[head[near]]
            ko = near
            remove(state, near)
    if libs[head[point]] == 0:
        lost = sizes[head[point]]
        remove(state, point)
    if taken == 1 and sizes[head[point]] == 1 and libs[point] == 1:
        board[ko] = KO
        return taken, lost, ko
    return taken, lost, 0


def is_quiet(state: State, point: int, colour: int) -> bool:
    """Whether a stone on an empty point would take nothing, not even itself."""
    board, head, _, _, libs, stride = state
    breathes = False
    takes = False
    for step in (-stride, -1, 1, stride):
        if board[point + step] in (BLACK, WHITE):
            libs[head[point + step]] -= 1
    for step in (-stride, -1, 1, stride):
        value = board[point + step]
        if value in (EMPTY, KO):
            breathes = True
        elif value == colour:
            breathes = breathes or libs[head[point + step]] > 0
        elif value != EDGE:
            takes = takes or libs[head[point + step]] == 0
    for step in (-stride, -1, 1, stride):
        if board[point + step] in (BLACK, WHITE):
            libs[head[point + step]] += 1
    return breathes and not takes


def copy_unmarked(source: State, target: State) -> None:
    """Copy a state over another of the same size, without the ko marks."""
    for point in range(len(source.board)):
        value = source.board[point]
        target.board[point] = EMPTY if value == KO else value
        target.head[point] = source.head[point]
        target.link[point] = source.link[point]
        target.sizes[point] = source.sizes[point]
        target.libs[point] = source.libs[point]


def state_at(states: States, row: int) -> State:
    """One of many states."""
    return State(
        states.board[row],
        states.head[row],
        states.link[row],
        states.sizes[row],
        states.libs[row],
        states.stride,
    )


def around(points: int, stride: int) -> int:
    """The neighbours of a set of points.

    A set of points is an integer with `stride = width + 1` bits to a row, the last of them unused.
    """
    return points << stride | points << 1 | points >> 1 | points >> stride


def touching(points: int, others: int, stride: int) -> int:
    """Those of the points that are connected, through points of the same set, to one of `others`.

    Stones that are touching empty points, in this sense, are those that have liberties.
    """
    found = points & around(others, stride)
    before = 0
    while found != before:
        before = found
        found |= points & around(found, stride)
    return found
