"""Loops over rows of Go boards: checked, scored, moves counted, planes for learning.

Arrays with several numbers to a row come flat. The same source runs interpreted and compiled: no
exceptions, no allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.columns.benson_kernel import Room, take_dead
from boardbytes.columns.results import NO_POSITION
from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.kernel import EDGE, LEGAL, State, judge, padded, setup

NO_LIBERTY, KO_MARKS, NOT_KO = 1 << 9, 1 << 10, 1 << 11
"""What is odd about a board, as bits among DGF's problems."""

BREATHES, BY_BLACK, BY_WHITE = 8, 16, 32
"""Flags beside the stones of a padded board: it has a liberty; black or white gets here."""
STONE = 7

SCORE = 7
"""A place in REASONS."""


def pad(board: Any, start: int, width: int, height: int, cells: Any) -> None:
    """A board with an edge around it, as Go's kernel has it."""
    for cell in range(len(cells)):
        cells[cell] = EDGE
    index, cell = start, width + 2
    for _ in range(height):
        for _ in range(width):
            cells[cell] = board[index]
            index += 1
            cell += 1
        cell += 1


def flood(cells: Any, stack: Any, count: int, values: int, flag: int, stride: int) -> None:
    """Flag every cell that is connected, through cells of some values, to those on the stack.

    `values` has a bit for each value that it passes through.
    """
    while count > 0:
        count -= 1
        cell = stack[count]
        for step in (-stride, -1, 1, stride):
            near = cells[cell + step] + 0
            if values >> (near & STONE) & 1 and near & flag == 0:
                cells[cell + step] = near | flag
                stack[count] = cell + step
                count += 1


def board_findings(cells: Any, stack: Any, turn: int, stride: int) -> int:
    """Warnings: stones without a liberty, ko marks where no game leaves them."""
    marks = mark = stones = 0
    first = stride + 1
    last = len(cells) - first
    # Connected stones of one colour share their liberties, so each colour is flooded by itself.
    for colour in (BLACK, WHITE):
        count = 0
        for cell in range(first, last):
            if cells[cell] == colour:
                stones += 1
                for step in (-stride, -1, 1, stride):
                    near = cells[cell + step]
                    if near in (EMPTY, KO):
                        cells[cell] = colour | BREATHES
                        stack[count] = cell
                        count += 1
                        break
        flood(cells, stack, count, 1 << colour, BREATHES, stride)
    found = 0
    for cell in range(first, last):
        value = cells[cell] + 0
        if value == KO:
            marks += 1
            mark = cell
        elif value in (BLACK, WHITE):
            found = NO_LIBERTY
    if marks > 1:
        found |= KO_MARKS
    elif marks == 1 and not is_ko(cells, mark, turn, stride):
        found |= NOT_KO
    return found


def is_ko(cells: Any, point: int, turn: int, stride: int) -> bool:
    """Whether the side to move could retake a ko at an empty point.

    That is where a lone enemy stone has its only liberty, with enemies all around.
    """
    enemy = BLACK + WHITE - turn
    lone = False
    if turn == 0:
        return False
    for step in (-stride, -1, 1, stride):
        near = cells[point + step] & STONE
        if near == EDGE:
            continue
        if near != enemy:
            return False
        friends = free = 0
        for further in (-stride, -1, 1, stride):
            value = cells[point + step + further] & STONE
            friends += value == enemy
            free += value in (EMPTY, KO)
        lone = lone or (friends == 0 and free == 1)
    return lone


def error_rows(stones: Any, turn: Any, error: Any, points: int, faults: Any) -> None:
    """The errors of the rows, and NO_POSITION where the values make none."""
    for row in range(len(faults)):
        fine = turn[row] <= 2
        for index in range(row * points, (row + 1) * points):
            fine = fine and stones[index] <= KO
        faults[row] = error[row] + 0 if fine or error[row] else NO_POSITION


def count_rows(
    stones: Any,
    turn: Any,
    error: Any,
    points: int,
    suicide: bool,
    state: State,
    count: Any,
) -> None:
    """How many legal moves every position has, the pass included; none when a game is over."""
    for row in range(len(count)):
        count[row] = 0
        if error[row] or turn[row] == 0:
            continue
        setup(state, stones[row * points : (row + 1) * points])
        total = 1
        for index in range(points):
            point = padded(index, state.stride - 1)
            total += judge(state, point, turn[row] + 0, suicide) == LEGAL
        count[row] = total


def score_rows(
    stones: Any,
    turn: Any,
    black: Any,
    white: Any,
    error: Any,
    width: int,
    height: int,
    area: bool,
    agreement: bool,
    komi: float,
    cells: Any,
    stack: Any,
    benson: Room,
    winner: Any,
    reason: Any,
    margin: Any,
) -> None:
    """Who has won the games that are over, and by how much.

    By agreement, stones that are dead for certain are taken off first; all others live.
    """
    stride = width + 1
    first = stride + 1
    last = len(cells) - first
    for row in range(len(winner)):
        winner[row], reason[row], margin[row] = 0, 0, 0
        if error[row] or turn[row]:
            continue
        pad(stones, row * width * height, width, height, cells)
        lead = 0 if area else black[row] - white[row]
        prisoners = take_dead(cells, stride, benson) if agreement else 0
        lead += 0 if area else prisoners
        for colour in (BLACK, WHITE):
            flag, count = (BY_BLACK if colour == BLACK else BY_WHITE), 0
            for cell in range(first, last):
                if cells[cell] == colour:
                    stack[count] = cell
                    count += 1
            if area:
                lead += count if colour == BLACK else -count
            flood(cells, stack, count, 1 << EMPTY | 1 << KO, flag, stride)
        for cell in range(first, last):
            reached = cells[cell] & (BY_BLACK | BY_WHITE)
            lead += (reached == BY_BLACK) - (reached == BY_WHITE)
        lead -= komi
        winner[row] = 0 if lead == 0 else BLACK if lead > 0 else WHITE
        reason[row], margin[row] = SCORE, abs(lead)


def plane_rows(stones: Any, turn: Any, error: Any, points: int, planes: Any) -> None:
    """Five planes for every position."""
    for row in range(len(error)):
        base = row * 5 * points
        own = turn[row] + 0 if turn[row] else BLACK
        for index in range(points):
            value = stones[row * points + index] + 0
            fine = error[row] == 0
            planes[base + index] = value == own and fine
            planes[base + points + index] = value == BLACK + WHITE - own and fine
            planes[base + 2 * points + index] = value in (EMPTY, KO) and fine
            planes[base + 3 * points + index] = value == KO and fine
            planes[base + 4 * points + index] = turn[row] == BLACK and fine
