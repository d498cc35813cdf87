"""How far a long command is, on standard error, for whoever watches a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from boardbytes.model.words import counted

T = TypeVar("T")

LONG = 5_000_000
"""Bytes from which on it takes a while to read a file."""
PAUSE = 0.2
"""Seconds between two counts."""


def count_aloud(items: Iterable[T], noun: str) -> Iterator[T]:
    """The items, counted on standard error where that is a terminal.

    The cursor goes back to the start of the line, so that whatever is said next writes over it.
    """
    if not sys.stderr.isatty():
        yield from items
        return
    line, due = "", time.monotonic() + PAUSE
    for number, item in enumerate(items, 1):
        if time.monotonic() >= due:
            line, due = f"{counted(number, noun)} …", time.monotonic() + PAUSE
            _write(f"{line}\r")
        yield item
    _write(" " * len(line) + "\r" if line else "")


@contextmanager
def said(line: str) -> Iterator[None]:
    """A line on standard error while something is done, where that is a terminal."""
    shown = line if sys.stderr.isatty() else ""
    _write(f"{shown}\r" if shown else "")
    try:
        yield
    finally:
        _write(" " * len(shown) + "\r" if shown else "")


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
