"""How long something takes, as far as a busy machine can tell."""

from __future__ import annotations

import gc
from collections.abc import Callable
from time import process_time


def quickest(call: Callable[[], object], times: int = 5) -> float:
    """The least of several times: what it takes when nothing else runs.

    The garbage collector rests meanwhile: what it takes grows with what other tests have left.
    """
    found = []
    for _ in range(times):
        gc.collect()
        gc.disable()
        try:
            start = process_time()
            call()
            found.append(process_time() - start)
        finally:
            gc.enable()
    return min(found)
