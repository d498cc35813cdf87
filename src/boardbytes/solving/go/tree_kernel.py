"""The tree that guides playouts: where to look next, and what was learned (UCT with RAVE).

A node is a row of `links` and of `worth`; the children of a node stand one after the other. What
a node is worth is seen from the side that made its move. New nodes begin with what is known of
Go: a prior, as if some playouts had been tried already. Moves that were played anywhere in a
playout count as well, the less the more is known (Gelly and Silver 2007, all moves as first).

The same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.kernel import EDGE, State
from boardbytes.solving.go.playout_kernel import (
    EMPTIES,
    Board,
    count_area,
    count_owner,
    is_possible,
    liberties_after,
    next_chance,
    only_liberty,
    play,
    play_out,
)
from boardbytes.solving.go.shapes import GOOD

# Columns of `links`.
MOVE, FIRST, COUNT, VISITS = range(4)
LINKS = 4
# Columns of `worth`: playouts and wins with the prior, the same for moves played anywhere, and
# the wins of the prior.
TRIED, WON, ANY_TRIED, ANY_WON, PRIOR = range(5)
WORTH = 5

# Places in `numbers`, what the whole search has to remember.
USED, TURN, LAST, ROOT_KO, TERRITORY, AS_IT_STANDS, NODES, PLAYOUTS, BLACK_WINS = range(9)
NUMBERS = 9
# Places in `sums`.
KOMI, LEAD, SQUARES = range(3)
SUMS = 3

EXPANDED_AFTER = 4
"""A node gets children once it was visited this often."""
MOST_DEPTH = 200
TRUSTED = 2500.0
"""The number of playouts at which a node is trusted as much as moves played anywhere."""
MARGIN_WORTH = 0.03
"""How much of a win is its margin: enough to prefer the larger one of two sure wins."""

# Priors, in playouts.
EVEN = 12.0
SMALL_CATCH, LARGE_CATCH = 15.0, 30.0
SHAPE, ATARI = 10.0, 6.0
FOLLY = 12.0
NEAR_LAST = (24.0, 20.0, 10.0)
OPEN_AREA = 10.0
"""For the third and fourth line, against the first and second, where there is no stone yet."""


def copy(source: Board, target: Board) -> None:
    """Copy a board over another of the same size, ko marks and all."""
    old, new = source.state, target.state
    for point in range(len(old.board)):
        new.board[point] = old.board[point]
        new.head[point] = old.head[point]
        new.link[point] = old.link[point]
        new.sizes[point] = old.sizes[point]
        new.libs[point] = old.libs[point]
        target.around[point] = source.around[point]
        target.spots[point] = source.spots[point]
    for number in range(int(source.scratch[EMPTIES])):
        target.empties[number] = source.empties[number]
    target.scratch[EMPTIES] = source.scratch[EMPTIES]


def distance(one: int, other: int, stride: int) -> int:
    """How far two points are from each other: 2 side by side, 3 diagonally, and so on."""
    down = abs(one // stride - other // stride)
    right = abs(one % stride - other % stride)
    return down + right + max(down, right)


def line_of(point: int, stride: int, cells: int) -> int:
    """Which line from the edge a point is on, from 1."""
    row, column = point // stride, point % stride
    height = cells // stride - 2
    return min(min(row, height + 1 - row), min(column, stride - column))


def is_lonely(state: State, point: int) -> bool:
    """Whether there is no stone within three lines of a point."""
    board, stride = state.board, state.stride
    row, column = point // stride, point % stride
    height = len(board) // stride - 2
    for down in range(max(1, row - 3), min(height, row + 3) + 1):
        for right in range(max(1, column - 3), min(stride - 1, column + 3) + 1):
            if board[down * stride + right] in (BLACK, WHITE):
                return False
    return True


def has_two_liberties(state: State, stone: int) -> bool:
    """Whether a group has exactly two liberties."""
    board, head, link, _, libs, stride = state
    first = int(head[stone])
    if libs[first] > 8:
        return False
    one = two = 0
    at = first
    while True:
        for step in (-stride, -1, 1, stride):
            near = at + step
            value = board[near]
            if (value in (EMPTY, KO)) and near != one and near != two:
                if one == 0:
                    one = near
                elif two == 0:
                    two = near
                else:
                    return False
        at = int(link[at])
        if at == first:
            break
    return two != 0


def set_prior(known: Board, point: int, colour: int, last: int, row: Any) -> None:
    """What is known of a move before it is tried."""
    state = known.state
    board, head, _, sizes, libs, stride = state
    other = BLACK + WHITE - colour
    tried, won = EVEN, EVEN / 2
    room = liberties_after(state, point, colour, 3)
    for step in (-stride, -1, 1, stride):
        near = point + step
        value = board[near]
        if value in (EDGE, EMPTY, KO) or libs[head[near]] > 8:
            continue
        if only_liberty(state, near) == point:
            size = sizes[head[near]]
            worth = SMALL_CATCH if size == 1 else LARGE_CATCH
            if value == colour and room < 3:
                worth = worth / 3 if room == 2 else 0.0
            tried += worth
            won += worth
        elif value == other and room > 1 and has_two_liberties(state, near):
            tried += ATARI
            won += ATARI * 0.8
    if room < 2:
        tried += FOLLY
    elif known.facts[known.around[point]] & GOOD:
        tried += SHAPE
        won += SHAPE
    if last:
        far = distance(point, last, stride)
        if far <= 4:
            worth = NEAR_LAST[far - 2]
            tried += worth
            won += worth * 0.75
    line = line_of(point, stride, len(board))
    if line <= 4 and is_lonely(state, point):
        tried += OPEN_AREA
        if line >= 3:
            won += OPEN_AREA
    row[TRIED] = tried
    row[WON] = won


def expand(
    board: Board,
    node: int,
    colour: int,
    last: int,
    points: Any,
    allowed: Any,
    links: Any,
    worth: Any,
    numbers: Any,
) -> bool:
    """Give a node its children: every possible move that fills no eye of its own, and the pass.

    `allowed` says which points the rules allow at the root. False if there is no room.
    """
    used = int(numbers[USED])
    if used + len(points) + 1 > len(links):
        return False
    count = 0
    for index in range(len(points) + 1):
        row = used + count
        point = 0
        if index < len(points):
            point = int(points[index])
            if (
                board.state.board[point] != EMPTY
                or (node == 0 and allowed[point] == 0)
                or board.facts[board.around[point]] >> colour & 1  # an eye
                or not is_possible(board, point, colour)
            ):
                continue
            set_prior(board, point, colour, last, worth[row])
            # Equal moves are tried in random order.
            worth[row, WON] += (next_chance(board.scratch) & 1023) * 1e-5
        else:
            worth[row, TRIED] = EVEN
            worth[row, WON] = EVEN / 6
        worth[row, PRIOR] = worth[row, WON]
        worth[row, ANY_TRIED] = 0
        worth[row, ANY_WON] = 0
        links[row, MOVE] = point
        links[row, FIRST] = 0
        links[row, COUNT] = 0
        links[row, VISITS] = 0
        count += 1
    links[node, FIRST] = used
    links[node, COUNT] = count
    numbers[USED] = used + count
    return True


def select(node: int, links: Any, worth: Any) -> int:
    """The child that promises most."""
    first = int(links[node, FIRST])
    best = first
    best_value = -1.0
    for child in range(first, first + int(links[node, COUNT])):
        tried = worth[child, TRIED]
        value = worth[child, WON] / tried
        anywhere = worth[child, ANY_TRIED]
        if anywhere > 0:
            share = anywhere / (anywhere + tried + tried * anywhere / TRUSTED)
            value += share * (worth[child, ANY_WON] / anywhere - value)
        if value > best_value:
            best_value = value
            best = child
    return best


def learn(
    depth: int,
    colour: int,
    result: float,
    path: Any,
    links: Any,
    worth: Any,
    first: Any,
) -> None:
    """Tell every node on the path how the playout ended: `result` is 1 where black won.

    `colour` is to move at the end of the path. `first` says who played first on each point.
    """
    for level in range(depth, -1, -1):
        node = int(path[level])
        colour = BLACK + WHITE - colour
        mine = result if colour == BLACK else 1.0 - result
        links[node, VISITS] += 1
        worth[node, TRIED] += 1
        worth[node, WON] += mine
        # The children of this node are moves of the other side.
        other = BLACK + WHITE - colour
        begin = int(links[node, FIRST])
        for child in range(begin, begin + int(links[node, COUNT])):
            if first[links[child, MOVE]] == other:
                worth[child, ANY_TRIED] += 1
                worth[child, ANY_WON] += 1.0 - mine
        move = int(links[node, MOVE])
        if move:
            first[move] = colour


def count_as_it_stands(state: State, points: Any, owners: Any, reach: Any) -> int:
    """By how many points black leads if every stone lives; `owners` counts each point's owner."""
    board, stride = state.board, state.stride
    for index in range(len(points)):
        point = int(points[index])
        value = int(board[point])
        reach[point] = value if value in (BLACK, WHITE) else 0
    changed = True
    while changed:
        changed = False
        for index in range(len(points)):
            point = int(points[index])
            if board[point] in (BLACK, WHITE):
                continue
            sees = int(reach[point])
            for step in (-stride, -1, 1, stride):
                if board[point + step] != EDGE:
                    sees |= int(reach[point + step])
            if sees != reach[point]:
                reach[point] = sees
                changed = True
    lead = 0
    for index in range(len(points)):
        lead += count_owner(int(reach[points[index]]), index, owners)
    return lead


