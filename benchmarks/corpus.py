"""How many files of the world we read, by source: `python -m benchmarks corpus FOLDER`.

Any layout of folders will do. A file is known by its ending, else by its content, else by a folder
called after its kind; what it is in says what source it is from. A file that cannot be looked at
is told and stops nothing.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import boardbytes as bb
from benchmarks import Comparison, corpus_maps, corpus_pdn, corpus_sgf

Sources = Mapping[str, list[Path]]
"""The files of one kind by their sources; loose ones are from `.`."""

KINDS: Mapping[str, Callable[[str, Sources], Comparison | None]] = {
    "tmx": corpus_maps.report,
    "tmj": corpus_maps.report,
    "sgf": corpus_sgf.report,
    "pdn": corpus_pdn.report,
}
"""The kinds that we know, and what tells about the files of one."""

_HEAD = 1 << 16
"""What is read of a file to find its kind."""


@dataclass
class Found:
    """The files of a folder: by kind and source, and those that are of no kind."""

    known: dict[str, dict[str, list[Path]]] = field(default_factory=dict)
    unknown: dict[str, Counter[str]] = field(default_factory=dict)
    """How many, by folder and ending."""
    unreadable: list[str] = field(default_factory=list)


def report(folder: Path) -> list[Comparison]:
    """Tell about every kind of file in a folder, and what was not looked at.

    Gives what was held against another reader.
    """
    found = find(folder)
    told = [tell(kind, found.known[kind]) for kind, tell in KINDS.items() if kind in found.known]
    for source, endings in sorted(found.unknown.items()):
        named = ", ".join(f"{ending or 'no ending'} {n:,}" for ending, n in endings.most_common())
        print(f"{source}: {endings.total():,} files of no kind that we know: {named}")
    for reason in found.unreadable:
        print(f"not looked at: {reason}")
    return [each for each in told if each is not None]


def find(folder: Path) -> Found:
    """Every file in a folder, however deep."""
    found = Found()
    for path in _files(folder, found.unreadable):
        folders = path.relative_to(folder).parts[:-1]
        try:
            kind = kind_of(path, folders)
        except OSError as error:
            found.unreadable.append(str(error))
            continue
        if kind is None:
            source = folders[0] if folders else "."
            found.unknown.setdefault(source, Counter())[path.suffix.lower()] += 1
            continue
        below = folders[1:] if folders[:1] == (kind,) else folders
        sources = found.known.setdefault(kind, {})
        sources.setdefault(below[0] if below else ".", []).append(path)
    return found


def _files(folder: Path, unreadable: list[str]) -> Iterator[Path]:
    """The regular files, in the order of their names; links to folders are not followed."""
    walk = os.walk(folder, onerror=lambda error: unreadable.append(str(error)))
    for place, folders, names in walk:
        folders.sort()
        yield from (path for name in sorted(names) if (path := Path(place, name)).is_file())


def kind_of(path: Path, folders: tuple[str, ...]) -> str | None:
    """The kind of a file: by its ending, its content, or the folders that it is in."""
    ending = path.suffix.lower().removeprefix(".")
    if ending in KINDS:
        return ending
    with path.open("rb") as file:
        detected = bb.detect(file.read(_HEAD))
    if detected in KINDS:
        return detected
    return next((name for name in reversed(folders) if name in KINDS), None)
