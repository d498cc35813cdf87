"""A PostgreSQL of our own for as long as it is needed: it listens to nobody but us."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

OWNER = "postgres"


def programs() -> Path | None:
    """The folder with PostgreSQL's programs, as Debian's package installs them."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders else None


def as_owner() -> list[str] | None:
    """How to run it, since it refuses to be root: as Debian's user; None if there is none."""
    if os.getuid() != 0:
        return []
    try:
        pwd.getpwnam(OWNER)
    except KeyError:
        return None
    return ["runuser", "-u", OWNER, "--"]


@contextmanager
def running(found: Path, owner: list[str]) -> Iterator[Path]:
    """The folder of the socket of an empty PostgreSQL, which is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="boardbytes-pg-"))
    if owner:
        shutil.chown(folder, OWNER, OWNER)
    data, log = str(folder / "data"), str(folder / "log")
    control: list[str | Path] = [*owner, found / "pg_ctl", "-D", data]

    def run(*command: str | Path) -> None:
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)

    try:
        run(*owner, found / "initdb", "-D", data, "-A", "trust", "-U", OWNER, "-N")
        run(*control, "-l", log, "-o", f"-k {folder} -c listen_addresses=''", "-w", "start")
        try:
            yield folder
        finally:
            run(*control, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(socket: Path, name: str) -> str:
    """The URL of a new, empty database."""
    import psycopg

    with psycopg.connect(f"host={socket} user={OWNER}", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"postgresql://{OWNER}@/{name}?host={socket}"
