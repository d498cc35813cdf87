"""Games of Go that are played quickly to their end, at random but not blindly.

A side saves those of its stones that the last move has put into atari, takes what the last move
left in atari, answers in shapes that are known to be good, and otherwise plays anywhere, but not
into its own eyes nor, if it can help it, into self-atari. The rules are those of the game's kernel.

The same source runs interpreted and compiled: no exceptions, no allocation. Points are those of
the padded board; 0 is no point, or a pass.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.kernel import EDGE, State, play_unchecked
from boardbytes.solving.go.shapes import GOOD, ROOM_SHIFT

# Places in `scratch`, which a playout works with: small lists, and the state of its random numbers.
CHANCE, EMPTIES, FOUND, LIST = range(4)
"""The random number, how many points are empty, how many moves were found, and then those moves."""
SCRATCH_SIZE = 64

INLINED = (
    "next_chance",
    "below",
    "add",
    "only_liberty",
    "liberties_after",
    "see",
    "find_rescues",
    "breathes",
    "play",
    "is_possible",
    "find_answers",
    "find_shapes",
    "anywhere",
    "gives_friends_up",
    "choose",
)

_MOST = SCRATCH_SIZE - LIST

# How likely a playout is to look at answers and shapes before it plays anywhere, in 256ths.
_ANSWERS = 230
_SHAPES = 240
_TRIES_SELF_ATARI = 26


class Board(NamedTuple):
    """A board as playouts use it: the rules' state, and what is kept beside it to be quick."""

    state: State
    around: Any
    """For every cell what its eight neighbours are: two bits for each, 3 for the edge. A ko mark
    counts as empty."""
    empties: Any
    """The empty points, in any order; `scratch` knows how many."""
    spots: Any
    """Where a point stands among the empty ones; -1 for a stone."""
    facts: Any
    """What is known of a point by its eight neighbours: see `shapes`."""
    scratch: Any


def next_chance(scratch: Any) -> int:
    """The next random number of 32 bits; Marsaglia's xorshift, never 0."""
    number = int(scratch[CHANCE])
    number ^= (number << 13) & 0xFFFFFFFF
    number ^= number >> 17
    number ^= (number << 5) & 0xFFFFFFFF
    scratch[CHANCE] = number
    return number


def below(scratch: Any, bound: int) -> int:
    """A random number from 0 up to a bound, which is never reached."""
    return (next_chance(scratch) * bound) >> 32


def add(scratch: Any, point: int) -> None:
    """Put a point on the list of moves, if there is room."""
    count = int(scratch[FOUND])
    if count < _MOST:
        scratch[LIST + count] = point
        scratch[FOUND] = count + 1


def only_liberty(state: State, stone: int) -> int:
    """The last liberty of a stone's group; 0 if it has several."""
    board, head, link, sizes, libs, stride = state
    first = int(head[stone])
    left = int(libs[first])
    # A point touches at most four stones, and one stone never touches it twice.
    if left > 4 or (left > 1 and sizes[first] == 1):
        return 0
    found = 0
    at = first
    while True:
        for step in (-stride, -1, 1, stride):
            value = board[at + step]
            if value in (EMPTY, KO):
                if found == 0:
                    found = at + step
                elif found != at + step:
                    return 0
                left -= 1
        if left == 0:
            return found
        at = int(link[at])
        if at == first:
            return found


def liberties_after(state: State, point: int, colour: int, enough: int) -> int:
    """How many liberties a stone played on an empty point would have; counts up to `enough`.

    A group that it takes counts as a liberty for each stone of it next to the point.
    """
    board, head, link, _, libs, stride = state
    other = BLACK + WHITE - colour
    one = two = three = 0
    count = 0
    for step in (-stride, -1, 1, stride):
        near = point + step
        value = board[near]
        if value in (EMPTY, KO) or (
            value == other and libs[head[near]] <= 4 and only_liberty(state, near) == point
        ):
            count += 1
            if one == 0:
                one = near
            elif two == 0:
                two = near
            else:
                three = near
        if count >= enough:
            return count
    for step in (-stride, -1, 1, stride):
        near = point + step
        if board[near] != colour:
            continue
        first = int(head[near])
        if libs[first] > 4 * (enough + 1):
            return enough
        at = first
        while True:
            for turn in (-stride, -1, 1, stride):
                place = at + turn
                value = board[place]
                if (
                    (value in (EMPTY, KO))
                    and place != point
                    and place != one
                    and place != two
                    and place != three
                ):
                    count += 1
                    if count >= enough:
                        return count
                    if one == 0:
                        one = place
                    elif two == 0:
                        two = place
                    else:
                        three = place
            at = int(link[at])
            if at == first:
                break
    return count


