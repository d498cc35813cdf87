"""The transcripts of a relay in a SQLite file: lines are added, never changed.

One thread writes for all: what waits is written together, in one transaction. A transaction waits
for the disk; two hundred players need not wait two hundred times.
"""

from __future__ import annotations

import queue
import sqlite3
import threading
from concurrent.futures import Future
from contextlib import closing
from pathlib import Path

from boardbytes.errors import RelayError
from boardbytes.files import what_to_do

WAIT_SECONDS = 60
"""How long to wait for another program that writes."""

_AT_ONCE = 500
_Job = tuple[str, int, bytes, "Future[None]"]


class Store:
    """Lines of games by number, the header being 1; once `add`'s promise is kept, it is stored."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            with closing(self._connect()) as connection, connection:
                connection.execute(
                    "CREATE TABLE IF NOT EXISTS lines (game TEXT, number INTEGER, line BLOB,"
                    " PRIMARY KEY (game, number)) WITHOUT ROWID"
                )
        except sqlite3.Error as error:
            raise RelayError("failed", f"{path} cannot be used: {what_to_do(str(error))}") from None
        self._waiting: queue.SimpleQueue[_Job] = queue.SimpleQueue()
        threading.Thread(target=self._run, daemon=True, name="relay writer").start()

    def add(self, game: str, number: int, line: bytes) -> Future[None]:
        """A promise that a line is stored; it fails with RelayError if it cannot be."""
        promise: Future[None] = Future()
        self._waiting.put((game, number, line, promise))
        return promise

    def lines(self, game: str) -> list[bytes]:
        """The lines of a game, the header first; none if there is no such game."""
        query = "SELECT line FROM lines WHERE game = ? ORDER BY number"
        with closing(self._connect()) as connection:
            return [bytes(row[0]) for row in connection.execute(query, (game,))]

    def count(self) -> int:
        """How many games there are."""
        with closing(self._connect()) as connection:
            query = "SELECT COUNT(*) FROM lines WHERE number = 1"
            return int(connection.execute(query).fetchone()[0])

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self._path, timeout=WAIT_SECONDS)
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        return connection

    def _run(self) -> None:
        connection = self._connect()
        while True:
            batch = [self._waiting.get()]
            while len(batch) < _AT_ONCE and not self._waiting.empty():
                batch.append(self._waiting.get())
            failure: RelayError | None = None
            try:
                with connection:
                    rows = [job[:3] for job in batch]
                    connection.executemany("INSERT INTO lines VALUES (?, ?, ?)", rows)
            except sqlite3.Error as error:
                reason = what_to_do(str(error))
                failure = RelayError("failed", f"the relay cannot write now: {reason}")
            for *_, promise in batch:
                if failure is None:
                    promise.set_result(None)
                else:
                    promise.set_exception(failure)