def run(
    playouts: int,
    root: Board,
    board: Board,
    points: Any,
    allowed: Any,
    links: Any,
    worth: Any,
    numbers: Any,
    sums: Any,
    owners: Any,
    path: Any,
    first: Any,
) -> None:
    """Play out so many games from the root, each a little wiser than the one before."""
    stones = board.state.board
    for _ in range(playouts):
        copy(root, board)
        for place in range(len(first)):
            first[place] = 0
        colour, last = int(numbers[TURN]), int(numbers[LAST])
        ko = int(numbers[ROOT_KO])
        node = depth = passes = more = 0
        path[0] = 0
        while depth < MOST_DEPTH - 1 and passes < 2:
            if links[node, COUNT] == 0 and (
                (links[node, VISITS] < EXPANDED_AFTER and node != 0)
                or not expand(board, node, colour, last, points, allowed, links, worth, numbers)
            ):
                break
            node = select(node, links, worth)
            point = int(links[node, MOVE])
            if ko:
                stones[ko] = EMPTY
                ko = 0
            passes += 1
            if point:
                ko = play(board, point, colour)
                passes = 0
                more += 1 if colour == BLACK else -1
            last = point
            colour = BLACK + WHITE - colour
            depth += 1
            path[depth] = node
        if passes == 2 and numbers[AS_IT_STANDS]:
            lead = count_as_it_stands(board.state, points, owners, first)
            for place in range(len(first)):
                first[place] = 0
        else:
            numbers[NODES] += play_out(board, colour, last, ko, len(points), first)
            lead = count_area(board.state, points, owners)
        margin = lead - sums[KOMI]
        if numbers[TERRITORY]:
            # Each stone costs its side a point; what follows is taken to be even.
            margin -= more
        numbers[PLAYOUTS] += 1
        numbers[NODES] += depth
        sums[LEAD] += margin
        sums[SQUARES] += margin * margin
        result = 0.5
        if margin > 0:
            result = 1.0
            numbers[BLACK_WINS] += 1
        elif margin < 0:
            result = 0.0
        scaled = min(1.0, max(-1.0, margin / len(points)))
        result = (1 - MARGIN_WORTH) * result + MARGIN_WORTH * (0.5 + scaled / 2)
        learn(depth, colour, result, path, links, worth, first)
