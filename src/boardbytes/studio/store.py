"""What lies on the desks, kept in SQLite so that it is there after a restart."""

from __future__ import annotations

import os
import secrets
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from boardbytes.errors import StudioError
from boardbytes.formats.transcript.transcript import NAME as SIGNED
from boardbytes.studio.limits import Limits
from boardbytes.studio.states import State

_SCHEMA = """
CREATE TABLE IF NOT EXISTS desks (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, current INTEGER NOT NULL, changed TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS revisions (
    desk TEXT NOT NULL REFERENCES desks (id) ON DELETE CASCADE, number INTEGER NOT NULL,
    format TEXT, data BLOB NOT NULL, game BLOB, PRIMARY KEY (desk, number));
CREATE TABLE IF NOT EXISTS studio (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
_UPDATES = (
    # Clocks jump: the order in which desks were touched is counted.
    """
    ALTER TABLE desks ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
    UPDATE desks SET touched = (SELECT count(*) FROM desks AS older
        WHERE (older.changed, older.rowid) <= (desks.changed, desks.rowid));
    DROP INDEX IF EXISTS desks_by_change;
    CREATE INDEX desks_by_touch ON desks (touched);
    """,
)
"""What has been added since, in order; a file remembers how many of them it has."""
_NEXT = "(SELECT coalesce(max(touched), 0) + 1 FROM desks)"


class NoDesk(LookupError):
    """There is no desk of that name, or no more."""


class DiskFull(StudioError):
    """There is no room left for what was to be kept."""


class DeskChanged(Exception):
    """Somebody else changed the desk in the meantime."""


@dataclass(frozen=True)
class Desk:
    """A document in work: its present state and whether there are others around it."""

    id: str
    name: str
    revision: int
    state: State
    can_undo: bool
    can_redo: bool


@dataclass(frozen=True)
class Listed:
    """A line in the list of desks."""

    id: str
    name: str
    format: str | None
    changed: str


class Store:
    """Desks and their revisions.

    What a call has returned is on the disk, also if the power fails: it may be a signed word that
    somebody else has by then. Raises StudioError when the file cannot be used.
    """

    def __init__(self, path: Path, limits: Limits) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # What people work on is nobody else's business.
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        self._limits = limits
        self._lock = threading.Lock()
        with self._own_words():
            self._connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                self._connection.execute(f"PRAGMA {pragma}")
            self._connection.executescript(_SCHEMA)
            self._update()
            self.secret = self._secret()

    def close(self) -> None:
        self._connection.close()

    def _update(self) -> None:
        """Bring a file that an older studio made to what is needed today."""
        (done,) = self._connection.execute("PRAGMA user_version").fetchone()
        for number, script in enumerate(_UPDATES[done:], done + 1):
            self._connection.executescript(
                f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;"
            )

    def _secret(self) -> str:
        """A secret that stays as long as the file; browsers that were let in have it."""
        self._connection.execute(
            "INSERT OR IGNORE INTO studio VALUES ('secret', ?)", (secrets.token_urlsafe(24),)
        )
        query = "SELECT value FROM studio WHERE name = 'secret'"
        (secret,) = self._connection.execute(query).fetchone()
        return str(secret)

    def create(self, name: str, state: State) -> Desk:
        """A new desk; the one untouched for longest goes when there are too many.

        Never one with a signed game: what was signed is signed.
        """
        id = secrets.token_urlsafe(9)
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO desks (id, name, current, changed, touched)"
                f" VALUES (?, ?, 1, ?, {_NEXT})",
                (id, name, _now()),
            )
            _insert(connection, id, 1, state)
            connection.execute(
                "DELETE FROM desks WHERE id IN (SELECT id FROM desks"
                " WHERE NOT EXISTS (SELECT 1 FROM revisions WHERE desk = id AND format = ?)"
                " ORDER BY touched DESC LIMIT -1 OFFSET ?)",
                (SIGNED, self._limits.desks),
            )
        return self.desk(id)

    def desk(self, id: str) -> Desk:
        with self._using() as connection:
            row = connection.execute(
                "SELECT name, current, format, data, game,"
                " (SELECT min(number) FROM revisions WHERE desk = id),"
                " (SELECT max(number) FROM revisions WHERE desk = id)"
                " FROM desks JOIN revisions ON desk = id AND number = current WHERE id = ?",
                (id,),
            ).fetchone()
        if row is None:
            raise NoDesk("there is no such desk, or no more")
        name, current, format, data, game, oldest, newest = row
        state = State(format, data, game)
        return Desk(id, name, current, state, oldest < current, newest > current)

    def push(self, before: Desk, state: State) -> Desk:
        """Lay down a new state; what was undone is gone. DeskChanged if `before` is not current."""
        number = before.revision + 1
        with self._writing() as connection:
            self._turn_to(connection, before, number)
            connection.execute(
                "DELETE FROM revisions WHERE desk = ? AND number >= ?", (before.id, number)
            )
            _insert(connection, before.id, number, state)
            self._forget(connection, before.id, number)
        return self.desk(before.id)

    def step(self, before: Desk, by: int) -> Desk:
        """Go back to the state before, or forward to the one after; the same if there is none."""
        if not (before.can_undo if by < 0 else before.can_redo):
            return before
        with self._writing() as connection:
            self._turn_to(connection, before, before.revision + by)
        return self.desk(before.id)

    def recent(self, count: int = 50) -> list[Listed]:
        """The desks that were touched last."""
        with self._using() as connection:
            rows = connection.execute(
                "SELECT id, name, format, changed FROM desks"
                " JOIN revisions ON desk = id AND number = current ORDER BY touched DESC LIMIT ?",
                (count,),
            ).fetchall()
        return [Listed(*row) for row in rows]

    def delete(self, id: str) -> None:
        with self._writing() as connection:
            connection.execute("DELETE FROM desks WHERE id = ?", (id,))

    def hand_over_keys(self, keep: Callable[[bytes], object]) -> None:
        """Give away the private keys that an older studio kept here; then they are here no more."""
        with self._using() as connection:
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'keys'").fetchone():
                for (key,) in connection.execute("SELECT key FROM keys").fetchall():
                    keep(key)
                connection.execute("DROP TABLE keys")

    def _turn_to(self, connection: sqlite3.Connection, before: Desk, number: int) -> None:
        changed = connection.execute(
            f"UPDATE desks SET current = ?, changed = ?, touched = {_NEXT}"
            " WHERE id = ? AND current = ?",
            (number, _now(), before.id, before.revision),
        )
        if changed.rowcount == 0:
            raise DeskChanged("the desk was changed in the meantime")

    def _forget(self, connection: sqlite3.Connection, id: str, newest: int) -> None:
        """Drop the oldest steps beyond what a desk may keep; never the newest."""
        sizes = connection.execute(
            "SELECT number, length(data) + coalesce(length(game), 0) FROM revisions"
            " WHERE desk = ? ORDER BY number DESC",
            (id,),
        ).fetchall()
        kept = 0
        for place, (number, size) in enumerate(sizes):
            kept += size
            if number < newest and (place >= self._limits.revisions or kept > self._limits.history):
                connection.execute(
                    "DELETE FROM revisions WHERE desk = ? AND number <= ?", (id, number)
                )
                return

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One change at a time, done whole or not at all."""
        with self._using() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                # What fails badly enough is rolled back already.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._own_words():
            yield self._connection

    @contextmanager
    def _own_words(self) -> Iterator[None]:
        """What SQLite complains about, as our own error."""
        try:
            yield
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
                raise DiskFull("there is no room left on the disk; nothing was changed") from None
            message = f"the desks in {self._path} cannot be used: {error}"
            raise StudioError(message) from None


def _insert(connection: sqlite3.Connection, desk: str, number: int, state: State) -> None:
    connection.execute(
        "INSERT INTO revisions VALUES (?, ?, ?, ?, ?)",
        (desk, number, state.format, state.data, state.game),
    )


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
