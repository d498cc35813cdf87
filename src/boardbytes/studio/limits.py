"""How much the studio takes on: sizes, times and numbers, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Allowance:
    """What one thing that is done in a process of its own may take."""

    seconds: float
    memory: int = 2 * 1024**3
    """Bytes; files that are only mapped do not count."""
    answer: int = 64 * 1024**2
    """Bytes that come back at most."""
    patience: float = 30.0
    """Seconds that one waits for a process to be free."""


@dataclass(frozen=True)
class Limits:
    """What is refused beyond; every request is treated as hostile."""

    upload: int = 4 * 1024 * 1024
    """Bytes of a file, and of any other request."""
    head_seconds: float = 10.0
    """So long the head of a request may take to arrive."""
    body_seconds: float = 60.0
    """So long its body may take after that."""
    half_requests: int = 202
    """So many may be on their way without a whole head; beyond, the oldest is hung up on."""
    reading: Allowance = field(default_factory=lambda: Allowance(10.0))
    """For understanding, explaining, drawing, changing and converting a file."""
    thinking: Allowance = field(default_factory=lambda: Allowance(180.0, 4 * 1024**3))
    """For a computer's move and for values: kernels may have to be compiled first."""
    window: int = 64 * 1024
    """Bytes that are explained in one answer."""
    desks: int = 1_000
    """Beyond, the desk that was not touched for longest is cleared away, if it is not signed."""
    forgotten: int = 20
    """So many forgotten desks can still be taken up again."""
    watchers: int = 200
    """So many may wait at once to be told of changes."""
    revisions: int = 500
    """Steps that can be undone on one desk."""
    history: int = 32 * 1024 * 1024
    """Bytes that those steps may take together."""
    name: int = 200
    """Letters of a desk's name."""
