"""Many games of Go, one after the other, on the arrays of one board.

The same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.kernel import (
    EDGE,
    LEGAL,
    OFF_BOARD,
    OVER,
    REPEATED,
    State,
    judge,
    padded,
    play_unchecked,
    setup,
    touching,
)

NONE = 0
"""No move: the first is 1."""

SIMPLE, POSITIONAL, SITUATIONAL = range(3)
"""The ko rules, as the kernel takes them: what may not come back."""

_COUNTED = -1


def wipe_marks(state: State) -> None:
    """Turn every ko mark into an empty point."""
    for point in range(len(state.board)):
        if state.board[point] == KO:
            state.board[point] = EMPTY


def tell(
    state: State,
    board: MutableSequence[int],
    result: MutableSequence[int],
    ply: int,
    reason: int,
    taken: Sequence[int],
    turn: int,
) -> None:
    """Write the board, and what `replay` says of it."""
    for index in range(len(board)):
        board[index] = state.board[padded(index, state.stride - 1)]
    result[0], result[1], result[2], result[3], result[4] = ply, reason, taken[0], taken[1], turn


def replay(
    state: State,
    colour: int,
    suicide: bool,
    ko_rule: int,
    moves: Sequence[int],
    first: int,
    last: int,
    seen: MutableSequence[int],
    every: bool,
    row: int,
    boards: Sequence[MutableSequence[int]],
    results: Sequence[MutableSequence[int]],
) -> None:
    """Play the moves from `first` up to `last` on a board that is set up.

    `seen` is a table of marks, all 0; its length is a power of two, and more than twice the number
    of moves. Under simple ko it is not used. Row `row` of `boards` and `results` gets the last
    board and: the first move that cannot be played (counted from 1, or NONE), why not, the stones
    that black and white have taken, and who is to move, or 0 when the game is over. With `every`,
    each move has a row, for the board after it. Two boards with one mark count as the same.
    """
    ko = passes = black_taken = white_taken = mark = wrong = 0
    width, points = state.stride - 1, len(boards[row])
    over = colour == 0
    reason = LEGAL
    if ko_rule != SIMPLE:
        mark = mark_of(state)
        add_mark(seen, with_turn(mark, colour, ko_rule))
    for index in range(first, last):
        number = moves[index]
        point = 0
        after = mark
        if reason != LEGAL:
            pass
        elif over:
            reason = OVER
        elif number > points:
            reason = OFF_BOARD
        elif number > 0:
            point = padded(number - 1, width)
            reason = judge(state, point, colour, suicide)
            if reason == LEGAL and ko_rule != SIMPLE:
                after = mark_after(state, point, colour, mark)
                if has_mark(seen, with_turn(after, BLACK + WHITE - colour, ko_rule)):
                    reason = REPEATED
        if reason != LEGAL:
            wrong = wrong if wrong else index - first + 1
            if not every:
                break
        else:
            if index == first:
                wipe_marks(state)
            elif ko:
                state.board[ko] = EMPTY
            ko = 0
            if point:
                passes = 0
                won, lost, ko = play_unchecked(state, point, colour)
                black_taken += won if colour == BLACK else lost
                white_taken += lost if colour == BLACK else won
                mark = after
            else:
                passes += 1
                over = passes == 2 or number < 0
            colour = BLACK + WHITE - colour
            if ko_rule != SIMPLE:
                add_mark(seen, with_turn(mark, colour, ko_rule))
        if every:
            taken = (black_taken, white_taken)
            tell(state, boards[index], results[index], wrong, reason, taken, 0 if over else colour)
    if not every:
        taken = (black_taken, white_taken)
        tell(state, boards[row], results[row], wrong, reason, taken, 0 if over else colour)


def replay_many(
    state: State,
    suicide: bool,
    ko_rule: int,
    starts: Sequence[Sequence[int]],
    turns: Sequence[int],
    moves: Sequence[int],
    offsets: Sequence[int],
    first: int,
    last: int,
    seen: MutableSequence[int],
    every: bool,
    boards: Sequence[MutableSequence[int]],
    results: Sequence[MutableSequence[int]],
) -> None:
    """Replay the records from `first` up to `last`: final boards, and `replay`'s results.

    With one start for all records, `starts` and `turns` have a single row. `seen` has room for
    the longest record; each record uses as much of it as it needs.
    """
    for row in range(first, last):
        begun = row if len(starts) > 1 else 0
        begin, end = offsets[row], offsets[row + 1]
        if every and begin == end:
            continue
        setup(state, starts[begun])
        table = seen
        if ko_rule != SIMPLE:
            table = seen[: room_for(end - begin)]
            for place in range(len(table)):
                table[place] = 0
        out = begin if every else row
        turn = turns[begun]
        replay(state, turn, suicide, ko_rule, moves, begin, end, table, every, out, boards, results)


def room_for(moves: int) -> int:
    """How many places a table of marks has for a game of so many moves."""
    room = 4
    while room <= 2 * (moves + 1):
        room *= 2
    return room


def weight(point: int, colour: int) -> int:
    """A 62-bit number for a stone; those of all stones together tell boards apart."""
    stone = 4 * point + colour
    return mixed(stone) << 30 ^ mixed(stone + 0x3C6EF372)


def mixed(number: int) -> int:
    """A 32-bit number that looks random: different numbers give different ones."""
    number = (number >> 16 ^ number) * 0x45D9F3B & 0xFFFFFFFF
    number = (number >> 16 ^ number) * 0x45D9F3B & 0xFFFFFFFF
    return number >> 16 ^ number


def mark_of(state: State) -> int:
    """A 62-bit number for the stones of a board: boards with different numbers differ."""
    mark = 0
    for point in range(len(state.board)):
        if state.board[point] == BLACK or state.board[point] == WHITE:
            mark ^= weight(point, state.board[point])
    return mark


def mark_of_group(state: State, first: int) -> int:
    """The part of a board's mark that the group of a stone makes."""
    mark = 0
    stone = first
    while True:
        mark ^= weight(stone, state.board[stone])
        stone = state.link[stone]
        if stone == first:
            break
    return mark


