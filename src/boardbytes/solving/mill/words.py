"""Eight bytes looked at together."""

from __future__ import annotations

from typing import Any

import numpy as np

WORD = 8
"""Bytes to a word."""

ONES = np.uint64(0x0101010101010101)
HIGHS = np.uint64(0x8080808080808080)
NONE = np.uint64(0)


def has_byte(word: Any, byte: int) -> bool:
    """Whether one of the eight bytes of a word has this value."""
    differing = word ^ (ONES * np.uint64(byte))
    return bool(((differing - ONES) & ~differing & HIGHS) != NONE)
