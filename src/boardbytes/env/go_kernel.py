"""Games of Go stepped at once: what may be done, what it does, when a game ends.

A game is a row of numbers of 16 bits, so that many games stay in a processor's caches: those named
below, then a board and its groups as the game's kernel has them, then room for counting. An action
is a point in reading order, or, after the last of them, the pass. Ko is simple; a game that is over
is counted by area, every stone as it stands. The same source runs interpreted and compiled: no
exceptions, no allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.columns.go_board_kernel import BY_BLACK, BY_WHITE, STONE, flood
from boardbytes.columns.go_kernel import next_random
from boardbytes.env.outcomes import CUT, DRAWN, GOES_ON, ILLEGAL
from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.kernel import EDGE, LEGAL, State, judge, padded, play_unchecked

FILLS = "boardbytes.env.rows_kernel"

TURN, KO_POINT, PASSES, PLIES, BLACK_TAKEN, WHITE_TAKEN, KOMI, LINES, SEED, HIGH = range(10)
"""KOMI is doubled, so that it is whole; LINES and KOMI stay from game to game. The number that
chances come from has 32 bits: SEED and HIGH are its halves, each less _HALF."""
MISC = 10
_HALF = 1 << 15
ARRAYS = 7
UNSURE = 2
"""A flag of a mask that is not known yet: one more than that of a legal action."""


def cells_of(lines: int) -> int:
    """How long each of the arrays of a board is."""
    return (lines + 1) * (lines + 2) + 1


def state_of(games: Any, at: int) -> State:
    """The board of a game, as the game's kernel takes it."""
    lines = games[at + LINES]
    cells, first = cells_of(lines), at + MISC
    return State(
        games[first : first + cells],
        games[first + cells : first + 2 * cells],
        games[first + 2 * cells : first + 3 * cells],
        games[first + 3 * cells : first + 4 * cells],
        games[first + 4 * cells : first + 5 * cells],
        lines + 1,
    )


def sow(games: Any, at: int, seed: int) -> None:
    """Set the number that chances come from."""
    games[at + SEED] = (seed & 0xFFFF) - _HALF
    games[at + HIGH] = (seed >> 16) - _HALF


def reset(games: Any, at: int) -> None:
    """Begin a new game."""
    lines = games[at + LINES]
    first = at + MISC
    for cell in range(first, first + cells_of(lines)):
        games[cell] = EDGE
    for row in range(lines):
        start = first + (row + 1) * (lines + 1) + 1
        for cell in range(start, start + lines):
            games[cell] = EMPTY
    games[at + TURN] = BLACK
    games[at + KO_POINT] = games[at + PASSES] = games[at + PLIES] = 0
    games[at + BLACK_TAKEN] = games[at + WHITE_TAKEN] = 0


def choose(games: Any, at: int, flags: int) -> int:
    """A legal action, each as likely as the others: tries any until one is legal, as a pass is."""
    lines, colour = games[at + LINES], games[at + TURN]
    points, state = lines * lines, state_of(games, at)
    seed = games[at + SEED] + _HALF | games[at + HIGH] + _HALF << 16
    action: int = points
    while True:
        seed = next_random(seed)
        action = (seed * (points + 1)) >> 32
        if action == points:
            break
        if judge(state, padded(action, lines), colour, flags != 0) == LEGAL:
            break
    sow(games, at, seed)
    return action


def apply(games: Any, at: int, action: int, flags: int, limit: int, quiet_limit: int) -> int:
    """Make a step; returns how the game then stands, or ILLEGAL, with nothing changed."""
    lines, colour = games[at + LINES], games[at + TURN]
    points, state = lines * lines, state_of(games, at)
    if action < 0 or action > points:
        return ILLEGAL
    point = padded(action, lines) if action < points else 0
    if point and judge(state, point, colour, flags != 0) != LEGAL:
        return ILLEGAL
    if games[at + KO_POINT]:
        state.board[games[at + KO_POINT]] = EMPTY
        games[at + KO_POINT] = 0
    if point:
        taken, lost, ko = play_unchecked(state, point, colour)
        games[at + KO_POINT] = ko
        games[at + BLACK_TAKEN] += taken if colour == BLACK else lost
        games[at + WHITE_TAKEN] += lost if colour == BLACK else taken
        games[at + PASSES] = 0
    else:
        games[at + PASSES] += 1
    games[at + TURN] = BLACK + WHITE - colour
    games[at + PLIES] += 1
    if games[at + PASSES] == 2:
        lead = lead_of(games, at)
        return DRAWN if lead == 0 else BLACK if lead > 0 else WHITE
    return CUT if games[at + PLIES] >= limit else GOES_ON


def lead_of(games: Any, at: int) -> int:
    """Twice the points by which black leads, by area and after komi."""
    lines = games[at + LINES]
    cells, stride = cells_of(lines), lines + 1
    board, scratch = at + MISC, at + MISC + 5 * cells
    copy, stack = games[scratch : scratch + cells], games[scratch + cells : scratch + 2 * cells]
    for cell in range(cells):
        copy[cell] = games[board + cell]
    lead: int = 0
    for colour in (BLACK, WHITE):
        count = 0
        for cell in range(cells):
            if copy[cell] == colour:
                stack[count] = cell
                count += 1
        lead += count if colour == BLACK else -count
        flood(
            copy,
            stack,
            count,
            1 << EMPTY | 1 << KO,
            BY_BLACK if colour == BLACK else BY_WHITE,
            stride,
        )
    for cell in range(cells):
        reached = copy[cell] & ~STONE
        lead += (reached == BY_BLACK) - (reached == BY_WHITE)
    komi: int = games[at + KOMI]
    return 2 * lead - komi


def mask(games: Any, at: int, flags: int, masks: Any, base: int) -> None:
    """A flag for each action: whether it is legal.

    First all cells, in a loop without branches, of which a processor does many at a time: most
    empty points have an empty neighbour. Only the others, UNSURE, are judged one by one.
    """
    lines, colour = games[at + LINES], games[at + TURN]
    stride, length = lines + 1, lines * (lines + 1)
    first = at + MISC + stride + 1
    scratch = at + MISC + 5 * cells_of(lines)
    # Slices are counted from 0, so the compiler knows that no index is negative.
    here, flat = games[first : first + length], games[scratch : scratch + length]
    left, right = games[first - 1 : first - 1 + length], games[first + 1 : first + 1 + length]
    above = games[first - stride : first - stride + length]
    below = games[first + stride : first + stride + length]
    for cell in range(length):
        free = (is_free(left[cell])) | (is_free(right[cell]))
        free |= (is_free(above[cell])) | (is_free(below[cell]))
        flat[cell] = (here[cell] == EMPTY) * (UNSURE - free)
    for row in range(lines):
        found = masks[base + row * lines : base + (row + 1) * lines]
        told = flat[row * stride : row * stride + lines]
        for column in range(lines):
            found[column] = told[column]
    state = state_of(games, at)
    found = masks[base : base + lines * lines + 1]
    for index in range(lines * lines):
        if found[index] == UNSURE:
            found[index] = judge(state, padded(index, lines), colour, flags != 0) == LEGAL
    found[lines * lines] = 1


def is_free(value: int) -> bool:
    """Whether a cell is a liberty of the stones next to it."""
    return (value == EMPTY) | (value == KO)
