"""The lines of a transcript: JSON objects, each with a check over itself and all before it.

So any changed byte shows, even one that no one signed.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

CHECK_DIGITS = 16


@dataclass(frozen=True)
class Line:
    """A line of a file: its number from 1, its place, its text; `is_ended` by a line feed."""

    number: int
    offset: int
    text: bytes
    is_ended: bool


def split_lines(data: bytes) -> Iterator[Line]:
    """The lines of a file. Only a line feed ends one; the last may lack it."""
    offset = 0
    for number, text in enumerate(data.split(b"\n"), 1):
        is_ended = offset + len(text) < len(data)
        if text or is_ended:
            yield Line(number, offset, text, is_ended)
        offset += len(text) + 1


def check_of(text: str, before: str) -> str:
    """The check of a line: `text` is the line without it, `before` the check of the line before."""
    return hashlib.sha256((before + text).encode("ascii")).hexdigest()[:CHECK_DIGITS]


def seal(values: Mapping[str, Any], before: str) -> tuple[str, str]:
    """The text of a line that holds these values, and its check."""
    check = check_of(json.dumps(values), before)
    return json.dumps({**values, "check": check}), check
