"""The process that reads parts for a scan: takes them from standard input, one after the other.

What reading needs is imported late, so that whoever only sends and receives need not wait for it.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import select
import signal
import struct
import sys
from typing import Any, BinaryIO

from boardbytes.forks import fork_when_asked

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


def load() -> None:
    """Load the compiled kernels and PyArrow, by reading a game that nobody asked for."""
    from boardbytes.columns.scan.parts import LoadedRun, Part
    from boardbytes.columns.scan.reading import read_part
    from boardbytes.columns.scan.runs import Run

    run = Run("sgf", 0, 1, b"(;GM[1]SZ[19]KM[6.5]PB[A];B[aa];W[bb])", "ascii")
    read_part(Part(0, (LoadedRun("", run, ""),), 1, 0, ""), 1)


def main() -> None:
    """A process of its own: load while nothing is asked, and read."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Whoever started us gets it too, and ends us.
    import boardbytes.columns.scan.reading  # noqa: F401

    if _is_left_waiting(sys.stdin.buffer):
        load()
    gc.enable()
    read_parts()


def fork(at_once: bool) -> None:
    """A process that forks others, which read; it loads kernels at once, or when they are needed.

    Where they were never compiled that takes a minute: too long for files that need none.
    """
    import boardbytes.columns.scan.reading  # noqa: F401

    fork_when_asked(load, read_parts, at_once)


def read_parts() -> None:
    """Read parts until there are no more."""
    from boardbytes.columns.scan.reading import read_part

    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # What anything prints must not be taken for an answer.
    with os.fdopen(os.dup(0), "rb") as asked:
        try:
            while True:
                part, rows_per_file, deadly, is_careful = receive(asked)

                def tell(place: int) -> None:
                    send(answers, place)

                done = read_part(part, rows_per_file, deadly, tell if is_careful else None)
                send(answers, done)
        except (EOFError, BrokenPipeError):
            os._exit(0)
