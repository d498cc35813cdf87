"""One file after the other, of which none can stop the others."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

SECONDS = 60
SECONDS_PER_MEGABYTE = 30
"""How much processor time one file may take; other programs have limits of their own."""


class TooSlowError(Exception):
    """A file took longer than one may."""


def survives(look: Callable[[Path], None], path: Path) -> str:
    """Look at a file; why that could not be done, or nothing."""
    try:
        with _limited(SECONDS + SECONDS_PER_MEGABYTE * path.stat().st_size // 1_000_000):
            look(path)
    except Exception as error:
        # Not only what we expect: that a file brings anything else is what we want to know.
        return f"{path.name}: {type(error).__name__}: {error}"
    return ""


@contextmanager
def _limited(seconds: int) -> Iterator[None]:
    """Raise TooSlowError after so many seconds of work, where the system has a clock for that."""
    has_clock = hasattr(signal, "setitimer")
    if not has_clock or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: Any) -> None:
        raise TooSlowError(f"more than {seconds} seconds of work")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
