"""The process that reads parts for a scan: takes them from standard input, one after the other."""

from __future__ import annotations

import contextlib
import os
import pickle
import select
import signal
import struct
import sys
from typing import Any, BinaryIO

from boardbytes.columns.scan.reading import read_part

_LENGTH = struct.Struct("<Q")


def send(stream: BinaryIO, message: Any) -> None:
    """Write a message to a pipe between our own processes."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: BinaryIO) -> Any:
    """The next message from a pipe; EOFError when the other side has gone."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def _is_left_waiting(stream: BinaryIO) -> bool:
    """Whether there is nothing to read yet: whoever started us is still cutting large files."""
    with contextlib.suppress(OSError, ValueError):  # not every system can poll a pipe
        return not select.select([stream], [], [], 0)[0]
    return False


def _leave_out() -> None:
    """Do without SciPy: Numba would load its routines, and none of our kernels calls any."""
    sys.modules.setdefault("scipy", None)  # type: ignore[arg-type]


def _prepare() -> None:
    """Load the compiled kernels and PyArrow meanwhile, by reading a game that nobody asked for."""
    from boardbytes.columns.tables.sgf import Piece, tabulate

    tabulate([Piece("", b"(;GM[1]SZ[19]KM[6.5]PB[A];B[aa];W[bb])")])


def main() -> None:
    """Read parts until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Whoever started us gets it too, and ends us.
    _leave_out()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What anything prints must not be taken for an answer.
    with os.fdopen(os.dup(0), "rb") as asked:
        try:
            if _is_left_waiting(asked):
                _prepare()
            while True:
                part, rows_per_file, deadly, is_careful = receive(asked)

                def tell(place: int) -> None:
                    send(answers, place)

                done = read_part(part, rows_per_file, deadly, tell if is_careful else None)
                send(answers, done)
        except (EOFError, BrokenPipeError):
            os._exit(0)
