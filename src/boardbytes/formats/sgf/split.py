"""Where the games of an SGF collection stand, found without reading them.

Knows what the tokeniser steps over, and which parentheses count, and nothing of what is said: so
it is about ten times as fast as reading. A game ends where the tokeniser stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

VALUE = rb"\[[^\\\]]*(?:\\.[^\\\]]*){0,65535}\]"
"""A value. With more escapes than that it is none: matching remembers each of them."""

# Repeated and looked ahead only so far, for the same reason, and because what was looked at in
# vain is looked at again.
_BETWEEN = re.compile(
    rb"(?:[\s;A-Za-z]{0,64}" + VALUE + rb"){1,1024}"
    rb"|(?:\s{0,64}[;A-Za-z]){1,1024}"
    rb"|\s+(?:[;A-Za-z]|" + VALUE + rb")",
    re.DOTALL,
)
"""Some of what stands between two parentheses, ending where a token does."""

_START = re.compile(rb"\(\s*;")
_PARENTHESIS = re.compile(rb"\s*([()])")
_OPENING = re.compile(rb"\s*\[")


class Extent(NamedTuple):
    """Where a game stands."""

    start: int
    line_end: int
    """Where its main line ends, which takes the first branch everywhere."""
    end: int
    variations: int
    """How many branches there are beside the main line."""
    is_closed: bool
    """Whether it ends with the parenthesis that closes it."""


def extents(data: bytes, position: int = 0) -> Iterator[Extent]:
    """Where each game stands; after a value that never ends there is none.

    A game begins with `(;`. It ends with the parenthesis that closes it, or else before the first
    thing that is no SGF.
    """
    start = _START.search(data, position)
    while start is not None:
        found = _extent(data, start.start())
        yield found
        if not found.is_closed and _OPENING.match(data, found.end):
            return
        start = _START.search(data, found.end)


def _extent(data: bytes, start: int) -> Extent:
    """Where the game that begins at a place stands."""
    place, line_end, depth, variations = start, None, 0, 0
    while True:
        if found := _PARENTHESIS.match(data, place):
            if found[1] == b"(":
                depth += 1
                variations += line_end is not None
            else:
                depth -= 1
                line_end = place if line_end is None else line_end
            place = found.end()
            if depth == 0:
                return Extent(start, line_end or place, place, variations, True)
        elif found := _BETWEEN.match(data, place):
            place = found.end()
        else:
            return Extent(start, line_end or place, place, variations, False)
