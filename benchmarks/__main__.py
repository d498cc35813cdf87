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
from benchmarks import Row, page
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
        "--keep", action="store_true", help="keep what servers hold, for docs/trust.md"
    )
    args = parser.parse_args()
    if args.names[:1] == [CORPUS]:
        if len(args.names) != 2 or not Path(args.names[1]).is_dir():
            parser.error("corpus takes a folder")
        if isinstance(sys.stdout, io.TextIOWrapper):  # files may be called anything
            sys.stdout.reconfigure(errors="backslashreplace")
        import_module("benchmarks.corpus").report(Path(args.names[1]))
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
    """Measure, and keep the figures of servers for the page of trust."""
    for name in names:
        rows = list(import_module(f"benchmarks.{name}").rows())
        if name in SERVERS:
            results.keep("load", name, {"rows": [row.plain() for row in rows]})
        yield from rows


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
