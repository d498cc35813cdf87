"""A run of bytes with its name and meaning: what `explain` is made of."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Span:
    """`size` bytes from `offset`: what they are called, what they say, what that means."""

    offset: int
    size: int
    name: str
    value: str
    meaning: str
