"""Problems collected while reading, so that all of them are told at once."""

from __future__ import annotations

from boardbytes.errors import FormatError
from boardbytes.model import Problem, Severity


class Findings:
    """The problems found in one file of a format, in the order of their offsets."""

    def __init__(self, format: str) -> None:
        self.format = format
        self._problems: list[Problem] = []

    def error(
        self, code: str, message: str, offset: int | None, found: object | None = None
    ) -> None:
        self._add(code, message, offset, found, Severity.ERROR)

    def warning(
        self, code: str, message: str, offset: int | None, found: object | None = None
    ) -> None:
        self._add(code, message, offset, found, Severity.WARNING)

    def _add(
        self, code: str, message: str, offset: int | None, found: object | None, severity: Severity
    ) -> None:
        shown = None if found is None else str(found)
        self._problems.append(Problem(code, message, offset, shown, severity))

    def extend(self, problems: list[Problem]) -> None:
        self._problems += problems

    def take(self) -> list[Problem]:
        """What was found so far, which is then forgotten."""
        taken, self._problems = self._problems, []
        return taken

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(sorted(self._problems, key=lambda problem: problem.offset or 0))

    @property
    def has_errors(self) -> bool:
        return any(problem.is_error for problem in self._problems)

    def raise_errors(self) -> None:
        """Raise FormatError with all problems if one of them is an error."""
        if self.has_errors:
            raise FormatError(self.problems, self.format)
