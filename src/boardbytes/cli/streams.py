"""Standard streams that somebody closed before we began: used, they say so."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import NoReturn


class _Closed(io.TextIOBase):
    """A stream that refuses to be read or written, in words, as text and as bytes."""

    encoding = "utf-8"
    errors = "replace"

    def __init__(self, name: str) -> None:
        self._name = name

    @property
    def buffer(self) -> _Closed:
        return self

    def _refuse(self, *_: object) -> NoReturn:
        raise OSError(errno.EBADF, f"{self._name} is closed")

    read = readline = write = writelines = _refuse


def stand_in_for_closed() -> None:
    """Put something in the place of standard streams that are not there.

    Their numbers are taken as well: otherwise the next file that is opened would get one of them,
    and whatever a child then prints would land in it.
    """
    if sys.stdin is None:
        _take_number()
        sys.stdin = _Closed("standard input")
    if sys.stdout is None:
        _take_number()
        sys.stdout = _Closed("standard output")
    if sys.stderr is None:
        _take_number()  # Nobody is left to be told, and nothing may be said.


def _take_number() -> None:
    os.open(os.devnull, os.O_RDWR)
