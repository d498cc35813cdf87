"""Values of SGF's types, told by their bytes: points, numbers, text in UTF-8.

The same source runs interpreted and compiled: no exceptions, no allocation.
"""

from __future__ import annotations

from boardbytes.formats.sgf.kernel import NONE, Bytes

KOMI_LIMIT = 60
"""Komi beyond this is written in other units, or is not a komi."""


def name_code(data: Bytes, start: int, end: int) -> int:
    """The number of a name of one or two capital letters; NONE for any other."""
    if end - start > 2 or not 65 <= data[start] <= 90:
        return NONE
    if end - start == 1:
        return (data[start] - 65) * 27
    if not 65 <= data[start + 1] <= 90:
        return NONE
    return (data[start] - 65) * 27 + data[start + 1] - 64


def is_capital(data: Bytes, start: int, end: int) -> bool:
    """Whether a name consists of capital letters and digits, and is not our own property."""
    for index in range(start, end):
        if 97 <= data[index] <= 122:
            return False
    is_own = end - start == 3 and data[start] == 68 and data[start + 1] == 71
    return not (is_own and data[start + 2] == 70)


def line_of(letter: int, size: int) -> int:
    """Which line of the board a letter names, from 0; NONE if it is none."""
    line = NONE
    if 97 <= letter <= 122:
        line = letter - 97
    elif 65 <= letter <= 90:
        line = letter - 65 + 26
    return line if line < size else NONE


def point_at(data: Bytes, start: int, size: int) -> int:
    """The point, on the padded board, that two letters name; NONE if it is none."""
    column = line_of(data[start], size)
    row = line_of(data[start + 1], size)
    if column == NONE or row == NONE:
        return NONE
    return (row + 1) * (size + 1) + column + 1


def is_points(data: Bytes, start: int, end: int, size: int) -> bool:
    """Whether a value is a point, or two corners of a rectangle, the upper left one first."""
    if end - start == 2:
        return point_at(data, start, size) != NONE
    if end - start != 5 or data[start + 2] != 58:
        return False
    first = point_at(data, start, size)
    last = point_at(data, start + 3, size)
    if first == NONE or last == NONE:
        return False
    return first < last and (first - 1) % (size + 1) <= (last - 1) % (size + 1)


def is_number(data: Bytes, start: int, end: int) -> bool:
    """Whether a value is a number of a few digits, with or without a fraction."""
    if start < end and (data[start] == 45 or data[start] == 43):
        start += 1
    if start == end or end - start > 12 or not 48 <= data[start] <= 57:
        return False
    points = 0
    for index in range(start, end):
        if data[index] == 46:
            points += 1
        elif not 48 <= data[index] <= 57:
            return False
    return points == 0 or (points == 1 and data[end - 1] != 46)


def is_komi(data: Bytes, start: int, end: int) -> bool:
    """Whether a value is a usual komi: not large, and a multiple of a half."""
    if not is_number(data, start, end):
        return False
    if data[start] == 45 or data[start] == 43:
        start += 1
    whole = 0
    while start < end and data[start] != 46:
        whole = 10 * whole + data[start] - 48
        start += 1
    for index in range(start + 1, end):
        if data[index] != 48 and not (index == start + 1 and data[index] == 53):
            return False
    return whole <= KOMI_LIMIT


def small_number(data: Bytes, start: int, end: int) -> int:
    """The number that one or two digits make; NONE for anything else."""
    if not 1 <= end - start <= 2:
        return NONE
    number = 0
    for index in range(start, end):
        if not 48 <= data[index] <= 57:
            return NONE
        number = 10 * number + data[index] - 48
    return number


def is_ascii(data: Bytes, start: int, end: int) -> bool:
    """Whether no byte is above 127."""
    high = 0
    for index in range(start, end):
        high |= data[index]
    return high < 128


def is_utf8(data: Bytes, start: int, end: int) -> bool:
    """Whether bytes are UTF-8, by the table of RFC 3629."""
    place = start
    while place < end:
        byte = data[place]
        place += 1
        if byte < 128:
            continue
        if not 0xC2 <= byte <= 0xF4:
            return False
        more = 1 if byte < 0xE0 else 2 if byte < 0xF0 else 3
        low = 0xA0 if byte == 0xE0 else 0x90 if byte == 0xF0 else 0x80
        high = 0x9F if byte == 0xED else 0x8F if byte == 0xF4 else 0xBF
        if place + more > end:
            return False
        for _ in range(more):
            if not low <= data[place] <= high:
                return False
            low = 0x80
            high = 0xBF
            place += 1
    return True
