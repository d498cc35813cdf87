"""Folders and files: caches, solved tables, databases and keys."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

from boardbytes.caching import FOLDER_VARIABLE, MAGIC, cache_folder
from boardbytes.cli.health.finding import Finding, State, bytes_in_words
from boardbytes.cli.own_files import DATABASE_VARIABLE, LIBRARY, RELAY, STUDIO, own_file
from boardbytes.code_cache import code_folder
from boardbytes.model.words import counted

SMALL_TABLES = {
    "mill numbering": "mill-numbering-*",
    "checkers endgames": "checkers-*",
}
"""Tables that are made without being asked for, and the names of their files in the cache."""

DATABASES = {"library": LIBRARY, "studio": STUDIO, "relay": RELAY}
"""What keeps something in a database, and the user's own file for it."""


# Caches


def look_at_cache() -> Iterator[Finding]:
    """The folder for everything that is worked out once."""
    folder = cache_folder()
    files, size = size_in(folder)
    facts = {"path": str(folder), "files": files, "bytes": size}
    if _can_write(folder):
        says = f"{folder}, {counted(files, 'file')}, {bytes_in_words(size)}"
        yield Finding("folder", State.FINE, says, facts=facts)
    else:
        get = f"export {FOLDER_VARIABLE}=FOLDER, a folder you can write to"
        yield Finding("folder", State.BROKEN, f"{folder} cannot be written to", get, facts)


def look_at_kernels() -> Iterator[Finding]:
    """Compiled code that is kept, so that bulk work begins at once."""
    folder = code_folder()
    files, size = size_in(folder, "boardbytes.*/*")
    says = f"{folder}, {counted(files, 'file')}, {bytes_in_words(size)}"
    if not files:
        says = f"none yet in {folder}: the first bulk work takes a minute longer"
    facts = {"path": str(folder), "ready": files > 0, "files": files, "bytes": size}
    yield Finding("compiled kernels", State.FINE, says, facts=facts)


def size_in(folder: Path, pattern: str = "*") -> tuple[int, int]:
    """How many files with such a name a folder holds, however deep, and how many bytes."""
    sizes = [path.stat().st_size for path in folder.rglob(pattern) if path.is_file()]
    return len(sizes), sum(sizes)


def _can_write(folder: Path) -> bool:
    """Whether a folder can be written to, or made if it is not there."""
    existing = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    return existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)


# Tables


def look_at_small_tables() -> Iterator[Finding]:
    """Tables that are built when they are first needed."""
    for name, pattern in SMALL_TABLES.items():
        paths = sorted(cache_folder().glob(pattern))
        size = sum(path.stat().st_size for path in paths)
        facts = {"files": list(map(str, paths)), "bytes": size}
        if not paths:
            yield Finding(name, State.FINE, "made when first needed", facts=facts)
        elif damaged := [path for path in paths if not _begins(path, MAGIC)]:
            says = f"{damaged[0]} is not a table; it is made again when next needed"
            yield Finding(name, State.MISSING, says, facts=facts)
        else:
            yield Finding(name, State.FINE, bytes_in_words(size), facts=facts)


def look_at_mill_tables(folder: Path | None = None) -> Iterator[Finding]:
    """The solved tables of every member of mill's family in a folder, by default the usual one."""
    own = cache_folder() / "mill-tables"
    folder = folder or own
    facts = {"path": str(folder)}
    if not any(folder.glob("mill-*")):
        get = "boardbytes solve mill --stones 10" + ("" if folder == own else f" --tables {folder}")
        yield Finding("solved mill", State.MISSING, f"no table in {folder}", get, facts)
        return
    from boardbytes.solving.mill.files import holdings

    for held in holdings(folder):
        says = f"{counted(held.files, 'table')}, up to {counted(held.stones, 'stone')} on the board"
        says += f", {bytes_in_words(held.bytes)}, {folder}"
        plain = {"files": held.files, "bytes": held.bytes, "stones": held.stones}
        name = f"solved mill, {held.rules}"
        if held.damaged:
            broken = f"{held.damaged[0]} is damaged"
            get = f"boardbytes solve mill --rules {held.rules} --stones {held.stones}"
            yield Finding(name, State.BROKEN, broken, f"delete it, then: {get}", facts | plain)
        else:
            yield Finding(name, State.FINE, says, facts=facts | plain)


# Databases and keys


def look_at_databases() -> Iterator[Finding]:
    """The files of library, studio and relay; looking makes none of them."""
    for name, file in DATABASES.items():
        named = os.environ.get(DATABASE_VARIABLE) if name == "library" else None
        if named and "://" in named:
            from boardbytes.library.schema import without_password

            shown = without_password(named)
            facts = {"address": shown}
            yield Finding(name, State.FINE, f"{shown}, not contacted", facts=facts)
        else:
            yield _database(name, Path(named) if named else own_file(file))


def _database(name: str, path: Path) -> Finding:
    """One database in a SQLite file."""
    size = path.stat().st_size if path.is_file() else 0
    facts = {"path": str(path), "bytes": size}
    if not path.exists():
        return Finding(name, State.FINE, f"none yet, would be {path}", facts=facts)
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as database:
            database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        get = "move it away, and put a backup in its place if you have one"
        return Finding(name, State.BROKEN, f"{path}: {error}", get, facts)
    return Finding(name, State.FINE, f"{path}, {bytes_in_words(size)}", facts=facts)


def look_at_keys() -> Iterator[Finding]:
    """Keys that sign: how many, and whether only their owner can read them."""
    from boardbytes.channel.keys import KeyRing, keys_folder

    folder = keys_folder()
    addresses = KeyRing(folder, password="").addresses()
    facts = {"path": str(folder), "keys": len(addresses)}
    says = f"{counted(len(addresses), 'key')}, {folder}"
    if not addresses:
        yield Finding("keys", State.FINE, f"none yet, would be in {folder}", facts=facts)
    elif os.name == "posix" and stat.S_IMODE(folder.stat().st_mode) & 0o077:
        open_to_all = f"others on this machine can look into {folder}"
        yield Finding("keys", State.BROKEN, open_to_all, f"chmod 700 {folder}", facts)
    else:
        yield Finding("keys", State.FINE, says, facts=facts)


def _begins(path: Path, magic: bytes) -> bool:
    with path.open("rb") as file:
        return file.read(len(magic)) == magic
