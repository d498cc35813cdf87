"""One thing that is wrong, and where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """An error: no model can be built. A warning: one can, but something is odd."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True)
class Problem:
    """A finding: a code for programs, a sentence for people, a place in the bytes.

    The text reads `player must be 1 (white) or 2 (black) at byte 0 (found 7)`.
    """

    code: str
    message: str
    offset: int | None = None
    found: str | None = None
    severity: Severity = Severity.ERROR
    ply: int | None = None
    """The move of the record that is wrong, counted from 1."""

    @property
    def is_error(self) -> bool:
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        text = self.message
        if self.offset is not None:
            text += f" at byte {self.offset}"
        if self.found is not None:
            text += f" (found {self.found})"
        return text
