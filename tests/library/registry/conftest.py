"""A registry in either database, and one that answers on a port of its own."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn

from boardbytes.channel.keys import KeyRing
from boardbytes.formats import dumps
from boardbytes.games.tiles import Footer, TileBoard, blank
from boardbytes.library.registry.limits import Limits
from boardbytes.library.registry.line import PUBLISH, sign_statement, statement
from boardbytes.library.registry.server import create_app
from boardbytes.library.registry.store import Registry
from boardbytes.library.registry.submission import Submission, submit_board
from boardbytes.serving import LOOPBACK, listen

ANN, BOB = b"\x0a" * 32, b"\x0b" * 32
PLENTY = Limits(per_key=1_000_000, per_address=1_000_000, reads_per_address=1_000_000)


def board(
    title: str = "Isle", code: str = "0A1Z9", version: int = 1, author: str = "Ann"
) -> TileBoard:
    footer = Footer(title=title, code=code, version=version, author=author)
    return blank(4, 4, footer=footer)


def submission(made: TileBoard, key: bytes = ANN) -> Submission:
    """A board as its author sends it."""
    from boardbytes.channel.signing import address_of
    from boardbytes.games.tiles.footer import canonical_code
    from boardbytes.library.registry.line import hash_of

    data = dumps(made, "gbxx")
    text = statement(PUBLISH, canonical_code(made.code), made.footer.version, hash_of(data))
    return submit_board(data, address_of(key), sign_statement(text, key))


@contextmanager
def serving(registry: Registry, limits: Limits = PLENTY) -> Iterator[str]:
    """The address of a server that answers for a registry meanwhile."""
    listening, address = listen(LOOPBACK, 0)
    config = uvicorn.Config(
        create_app(registry, limits), log_level="error", timeout_graceful_shutdown=1
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield address.rstrip("/")
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@pytest.fixture
def registry(database: str) -> Registry:
    return Registry(database, KeyRing())


@pytest.fixture
def small(tmp_path: Path) -> Registry:
    """A registry in SQLite, where the database does not matter."""
    return Registry(str(tmp_path / "registry.db"), KeyRing())


@pytest.fixture
def url(small: Registry) -> Iterator[str]:
    with serving(small) as address:
        yield address
