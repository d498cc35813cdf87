"""The packages that an installation of ours brings, and what their makers say of them."""

from __future__ import annotations

import re
from importlib import metadata

from packaging.requirements import Requirement


def needed(name: str = "boardbytes") -> dict[str, metadata.Distribution]:
    """Every package that a plain installation needs, directly or not, by its name; not itself."""
    found: dict[str, metadata.Distribution] = {}
    waiting = [(name, "")]
    seen = set(waiting)
    while waiting:
        wanted, extra = waiting.pop()
        found[normal(wanted)] = metadata.distribution(wanted)
        for line in found[normal(wanted)].requires or ():
            inner = Requirement(line)
            if inner.marker is None or inner.marker.evaluate({"extra": extra}):
                more = {(inner.name, each) for each in ("", *inner.extras)} - seen
                waiting += more
                seen |= more
    del found[normal(name)]
    return dict(sorted(found.items()))


def normal(name: str) -> str:
    """A package's name as the index spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def licence_of(package: metadata.Distribution) -> str:
    """What a package says of its licence: an expression, a word, or its classifiers; or nothing."""
    told = package.metadata

    def first(field: str) -> str:
        return next(iter(told.get_all(field) or ()), "")

    classifiers = [
        line.rpartition(" :: ")[2]
        for line in told.get_all("Classifier") or ()
        if line.startswith("License :: ")
    ]
    word = first("License")
    short = word if "\n" not in word else ""
    return first("License-Expression") or short or " AND ".join(classifiers)
