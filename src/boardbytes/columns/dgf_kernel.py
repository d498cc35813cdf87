"""Loops over rows of DGF boards, which are checked, read and written, and over rows of moves.

A record comes flat, byte by byte. The same source runs interpreted and compiled: no exceptions, no
allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.columns.go_board_kernel import board_findings, pad
from boardbytes.games.go.board import KO

CODES = (
    *("turn", "reserved", "size", "length", "packing", "intersection", "other-size"),
    *("points", "ko-mark"),
    *("no-liberty", "ko-marks", "no-ko"),
)
"""The problems of a board, errors first; the place of each is its bit."""

TURN, RESERVED, SIZE, LENGTH, PACKING, INTERSECTION = (
    1 << 0,
    1 << 1,
    1 << 2,
    1 << 3,
    1 << 4,
    1 << 5,
)
OTHER_SIZE, POINTS, KO_MARK = 1 << 6, 1 << 7, 1 << 8
ERROR_BITS = (1 << 9) - 1

MOVE_CODES = ("move-range", "board-assumed")
LAST_MOVE = 181 * 181

HEADER = 4
MOST_POINTS = 510.5


def header_findings(records: Any, at: int, length: int, lines: int, per_byte: int) -> int:
    """What is wrong with the four bytes before a board of `lines` lines in `length` bytes."""
    state, size = records[at] + 0, records[at + 3] + 0
    found: int = TURN * (state & 3 == 3) | RESERVED * (state >= 64)
    if size == 0:
        found |= SIZE
    elif HEADER + (size * size + per_byte - 1) // per_byte != length:
        found |= LENGTH
    elif found == 0 and size != lines:
        found |= OTHER_SIZE
    return found


def split(byte: int, base: int) -> tuple[int, int]:
    """The lowest digit of a byte, and the rest: by constants, since other division is slow."""
    if base == 3:
        return byte % 3, byte // 3
    if base == 4:
        return byte % 4, byte // 4
    return byte, 0


def read_stones(
    records: Any, at: int, lines: int, base: int, per_byte: int, board: Any, start: int
) -> int:
    """Unpack the intersections after a board's header; returns what is wrong with them."""
    points = lines * lines
    found = index = 0
    place = at + HEADER
    while index < points:
        byte = records[place] + 0
        place += 1
        for _ in range(per_byte):
            value, byte = split(byte, base)
            if index < points:
                if value > KO:
                    found |= INTERSECTION
                board[start + index] = value
            elif value:
                found |= PACKING
            index += 1
        if byte:
            found |= PACKING
    return found


def check_rows(
    records: Any,
    length: int,
    lines: int,
    base: int,
    per_byte: int,
    board: Any,
    cells: Any,
    stack: Any,
    found: Any,
) -> None:
    """What is found in every board."""
    for row in range(len(found)):
        at = row * length
        seen = header_findings(records, at, length, lines, per_byte)
        if seen == 0:
            seen = read_stones(records, at, lines, base, per_byte, board, 0)
        if seen == 0:
            pad(board, 0, lines, lines, cells)
            seen = board_findings(cells, stack, records[at] & 3, lines + 1)
        found[row] = seen


def decode_rows(
    records: Any,
    length: int,
    lines: int,
    base: int,
    per_byte: int,
    stones: Any,
    turn: Any,
    black: Any,
    white: Any,
    error: Any,
) -> None:
    """The position of every board; all zeros where there is an error."""
    points = lines * lines
    for row in range(len(error)):
        at = row * length
        seen = header_findings(records, at, length, lines, per_byte)
        if seen == 0:
            seen = read_stones(records, at, lines, base, per_byte, stones, row * points)
        error[row] = seen
        if seen:
            turn[row], black[row], white[row] = 0, 0, 0
            for index in range(row * points, (row + 1) * points):
                stones[index] = 0
        else:
            state = records[at] + 0
            turn[row] = state & 3
            black[row] = records[at + 1] + (state >> 2 & 1) / 2 + 255 * (state >> 4 & 1)
            white[row] = records[at + 2] + (state >> 3 & 1) / 2 + 255 * (state >> 5 & 1)


def write_header(
    at: int, turn: int, black: float, white: float, lines: int, records: Any
) -> None:  # fmt: skip
    """The four numbers before the intersections: the state, both sides' points, the lines."""
    state = turn + 0
    for side in range(2):
        each = black if side == 0 else white
        whole = int(each)
        state |= (each != whole) << 2 + side | (whole > 255) << 4 + side
        records[at + 1 + side] = whole - 255 * (whole > 255)
    records[at], records[at + 3] = state, lines


def encode_rows(
    stones: Any,
    turn: Any,
    black: Any,
    white: Any,
    error: Any,
    length: int,
    lines: int,
    base: int,
    per_byte: int,
    records: Any,
    faults: Any,
) -> None:
    """The bytes of every position; all zeros where there is an error, or they cannot hold it."""
    points = lines * lines
    for row in range(len(faults)):
        at, start = row * length, row * points
        for place in range(at, at + length):
            records[place] = 0
        fault = error[row] + 0
        for each in (black[row], white[row]):
            if fault == 0 and not (0 <= each <= MOST_POINTS and 2 * each == int(2 * each)):
                fault = POINTS
        for index in range(points):
            value = stones[start + index] + 0
            if value >= base and fault == 0:
                fault = KO_MARK
        faults[row] = fault
        if fault:
            continue
        write_header(at, turn[row], black[row], white[row], lines, records)
        index, place = 0, at + HEADER
        while index < points:
            byte, power = 0, 1
            for _ in range(per_byte):
                if index < points:
                    byte += stones[start + index] * power
                    power *= base
                index += 1
            records[place] = byte
            place += 1


def move_rows(numbers: Any, found: Any) -> None:
    """What is found in every move by itself."""
    for row in range(len(found)):
        found[row] = 1 if numbers[row] > LAST_MOVE else 2 if numbers[row] > 0 else 0
