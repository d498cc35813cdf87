"""What `doctor` looks at: a table with one row for each look.

Nothing is changed or made, the network is not used, and no compiler is loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeAlias

from boardbytes.cli.health import machine, packages, places
from boardbytes.cli.health.finding import Finding, State

__all__ = ["EXAMINATION", "Finding", "State", "examine"]

Look: TypeAlias = Callable[[], Iterable[Finding]]

EXAMINATION: tuple[tuple[str, Look], ...] = (
    ("versions", packages.look_at_python),
    ("versions", packages.look_at_boardbytes),
    ("versions", packages.look_at_packages),
    ("extras", packages.look_at_extras),
    ("caches", places.look_at_cache),
    ("caches", places.look_at_kernels),
    ("tables", places.look_at_small_tables),
    ("tables", places.look_at_mill_tables),
    ("engines", machine.look_at_engines),
    ("GPU", machine.look_at_gpu),
    ("databases", places.look_at_databases),
    ("databases", places.look_at_keys),
)
"""Every section and what is looked at in it, in the order in which it is printed."""


def examine(folders: Iterable[Path] = ()) -> Iterator[tuple[str, Finding]]:
    """Everything there is to see, with its section; solved tables also in other `folders`."""
    rows = list(EXAMINATION)
    rows += [("tables", partial(places.look_at_mill_tables, folder)) for folder in folders]
    sections = list(dict.fromkeys(section for section, _ in EXAMINATION))
    for section, look in sorted(rows, key=lambda row: sections.index(row[0])):
        for finding in look():
            yield section, finding
