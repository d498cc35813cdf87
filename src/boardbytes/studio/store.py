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
from boardbytes.files import what_to_do
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
    # Clocks jump, so the order in which desks were touched is counted.
    """
    ALTER TABLE desks ADD COLUMN touched INTEGER NOT NULL DEFAULT 0;
    UPDATE desks SET touched = (SELECT count(*) FROM desks AS older
        WHERE (older.changed, older.rowid) <= (desks.changed, desks.rowid));
    DROP INDEX IF EXISTS desks_by_change;
    CREATE INDEX desks_by_touch ON desks (touched);
    """,
    # A revision has a number that no other of its desk ever had; a desk can be forgotten for now.
    """
    ALTER TABLE desks ADD COLUMN latest INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE desks ADD COLUMN forgotten INTEGER NOT NULL DEFAULT 0;
    UPDATE desks SET latest = (SELECT max(number) FROM revisions WHERE desk = id);
    """,
    # A file may hold many games: which part of it is on the desk.
    """
    ALTER TABLE revisions ADD COLUMN start INTEGER;
    ALTER TABLE revisions ADD COLUMN stop INTEGER;
    """,
    # Who plays at a desk, as JSON.
    "ALTER TABLE desks ADD COLUMN seats TEXT NOT NULL DEFAULT '';",
)
"""What has been added since, in order; a file remembers how many of them it has."""
CHANGED = "the desk was changed in the meantime; here is what it holds now"
_STATE = "format, data, game, start, stop"
_NEXT = "(SELECT coalesce(max(touched), 0) + 1 FROM desks)"


class NoDesk(LookupError):
    """There is no such desk, or no longer."""


class DiskFull(StudioError):
    """There is no room left for what was to be kept."""


class DeskChanged(Exception):
    """Somebody else changed the desk in the meantime."""


@dataclass(frozen=True)
class Desk:
    """A document being worked on: its present state, and whether it can be undone or redone."""

    id: str
    name: str
    revision: int
    state: State
    can_undo: bool
    can_redo: bool
    seats: str = ""
    """Who plays which side, as JSON; empty if people do."""


@dataclass(frozen=True)
class Listed:
    """A line in the list of desks."""

    id: str
    name: str
    format: str | None
    changed: str
    revision: int


