"""Loops over rows of GameBoardXX files of one shape: checked, and made into planes for learning.

A record comes flat, byte by byte. The same source runs interpreted and compiled: no exceptions, no
allocation.
"""

from __future__ import annotations

from typing import Any

from boardbytes.games.tiles.kernel import has_odd_seam
from boardbytes.games.tiles.rules import GROUPED, LEVEL_FLAGS, WRAP_SHIFT

CODES = (
    *("magic", "depth", "width", "board-length", "length", "old-editor", "other-shape"),
    *("dialect", "reserved", "odd-wrap", "groups-off"),
    *("editor-after-zero", "code-after-zero", "title-after-zero", "author-after-zero"),
)
"""The problems of a file, errors first; the place of each is its bit."""

MAGIC, DEPTH, WIDTH, BOARD_LENGTH, LENGTH, OLD_EDITOR, OTHER_SHAPE = (
    *(1 << 0, 1 << 1, 1 << 2, 1 << 3),
    *(1 << 4, 1 << 5, 1 << 6),
)
DIALECT, RESERVED, ODD_WRAP, GROUPS_OFF, AFTER_ZERO = 1 << 7, 1 << 8, 1 << 9, 1 << 10, 1 << 11
ERROR_BITS = (1 << 7) - 1

HEADER, FOOTER = 8, 128
EDITOR, EDITOR_SIZE, CODE_SIZE, TITLE_SIZE, AUTHOR, AUTHOR_SIZE = 1, 2, 5, 60, 69, 59
"""Where texts begin in the footer, and how long they are; the first three follow each other."""
SIX_LEVELS = 63


def depth_of(records: Any, base: int) -> int:
    """The bits of a tile by the two digits of a header; 0 for anything else."""
    tens, ones = records[base + 2] - 48, records[base + 3] - 48
    number = tens * 10 + ones
    known = number == 8 or number == 16 or number == 32 or number == 64
    return number if known and 0 <= tens <= 9 and 0 <= ones <= 9 else 0


def header_findings(records: Any, base: int, size: int, width: int, length: int, depth: int) -> int:
    """What is wrong with the header of the record at `base`, which has `size` bytes.

    The first shape that fits was found in the records: another is an error of its own.
    """
    bits, across, along = depth_of(records, base), records[base + 4] + 0, records[base + 5] + 0
    found: int = MAGIC * (records[base] != 71 or records[base + 1] != 66)
    found |= DEPTH * (bits == 0) | WIDTH * (across == 0) | BOARD_LENGTH * (along == 0)
    ends, tiles = HEADER + FOOTER, across * along
    if tiles * bits == 0:
        found |= LENGTH * (size <= ends)
    elif size != ends + tiles * bits // 8:
        found |= OLD_EDITOR if size == ends + tiles * bits else LENGTH
    elif found == 0 and (across != width or along != length or bits != depth):
        found |= OTHER_SHAPE
    return found


def goes_on(records: Any, start: int, size: int) -> bool:
    """Whether a text has something after its first zero."""
    ended = False
    for place in range(start, start + size):
        if records[place] == 0:
            ended = True
        elif ended:
            return True
    return False


def text_findings(records: Any, footer: int) -> int:
    """The texts of a footer that go on after their first zero."""
    code = footer + EDITOR + EDITOR_SIZE
    title = code + CODE_SIZE
    return AFTER_ZERO * (
        goes_on(records, footer + EDITOR, EDITOR_SIZE)
        | goes_on(records, code, CODE_SIZE) << 1
        | goes_on(records, title, TITLE_SIZE) << 2
        | goes_on(records, footer + AUTHOR, AUTHOR_SIZE) << 3
    )


def tile_findings(records: Any, base: int, tiles: int, depth: int, modifiers: int) -> int:
    """What is odd about tiles, given the modifiers of their board."""
    step = depth // 8
    # Groups are the two highest bits of the first byte, or with 64 bits of the second.
    first = base + HEADER + (1 if depth == 64 else 0)
    grouped = modifiers & GROUPED != 0
    if grouped and depth < 64:
        return 0
    groups = 0
    for place in range(first, first + tiles * step, step):
        groups |= records[place]
    if groups >> 6:
        return 0 if grouped else GROUPS_OFF
    if grouped:
        # A height above 63 has one of these bits, so that no tile need be looked at alone.
        heights = 0
        for place in range(base + HEADER, base + HEADER + tiles * step, step):
            heights |= records[place]
        return DIALECT * (heights > SIX_LEVELS)
    return 0


def findings(records: Any, base: int, size: int, width: int, length: int, depth: int) -> int:
    """What is found in the record at `base`."""
    found = header_findings(records, base, size, width, length, depth)
    if found:
        return found
    modifiers = records[base + 6] + 0
    by_height = modifiers >> WRAP_SHIFT & 3 == 3
    seen: int = DIALECT * (by_height and modifiers & LEVEL_FLAGS == 0)
    seen |= RESERVED * (records[base + 7] != 0) | ODD_WRAP * has_odd_seam(width, modifiers)
    seen |= tile_findings(records, base, width * length, depth, modifiers)
    return seen | text_findings(records, base + size - FOOTER)


def check_rows(records: Any, size: int, width: int, length: int, depth: int, found: Any) -> None:
    """What is found in every record."""
    for row in range(len(found)):
        found[row] = findings(records, row * size, size, width, length, depth)


def error_rows(records: Any, size: int, width: int, length: int, depth: int, error: Any) -> None:
    """The errors of every record."""
    for row in range(len(error)):
        error[row] = header_findings(records, row * size, size, width, length, depth)


def plane_rows(
    bodies: Any, error: Any, tiles: int, step: int, shifts: Any, widths: Any, planes: Any
) -> None:
    """A plane for each part of the tiles of every board; no part crosses a byte."""
    parts = len(shifts)
    for row in range(len(error)):
        for part in range(parts):
            byte, shift = shifts[part] >> 3, shifts[part] & 7
            mask = (1 << widths[part]) - 1
            base = (row * parts + part) * tiles
            for tile in range(tiles):
                value = bodies[(row * tiles + tile) * step + byte] >> shift & mask
                planes[base + tile] = 0 if error[row] else value