def is_possible(known: Board, point: int, colour: int) -> bool:
    """Whether a stone may be played on an empty point that is not ko: it has a liberty or takes."""
    board, head, _, _, libs, stride = known.state
    if known.facts[known.around[point]] >> ROOM_SHIFT:
        return True
    possible = False
    for step in (-stride, -1, 1, stride):
        if board[point + step] != EDGE:
            libs[head[point + step]] -= 1
    for step in (-stride, -1, 1, stride):
        value = board[point + step]
        if value != EDGE and (libs[head[point + step]] > 0) == (value == colour):
            possible = True
    for step in (-stride, -1, 1, stride):
        if board[point + step] != EDGE:
            libs[head[point + step]] += 1
    return possible


def see(around: Any, point: int, stride: int, change: int) -> None:
    """Tell the eight neighbours of a point that it has changed by so much."""
    around[point - stride - 1] += change << 4
    around[point - stride] += change << 6
    around[point - stride + 1] += change << 8
    around[point - 1] += change
    around[point + 1] += change << 2
    around[point + stride - 1] += change << 10
    around[point + stride] += change << 12
    around[point + stride + 1] += change << 14


def shape_at(state: State, point: int) -> int:
    """What the eight neighbours of a point are, as `see` keeps it."""
    board, stride = state.board, state.stride
    code = 0
    for start in (point - stride - 1, point + stride - 1):
        for near in (start, start + 1, start + 2):
            code = code << 2 | _kind(int(board[near]))
    return code << 4 | _kind(int(board[point - 1])) << 2 | _kind(int(board[point + 1]))


def _kind(value: int) -> int:
    """Two bits for what is on a cell."""
    if value == EDGE:
        return KO
    return EMPTY if value == KO else value


def set_up(board: Board, points: Any) -> None:
    """Fill what is kept beside a state from the state."""
    count = 0
    for cell in range(len(board.around)):
        board.around[cell] = 0
        board.spots[cell] = -1
    for index in range(len(points)):
        point = int(points[index])
        board.around[point] = shape_at(board.state, point)
        if board.state.board[point] in (EMPTY, KO):
            board.empties[count] = point
            board.spots[point] = count
            count += 1
    board.scratch[EMPTIES] = count


def play(board: Board, point: int, colour: int) -> int:
    """Play a stone that is no suicide; returns the ko point, or 0."""
    state, around, empties, spots, _, scratch = board
    stones, link, stride = state.board, state.link, state.stride
    taken, _, ko = play_unchecked(state, point, colour)
    see(around, point, stride, colour)
    count = int(scratch[EMPTIES]) - 1
    moved = int(empties[count])
    empties[spots[point]] = moved
    spots[moved] = spots[point]
    spots[point] = -1
    if taken:
        other = BLACK + WHITE - colour
        for step in (-stride, -1, 1, stride):
            first = point + step
            # What is empty and not yet on the list was taken: its stones are still linked.
            if spots[first] < 0 and stones[first] in (EMPTY, KO):
                stone = first
                while True:
                    see(around, stone, stride, -other)
                    empties[count] = stone
                    spots[stone] = count
                    count += 1
                    stone = int(link[stone])
                    if stone == first:
                        break
    scratch[EMPTIES] = count
    return ko


def breathes(board: Board, point: int, colour: int) -> bool:
    """Whether the group of a stone on an empty point would have two liberties."""
    room = board.facts[board.around[point]] >> ROOM_SHIFT
    return room > 1 or liberties_after(board.state, point, colour, 2) > 1


def find_rescues(board: Board, stone: int, colour: int) -> None:
    """Put on the list what saves a stone's group from atari: taking, or running."""
    stones, head, link, _, libs, stride = board.state
    other = BLACK + WHITE - colour
    last = only_liberty(board.state, stone)
    if last == 0:
        return
    first = int(head[stone])
    at = first
    while True:
        for step in (-stride, -1, 1, stride):
            near = at + step
            if stones[near] == other and libs[head[near]] <= 4:
                taken = only_liberty(board.state, near)
                if taken and stones[taken] == EMPTY:
                    add(board.scratch, taken)
        at = int(link[at])
        if at == first:
            break
    if stones[last] == EMPTY and breathes(board, last, colour):
        add(board.scratch, last)


