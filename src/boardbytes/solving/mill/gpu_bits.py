"""What a GPU does with bits in one instruction: it fills the kernel of the rules."""

from __future__ import annotations

from typing import Any

from numba import cuda as _cuda

cuda: Any = _cuda

FILLS = "boardbytes.games.mill.kernel"


def popcount(mask: int) -> int:
    return int(cuda.popc(mask))
