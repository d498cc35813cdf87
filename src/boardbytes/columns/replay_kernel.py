"""What the kernels that replay games share."""

from __future__ import annotations

from typing import Any

ILLEGAL, ENDED = 1 << 0, 1 << 1
REPLAY_CODES = ("illegal-move", "over")
"""Why a move cannot be played; the place of each is its bit."""


def fault_of(code: int, codes: Any, count: int) -> int:
    """0 for a move that is among the legal ones; else ILLEGAL, or ENDED where there are none."""
    for place in range(count):
        if codes[place] == code:
            return 0
    return ILLEGAL if count else ENDED
