"""The moves of an SGF game, variations too, played on a board without making one for each node.

The same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from boardbytes.formats.sgf.kernel import NODES, NONE, Array, Bytes, Tables
from boardbytes.formats.sgf.value_kernel import is_points, point_at
from boardbytes.games.go.board import BLACK, EMPTY, WHITE
from boardbytes.games.go.kernel import EDGE, LEGAL, State, judge, place, play_unchecked

SLOTS = 256
"""How many branches can be open at a time."""

BUCKETS = 4096
"""How many marks of boards can be told apart at first sight."""

PASS_SIZE = 19
"""On boards up to this size, `tt` is a pass."""


class Scratch(NamedTuple):
    """Arrays for one thread; what they hold is of no interest afterwards."""

    board: Array
    head: Array
    link: Array
    sizes: Array
    libs: Array
    seen: Array
    """For each name, the last node that had it: how a property that stands twice is noticed."""
    moves: Array
    """For each node the value that is its move: as it is for black, below NONE for white."""
    branching: Array
    """For each node, whether several follow it."""
    marks: Array
    """A number for each board on the way to the node."""
    buckets: Array
    """In which game a board with such a number was last seen."""
    boards: Sequence[Array]
    heads: Sequence[Array]
    links: Sequence[Array]
    sizeses: Sequence[Array]
    libses: Sequence[Array]
    """One row to an open branch: the board there."""
    kept: Sequence[Array]
    """And what else must be known of it."""


def clear_board(board: Array, size: int) -> None:
    """Make a padded board empty."""
    stride = size + 1
    for point in range(stride * (size + 2) + 1):
        board[point] = EDGE
    for row in range(1, size + 1):
        for point in range(row * stride + 1, row * stride + stride):
            board[point] = EMPTY


def board_mark(board: Array, size: int, weights: Sequence[int]) -> int:
    """A number for the stones of a board: different numbers mean different boards."""
    mark = 0
    for point in range(size + 2, (size + 1) * (size + 1)):
        if board[point] == BLACK or board[point] == WHITE:
            mark ^= weights[2 * point + board[point]]
    return mark


def has_breathless(state: State, size: int) -> bool:
    """Whether a stone on the board has no liberty."""
    for point in range(size + 2, (size + 1) * (size + 1)):
        value = state.board[point]
        if value in (BLACK, WHITE) and state.libs[state.head[point]] == 0:
            return True
    return False


def add_stones(data: Bytes, start: int, end: int, size: int, colour: int, state: State) -> int:
    """Set up the points of a value; how many, or NONE where something is odd about it."""
    if not is_points(data, start, end, size):
        return NONE
    first = point_at(data, start, size)
    last = point_at(data, end - 2, size)
    width = (last - first) % (size + 1)
    count = 0
    while first <= last:
        for point in range(first, first + width + 1):
            if state.board[point] != EMPTY:
                return NONE
            place(state, point, colour)
            count += 1
        first += size + 1
    return count


def copy_board(source: State, target: State, cells: int) -> None:
    """Copy a state over another."""
    for point in range(cells):
        target.board[point] = source.board[point]
        target.head[point] = source.head[point]
        target.link[point] = source.link[point]
        target.sizes[point] = source.sizes[point]
        target.libs[point] = source.libs[point]


def slot(scratch: Scratch, number: int, size: int) -> State:
    """The arrays in which the board at an open branch is kept."""
    return State(
        scratch.boards[number],
        scratch.heads[number],
        scratch.links[number],
        scratch.sizeses[number],
        scratch.libses[number],
        size + 1,
    )


def comes_back(marks: Array, plies: int, mark: int) -> bool:
    """Whether a board has occurred before."""
    # The linter would have a generator, but kernels use only integers and arrays.
    for ply in range(plies):  # noqa: SIM110
        if marks[ply] == mark:
            return True
    return False


def are_moves_sound(
    data: Bytes,
    tables: Tables,
    size: int,
    scratch: Scratch,
    weights: Sequence[int],
    turn: int,
    game: int,
    is_simple: bool,
) -> bool:
    """Whether the moves of all nodes are sound, variations too, from the board that is set up.

    Suicide is never sound, whatever the rules. Under simple ko a board may come back later.
    """
    state = State(scratch.board, scratch.head, scratch.link, scratch.sizes, scratch.libs, size + 1)
    nodes = tables.counts[NODES]
    branching = scratch.branching
    for node in range(nodes):
        branching[node] = 0
    for node in range(1, nodes):
        if tables.parent[node] != node - 1:
            branching[tables.parent[node]] = 1
    cells = (size + 1) * (size + 2) + 1
    marks = scratch.marks
    mark = board_mark(scratch.board, size, weights)
    marks[0] = mark
    scratch.buckets[mark & (BUCKETS - 1)] = game
    plies = 1
    slots = ko = passes = 0
    for node in range(nodes):
        if node > 0 and tables.parent[node] != node - 1:
            while scratch.kept[slots - 1][0] != tables.parent[node]:
                slots -= 1
            kept = scratch.kept[slots - 1]
            ko, passes, turn, plies, mark = kept[1], kept[2], kept[3], kept[4], kept[5]
            copy_board(slot(scratch, slots - 1, size), state, cells)
        value = scratch.moves[node]
        if value != NONE:
            colour = BLACK if value >= 0 else WHITE
            value = value if value >= 0 else ~(value + 1)
            if (turn != 0 and colour != turn) or passes >= 2:
                return False
            start = tables.value_start[value]
            length = tables.value_end[value] - start
            turn = BLACK + WHITE - colour
            point = NONE
            if length == 0 or (
                length == 2 and size <= PASS_SIZE and data[start] == 116 and data[start + 1] == 116
            ):
                passes += 1
            else:
                passes = 0
                if length == 2:
                    point = point_at(data, start, size)
                if point == NONE or judge(state, point, colour, False) != LEGAL:
                    return False
            if ko:
                state.board[ko] = EMPTY
            ko = 0
            if point != NONE:
                taken, _, ko = play_unchecked(state, point, colour)
                mark ^= weights[2 * point + colour]
                if taken > 0 and not is_simple:
                    mark = board_mark(state.board, size, weights)
                bucket = mark & (BUCKETS - 1)
                is_near = scratch.buckets[bucket] == game and not is_simple
                if is_near and comes_back(marks, plies, mark):
                    return False
                scratch.buckets[bucket] = game
                marks[plies] = mark
                plies += 1
        if branching[node]:
            if slots == SLOTS:
                return False
            kept = scratch.kept[slots]
            kept[0], kept[1], kept[2], kept[3], kept[4], kept[5] = (
                node,
                ko,
                passes,
                turn,
                plies,
                mark,
            )
            copy_board(state, slot(scratch, slots, size), cells)
            slots += 1
    return True
