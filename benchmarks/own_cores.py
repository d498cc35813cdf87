"""Tasks shared among processes, each with a core of its own."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from typing import Any, TypeVar

from boardbytes.cores import core_count

CORES_VARIABLE = "BOARDBYTES_MATCH_CORES"
"""How many cores to use; all by default."""

Task = TypeVar("Task")
Result = TypeVar("Result")


def on_own_cores(work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
    """What `work` makes of each task, as soon as it is there; the first tasks begin first.

    A process keeps to its core, and so do the programs that it starts: none of them takes time
    from another.
    """
    context = multiprocessing.get_context("spawn")
    free = context.SimpleQueue()
    count = min(core_count(), int(os.environ.get(CORES_VARIABLE, core_count())))
    for core in _cores()[:count]:
        free.put(core)
    with ProcessPoolExecutor(count, context, _take_core, (free,)) as pool:
        waiting = [pool.submit(work, task) for task in tasks]
        try:
            for done in as_completed(waiting):
                yield done.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _cores() -> list[int]:
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(core_count()))


def _take_core(free: Any) -> None:
    core = free.get()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
