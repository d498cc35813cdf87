"""Problems collected while reading, so that all of them are reported at once."""

from __future__ import annotations

from dataclasses import replace

from boardbytes.errors import FormatError
from boardbytes.model import Document, Layout, Place, Problem, Severity


class Findings:
    """The problems found in one file of a format, in the order of their offsets.

    A format with a layout need not say in which field a byte is, or for which point.
    """

    def __init__(self, format: str, layout: Layout | None = None) -> None:
        self.format, self.layout = format, layout
        self._problems: list[Problem] = []
        self.has_errors = False

    def error(
        self,
        code: str,
        message: str,
        offset: int | None,
        found: object | None = None,
        ply: int | None = None,
        *,
        point: str | None = None,
        field: str | None = None,
    ) -> None:
        """An error; `ply` is the move of the record that cannot be played."""
        place = self._place(offset, ply, point, field)
        self._add(code, message, place, found, Severity.ERROR)

    def warning(
        self,
        code: str,
        message: str,
        offset: int | None,
        found: object | None = None,
        *,
        point: str | None = None,
        field: str | None = None,
    ) -> None:
        place = self._place(offset, None, point, field)
        self._add(code, message, place, found, Severity.WARNING)

    def _place(
        self, offset: int | None, ply: int | None, point: str | None, field: str | None
    ) -> Place:
        if self.layout is not None:
            known = self.layout.place_at(offset)
            point, field = point or known.point, field or known.field
        return Place(offset, ply=ply, point=point, field=field)

    def _add(
        self,
        code: str,
        message: str,
        place: Place,
        found: object | None,
        severity: Severity,
    ) -> None:
        shown = None if found is None else str(found)
        self.extend([Problem(code, message, place, severity, shown)])

    def extend(self, problems: list[Problem]) -> None:
        self._problems += problems
        self.has_errors = self.has_errors or any(problem.is_error for problem in problems)

    def take(self) -> list[Problem]:
        """What was found so far, which is then forgotten."""
        taken, self._problems = self._problems, []
        self.has_errors = False
        return taken

    @property
    def problems(self) -> tuple[Problem, ...]:
        return tuple(sorted(self._problems, key=lambda problem: problem.place.offset or 0))

    def raise_errors(self) -> None:
        """Raise FormatError with all problems if one of them is an error."""
        if self.has_errors:
            raise FormatError(self.problems, self.format)

    def finish(self, document: Document) -> Document:
        """The document with the warnings that were found.

        Raises FormatError if there are errors. If all of them are moves that cannot be played, it
        carries the game up to there, without the result: that belongs to another game.
        """
        errors = [problem for problem in self.problems if problem.is_error]
        warnings = tuple(problem for problem in self.problems if not problem.is_error)
        document = replace(document, problems=warnings)
        if not errors:
            return document
        record = document.record
        if record is not None and record.result is not None:
            document = Document.of(
                document.format, record.with_result(None), document.facts, warnings
            )
        is_readable = all(problem.place.ply is not None for problem in errors)
        raise FormatError(self.problems, self.format, document if is_readable else None)
