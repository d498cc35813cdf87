"""Many files turned into tables: found, read, checked and written, whatever is among them.

What this needs is imported late: meanwhile the processes that read start, and load it as well.

>>> from boardbytes.columns.scan import scan
>>> report = scan(["examples/endgame.dat"], "tables")  # doctest: +SKIP
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import boardbytes
from boardbytes.columns.scan.local import readers
from boardbytes.cores import core_count
from boardbytes.errors import ClusterError, MissingExtraError, ScanError
from boardbytes.files import locked
from boardbytes.model.registry import find

if TYPE_CHECKING:
    from boardbytes.columns.scan.journal import Journal
    from boardbytes.columns.scan.local import Read
    from boardbytes.columns.scan.parts import Part
    from boardbytes.columns.scan.reading import Done

ROWS_PER_FILE = 1_000_000
FILES_PER_PART = 10_000
BYTES_PER_PART = 16 << 20


@dataclass(frozen=True)
class Report:
    """How far a scan has got: files and bytes read, rows by table, and how much was done before."""

    parts: int = 0
    files: int = 0
    size: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    resumed_files: int = 0
    resumed_size: int = 0
    resumed_games: int = 0

    @property
    def games(self) -> int:
        """How many games and positions were read."""
        from boardbytes.columns.scan.reading import games_of

        return games_of(self.rows)

    @property
    def failed(self) -> int:
        """How many files and games could not be read."""
        return self.rows.get("failures", 0)

    def _with(self, files: int, size: int, rows: dict[str, int], was_done: bool) -> Report:
        from boardbytes.columns.scan.reading import games_of

        return Report(
            self.parts + 1,
            self.files + files,
            self.size + size,
            dict(Counter(self.rows) + Counter(rows)),
            self.resumed_files + files * was_done,
            self.resumed_size + size * was_done,
            self.resumed_games + games_of(rows) * was_done,
        )


def scan(
    paths: Sequence[str | os.PathLike[str]],
    out: str | os.PathLike[str],
    *,
    resume: bool = False,
    engine: str = "local",
    cores: int | None = None,
    address: str | None = None,
    rows_per_file: int = ROWS_PER_FILE,
    files_per_part: int = FILES_PER_PART,
    bytes_per_part: int = BYTES_PER_PART,
    on_progress: Callable[[Report], None] | None = None,
) -> Report:
    """Read every game of every file and write tables of them below the folder `out`.

    `paths` are files, folders, globs, zip and tar archives, and addresses that fsspec knows. A part
    of so many files or bytes is read at a time, and its rows are written to Parquet files of at
    most `rows_per_file` rows. With `resume` a scan that was killed goes on where it stopped.
    `engine` is `local` or `ray`: the same tables, made by `cores` of this machine or by a Ray
    cluster at `address`.

    A file that cannot be read stops nothing: it is a row in the table `failures`. Raises ScanError
    where a scan cannot begin, or go on.
    """
    if find_spec("pyarrow") is None:
        raise MissingExtraError("tables of games", "PyArrow", "columns")
    run = find("engine", engine, ENGINES)
    options = {
        "rows_per_file": rows_per_file,
        "files_per_part": files_per_part,
        "bytes_per_part": bytes_per_part,
    }
    for name, value in options.items():
        if value < 1:
            raise ScanError(f"{name} must be 1 or more, not {value}")
    names, folder = [os.fspath(path) for path in paths], Path(out)
    with run(names, cores, address) as read:
        from boardbytes.columns.scan.cutting import cut
        from boardbytes.columns.scan.journal import Journal
        from boardbytes.columns.scan.sources import find_sources

        begin = Journal.resume if resume else Journal.begin
        sources = find_sources(names, os.fspath(folder))
        if folder.exists() and not folder.is_dir():
            raise ScanError(f"{folder}: tables are written to a folder, and this is a file")
        folder.mkdir(parents=True, exist_ok=True)
        with locked(folder):
            scanning = _Scanning(begin(folder, names, options), on_progress)
            parts = cut(sources, files_per_part, bytes_per_part)
            for done in read(scanning.left(parts), rows_per_file):
                scanning.add(done)
    return scanning.report


_Engine: TypeAlias = "AbstractContextManager[Read]"


def _local(
    names: list[str], cores: int | None, address: str | None
) -> AbstractContextManager[Read]:
    if address is not None:
        raise ScanError("only a Ray cluster has an address: choose the engine ray")
    return readers(cores or core_count(), any(map(_is_collection, names)))


def _is_collection(name: str) -> bool:
    """Whether a path is that of much SGF, as far as its name and size tell."""
    path = Path(name)
    try:
        return path.suffix.lower() == ".sgf" and path.stat().st_size > BYTES_PER_PART
    except (OSError, ValueError):
        return False


@contextmanager
def _ray(names: list[str], cores: int | None, address: str | None) -> Iterator[Read]:
    """Parts read on a Ray cluster; a part whose workers keep dying, by a process here."""
    from boardbytes.columns.cluster import each_on_ray
    from boardbytes.columns.scan.local import Child
    from boardbytes.columns.scan.reading import read_part

    child = Child()

    def read(parts: Iterator[Part], rows_per_file: int) -> Iterator[Done]:
        def read_on_ray(part: Part) -> Done:
            return read_part(part, rows_per_file)

        for part, done in each_on_ray(read_on_ray, parts, address=address, cores=cores):
            yield child.read(part, rows_per_file) if isinstance(done, ClusterError) else done

    try:
        yield read
    finally:
        child.close()


ENGINES: dict[str, Callable[[list[str], int | None, str | None], _Engine]] = {
    "local": _local,
    "ray": _ray,
}
"""What reads parts, by name."""


class _Scanning:
    """A scan in progress."""

    def __init__(self, journal: Journal, on_progress: Callable[[Report], None] | None) -> None:
        self.journal, self.on_progress = journal, on_progress
        self.report = Report()

    def left(self, parts: Iterator[Part]) -> Iterator[Part]:
        """The parts that are not done yet."""
        for part in parts:
            if self.journal.has(part.number, part.digest):
                line = self.journal.lines[part.number]
                self._tell(self.report._with(line.files, line.size, line.rows, True))
            else:
                yield part

    def add(self, done: Done) -> None:
        """Write what was made of a part."""
        if done.version != boardbytes.__version__:
            raise ScanError(
                f"a worker has boardbytes {done.version}, but this is {boardbytes.__version__}:"
                " install the same version everywhere"
            )
        self.journal.write(done)
        self._tell(self.report._with(done.files, done.size, done.rows, False))

    def _tell(self, report: Report) -> None:
        self.report = report
        if self.on_progress is not None:
            self.on_progress(report)
