"""Many games of Go, one after the other, on the arrays of one board.

The same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.kernel import (
    LEGAL,
    State,
    cells,
    judge,
    padded,
    play_unchecked,
    setup,
    touching,
)

OFF_BOARD, OVER = 4, 5
"""Two more reasons, beside those of `judge`, why a move cannot be played."""

NONE = -1


def wipe_marks(state: State, size: int) -> None:
    """Make every point that is forbidden by ko an empty one."""
    for point in range(cells(size)):
        if state.board[point] == KO:
            state.board[point] = EMPTY


def replay(
    state: State,
    size: int,
    colour: int,
    suicide: bool,
    moves: Sequence[int],
    first: int,
    last: int,
    result: MutableSequence[int],
) -> None:
    """Play the moves from `first` up to `last` on a board that is set up.

    `result` gets: the first move that cannot be played or NONE, why not, the stones that black
    and white have taken, and who is to move or 0 when the game is over.
    """
    ko = passes = black_taken = white_taken = 0
    over = colour == 0
    result[0] = NONE
    result[1] = LEGAL
    for index in range(first, last):
        number = moves[index]
        reason = LEGAL
        point = 0
        if over:
            reason = OVER
        elif number > size * size:
            reason = OFF_BOARD
        elif number > 0:
            point = padded(number - 1, size)
            reason = judge(state, point, colour, suicide)
        if reason != LEGAL:
            result[0] = index - first
            result[1] = reason
            break
        if index == first:
            wipe_marks(state, size)
        elif ko:
            state.board[ko] = EMPTY
        ko = 0
        if point:
            passes = 0
            won, lost, ko = play_unchecked(state, point, colour)
            black_taken += won if colour == BLACK else lost
            white_taken += lost if colour == BLACK else won
        else:
            passes += 1
            over = passes == 2 or number < 0
        colour = BLACK + WHITE - colour
    result[2] = black_taken
    result[3] = white_taken
    result[4] = 0 if over else colour


def replay_many(
    state: State,
    size: int,
    suicide: bool,
    starts: Sequence[Sequence[int]],
    turns: Sequence[int],
    moves: Sequence[int],
    offsets: Sequence[int],
    first: int,
    last: int,
    boards: Sequence[MutableSequence[int]],
    results: Sequence[MutableSequence[int]],
) -> None:
    """Replay the records from `first` up to `last`: final boards, and `replay`'s results.

    With one start for all records, `starts` and `turns` have a single row.
    """
    for row in range(first, last):
        begun = row if len(starts) > 1 else 0
        setup(state, starts[begun], size)
        end = offsets[row + 1]
        replay(state, size, turns[begun], suicide, moves, offsets[row], end, results[row])
        for index in range(size * size):
            boards[row][index] = state.board[padded(index, size)]


def weight(point: int, colour: int) -> int:
    """A number of 32 bits for a stone; those of all stones together tell boards apart."""
    return next_random(next_random((2 * point + colour) * 2654435761 & 0xFFFFFFFF))


def mark_of(state: State, size: int) -> int:
    """A number of 32 bits for the stones of a board: with other numbers come other boards."""
    mark = 0
    for point in range(cells(size)):
        if state.board[point] == BLACK or state.board[point] == WHITE:
            mark ^= weight(point, state.board[point])
    return mark


def may_repeat(
    state: State,
    size: int,
    colour: int,
    moves: Sequence[int],
    first: int,
    last: int,
    marks: MutableSequence[int],
) -> bool:
    """Whether a stone may bring back an earlier board; False is certain.

    The moves are known to be legal, and there are `marks` for one board more than moves.
    """
    mark = mark_of(state, size)
    marks[0] = mark
    count = 1
    has_taken = False
    wipe_marks(state, size)
    for index in range(first, last):
        if moves[index] > 0:
            point = padded(moves[index] - 1, size)
            won, lost, ko = play_unchecked(state, point, colour)
            if ko:
                state.board[ko] = EMPTY
            mark ^= weight(point, colour)
            if won or lost:
                has_taken = True
                mark = mark_of(state, size)
            if has_taken:  # before that, every board has more stones than the last
                for earlier in range(count):
                    if marks[earlier] == mark:
                        return True
            marks[count] = mark
            count += 1
        colour = BLACK + WHITE - colour
    return False


def may_repeat_many(
    state: State,
    size: int,
    starts: Sequence[Sequence[int]],
    turns: Sequence[int],
    moves: Sequence[int],
    offsets: Sequence[int],
    first: int,
    last: int,
    marks: MutableSequence[int],
    found: MutableSequence[bool],
) -> None:
    """Ask `may_repeat` of the records from `first` up to `last`."""
    for row in range(first, last):
        begun = row if len(starts) > 1 else 0
        setup(state, starts[begun], size)
        end = offsets[row + 1]
        found[row] = may_repeat(state, size, turns[begun], moves, offsets[row], end, marks)


def next_random(seed: int) -> int:
    """The number after one of 32 bits in Marsaglia's xorshift sequence; never 0."""
    seed ^= (seed << 13) & 0xFFFFFFFF
    seed ^= seed >> 17
    return seed ^ (seed << 5) & 0xFFFFFFFF


def play_random(
    state: State,
    size: int,
    suicide: bool,
    start: Sequence[int],
    seed: int,
    moves: MutableSequence[int],
    limit: int,
) -> int:
    """Play a random game from a board, black first, into `moves`; how many moves it had.

    Every legal move, the pass included, is as likely as the others. Ends with two passes, or when
    `limit` moves are played.
    """
    setup(state, start, size)
    colour = BLACK
    ko = passes = count = 0
    choices = size * size + 1
    while count < limit and passes < 2:
        point = number = 0
        while True:
            seed = next_random(seed)
            number = (seed * choices) >> 32
            if number == 0:
                break
            point = padded(number - 1, size)
            if judge(state, point, colour, suicide) == LEGAL:
                break
        if ko:
            state.board[ko] = EMPTY
        ko = 0
        passes += 1
        if number:
            passes = 0
            ko = play_unchecked(state, point, colour)[2]
        moves[count] = number
        count += 1
        colour = BLACK + WHITE - colour
    return count


def count_legal(
    black: Sequence[int], white: Sequence[int], high: Sequence[int], full: int, stride: int
) -> int:
    """How many boards have a liberty for every group.

    `black` and `white` hold the stones of every way to fill the lower part of a board; `high`
    holds the black and the white stones of one way to fill the rest; `full` is all points.
    """
    total = 0
    for index in range(len(black)):
        blacks = black[index] | high[0]
        whites = white[index] | high[1]
        empty = full & ~(blacks | whites)
        if touching(blacks, empty, stride) == blacks and touching(whites, empty, stride) == whites:
            total += 1
    return total
