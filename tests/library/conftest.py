"""Both databases: a SQLite file, and a PostgreSQL that the tests start for themselves."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest
from benchmarks.postgresql import as_owner, new_database, running

from tests.needs import missing, need_postgresql


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Path]:
    """The folder of a PostgreSQL's socket: it listens nowhere else."""
    programs, owner = need_postgresql(), as_owner()
    if owner is None:
        missing("run this test as any user but root, or add a user called postgres")
    with running(programs, owner) as socket:
        yield socket


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, as `--db` takes it."""
    if request.param == "sqlite":
        return str(tmp_path / "library.db")
    return new_database(request.getfixturevalue("postgresql"), f"library_{uuid.uuid4().hex}")
