"""How much the studio takes on: sizes, times and numbers, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What is refused beyond; every request is treated as hostile."""

    upload: int = 4 * 1024 * 1024
    """Bytes of a file, and of any other request."""
    reading_seconds: float = 10.0
    """So long a file may take to be understood."""
    reading_memory: int = 2 * 1024**3
    """So many bytes of memory it may take."""
    engine_seconds: float = 20.0
    """So long an engine may think about a move."""
    window: int = 64 * 1024
    """Bytes that are explained in one answer."""
    desks: int = 1_000
    """Beyond, the desk that was not touched for longest is cleared away."""
    revisions: int = 500
    """Steps that can be undone on one desk."""
    history: int = 32 * 1024 * 1024
    """Bytes that those steps may take together."""
    name: int = 200
    """Letters of a desk's name."""