class Store:
    """Desks and their revisions.

    When a call returns, its change is on the disk even if the power fails: it may be a signed word
    that somebody else has by then. Raises StudioError when the file cannot be used.
    """

    def __init__(self, path: Path, limits: Limits) -> None:
        self._path = path
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            # What people work on is nobody else's business.
            os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
        self._limits = limits
        self.watchers: list[Callable[[str], object]] = []
        """Those who are told of every desk that is changed."""
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
        """Bring a file that an older studio made up to date."""
        (done,) = self._connection.execute("PRAGMA user_version").fetchone()
        for number, script in enumerate(_UPDATES[done:], done + 1):
            self._connection.executescript(
                f"BEGIN IMMEDIATE; {script} PRAGMA user_version = {number}; COMMIT;"
            )

    def _secret(self) -> str:
        """A secret that lasts as long as the file; browsers that were let in have it."""
        self._connection.execute(
            "INSERT OR IGNORE INTO studio VALUES ('secret', ?)", (secrets.token_urlsafe(24),)
        )
        query = "SELECT value FROM studio WHERE name = 'secret'"
        (secret,) = self._connection.execute(query).fetchone()
        return str(secret)

    def create(self, name: str, state: State) -> Desk:
        """A new desk; if there are too many, the one left untouched the longest goes.

        Never one with a signed game: what was signed is signed.
        """
        id = secrets.token_urlsafe(9)
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO desks (id, name, current, latest, changed, touched)"
                f" VALUES (?, ?, 1, 1, ?, {_NEXT})",
                (id, name, _now()),
            )
            _insert(connection, id, 1, state)
            connection.execute(
                "DELETE FROM desks WHERE id IN (SELECT id FROM desks"
                " WHERE NOT EXISTS (SELECT 1 FROM revisions WHERE desk = id AND format = ?)"
                " ORDER BY forgotten, touched DESC LIMIT -1 OFFSET ?)",
                (SIGNED, self._limits.desks),
            )
        return self.desk(id)

    def desk(self, id: str) -> Desk:
        with self._using() as connection:
            row = connection.execute(
                f"SELECT name, current, seats, {_STATE},"
                " (SELECT min(number) FROM revisions WHERE desk = id),"
                " (SELECT max(number) FROM revisions WHERE desk = id)"
                " FROM desks JOIN revisions ON desk = id AND number = current"
                " WHERE id = ? AND NOT forgotten",
                (id,),
            ).fetchone()
        if row is None:
            raise NoDesk("there is no such desk, or no longer")
        name, current, seats, *columns, oldest, newest = row
        state = _state(*columns)
        back, on = (not state.is_signed and each for each in (oldest < current, newest > current))
        return Desk(id, name, current, state, back, on, seats)

    def revision(self, id: str, number: int) -> State | None:
        """What lay on a desk at a revision, if that is still known."""
        with self._using() as connection:
            row = connection.execute(
                f"SELECT {_STATE} FROM revisions WHERE desk = ? AND number = ?",
                (id, number),
            ).fetchone()
        return _state(*row) if row else None

    def push(self, before: Desk, state: State) -> Desk:
        """Lay down a new state; nothing can be redone. DeskChanged if `before` is not current."""
        with self._writing() as connection:
            query = "SELECT latest + 1 FROM desks WHERE id = ?"
            (number,) = connection.execute(query, (before.id,)).fetchone() or (1,)
            self._turn_to(connection, before, number)
            connection.execute("UPDATE desks SET latest = ? WHERE id = ?", (number, before.id))
            connection.execute(
                "DELETE FROM revisions WHERE desk = ? AND number > ?", (before.id, before.revision)
            )
            _insert(connection, before.id, number, state)
            self._drop_oldest(connection, before.id, number)
        for tell in self.watchers:
            tell(before.id)
        return self.desk(before.id)

    def step(self, before: Desk, by: int) -> Desk:
        """Go back to the state before, or forward to the one after; the same if there is none."""
        if not (before.can_undo if by < 0 else before.can_redo):
            return before
        nearest = "max(number)" if by < 0 else "min(number)"
        side = "number < ?" if by < 0 else "number > ?"
        with self._writing() as connection:
            (number,) = connection.execute(
                f"SELECT {nearest} FROM revisions WHERE desk = ? AND {side}",
                (before.id, before.revision),
            ).fetchone()
            self._turn_to(connection, before, number or before.revision)
        return self.desk(before.id)

    def rename(self, id: str, name: str) -> Desk:
        with self._writing() as connection:
            connection.execute("UPDATE desks SET name = ? WHERE id = ?", (name, id))
        return self.desk(id)

    def sit(self, id: str, seats: str) -> Desk:
        """Say who plays at a desk."""
        with self._writing() as connection:
            connection.execute("UPDATE desks SET seats = ? WHERE id = ?", (seats, id))
        return self.desk(id)

    def recent(self, count: int = 50) -> list[Listed]:
        """The desks that were touched last."""
        with self._using() as connection:
            rows = connection.execute(
                "SELECT id, name, format, changed, current FROM desks"
                " JOIN revisions ON desk = id AND number = current WHERE NOT forgotten"
                " ORDER BY touched DESC LIMIT ?",
                (count,),
            ).fetchall()
        return [Listed(*row) for row in rows]

    def forget(self, id: str) -> None:
        """Put a desk away; it can be taken up again until others need its place."""
        with self._writing() as connection:
            connection.execute("UPDATE desks SET forgotten = 1 WHERE id = ?", (id,))
            connection.execute(
                "DELETE FROM desks WHERE id IN (SELECT id FROM desks WHERE forgotten"
                " ORDER BY touched DESC LIMIT -1 OFFSET ?)",
                (self._limits.forgotten,),
            )

    def remember(self, id: str) -> Desk:
        """Take up again a desk that was forgotten."""
        with self._writing() as connection:
            connection.execute("UPDATE desks SET forgotten = 0 WHERE id = ?", (id,))
        return self.desk(id)

    def write_down(self, name: str, value: str) -> None:
        """Keep something that belongs to no revision, such as where else a game is."""
        with self._writing() as connection:
            connection.execute("INSERT OR REPLACE INTO studio VALUES (?, ?)", (name, value))

    def look_up(self, name: str) -> str | None:
        """What was written down under a name."""
        with self._using() as connection:
            query = "SELECT value FROM studio WHERE name = ?"
            row = connection.execute(query, (name,)).fetchone()
        return str(row[0]) if row else None

    def hand_over_keys(self, keep: Callable[[bytes], object]) -> None:
        """Hand over the private keys that an older studio kept here, and delete them here."""
        with self._using() as connection:
            if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'keys'").fetchone():
                for (key,) in connection.execute("SELECT key FROM keys").fetchall():
                    keep(key)
                connection.execute("DROP TABLE keys")

    def _turn_to(self, connection: sqlite3.Connection, before: Desk, number: int) -> None:
        changed = connection.execute(
            f"UPDATE desks SET current = ?, changed = ?, touched = {_NEXT}"
            " WHERE id = ? AND current = ? AND NOT forgotten",
            (number, _now(), before.id, before.revision),
        )
        if changed.rowcount == 0:
            raise DeskChanged(CHANGED)

    def _drop_oldest(self, connection: sqlite3.Connection, id: str, newest: int) -> None:
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
                # What fails badly enough has already been rolled back.
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock, self._own_words():
            yield self._connection

    @contextmanager
    def _own_words(self) -> Iterator[None]:
        """SQLite's complaint as our own error."""
        try:
            yield
        except sqlite3.Error as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_FULL:
                raise DiskFull("there is no room left on the disk; nothing was changed") from None
            message = f"the desks in {self._path} cannot be used: {what_to_do(str(error))}"
            raise StudioError(message) from None


def _insert(connection: sqlite3.Connection, desk: str, number: int, state: State) -> None:
    connection.execute(
        f"INSERT INTO revisions (desk, number, {_STATE}) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (desk, number, state.format, state.data, state.game, *(state.part or (None, None))),
    )


def _state(
    format: str | None, data: bytes, game: bytes | None, start: int | None, stop: int | None
) -> State:
    part = None if start is None or stop is None else (start, stop)
    return State(format, data, game, part)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
