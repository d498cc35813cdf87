"""`check`: all findings in any number of files, and repair."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from itertools import chain
from mmap import mmap
from pathlib import Path
from typing import Any

import click

from boardbytes.cli import FINE, PROBLEMS, WRONG, complain, describe
from boardbytes.cli.common import (
    decode_dialect,
    format_problem,
    in_game,
    named,
    open_format,
    read,
    say,
    shown_name,
    write_json,
)
from boardbytes.cli.options import dialect_option, files_argument, format_option, json_option
from boardbytes.cli.progress import LONG, with_progress
from boardbytes.cli.told import board_options
from boardbytes.errors import FormatError
from boardbytes.files import STANDARD_STREAM, map_copy, read_limited, size_of, write_whole
from boardbytes.formats import CERTAIN, FORMATS
from boardbytes.formats import repair as repair_data
from boardbytes.formats.format import MANY, Change, Format
from boardbytes.model import Problem, Severity
from boardbytes.model.problem import plain_problem

HEAD = 65536
"""How many bytes of a large file are looked at to know what it is."""


@dataclass(frozen=True)
class Checked:
    """A file that is checked as its problems are asked for: only one game is held at a time."""

    path: str
    data: bytes | mmap
    format: Format
    dialect: str | None = None

    def problems(self) -> Iterator[Problem]:
        """Everything that is wrong with any game; with the game's number if there are several."""
        found = self._found()
        if len(self.data) > LONG:
            found = with_progress(found, "game")
        first, second = next(found, ()), next(found, None)
        if second is None:
            yield from first
            return
        for number, problems in enumerate(chain((first, second), found), 1):
            yield from (in_game(problem, number) for problem in problems)

    def _found(self) -> Iterator[tuple[Problem, ...]]:
        """The problems of every game."""
        if not self.dialect:
            return self.format.check(self.data)
        try:
            return iter([decode_dialect(bytes(self.data), self.format, self.dialect).problems])
        except FormatError as error:
            return iter([error.problems])


@click.command(short_help="List everything that is wrong with files, and repair them.")
@files_argument
@format_option
@board_options
@dialect_option
@click.option(
    "--repair",
    is_flag=True,
    help="Rebuild what the format stores twice, or what an old program wrote wrongly. The file is"
    " replaced; the old one is kept beside it with .bak at the end.",
)
@click.option("--output", "-o", metavar="FILE", help="Write the repaired file here instead.")
@click.option("--strict", is_flag=True, help="Exit with 1 for warnings as well.")
@json_option
def command(
    files: tuple[str, ...],
    format_name: str | None,
    told: dict[str, Any],
    dialect: str | None,
    repair: bool,
    output: str | None,
    strict: bool,
    as_json: bool,
) -> int:
    """List everything that is wrong with files, each finding with its place.

    An error means that something cannot be read as it stands; a warning, that a person should
    look. The exit code is 1 if there is an error; with --strict, if there is any finding.
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
            checked = replace(_open(path, format_name, told), dialect=dialect)
        except FormatError as error:
            code = max(code, complain(str(named(error, path)), WRONG))
        except OSError as error:
            code = max(code, complain(describe(error), WRONG))
        else:
            if as_json:
                report = _plain(checked)
                found = {problem["severity"] for problem in report["problems"]}
            else:
                found = _say(checked)
            is_fine = not found if strict else Severity.ERROR.value not in found
            changes = _repair(checked, output) if repair else ()
            code = max(code, FINE if is_fine else PROBLEMS)
            if as_json:
                reports.append(report | {"changes": [asdict(change) for change in changes]})
            else:
                _say_changes(path, changes)
    if as_json:
        write_json(reports)
    return code


def _open(path: str, format_name: str | None, told: Mapping[str, Any]) -> Checked:
    """A file to check; FormatError only if it looks like no format at all."""
    if large := _open_large(path, format_name):
        return large
    data = read(path, format_name)
    return Checked(path, data, open_format(data, format_name, path, told))


def _open_large(path: str, format_name: str | None) -> Checked | None:
    """A large file that need not be held in memory; None if it must, or is something else."""
    size = size_of(path) if os.path.isfile(path) else None  # noqa: PTH113 (a text may be too long for a Path)
    if size is None or size <= MANY:
        return None
    head = read_limited(path, HEAD)
    certain = (format for format in FORMATS.values() if format.likeness(head) == CERTAIN)
    format = FORMATS.find(format_name) if format_name else next(certain, None)
    if format is None or not format.checks_in_bulk or size > format.max_size:
        return None
    try:
        data = map_copy(path, format.max_size + 1)
    except OSError:  # There may be no room for a copy.
        return None
    if data is None or not MANY < len(data) <= format.max_size:
        return None
    return Checked(path, data, format)


def _repair(checked: Checked, output: str | None) -> tuple[Change, ...]:
    """Repair a file and write it; returns what was changed."""
    repaired, changes = repair_data(bytes(checked.data), checked.format.name)
    if output:
        write_whole(output, repaired)
    elif changes:
        backup = _backup_name(checked.path)
        write_whole(backup, bytes(checked.data))
        shutil.copymode(checked.path, backup)
        write_whole(checked.path, repaired)
    return changes


def _backup_name(path: str) -> Path:
    """A name beside the file that is not taken."""
    backup, number = Path(f"{path}.bak"), 2
    while backup.exists():
        backup, number = Path(f"{path}.bak{number}"), number + 1
    return backup


def _say(checked: Checked) -> set[str]:
    """Say what is wrong with a file as it is found; returns the severities."""
    name, found = shown_name(checked.path), set[str]()
    for problem in checked.problems():
        found.add(problem.severity.value)
        say(f"{name}: {format_problem(problem)}")
    if not found:
        say(f"{name}: fine ({checked.format.name})")
    return found


def _say_changes(path: str, changes: Iterable[Change]) -> None:
    for change in changes:
        say(
            f"{shown_name(path)}: repaired: {change.what}, {change.before} became"
            f" {change.after}: {change.reason}"
        )


def _plain(checked: Checked) -> dict[str, Any]:
    problems = list(checked.problems())
    return {
        "file": checked.path,
        "format": checked.format.name,
        "ok": not any(problem.is_error for problem in problems),
        "problems": [plain_problem(problem) for problem in problems],
    }
