"""Text of places on a board: `3,5` for a tile, `3,5,1` for a level of it."""

from __future__ import annotations

import re
from typing import TypeAlias

from boardbytes.errors import PositionError

Place: TypeAlias = tuple[int, ...]
"""A tile as `(x, y)`, or a level of a tile as `(x, y, level)`."""


def is_tile(text: str) -> bool:
    """Whether a text names a tile: `3,5`."""
    return re.fullmatch(r"\d{1,3},\d{1,3}", text, re.ASCII) is not None


def parse_place(text: str) -> Place:
    """The place that a text names; PositionError for any other text."""
    if not re.fullmatch(r"\d{1,3},\d{1,3}(,\d)?", text, re.ASCII):
        raise PositionError(f"a tile must be named like 3,5 (found {text!r})")
    return tuple(map(int, text.split(",")))


def format_place(place: Place) -> str:
    """The text of a place: the inverse of `parse_place`."""
    return ",".join(map(str, place))
