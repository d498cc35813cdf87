"""How long something takes, as far as a busy machine can tell."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter


def quickest(call: Callable[[], object], times: int = 5) -> float:
    """The least of several times: what it takes when nothing else runs."""
    found = []
    for _ in range(times):
        start = perf_counter()
        call()
        found.append(perf_counter() - start)
    return min(found)