def find_answers(board: Board, last: int, colour: int) -> None:
    """Put on the list what the last move calls for: stones to take, and stones to save."""
    stones, head, _, _, libs, stride = board.state
    if last == 0 or stones[last] != BLACK + WHITE - colour:
        return
    if libs[head[last]] <= 4:
        taken = only_liberty(board.state, last)
        if taken and stones[taken] == EMPTY and is_possible(board, taken, colour):
            add(board.scratch, taken)
    for step in (-stride, -1, 1, stride):
        near = last + step
        if stones[near] == colour and libs[head[near]] <= 4:
            find_rescues(board, near, colour)


def find_shapes(board: Board, last: int, colour: int) -> None:
    """Put on the list the points around the last move that complete a good shape."""
    stride = board.state.stride
    if last == 0:
        return
    for step in (
        -stride - 1,
        -stride,
        -stride + 1,
        -1,
        1,
        stride - 1,
        stride,
        stride + 1,
    ):
        point = last + step
        if (
            board.facts[board.around[point]] & GOOD
            and board.state.board[point] == EMPTY
            and breathes(board, point, colour)
        ):
            add(board.scratch, point)


def anywhere(board: Board, colour: int) -> int:
    """A random point that is no foolish move; 0 if there is none."""
    state, around, empties, _, facts, scratch = board
    count = int(scratch[EMPTIES])
    index = below(scratch, count)
    spare = 0
    for _ in range(count):
        point = int(empties[index])
        index = index + 1 if index + 1 < count else 0
        known = facts[around[point]]
        if known >> colour & 1 or state.board[point] == KO:
            continue
        if known >> ROOM_SHIFT > 1 or liberties_after(state, point, colour, 2) > 1:
            return point
        if spare == 0 and is_possible(board, point, colour):
            if next_chance(scratch) & 255 < _TRIES_SELF_ATARI:
                return point
            if not gives_friends_up(state, point, colour):
                spare = point
    return spare


def gives_friends_up(state: State, point: int, colour: int) -> bool:
    """Whether a stone that ends in atari would give up more than itself."""
    board, stride = state.board, state.stride
    friends = 0
    for step in (-stride, -1, 1, stride):
        friends += board[point + step] == colour
    return friends > 0


def choose(board: Board, last: int, colour: int) -> int:
    """The next move of a playout; 0 for a pass."""
    scratch = board.scratch
    chance = next_chance(scratch)
    if chance & 255 < _ANSWERS:
        scratch[FOUND] = 0
        find_answers(board, last, colour)
        if scratch[FOUND] > 0:
            return int(scratch[LIST + below(scratch, int(scratch[FOUND]))])
    if chance >> 8 & 255 < _SHAPES:
        scratch[FOUND] = 0
        find_shapes(board, last, colour)
        if scratch[FOUND] > 0:
            return int(scratch[LIST + below(scratch, int(scratch[FOUND]))])
    return anywhere(board, colour)


def play_out(board: Board, colour: int, last: int, ko: int, points: int, first: Any) -> int:
    """Play a game to its end on a board of so many points; returns how many moves it took.

    `first` gets, for every point that is played, who was the first to play there.
    """
    passes = moves = 0
    stones = board.state.board
    while passes < 2 and moves < 3 * points:
        point = choose(board, last, colour)
        if ko:
            stones[ko] = EMPTY
            ko = 0
        if point:
            ko = play(board, point, colour)
            if first[point] == 0:
                first[point] = colour
            passes = 0
        else:
            passes += 1
        moves += 1
        last = point
        colour = BLACK + WHITE - colour
    if ko:
        stones[ko] = EMPTY
    return moves


def owner_of(state: State, point: int) -> int:
    """Whose a point is when everything is played out; EMPTY if nobody's."""
    board, stride = state.board, state.stride
    if board[point] != EMPTY:
        return int(board[point])
    owner = EMPTY
    for step in (-stride, -1, 1, stride):
        value = board[point + step]
        if value in (BLACK, WHITE):
            if owner == EMPTY:
                owner = int(value)
            elif owner != value:
                return EMPTY
    return owner


def count_area(state: State, points: Any, owners: Any) -> int:
    """By how many points black leads; `owners` counts this playout for each point's owner."""
    lead = 0
    for index in range(len(points)):
        lead += count_owner(owner_of(state, int(points[index])), index, owners)
    return lead


def count_owner(owner: int, index: int, owners: Any) -> int:
    """What a point adds to black's lead; `owners` counts it for its owner, if it has one."""
    value = 1 if owner == BLACK else -1 if owner == WHITE else 0
    owners[index] += value
    return value
