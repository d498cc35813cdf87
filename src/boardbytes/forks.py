"""A process that has loaded what its children need, and forks them when asked.

Loading the compiler and its kernels takes most of a second of a core, so many processes that each
do so gain little from many cores. Our own process may have threads, and whoever forks should have
none: so a child of ours, which has one thread, loads and forks.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import socket
import struct
import sys
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import BinaryIO, NoReturn

from boardbytes.children import start_python

CAN_FORK = sys.platform == "linux"
"""Elsewhere what a system has loaded may not go on working in a process that was forked."""

_NUMBER = struct.Struct("<i")
_FORK, _LOAD_AND_FORK = 0, -1
"""What may be asked; any other number is that of a process to be ended."""
_FAILED = -1

_NO_THREADS = {"OPENBLAS_NUM_THREADS": "1", "JE_ARROW_MALLOC_CONF": "background_thread:false"}
"""What keeps NumPy's and PyArrow's libraries from starting threads when they are loaded."""

_DIE_WITH_PARENT = 1
"""What Linux calls PR_SET_PDEATHSIG."""


@dataclass(frozen=True)
class Forked:
    """A process that was forked for us, with pipes to it and from it; it is ended as a Popen is."""

    pid: int
    stdin: BinaryIO
    stdout: BinaryIO
    forks: Forks

    def kill(self) -> None:
        """End the process."""
        with contextlib.suppress(OSError):  # who forked it is gone, and so it is
            self.forks.ask(self.pid)

    def wait(self) -> None:
        """Nothing is left of it once it was killed."""


class Forks:
    """The process that forks, which runs a line of Python that calls `fork_when_asked`.

    What it has forked ends when it ends, and it ends when we do.
    """

    def __init__(self, code: str) -> None:
        self._asking, theirs = socket.socketpair()
        self._lock = Lock()
        with theirs:
            self.process = start_python(code, stdin=theirs, env=os.environ | _NO_THREADS)

    def start(self, loaded: bool) -> Forked:
        """A child, with everything loaded or with what there is; OSError if there can be none."""
        ours, theirs = socket.socketpair()
        with ours, theirs:
            pid = self.ask(_LOAD_AND_FORK if loaded else _FORK, theirs.fileno())
            return Forked(pid, ours.makefile("wb"), ours.makefile("rb"), self)

    def ask(self, number: int, *handles: int) -> int:
        """What the process answers; OSError if it is gone, or cannot do it."""
        with self._lock:
            socket.send_fds(self._asking, [_NUMBER.pack(number)], handles)
            answer = self._asking.recv(_NUMBER.size)
        (pid,) = _NUMBER.unpack(answer) if answer else (_FAILED,)
        if pid == _FAILED:
            raise OSError("no process could be forked")
        return int(pid)

    def close(self) -> None:
        """End the process, and with it all that it has forked."""
        self.process.kill()
        self.process.wait()
        self._asking.close()


def fork_when_asked(load: Callable[[], None], work: Callable[[], None], at_once: bool) -> NoReturn:
    """Fork whenever the process that started us asks; a child does `work`.

    Standard input is where we are asked; in a child it and standard output are the pipes from and
    to whoever asked. Loads once, when a child is to have it all loaded, or before anybody asks.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Whoever started us gets it too, and ends us.
    os.dup2(2, 1)  # What anything prints must not be taken for a result.
    asked = socket.socket(fileno=os.dup(0))
    is_loaded = False
    number, handles = _LOAD_AND_FORK if at_once else _FORK, list[int]()
    while True:
        if number == _LOAD_AND_FORK and not is_loaded:
            load()
            gc.freeze()  # Children do not write to what they share.
            is_loaded = True
        if number > 0:
            os.kill(number, signal.SIGKILL)
            os.waitpid(number, 0)
            asked.send(_NUMBER.pack(number))
        elif handles:
            asked.send(_NUMBER.pack(_forked(asked, handles[0], work)))
        number, handles = _received(asked)


def _received(asked: socket.socket) -> tuple[int, list[int]]:
    message, handles, _, _ = socket.recv_fds(asked, _NUMBER.size, 1)
    if not message:  # Whoever started us is gone.
        os._exit(0)
    return _NUMBER.unpack(message)[0], handles


def _forked(asked: socket.socket, handle: int, work: Callable[[], None]) -> int:
    """The number of a new process that does some work with a pipe, or _FAILED."""
    parent = os.getpid()
    try:
        child = os.fork()
    except OSError:
        child = _FAILED
    if child == 0:
        try:
            asked.close()
            os.dup2(handle, 0)
            os.dup2(handle, 1)
            os.close(handle)
            _die_with(parent)
            gc.enable()
            work()
        except BaseException:
            sys.excepthook(*sys.exc_info())
        os._exit(1)
    os.close(handle)
    return child


def _die_with(parent: int) -> None:
    """Have the system end this process when the one that forked it ends, however that is."""
    import ctypes

    ctypes.CDLL(None).prctl(_DIE_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)
