"""`scan`: many files into tables that DuckDB, Polars and others read."""

from __future__ import annotations

import sys
import threading
from contextlib import redirect_stdout
from dataclasses import asdict
from typing import Any

import click

from boardbytes.cli import FINE, PROBLEMS
from boardbytes.cli.common import say, write_json
from boardbytes.cli.options import json_option
from boardbytes.cli.progress import Line
from boardbytes.model.words import counted

_LONG = 100
"""Beyond this many hours nobody wants to know exactly how many are left."""


@click.command(short_help="Many files into Parquet tables, on all cores or a cluster.")
@click.argument("paths", metavar="PATH...", nargs=-1, required=True)
@click.option("--output", "-o", metavar="FOLDER", required=True, help="Where the tables go.")
@click.option("--resume", is_flag=True, help="Go on with a scan that was stopped.")
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="Read on this machine, or on a Ray cluster.",
)
@click.option(
    "--address",
    metavar="ADDRESS",
    help="The address of a running Ray cluster; by default one is started here.",
)
@click.option("--cores", type=click.IntRange(1), help="How many cores to use; all by default.")
@click.option(
    "--rows-per-file",
    type=click.IntRange(1),
    default=1_000_000,
    show_default=True,
    help="The most rows that a Parquet file has: a usual part gives far fewer.",
)
@click.option(
    "--files-per-part",
    type=click.IntRange(1),
    default=10_000,
    show_default=True,
    help="How many files are read before their rows are written.",
)
@click.option(
    "--bytes-per-part",
    type=click.IntRange(1),
    default=16 << 20,
    show_default=True,
    help="Or how many bytes; a part gives one Parquet file for each table, or several.",
)
@json_option
def command(
    paths: tuple[str, ...],
    output: str,
    resume: bool,
    engine: str,
    address: str | None,
    cores: int | None,
    rows_per_file: int,
    files_per_part: int,
    bytes_per_part: int,
    as_json: bool,
) -> int:
    """Read every game of every file and write tables of them in Parquet.

    A PATH is a file, a folder, a glob, a zip or tar archive, or an address such as
    s3://bucket/games. Formats are found from the bytes. Below the output FOLDER there is a folder
    for each game (go, mill, checkers, tiles), one of failures, with the place of each, and one with
    a row for every file that was read.

    A file that cannot be read stops nothing; the exit code is then 1. A scan that was stopped, or
    killed, goes on with --resume and the same PATHs: every file is counted once.
    """
    from boardbytes.columns.scan import Report, scan

    line = Line()
    total = _Total(paths, output) if sys.stderr.isatty() else None

    def tell(report: Report) -> None:
        if line.is_due:
            line.say(_progress(report, line.seconds, total.size if total else None))

    try:
        with redirect_stdout(sys.stderr):  # Ray tells there of machines that have died
            report = scan(
                paths,
                output,
                resume=resume,
                engine=engine,
                cores=cores,
                address=address,
                rows_per_file=rows_per_file,
                files_per_part=files_per_part,
                bytes_per_part=bytes_per_part,
                on_progress=tell,
            )
    finally:
        line.clear()
    if as_json:
        write_json(_plain(report, output, line.seconds))
    else:
        _say(report, output, line.seconds)
    return PROBLEMS if report.failed else FINE


class _Total:
    """How many bytes there are to read, counted while the reading goes on."""

    def __init__(self, paths: tuple[str, ...], output: str) -> None:
        self.size: int | None = None
        self._given = paths, output
        self.thread = threading.Thread(target=self._count, daemon=True)
        self.thread.start()

    def _count(self) -> None:
        from boardbytes.columns.scan.sources import find_sources
        from boardbytes.errors import BoardbytesError

        try:
            self.size = sum(source.size for source in find_sources(*self._given))
        except (BoardbytesError, OSError):
            return  # Anyone who reads the file will report it.


def _progress(report: Any, seconds: float, total: int | None) -> str:
    """How far it has got, how fast, and how long it will take."""
    games, size = report.games - report.resumed_games, report.size - report.resumed_size
    words = [counted(report.files, "file"), counted(report.games, "game")]
    if report.failed:
        words.append(f"{report.failed:,} failed")
    if seconds > 0 and size:
        words.append(f"{games / seconds:,.0f} games/s")
        words.append(f"{size / seconds / 1e6:,.1f} MB/s")
    if total and size and report.size < total:
        words.append(_left((total - report.size) * seconds / size))
    return ", ".join(words)


def _left(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours >= _LONG:
        return "days left"
    return f"about {hours}:{minutes:02}:{rest:02} left"


def _say(report: Any, output: str, seconds: float) -> None:
    tables = [
        f"{counted(count, 'row')} of {table}"
        for table, count in report.rows.items()
        if table not in ("failures", "files")
    ]
    before = f", {report.resumed_files:,} of them earlier" if report.resumed_files else ""
    say(f"{counted(report.files, 'file')} read{before}: {', '.join(tables) or 'no games'}")
    if report.failed:
        say(f"{report.failed:,} could not be read, or only in part: see {output}/failures")


def _plain(report: Any, output: str, seconds: float) -> dict[str, Any]:
    values = asdict(report) | {"games": report.games, "failed": report.failed}
    return values | {"output": output, "seconds": round(seconds, 3)}
