"""The registry's own database: the log, and the boards that it names."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from boardbytes.channel.keys import KeyRing
from boardbytes.errors import RegistryError
from boardbytes.games.tiles.footer import canonical_code
from boardbytes.library.catalogue import own_words, random_code
from boardbytes.library.entry import words_of
from boardbytes.library.registry import queries
from boardbytes.library.registry.head import Head, sign_head
from boardbytes.library.registry.index import WordIndex
from boardbytes.library.registry.line import (
    FIRST_HASH,
    PUBLISH,
    WITHDRAW,
    Line,
    Standing,
    format_line,
    hash_of,
    refusal,
)
from boardbytes.library.registry.schema import METADATA
from boardbytes.library.registry.submission import Receipt, Submission
from boardbytes.library.schema import CONNECTIONS, connect, reading

PAGE = 1000
"""How many lines of the log are handed out at once."""

_READ_AT_ONCE = 10_000
_NEVER = "1970-01-01T00:00:00+00:00"


class Registry:
    """A registry in a SQLite file or a PostgreSQL database; its log only ever grows.

    Any number of processes may use one at the same time. What `append` has returned is stored.
    Its key is one of the ring's: a new database gets a new key. Raises LibraryError when the
    database cannot be used, SignatureError when the ring does not hold its key.
    """

    def __init__(self, database: str, ring: KeyRing) -> None:
        with own_words(database):
            self._engine = connect(database, METADATA)
        self._database = database
        self.key = self._own_key(ring)
        self._private = ring.key(self.key)
        self._head: Head | None = None
        self._index, self._indexing = WordIndex(), threading.Lock()

    def append(self, submissions: Sequence[Submission]) -> list[Receipt | RegistryError]:
        """Write lines in this order, in one transaction; gives each a receipt, or says why not.

        What is in the log already, to the letter, is not written twice.
        """
        with self._writing() as connection:
            end = _end(connection)
            answers: list[Receipt | RegistryError] = []
            for wanted in submissions:
                answer, end = _append(connection, wanted, end)
                answers.append(answer)
            return answers

    def board(self, code: str, version: int | None = None) -> tuple[bytes, str, int]:
        """Bytes, SHA-256 and version of a board: the last that was not withdrawn, or the named one.

        RegistryError if there is none; a withdrawn version is found by its number only.
        """
        values: dict[str, Any] = {"code": canonical_code(code)}
        query = queries.LAST_BOARD
        if version is not None:
            query, values["version"] = queries.NAMED_BOARD, version
        with self._reading() as connection:
            row = connection.execute(query, values).first()
            if row is None:
                is_known = bool(_lines_of(connection, values["code"]))
                raise _no_board(values["code"], version, is_known)
        return bytes(row.data), row.sha256, row.version

    def file(self, sha256: str) -> bytes:
        """The bytes with a SHA-256; RegistryError if there are none."""
        with self._reading() as connection:
            found = connection.execute(queries.FILE, {"sha256": sha256}).scalar()
        if found is None:
            raise RegistryError("unknown", f"there is no file {sha256[:64]} in the registry")
        return bytes(found)

    def log(self, after: int = 0, limit: int = PAGE) -> list[str]:
        """Lines of the log after a number, as many as are handed out at once."""
        with self._reading() as connection:
            found = connection.execute(queries.PART_OF_LOG, {"after": after, "count": limit})
            return list(found.scalars())

    def head(self) -> Head:
        """The head of the log as it is now."""
        with self._reading() as connection:
            entries, before, time = _end(connection)
        head = self._head
        if head is None or (head.entries, head.hash) != (entries, before):
            head = self._head = sign_head(entries, before, time, self.key, self._private)
        return head

    def search(self, text: str) -> list[str]:
        """Lines of the last versions with words that begin with these: at most 100, newest first.

        The words are those of title, author and code. Ignores capitals and accents.
        """
        with self._reading() as connection:
            with self._indexing:
                self._read_news(connection)
                numbers = self._index.find(words_of(text))
            return list(connection.execute(queries.SOME_LINES, {"numbers": numbers}).scalars())

    def prepare(self) -> None:
        """Read the whole log and open all connections now, so that who asks later need not wait."""
        with ExitStack() as connections:
            for _ in range(CONNECTIONS):
                connections.enter_context(self._reading())
        with self._reading() as connection, self._indexing:
            self._read_news(connection)

    def new_codes(self, count: int = 1) -> list[str]:
        """Codes that are free now. Each belongs to whoever registers it first."""
        found: list[str] = []
        with self._reading() as connection:
            while len(found) < count:
                code = random_code()
                if not _lines_of(connection, code) and code not in found:
                    found.append(code)
        return found

    def _read_news(self, connection: Connection) -> None:
        while True:
            values = {"after": self._index.known, "count": _READ_AT_ONCE}
            rows = connection.execute(queries.NEWS, values).all()
            for row in rows:
                self._index.add(*row)
            if len(rows) < _READ_AT_ONCE:
                return

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with own_words(self._database), self._engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                # One writer at a time, as SQLite has it anyway: each line needs the one before.
                connection.exec_driver_sql("LOCK TABLE registry_log IN EXCLUSIVE MODE")
            yield connection

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        with own_words(self._database), reading(self._engine) as connection:
            yield connection

    def _own_key(self, ring: KeyRing) -> str:
        with self._reading() as connection:
            known = connection.execute(queries.OWN_KEY).scalar()
        if known is None:
            made = ring.make()
            try:
                with self._writing() as connection:
                    connection.execute(queries.KEEP_FACT, {"name": "key", "value": made})
            except IntegrityError:
                return self._own_key(ring)  # Another process was faster.
            return made
        return str(known)


_End = tuple[int, str, str]
"""How many lines there are, the hash of the last and its time."""


def _end(connection: Connection) -> _End:
    row = connection.execute(queries.END).first()
    return (row.number, row.hash, row.time) if row else (0, FIRST_HASH, _NEVER)


def _append(
    connection: Connection, wanted: Submission, end: _End
) -> tuple[Receipt | RegistryError, _End]:
    """Write a line; what to answer, and where the log ends now."""
    lines = _lines_of(connection, wanted.code)
    for line in lines:
        # It says just this already: an acknowledgement may have been lost.
        said = (line.action, line.version, line.key, line.sha256)
        if said == (wanted.action, wanted.version, wanted.key, wanted.sha256):
            return Receipt(line.line, False), end
    now = _standing(lines)
    reason = refusal(wanted.action, wanted.code, wanted.version, wanted.key, now)
    if reason is not None:
        taken = now is not None and now.key != wanted.key
        return RegistryError("taken" if taken else "version", reason), end
    return _write(connection, wanted, end)


def _write(connection: Connection, wanted: Submission, end: _End) -> tuple[Receipt, _End]:
    entries, before, time = end
    line = Line(
        wanted.action,
        wanted.code,
        wanted.version,
        wanted.about,
        wanted.key,
        wanted.signature,
        entries + 1,
        # Never earlier than the line before, whatever the clock says.
        max(time, datetime.now(UTC).isoformat(timespec="seconds")),
        before,
    )
    text = format_line(line)
    if wanted.sha256 is not None:
        keep = queries.KEEP_FILE[connection.dialect.name]
        connection.execute(keep, {"sha256": wanted.sha256, "data": wanted.data})
    names = ("number", "action", "code", "version", "key", "time")
    row = {name: getattr(line, name) for name in names}
    row |= {"sha256": wanted.sha256, "line": text, "hash": hash_of(text)}
    connection.execute(queries.KEEP_LINE, row)
    return Receipt(text, True), (line.number, row["hash"], line.time)


def _lines_of(connection: Connection, code: str) -> Sequence[Any]:
    return connection.execute(queries.LINES_OF_CODE, {"code": code}).all()


def _standing(lines: Sequence[Any]) -> Standing | None:
    published, withdrawn = (
        {line.version for line in lines if line.action == action} for action in (PUBLISH, WITHDRAW)
    )
    return Standing(lines[0].key, published, withdrawn) if lines else None


def _no_board(code: str, version: int | None, is_known: bool) -> RegistryError:
    if is_known and version is None:
        return RegistryError("withdrawn", f"every version of {code} was withdrawn")
    what = f"{code} version {version}" if is_known else code
    return RegistryError("unknown", f"there is no board {what} in the registry")
