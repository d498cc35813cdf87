"""The figures as a page: a section for each benchmark, with the machine and all versions."""

from __future__ import annotations

import datetime
import os
import platform
import re
from collections.abc import Iterable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from benchmarks import Row
from boardbytes.cores import core_count

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"

HEAD = """# Performance

Made by `python -m benchmarks --markdown`, which measures everything anew; with names, only those
sections; what needs a GPU, or another program, is missing where there is none. Peer and we run in
the same run, on the same input. Rates are the best of several rounds; what takes minutes (solving,
matches, archives, crowds of users) is run once. *Times* is how many times the peer's figure ours
is: more is better for rates, less for seconds, microseconds and memory.
"""

_PACKAGES = {
    "OpenSpiel": "open_spiel",
    "sgfmill": "sgfmill",
    "py-draughts": "py-draughts",
    "spooky_go": "spooky_go",
    "sente": "sente",
    "GNU Go": None,
}
"""Peers by the names that benchmarks give them, and the packages that know their versions."""

_OURS = ("numpy", "numba")


def section(name: str, rows: Iterable[Row]) -> str:
    """What a benchmark measured, as a section of the page."""
    about = (import_module(f"benchmarks.{name}").__doc__ or "").split("\n\n")[0].strip()
    lines = [
        *(f"## {name}", "", " ".join(about.split()), "", machine(), ""),
        *("| what | ours | peer | its figure | times |", "| --- | --- | --- | --- | --- |"),
    ]
    for row in rows:
        peer = with_version(row.peer_name or "") if row.peer is not None else ""
        theirs = short(row.peer) if row.peer is not None else ""
        ratio = f"{row.ratio:.2g}" if row.ratio is not None and row.ratio < 10 else ""
        ratio = f"{row.ratio:,.0f}" if row.ratio is not None and row.ratio >= 10 else ratio
        ours = f"{short(row.ours)} {row.unit}"
        lines.append(f"| {row.name} | {ours} | {peer} | {theirs} | {ratio} |")
    return "\n".join(lines) + "\n"


def with_version(peer: str) -> str:
    """A peer's name with its version, where the name does not tell it."""
    for name, package in _PACKAGES.items():
        if package and peer.startswith(name) and not re.search(r"\d\.\d", peer):
            try:
                return peer.replace(name, f"{name} {version(package)}", 1)
            except PackageNotFoundError:
                return peer
    return peer


def machine() -> str:
    """The machine, and what runs on it, in a line."""
    versions = ", ".join(f"{name} {version(name)}" for name in _OURS)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    return (
        f"{_processor()}, {core_count()} cores, {memory:.0f} GiB; {platform.system()},"
        f" Python {platform.python_version()}, {versions}; {today}."
    )


def _processor() -> str:
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.processor() or platform.machine()
    names = re.findall(r"^model name\s*:\s*(.+)$", text, re.MULTILINE)
    return names[0] if names else platform.machine()


def updated(page: str, sections: dict[str, str]) -> str:
    """The page with some sections new, in the order of their names."""
    kept = {
        text.split("\n", 1)[0].removeprefix("## "): text.rstrip() + "\n"
        for text in re.split(r"^(?=## )", page, flags=re.MULTILINE)[1:]
    }
    every = kept | sections
    return "\n".join([HEAD, *(every[name] for name in sorted(every))])


def short(number: float) -> str:
    """A figure as people say it."""
    for size, suffix in ((1e9, " billion"), (1e6, " million"), (1e3, " thousand")):
        if number >= size:
            return f"{number / size:.1f}{suffix}"
    return f"{number:.3g}"
