"""Sets of points as integers, as the kernel takes them, and back."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from boardbytes.games.go import kernel


@cache
def _signs(values: tuple[int, ...]) -> bytes:
    """A table that makes these values 1 and all others 0, as digits."""
    return bytes(b"01"[value in values] for value in range(256))


def set_of(stones: bytes, width: int, *values: int) -> int:
    """The points of a board that hold one of these values."""
    text = stones.translate(_signs(values))
    rows = [text[start : start + width] for start in range(0, len(stones), width)]
    return int(b"0".join(rows)[::-1], 2)


def indices_of(points: int, width: int, count: int) -> list[int]:
    """The intersections of a set, in reading order, on a board that has `count` of them."""
    if not points:
        return []
    signs = f"{points:b}"[::-1].ljust(count + count // width, "0")
    return [index for index in range(count) if signs[index + index // width] == "1"]


def parts_of(points: int, stride: int) -> Iterator[int]:
    """The connected parts of a set of points."""
    while points:
        part = kernel.touching(points, points & -points, stride) | points & -points
        yield part
        points &= ~part
