"""What a scan has done so far, so that it can be killed at any moment and resumed.

A part's files are written first, each whole or not at all, then a line for the part. A part without
a line is read again, and writes the same files under the same names.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import boardbytes
from boardbytes.columns.scan.reading import Done
from boardbytes.columns.tables.schemas import SCHEMAS, VERSION
from boardbytes.errors import JsonError, ScanError
from boardbytes.files import write_whole
from boardbytes.json_reading import read_json

FOLDER = "_scan"
"""In the folder of the result; readers of tables skip what begins with an underscore."""


@dataclass(frozen=True)
class Line:
    """What is known of a part that is done."""

    part: int
    digest: str
    files: int
    size: int
    rows: dict[str, int]
    outputs: list[str]


class Journal:
    """The lines of a scan into a folder."""

    def __init__(self, folder: Path, plan: dict[str, Any], lines: dict[int, Line]) -> None:
        self.folder, self.plan, self.lines = folder, plan, lines

    @classmethod
    def begin(cls, folder: Path, paths: Sequence[str], options: dict[str, int]) -> Journal:
        """Start a scan into a folder that is empty or not there yet."""
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            is_scan = (folder / FOLDER / "plan.json").exists()
            hint = "give --resume to go on with its scan" if is_scan else "it must be empty"
            raise ScanError(f"{folder}: the folder is not empty; {hint}")
        (folder / FOLDER).mkdir(parents=True, exist_ok=True)
        plan = _plan(paths, options)
        write_whole(folder / FOLDER / "plan.json", json.dumps(plan, indent=2).encode())
        write_whole(folder / FOLDER / "journal.jsonl", b"")
        return cls(folder, plan, {})

    @classmethod
    def resume(cls, folder: Path, paths: Sequence[str], options: dict[str, int]) -> Journal:
        """Go on with a scan, or start one where there is none."""
        try:
            plan, _ = read_json((folder / FOLDER / "plan.json").read_bytes())
        except FileNotFoundError:
            return cls._begin_again(folder, paths, options)
        except JsonError:
            plan = None
        if not isinstance(plan, dict):
            raise ScanError(f"{folder}: the plan of the scan is damaged")
        wanted = _plan(paths, options)
        for name, value in wanted.items():
            if plan.get(name) != value:
                raise ScanError(
                    f"{folder}: this scan was begun with {name} {_shown(plan.get(name))}, not with"
                    f" {_shown(value)}: resume it as it was begun, or choose another folder"
                )
        lines = _read_lines(folder / FOLDER / "journal.jsonl")
        for table in SCHEMAS:
            for left in folder.glob(f"{table}/.part-*"):
                left.unlink()
        return cls(folder, plan, {line.part: line for line in lines})

    @classmethod
    def _begin_again(cls, folder: Path, paths: Sequence[str], options: dict[str, int]) -> Journal:
        """Start where no scan was begun; a kill may have left our own folder without a plan."""
        own = folder / FOLDER
        if own.is_dir() and not any(each for each in folder.iterdir() if each != own):
            for left in own.iterdir():
                left.unlink()
            own.rmdir()
        return cls.begin(folder, paths, options)

    def write(self, done: Done) -> None:
        """Write the files of a part, then its line."""
        for output in done.outputs:
            path = self.folder / output.name
            path.parent.mkdir(exist_ok=True)
            write_whole(path, output.data)
        line = {
            "part": done.number,
            "digest": done.digest,
            "files": done.files,
            "size": done.size,
            "rows": done.rows,
            "outputs": [output.name for output in done.outputs],
        }
        with (self.folder / FOLDER / "journal.jsonl").open("ab") as file:
            file.write(json.dumps(line).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())
        self.lines[done.number] = Line(**line)  # type: ignore[arg-type]

    def has(self, number: int, digest: str) -> bool:
        """Whether a part is done; ScanError if what it read is not what is there now."""
        line = self.lines.get(number)
        if line is None:
            return False
        if line.digest != digest:
            raise ScanError(
                f"{self.folder}: the files to scan have changed since part {number} was read:"
                " choose another folder and begin anew"
            )
        return True


def _read_lines(path: Path) -> list[Line]:
    """The lines of a journal; one that was cut off by a kill is forgotten."""
    data = path.read_bytes() if path.exists() else b""
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        write_whole(path, whole)
    try:
        return [_line(line) for line in whole.splitlines()]
    except (JsonError, TypeError):
        raise ScanError(f"{path}: the journal of the scan is damaged") from None


def _line(text: bytes) -> Line:
    """A line of a journal; TypeError for JSON that is none."""
    line = Line(**read_json(text)[0])
    counts = [line.part, line.files, line.size, *dict(line.rows).values()]
    if not all(type(count) is int and count >= 0 for count in counts):
        raise TypeError("a count must be a number")
    if not all(isinstance(name, str) for name in (line.digest, *line.outputs)):
        raise TypeError("a name must be text")
    return line


def _plan(paths: Sequence[str], options: dict[str, int]) -> dict[str, Any]:
    versions = {"boardbytes": boardbytes.__version__, "schema": VERSION}
    return {"paths": [_absolute(path) for path in paths], **options, **versions}


def _absolute(path: str) -> str:
    """A path as it is seen from anywhere, as text that JSON can hold."""
    from boardbytes.columns.scan.sources import is_remote, shown

    return path if is_remote(path) else shown(os.path.abspath(path))  # noqa: PTH100


def _shown(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)
