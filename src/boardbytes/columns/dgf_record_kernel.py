"""Loops over games of DGF, one record after the other, each with a length of its own.

Records come as bytes, and `offsets` says where each begins. The same source runs interpreted and
compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.columns.dgf_kernel import MOST_POINTS, write_header
from boardbytes.columns.go_board_kernel import board_findings, pad
from boardbytes.columns.go_kernel import wipe_marks
from boardbytes.games.go.board import BLACK, EMPTY, KO, WHITE
from boardbytes.games.go.kernel import LEGAL, State, judge, padded, play_unchecked, setup

CODES = (
    *("state", "black-points", "white-points", "size", "turn", "reserved", "length", "result"),
    *("intersection", "other-size", "moves", "move-range", "illegal-move"),
    *("no-liberty", "ko-marks", "no-ko", "after-end", "odd-result"),
    *("points", "winner"),
)
"""The problems of a game by bit. `odd-result` is the warning `result`: it contradicts the moves.

The last two are what a game has that a record cannot hold.
"""

STATE, SIZE, TURN, RESERVED, LENGTH, RESULT = 1 << 0, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7
INTERSECTION, OTHER_SIZE, MOVES, MOVE_RANGE, ILLEGAL = 1 << 8, 1 << 9, 1 << 10, 1 << 11, 1 << 12
FAULTS, AFTER_END, ODD_RESULT, POINTS, WINNER = 13, 1 << 16, 1 << 17, 1 << 18, 1 << 19
BOARD_FAULTS = 9
"""The first bit for what is odd about a board: FAULTS here, this one in `board_findings`."""
ERROR_BITS = (1 << 13) - 1 | POINTS | WINNER

HEADER, MOST_LINES, MOST_MOVES = 4, 181, 65_536
MOST_BYTES = 2 * (HEADER + MOST_LINES * MOST_LINES + 1 + MOST_MOVES)
LOWEST = -(1 << 15)


def number_at(records: Any, place: int) -> int:
    """The signed 16-bit number that begins at a place."""
    value: int = (records[place] + 0) | (records[place + 1] + 0) << 8
    return value - (value >> 15 << 16)


def header_findings(records: Any, at: int, length: int, lines: int) -> int:
    """What is wrong with the numbers before the board, the length and the result of a record."""
    found = 0
    count = min(length, MOST_BYTES + 2) // 2
    for index in range(min(count, HEADER)):
        if not 0 <= number_at(records, at + 2 * index) <= 255:
            found |= STATE << index
    size = number_at(records, at + 6) if count >= HEADER else 0
    if count > 0:
        state = number_at(records, at)
        found |= TURN * (state & 3 == 3) | RESERVED * (64 <= state <= 255)
    if count >= HEADER and not 1 <= size <= MOST_LINES:
        found |= SIZE
    first = HEADER + size * size + 1
    if length > MOST_BYTES or count < first or length % 2:
        found |= LENGTH
    if count >= first and not 0 <= number_at(records, at + 2 * first - 2) <= 2:
        found |= RESULT
    if found == 0 and size != lines:
        found = OTHER_SIZE
    return found


def read_stones(records: Any, at: int, points: int, board: Any, start: int) -> int:
    """Read the intersections after a header; returns what is wrong with them."""
    found = 0
    for index in range(points):
        value = number_at(records, at + 2 * (HEADER + index))
        if not 0 <= value <= KO:
            found = INTERSECTION
        board[start + index] = value & 255
    return found


def line_findings(
    records: Any, at: int, count: int, turn: int, result: int, state: State, points: int
) -> tuple[int, int]:
    """What is wrong with the moves of a game, and the first that cannot be played, or 0.

    Sides take turns; a game that is over goes on with the side next in turn.
    """
    found = wrong = 0
    legal = count
    for index in range(count - 1, -1, -1):
        if number_at(records, at + 2 * index) > points:
            found, legal, wrong = MOVE_RANGE, index, index + 1
    if turn == 0:
        wipe_marks(state)
    colour = turn if turn else BLACK
    over = turn == 0
    resigned = was_pass = False
    ko = 0
    for index in range(legal):
        number = number_at(records, at + 2 * index)
        point = padded(number - 1, state.stride - 1) if number > 0 else 0
        if point and judge(state, point, colour, False) != LEGAL:
            found |= ILLEGAL
            wrong = index + 1
            break
        if over:
            found |= AFTER_END
        if index == 0:
            wipe_marks(state)
        elif ko:
            state.board[ko] = EMPTY
        ko = play_unchecked(state, point, colour)[2] if point else 0
        resigned = number < 0
        over = over or resigned or (was_pass and number == 0)
        was_pass = number == 0
        colour = BLACK + WHITE - colour
    if resigned and result != colour:
        found |= ODD_RESULT
    return found, wrong


def check_records(
    first: int,
    last: int,
    records: Any,
    offsets: Any,
    lines: int,
    board: Any,
    cells: Any,
    stack: Any,
    state: State,
    found: Any,
    plies: Any,
) -> None:
    """What is found in every record, and the first move of it that cannot be played."""
    points = lines * lines
    begin = HEADER + points + 1
    for row in range(first, last):
        at = offsets[row] + 0
        length = offsets[row + 1] - at
        plies[row] = 0
        seen = header_findings(records, at, length, lines)
        if seen == 0:
            seen = read_stones(records, at, points, board, 0)
        if seen == 0:
            turn = number_at(records, at) & 3
            pad(board, 0, lines, lines, cells)
            odd = board_findings(cells, stack, turn, lines + 1)
            seen = odd >> BOARD_FAULTS << FAULTS
            count = length // 2 - begin
            if count > MOST_MOVES:
                seen |= MOVES
            else:
                setup(state, board)
                result = number_at(records, at + 2 * begin - 2)
                more, plies[row] = line_findings(
                    records, at + 2 * begin, count, turn, result, state, points
                )
                seen |= more
        found[row] = seen


def decode_records(
    first: int, last: int, records: Any, offsets: Any, bounds: Any, error: Any, lines: int,
    moves: Any, stones: Any, turn: Any, black: Any, white: Any, winner: Any,
) -> None:  # fmt: skip
    """The first board, the result and the moves of every record; zeros where there is an error."""
    points = lines * lines
    for row in range(first, last):
        at, start = offsets[row] + 0, row * points
        turn[row] = winner[row] = 0
        black[row] = white[row] = 0
        if error[row]:
            for index in range(start, start + points):
                stones[index] = 0
            continue
        state = number_at(records, at)
        turn[row] = state & 3
        black[row] = number_at(records, at + 2) + 0.5 * (state >> 2 & 1) + 255 * (state >> 4 & 1)
        white[row] = number_at(records, at + 4) + 0.5 * (state >> 3 & 1) + 255 * (state >> 5 & 1)
        read_stones(records, at, points, stones, start)
        place = at + 2 * (HEADER + points)
        winner[row] = number_at(records, place)
        for index in range(bounds[row], bounds[row + 1]):
            place += 2
            moves[index] = number_at(records, place)


def encode_records(
    first: int, last: int, bounds: Any,
    moves: Any, stones: Any, turn: Any, black: Any, white: Any, winner: Any,
    error: Any, offsets: Any, lines: int, numbers: Any,
) -> None:  # fmt: skip
    """The numbers of every game; one with an error has none."""
    points = lines * lines
    for row in range(first, last):
        if error[row]:
            continue
        at = offsets[row] // 2
        write_header(at, turn[row], black[row], white[row], lines, numbers)
        for index in range(points):
            numbers[at + HEADER + index] = stones[row * points + index]
        place = at + HEADER + points
        numbers[place] = winner[row]
        for index in range(bounds[row], bounds[row + 1]):
            place += 1
            numbers[place] = moves[index]


def game_errors(
    first: int,
    last: int,
    bounds: Any,
    moves: Any,
    black: Any,
    white: Any,
    winner: Any,
    error: Any,
    points: int,
    faults: Any,
) -> None:
    """The errors of the games, and what a record cannot hold of one."""
    for row in range(first, last):
        fault = error[row] + 0
        if fault == 0:
            for each in (black[row], white[row]):
                if not (0 <= each <= MOST_POINTS and 2 * each == int(2 * each)):
                    fault |= POINTS
            fault |= WINNER * (winner[row] > 2)
            fault |= MOVES * (bounds[row + 1] - bounds[row] > MOST_MOVES)
            for index in range(bounds[row], bounds[row + 1]):
                if not LOWEST <= moves[index] <= points:
                    fault |= MOVE_RANGE
        faults[row] = fault
