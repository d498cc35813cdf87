"""`check`: all findings over any number of files, and repair."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from boardbytes.cli import FINE, PROBLEMS, WRONG, complain, describe
from boardbytes.cli.common import (
    files_argument,
    format_option,
    json_option,
    named,
    plain_problem,
    read,
    shown_name,
    write_json,
)
from boardbytes.errors import FormatError
from boardbytes.files import STANDARD_STREAM, write_whole
from boardbytes.formats import loads
from boardbytes.formats import repair as repair_data
from boardbytes.model import Problem


@dataclass(frozen=True)
class Report:
    """What was found in one file."""

    path: str
    format: str
    data: bytes
    problems: tuple[Problem, ...]

    @property
    def has_errors(self) -> bool:
        return any(problem.is_error for problem in self.problems)


@click.command(short_help="Everything that is wrong with files, and repair.")
@files_argument
@format_option
@click.option(
    "--repair",
    is_flag=True,
    help="Rebuild what the format stores twice. The file is replaced; the old one is kept beside"
    " it with .bak at the end.",
)
@click.option("--output", "-o", metavar="FILE", help="Write the repaired file here instead.")
@json_option
def command(
    files: tuple[str, ...],
    format_name: str | None,
    repair: bool,
    output: str | None,
    as_json: bool,
) -> int:
    """List everything that is wrong with files, each finding with its offset.

    Errors mean that no position can be built; warnings, that one can but no game reaches it.
    """
    if output and not repair:
        raise click.UsageError("--output goes with --repair")
    if output and len(files) > 1:
        raise click.UsageError("--output takes one file at a time")
    if repair and STANDARD_STREAM in files and not output:
        raise click.UsageError("standard input cannot be replaced: give --output")
    code, reports = FINE, []
    for path in files:
        try:
            report = _report(path, format_name)
        except FormatError as error:
            code = max(code, complain(str(named(error, path)), WRONG))
        except OSError as error:
            code = max(code, complain(describe(error), WRONG))
        else:
            code = max(code, PROBLEMS if report.problems else FINE)
            changes = _repair(report, output) if repair else []
            reports.append(_plain(report, changes))
            if not as_json:
                _say(report, changes)
    if as_json:
        write_json(reports)
    return code


def _report(path: str, format_name: str | None) -> Report:
    """What is wrong with a file; FormatError only if it looks like no format at all."""
    data = read(path, format_name)
    try:
        document = loads(data, format_name)
    except FormatError as error:
        if error.format is None:
            raise
        return Report(path, error.format, data, error.problems)
    return Report(path, document.format or "", data, document.problems)


def _repair(report: Report, output: str | None) -> list[dict[str, Any]]:
    """Repair a file and write it; what was changed."""
    repaired, changes = repair_data(report.data, report.format)
    if output:
        write_whole(output, repaired)
    elif changes:
        shutil.copy2(report.path, _backup_name(report.path))
        write_whole(report.path, repaired)
    return [
        {
            "offset": change.offset,
            "before": change.before,
            "after": change.after,
            "reason": change.reason,
        }
        for change in changes
    ]


def _backup_name(path: str) -> Path:
    """A name beside the file that is not taken."""
    backup, number = Path(f"{path}.bak"), 2
    while backup.exists():
        backup, number = Path(f"{path}.bak{number}"), number + 1
    return backup


def _say(report: Report, changes: list[dict[str, Any]]) -> None:
    name = shown_name(report.path)
    for problem in report.problems:
        click.echo(f"{name}: {problem.severity.value}: {problem}")
    if not report.problems:
        click.echo(f"{name}: fine ({report.format})")
    for change in changes:
        click.echo(
            f"{name}: repaired: byte {change['offset']}, {change['before']} became"
            f" {change['after']}: {change['reason']}"
        )


def _plain(report: Report, changes: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "file": report.path,
        "format": report.format,
        "ok": not report.has_errors,
        "problems": [plain_problem(problem) for problem in report.problems],
        "changes": changes,
    }