def mark_after(state: State, point: int, colour: int, mark: int) -> int:
    """The mark of the board after a stone is played on an empty point, given the mark now."""
    board, head, _, _, libs, stride = state
    mark ^= weight(point, colour)
    breathes = False
    for step in (-stride, -1, 1, stride):
        value = board[point + step]
        if value in (BLACK, WHITE):
            libs[head[point + step]] -= 1
        elif value != EDGE:
            breathes = True
    for step in (-stride, -1, 1, stride):
        near = point + step
        value = board[near]
        if value in (BLACK, WHITE) and (value == colour) == (libs[head[near]] > 0):
            breathes = True
    # Groups of one colour left without a liberty are taken: the enemy's, or else one's own.
    gone = BLACK + WHITE - colour if breathes else colour
    if not breathes:
        mark ^= weight(point, colour)
    for step in (-stride, -1, 1, stride):
        near = point + step
        if board[near] == gone and libs[head[near]] == 0:
            mark ^= mark_of_group(state, near)
            libs[head[near]] = _COUNTED
    for step in (-stride, -1, 1, stride):
        if board[point + step] in (BLACK, WHITE):
            first = head[point + step]
            libs[first] = 1 if libs[first] == _COUNTED else libs[first] + 1
    return mark


def with_turn(mark: int, colour: int, ko_rule: int) -> int:
    """What may not come back: a board's mark, with the side to move where that matters; never 0."""
    return (mark ^ (colour << 20) if ko_rule == SITUATIONAL else mark) | 1 << 62


def has_mark(seen: Sequence[int], mark: int) -> bool:
    """Whether a mark is in the table."""
    place = mark & len(seen) - 1
    while seen[place] != 0:
        if seen[place] == mark:
            return True
        place = (place + 1) & len(seen) - 1
    return False


def add_mark(seen: MutableSequence[int], mark: int) -> None:
    """Put a mark into the table."""
    place = mark & len(seen) - 1
    while seen[place] != 0 and seen[place] != mark:
        place = (place + 1) & len(seen) - 1
    seen[place] = mark


def next_random(seed: int) -> int:
    """The number after one of 32 bits in Marsaglia's xorshift sequence; never 0."""
    seed ^= (seed << 13) & 0xFFFFFFFF
    seed ^= seed >> 17
    return seed ^ (seed << 5) & 0xFFFFFFFF


def play_random(
    state: State,
    suicide: bool,
    start: Sequence[int],
    seed: int,
    moves: MutableSequence[int],
    limit: int,
) -> int:
    """Play a random game from a board, black first, into `moves`; returns its length.

    Every legal move, the pass included, is as likely as the others. Ends with two passes, or when
    `limit` moves are played.
    """
    setup(state, start)
    colour = BLACK
    ko = passes = count = 0
    choices = len(start) + 1
    while count < limit and passes < 2:
        point = number = 0
        while True:
            seed = next_random(seed)
            number = (seed * choices) >> 32
            if number == 0:
                break
            point = padded(number - 1, state.stride - 1)
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
