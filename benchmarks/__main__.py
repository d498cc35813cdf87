"""Run the benchmarks and print a line, or a JSON object, for each figure, or make the page."""

from __future__ import annotations

import argparse
import io
import json
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

import benchmarks
from benchmarks import Comparison, Row, page
from benchmarks.page import short
from boardbytes.files import write_whole
from tools import results

CORPUS = "corpus"
"""Measures nothing, and takes a folder of files instead."""
SERVERS = ("relay", "registry", "studio")
HELPERS = (
    "__main__",
    "match_games",
    "match_players",
    "old_search",
    "own_cores",
    "page",
    "postgresql",
    "processes",
)
MODULES = sorted(
    module.name
    for module in pkgutil.iter_modules(benchmarks.__path__)
    if module.name not in HELPERS and not module.name.startswith(CORPUS)
)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=benchmarks.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of: {', '.join(MODULES)}")
    parser.add_argument("--json", action="store_true", help="write JSON for programs")
    parser.add_argument(
        "--markdown", action="store_true", help="write what is measured into docs/performance.md"
    )
    parser.epilog = "python -m benchmarks corpus FOLDER tells how many files of the world we read."
    parser.add_argument(
        "--keep",
        action="store_true",
        help="keep what servers hold and what was compared, for docs/trust.md",
    )
    args = parser.parse_args()
    if args.names[:1] == [CORPUS]:
        if len(args.names) != 2 or not Path(args.names[1]).is_dir():
            parser.error("corpus takes a folder")
        if isinstance(sys.stdout, io.TextIOWrapper):  # files may be called anything
            sys.stdout.reconfigure(errors="backslashreplace")
        found = import_module("benchmarks.corpus").report(Path(args.names[1]))
        for each in found if args.keep else ():
            _keep_comparison(each, "python -m benchmarks --keep corpus FOLDER")
        return
    unknown = set(args.names) - set(MODULES)
    if unknown:
        parser.error(f"no benchmark is called {', '.join(sorted(unknown))}")
    if args.markdown:
        _write_page(args.names or MODULES)
        return
    rows: Iterable[Row] = _rows(args.names or MODULES)
    if args.keep:
        rows = _keep(args.names or SERVERS)
    if args.json:
        print(json.dumps([row.plain() for row in rows], indent=2))
        return
    for row in rows:
        line = f"{row.name}: {short(row.ours)} {row.unit}"
        if row.ratio is not None and row.peer is not None:
            line += f"; {row.peer_name} {short(row.peer)}: {row.ratio:.1f} times"
        print(line, flush=True)


def _keep(names: Iterable[str]) -> Iterator[Row]:
    """Measure or compare, and keep what the page of trust says: of servers, and of others."""
    for name in names:
        module = import_module(f"benchmarks.{name}")
        if compare := getattr(module, "comparisons", None):
            for each in compare():
                _keep_comparison(each, f"python -m benchmarks --keep {name}")
                yield each.row
            continue
        rows = list(module.rows())
        if name in SERVERS:
            kept = {"rows": [row.plain() for row in rows], "day": results.day_of_code()}
            results.keep("load", name, kept)
        yield from rows


def _keep_comparison(found: Comparison, command: str) -> None:
    seen = found.plain() | {"command": command, "day": results.day_of_code()}
    results.keep("differences", found.ours, seen)


def _rows(names: list[str]) -> Iterator[Row]:
    for name in names:
        yield from import_module(f"benchmarks.{name}").rows()


def _write_page(names: list[str]) -> None:
    """Measure and put each section into the page as soon as it is known.

    A benchmark that could measure nothing here leaves the page as it was.
    """
    for name in names:
        rows = list(import_module(f"benchmarks.{name}").rows())
        if not rows:
            print(f"{name}: nothing to measure on this machine", flush=True)
            continue
        section = page.section(name, rows)
        before = page.PAGE.read_text() if page.PAGE.exists() else ""
        write_whole(page.PAGE, page.updated(before, {name: section}).encode())
        print(section, flush=True)


if __name__ == "__main__":
    main()
