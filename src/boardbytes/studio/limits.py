"""How much the studio takes on: sizes, times and numbers, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Allowance:
    """What a single task in a process of its own may take."""

    seconds: float
    memory: int = 2 * 1024**3
    """Bytes; files that are only mapped do not count."""
    answer: int = 64 * 1024**2
    """The most bytes that may come back."""
    patience: float = 30.0
    """Seconds to wait for a process to be free."""


@dataclass(frozen=True)
class Limits:
    """More than this is refused; every request is treated as hostile."""

    upload: int = 4 * 1024 * 1024
    """Bytes of a file, and of any other request."""
    head_seconds: float = 10.0
    """Seconds that the head of a request may take to arrive."""
    body_seconds: float = 60.0
    """Seconds that its body may take after that."""
    half_requests: int = 202
    """How many requests may be on their way without a whole head; beyond, the oldest is dropped."""
    reading: Allowance = field(default_factory=lambda: Allowance(10.0))
    """For understanding, explaining, drawing, changing and converting a file."""
    thinking: Allowance = field(default_factory=lambda: Allowance(180.0, 4 * 1024**3))
    """For a computer's move and for values: kernels may have to be compiled first."""
    window: int = 64 * 1024
    """Bytes that are explained in one answer."""
    desks: int = 1_000
    """Beyond this, the desk left untouched the longest is cleared away, unless it is signed."""
    forgotten: int = 20
    """How many forgotten desks can still be taken up again."""
    watchers: int = 200
    """How many may wait at once to be told of changes."""
    revisions: int = 500
    """Steps that can be undone on one desk."""
    history: int = 32 * 1024 * 1024
    """Bytes that those steps may take together."""
    name: int = 200
    """Characters of a desk's name."""
