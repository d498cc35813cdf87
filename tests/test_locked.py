"""A SQLite file that another program keeps: it is said what to do, and nothing is lost."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from boardbytes.channel import KeyRing
from boardbytes.channel.relay import store as relay
from boardbytes.errors import LibraryError, RelayError, StudioError
from boardbytes.library import Library, schema
from boardbytes.library.registry.store import Registry
from boardbytes.library.registry.submission import Receipt
from boardbytes.studio import store as studio
from boardbytes.studio.limits import Limits
from boardbytes.studio.states import State
from tests.library.registry.conftest import board, submission

WHAT_TO_DO = "another program is writing to it; end that one, then try again"


@contextmanager
def kept(path: Path) -> Iterator[None]:
    """As long as this lasts, nobody else can write."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")


@pytest.fixture
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "WAIT_SECONDS", 0.05)
    monkeypatch.setitem(schema._SQLITE["connect_args"], "timeout", 0.05)


@pytest.mark.usefixtures("_impatient")
def test_a_relay(tmp_path: Path) -> None:
    path = tmp_path / "relay.db"
    store = relay.Store(path)
    store.add("a", 1, b"one").result(10)
    with kept(path):
        assert store.lines("a") == [b"one"], "what is there can be read"
        with pytest.raises(RelayError, match=WHAT_TO_DO):
            store.add("a", 2, b"two").result(10)
    store.add("a", 2, b"two").result(10)
    assert store.lines("a") == [b"one", b"two"]


@pytest.mark.usefixtures("_impatient")
def test_a_library(tmp_path: Path) -> None:
    path = tmp_path / "library.db"
    library = Library(str(path))
    first = library.add(board())
    with kept(path):
        assert library.get(first.code).sha256 == first.sha256
        with pytest.raises(LibraryError, match=WHAT_TO_DO):
            library.add(board(code="0A1ZA"))
    assert library.add(board(code="0A1ZA")).code != first.code


@pytest.mark.usefixtures("_impatient")
def test_a_registry(tmp_path: Path) -> None:
    path = tmp_path / "registry.db"
    registry = Registry(str(path), KeyRing(tmp_path / "keys"))
    registry.prepare()
    wanted = submission(board())
    with kept(path), pytest.raises(LibraryError, match=WHAT_TO_DO):
        registry.append([wanted])
    assert registry.append([wanted]) == [Receipt(registry.log()[0], True)]


def test_a_studio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "studio.db"
    store = studio.Store(path, Limits())
    store._connection.execute("PRAGMA busy_timeout = 50")
    desk = store.create("a name", State("mfen", b"one"))
    with kept(path):
        with pytest.raises(StudioError, match=WHAT_TO_DO):
            store.push(desk, State("mfen", b"two"))
        assert store.desk(desk.id) == desk
    assert store.push(desk, State("mfen", b"two")).state.data == b"two"
