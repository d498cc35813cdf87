"""How far a long command has got, on standard error, for anyone who watches a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from boardbytes.model.words import counted

T = TypeVar("T")

LONG = 5_000_000
"""A file with more bytes than this takes a while to read."""
PAUSE, LONG_PAUSE = 0.2, 10.0
"""Seconds between two counts: on a terminal, and where each is a line of its own."""


class Line:
    """A line on standard error that is overwritten again and again, if that is a terminal.

    With `always`, which people may ask for, elsewhere too: then each time on a line of its own.
    """

    def __init__(self, always: bool = False) -> None:
        self._rewrites = sys.stderr.isatty()
        self._speaks = always or self._rewrites
        self._pause = PAUSE if self._rewrites else LONG_PAUSE
        self._begun = self._said = time.monotonic()
        self._length = 0

    @property
    def seconds(self) -> float:
        """How many seconds have passed."""
        return time.monotonic() - self._begun

    @property
    def is_due(self) -> bool:
        """Whether it is time to report progress."""
        return self._speaks and time.monotonic() >= self._said + self._pause

    def say(self, text: str) -> None:
        """Report progress, unless that was done a moment ago."""
        if not self.is_due:
            return
        self._said = time.monotonic()
        if not self._rewrites:
            _write(f"{text}\n")
            return
        _write(f"{text:<{self._length}}\r")
        self._length = len(text)

    def clear(self) -> None:
        """Leave the line empty for whatever is said next."""
        if self._length:
            _write(" " * self._length + "\r")
        self._length = 0


def with_progress(items: Iterable[T], noun: str) -> Iterator[T]:
    """The items, counted on standard error if that is a terminal."""
    line = Line()
    for number, item in enumerate(items, 1):
        if line.is_due:  # formatting every number would take longer than many a check
            line.say(f"{counted(number, noun)} …")
        yield item
    line.clear()


@contextmanager
def said(line: str) -> Iterator[None]:
    """A line on standard error while something is done, if that is a terminal."""
    shown = line if sys.stderr.isatty() else ""
    _write(f"{shown}\r" if shown else "")
    try:
        yield
    finally:
        _write(" " * len(shown) + "\r" if shown else "")


def _write(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()
