"""What was seen of one thing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any


class State(Enum):
    """How a thing is: as it should be, not there though it could be, or broken."""

    FINE = "fine"
    MISSING = "missing"
    BROKEN = "broken"


@dataclass(frozen=True)
class Finding:
    """One thing: how it is, in words and as facts; `get` is what to do about it."""

    name: str
    state: State
    says: str
    get: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)


def bytes_in_words(count: float) -> str:
    """A number of bytes as people say it: `46 bytes`, `1.2 MB`."""
    if count < 1000:
        return f"{count:.0f} bytes"
    for unit in ("kB", "MB"):
        count /= 1000
        if count < 1000:
            return f"{count:.1f} {unit}"
    return f"{count / 1000:.1f} GB"
