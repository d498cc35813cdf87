"""Work on rows shared between cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

CHUNK = 1 << 14
"""Rows per task: few enough to stay in a core's cache, enough to make handing them out cheap."""


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_rows(
    rows: int, work: Callable[[slice], None], cores: int | None = None, chunk: int = CHUNK
) -> None:
    """Call `work` with slices that together cover all rows, on `cores` cores; None means all.

    A task takes `chunk` rows: fewer where a row is a whole game.

    Threads are enough, since compiled kernels run without the interpreter's lock.
    """
    tasks = [slice(start, min(start + chunk, rows)) for start in range(0, rows, chunk)]
    workers = min(len(tasks), cores or core_count())
    if workers <= 1:
        for task in tasks:
            work(task)
        return
    with ThreadPoolExecutor(workers) as pool:
        for _ in pool.map(work, tasks):
            pass
