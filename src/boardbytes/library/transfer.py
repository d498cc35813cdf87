"""The whole library as a folder of plain files, and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from boardbytes.errors import FormatError, LibraryError
from boardbytes.files import read_limited, write_whole
from boardbytes.formats import LARGEST, loads
from boardbytes.formats.gbxx.layout import MAX_SIZE
from boardbytes.json_reading import read_json
from boardbytes.library.catalogue import Library
from boardbytes.library.entry import Entry, entry_of

CATALOGUE = "catalogue.json"


def export_folder(library: Library, folder: Path) -> int:
    """Write every board to a folder, and a catalogue of them; returns how many there are.

    Files are named by their place in the catalogue, since a code may hold any character.
    """
    folder.mkdir(parents=True, exist_ok=True)
    rows = []
    for place, entry in enumerate(library.all(), 1):
        depth = loads(entry.data, "gbxx").position.depth
        name = f"{place:06}.gb{depth:02}"
        write_whole(folder / name, entry.data)
        rows.append({"file": name} | {k: v for k, v in asdict(entry).items() if k != "data"})
    write_whole(folder / CATALOGUE, (json.dumps(rows, indent=2) + "\n").encode())
    return len(rows)


def import_folder(library: Library, folder: Path) -> tuple[int, int]:
    """Keep every board of an exported folder; returns how many were new and how many were not.

    Raises LibraryError at the first that is damaged or contradicts what is here.
    """
    try:
        rows, _ = read_json(read_limited(folder / CATALOGUE, LARGEST), LARGEST)
        entries = [_entry(folder, row) for row in rows]
    except (ValueError, TypeError, KeyError):
        raise LibraryError(f"{folder / CATALOGUE} is not a catalogue of boards") from None
    entries.sort(key=lambda entry: (entry.code, entry.number))
    for entry, before in zip(entries, [None, *entries], strict=False):
        expected = before.number + 1 if before and before.code == entry.code else 1
        if entry.number != expected:
            message = f"the numbers of {entry.code} must run from 1 without a gap"
            raise LibraryError(f"{folder / CATALOGUE}: {message} (found {entry.number})")
    new = sum(library.keep(entry) for entry in entries)
    return new, len(entries) - new


def _entry(folder: Path, row: dict[str, object]) -> Entry:
    path = folder / Path(str(row["file"])).name
    data = read_limited(path, MAX_SIZE)
    try:
        board = loads(data, "gbxx").position
    except FormatError as error:
        raise LibraryError(f"{path}: {error}") from None
    number = row["number"]
    if type(number) is not int:
        raise LibraryError(
            f"{folder / CATALOGUE}: number must be a whole number (found {number!r})"
        )
    entry = entry_of(board, data, number, str(row["added"]))
    if entry.sha256 != row["sha256"]:
        raise LibraryError(f"{path} must have the SHA-256 {row['sha256']}")
    return entry
