"""Where findings and spans may point: into the file they speak about."""

from __future__ import annotations

from collections.abc import Iterable

import boardbytes as bb
from boardbytes.model import Problem


def check_spans(data: bytes, name: str | None) -> None:
    """Spans follow one another, have a name and something in them, and end with the file."""
    end = 0
    for span in bb.explain(data, name):
        assert end <= span.offset < span.offset + span.size <= len(data), span
        assert span.name, span
        end = span.offset + span.size


def check_problems(data: bytes, problems: Iterable[Problem]) -> None:
    """Findings have words and stand in the file, or at its end where something is missing."""
    for problem in problems:
        assert problem.message, problem
        offset = problem.place.offset
        assert offset is None or 0 <= offset <= len(data), problem
