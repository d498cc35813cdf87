"""Work on rows shared between cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

CHUNK = 1 << 14
"""The most rows per task: enough to make handing them out cheap."""
TASK_BYTES, LEAST_BYTES = 1 << 20, 1 << 16
"""Bytes per task: no more than a core's second cache holds, no fewer than pays."""
TASKS_PER_CORE = 4
"""The fewest tasks, so that no core waits long for the last one."""


def core_count() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def rows_per_task(rows: int, row_bytes: int, cores: int | None = None) -> int:
    """How many rows of that many bytes a task takes."""
    most, least = (max(1, size // max(1, row_bytes)) for size in (TASK_BYTES, LEAST_BYTES))
    fair = -(-rows // (TASKS_PER_CORE * (cores or core_count())))
    return min(CHUNK, most, max(least, fair))


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
