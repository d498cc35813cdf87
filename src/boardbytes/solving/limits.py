"""How far to look ahead, and how to stop it."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

SECONDS = 2.0


@dataclass(frozen=True)
class Limits:
    """When to stop looking ahead, and how many lines to give.

    It stops at the first limit that it comes to. The same seed and one core give the same answer
    for the same depth or number of playouts; a time limit alone may stop anywhere. Setting `stop`
    ends everything within 50 ms, once the kernels are compiled.
    """

    lines: int = 3
    seconds: float | None = SECONDS
    depth: int | None = None
    """Plies, for games that are searched."""
    playouts: int | None = None
    """For games that are played out: Go."""
    tables: Path | None = None
    """Where mill's tables are; None: where they usually are."""
    seed: int = 1
    cores: int = 1
    stop: threading.Event = field(default_factory=threading.Event, compare=False)
    clock: Callable[[], float] = field(default=time.monotonic, compare=False)
    """What `seconds` are measured with; `time.process_time` where others use the machine, too."""

    @property
    def deadline(self) -> float | None:
        """When the time is up, if it begins now."""
        return None if self.seconds is None else self.clock() + self.seconds

    def is_over(self, deadline: float | None) -> bool:
        """Whether it is time to stop."""
        return self.stop.is_set() or (deadline is not None and self.clock() >= deadline)


ENDLESS = Limits(seconds=None)
"""For callers that watch the clock themselves."""
