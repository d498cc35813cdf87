"""The one table of the board library, in SQLite or PostgreSQL."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sqlalchemy import (
    URL,
    Column,
    Connection,
    Engine,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    create_engine,
    event,
    inspect,
    make_url,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from boardbytes.errors import LibraryError

WAIT_SECONDS = 60
"""How long one process waits for another to finish writing."""

# Up to the last @ of a word: a password that should have been escaped may have one in it.
_PASSWORD = re.compile(r"(://[^:@/\s]*:)\S*@")
_PARAMETER = re.compile(r"(\b\w*pass\w*=)[^&\s]+", re.IGNORECASE)

CONNECTIONS = 15
"""How many connections to a database there are at once, at most."""

_SQLITE: dict[str, Any] = {"connect_args": {"timeout": WAIT_SECONDS}}
# A connection to a server takes as long to open as many look-ups: none is closed after a rush. The
# last one used is taken first, since its statements are prepared.
_SERVER: dict[str, Any] = {"pool_size": CONNECTIONS, "max_overflow": 0, "pool_use_lifo": True}

_AUTOCOMMIT = "AUTOCOMMIT"

METADATA = MetaData()

BOARDS = Table(
    "boards",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("code", String(5), nullable=False),
    Column("number", Integer, nullable=False, comment="from 1 under each code"),
    Column("version", Integer, nullable=False, comment="what the board itself says"),
    Column("title", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("words", Text, nullable=False, comment="title and author, folded for searching"),
    Column("sha256", String(64), nullable=False),
    Column("added", String(32), nullable=False, comment="UTC, ISO 8601"),
    Column("data", LargeBinary, nullable=False),
    # Two processes that choose the same code, or the same number, cannot both have it.
    UniqueConstraint("code", "number", name="boards_code_number"),
)


def connect(database: str, metadata: MetaData = METADATA) -> Engine:
    """An engine for a SQLite file or a database URL; the tables are made if they are not there.

    Raises LibraryError for a URL that means nothing to us.
    """
    is_sqlite = "://" not in database or database.startswith("sqlite:")
    try:
        engine = create_engine(_url(database), **(_SQLITE if is_sqlite else _SERVER))
    except (ArgumentError, NoSuchModuleError, ValueError):
        message = f"{without_password(database)!r} is neither a file nor a database we know"
        raise LibraryError(message) from None
    except ModuleNotFoundError as error:
        raise LibraryError(f"install {error.name} to use this database") from None
    if is_sqlite:
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    try:
        with engine.begin() as connection:
            metadata.create_all(connection)
    except DBAPIError:
        # PostgreSQL lets two processes try to make a table at once, and one of them fails.
        if not all(map(inspect(engine).has_table, metadata.tables)):
            raise
    return engine


def reading(engine: Engine) -> Connection:
    """A connection for reading: each statement stands alone, and waits for no writer."""
    return engine.connect().execution_options(isolation_level=_AUTOCOMMIT)


def without_password(text: str) -> str:
    """A database URL, or a text that quotes one, as it may be shown: without passwords."""
    return _PARAMETER.sub(r"\1***", _PASSWORD.sub(r"\1***@", text))


def _url(database: str) -> URL:
    """The URL of a database; a file's name may hold characters that mean something in a URL."""
    if "://" not in database:
        return URL.create("sqlite", database=str(Path(database).absolute()))
    return make_url(database.replace("postgresql://", "postgresql+psycopg://", 1))


def _prepare_sqlite(connection: Any, record: Any) -> None:
    # The driver's own transactions begin too late: we say BEGIN ourselves.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    # Damaged text must not keep the rest from being read: `verify` will tell of it.
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")


def _begin_sqlite(connection: Any) -> None:
    if connection.get_execution_options().get("isolation_level") == _AUTOCOMMIT:
        return
    # Lock for writing at once: a reader that turned writer half-way could only fail.
    connection.exec_driver_sql("BEGIN IMMEDIATE")
