"""Both databases: a SQLite file, and a PostgreSQL that the tests start for themselves."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.needs import missing, need_postgresql


def _as_owner() -> list[str]:
    """PostgreSQL refuses to run as root: then the user of Debian's package runs it."""
    if os.getuid() != 0:
        return []
    try:
        pwd.getpwnam("postgres")
    except KeyError:
        missing("run this test as any user but root, or add a user called postgres")
    return ["runuser", "-u", "postgres", "--"]


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Path]:
    """The folder of a PostgreSQL's socket: it listens nowhere else."""
    programs, owner = need_postgresql(), _as_owner()
    folder = Path(tempfile.mkdtemp(prefix="boardbytes-pg-"))
    if owner:
        shutil.chown(folder, "postgres", "postgres")
    data, log = str(folder / "data"), str(folder / "log")
    control: list[str | Path] = [*owner, programs / "pg_ctl", "-D", data]

    def run(*command: str | Path) -> None:
        subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)

    run(*owner, programs / "initdb", "-D", data, "-A", "trust", "-U", "postgres", "-N")
    run(*control, "-l", log, "-o", f"-k {folder} -c listen_addresses=''", "-w", "start")
    try:
        yield folder
    finally:
        run(*control, "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, as `--db` takes it."""
    if request.param == "sqlite":
        return str(tmp_path / "library.db")
    import psycopg

    socket = request.getfixturevalue("postgresql")
    name = f"library_{uuid.uuid4().hex}"
    with psycopg.connect(f"host={socket} user=postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"postgresql://postgres@/{name}?host={socket}"
