"""Python, this package, the packages it needs and those it can use."""

from __future__ import annotations

import platform
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

import boardbytes
from boardbytes.cli.health.finding import Finding, State

OLDEST_PYTHON = (3, 11)

EXTRAS = {
    "columns": "tables of games in Arrow and Parquet, files from anywhere",
    "cluster": "scanning on many machines",
    "env": "environments for PettingZoo",
    "gpu": "solving on a GPU",
    "postgresql": "the board library in PostgreSQL",
    "referee": "the contract that settles signed games",
}
"""Extras that users may want, and what for."""

DEVELOPERS = {"bench", "dev", "fuzz", "site"}
"""Extras for work on the project itself, which nobody else needs."""


class Requirement(NamedTuple):
    """A package that is needed: its oldest version, and for which extra; empty for none."""

    name: str
    oldest: str
    extra: str


@cache
def requirements() -> tuple[Requirement, ...]:
    """What the installed package says it needs; nothing if it was not installed."""
    try:
        lines = metadata.requires("boardbytes") or ()
    except metadata.PackageNotFoundError:
        return ()
    return tuple(parse_requirement(line) for line in lines if is_for(line, sys.version_info[:2]))


def is_for(line: str, python: tuple[int, ...]) -> bool:
    """Whether a requirement is for this Python: `coincurve>=20; python_version < '3.14'`."""
    bound = re.search(r"python_version\s*<\s*['\"]([\d.]+)['\"]", line)
    return bound is None or python < numbers(bound[1])


def parse_requirement(line: str) -> Requirement:
    """A line of an installed package: `numpy>=2.0` or `ray>=2.30; extra == 'cluster'`."""
    name = re.match(r"[\w.-]+", line)
    oldest = re.search(r"[>=]=\s*(\d[\d.]*)", line)
    extra = re.search(r"extra\s*==\s*['\"](.+?)['\"]", line)
    return Requirement(
        *(found[found.re.groups] if found else "" for found in (name, oldest, extra))
    )


def look_at_python() -> Iterator[Finding]:
    version = platform.python_version()
    facts = {"version": version, "path": sys.executable}
    says = f"{version}, {sys.executable}"
    if sys.version_info[:2] >= OLDEST_PYTHON:
        yield Finding("Python", State.FINE, says, facts=facts)
    else:
        oldest = ".".join(map(str, OLDEST_PYTHON))
        yield Finding("Python", State.BROKEN, says, f"install Python {oldest} or newer", facts)


def look_at_boardbytes() -> Iterator[Finding]:
    """The package itself, and whether what runs is what was installed."""
    ours, folder = boardbytes.__version__, str(Path(boardbytes.__file__).parent)
    facts = {"version": ours, "path": folder}
    try:
        installed = metadata.version("boardbytes")
    except metadata.PackageNotFoundError:
        says = f"{ours}, {folder}, not installed: what it needs is not known"
        yield Finding("boardbytes", State.MISSING, says, "python -m pip install .", facts)
        return
    if installed == ours:
        yield Finding("boardbytes", State.FINE, f"{ours}, {folder}", facts=facts)
    else:
        says = f"{ours}, {folder}, but {installed} was installed"
        get = "python -m pip install --force-reinstall boardbytes"
        yield Finding("boardbytes", State.BROKEN, says, get, facts | {"installed": installed})


def look_at_packages() -> Iterator[Finding]:
    """Every package that the plain installation needs."""
    for needed in requirements():
        if not needed.extra:
            yield _seen(needed)


def look_at_extras() -> Iterator[Finding]:
    """Every extra: whether all that it brings is there."""
    for extra, purpose in EXTRAS.items():
        brought = [_seen(needed) for needed in requirements() if needed.extra == extra]
        facts = {each.name: each.facts["version"] for each in brought}
        if brought and all(each.state is State.FINE for each in brought):
            yield Finding(extra, State.FINE, purpose, facts=facts)
        else:
            get = f"python -m pip install 'boardbytes[{extra}]'"
            yield Finding(extra, State.MISSING, purpose, get, facts)


def _seen(needed: Requirement) -> Finding:
    """One package: its version, and whether that is new enough."""
    name, oldest, _ = needed
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        version = None
    facts = {"version": version, "oldest": oldest or None}
    if version and numbers(version) >= numbers(oldest):
        return Finding(name, State.FINE, version, facts=facts)
    says = f"{version} is too old" if version else "not installed"
    wanted = f"'{name}>={oldest}'" if oldest else name
    return Finding(name, State.BROKEN, says, f"python -m pip install {wanted}", facts)


def numbers(version: str) -> tuple[int, ...]:
    """The numbers that a version begins with, without zeros at the end, to be compared."""
    begins = re.match(r"[\d.]*", version)
    found = list(map(int, re.findall(r"\d+", begins[0] if begins else "")))
    while found and found[-1] == 0:
        found.pop()
    return tuple(found)
