"""What processors do with bits in one instruction: it fills the kernel of the rules."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.core.extending import intrinsic

FILLS = "boardbytes.games.mill.kernel"


def _typed(context: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


_ctpop: Any = intrinsic(_typed)


def popcount(mask: int) -> int:
    return int(_ctpop(mask))
