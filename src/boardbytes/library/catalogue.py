"""The board library: boards found by their five-character code, every version of them kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, LargeBinary, Row, Select, cast, func, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from boardbytes.errors import FormatError, LibraryError
from boardbytes.files import what_to_do
from boardbytes.formats import dumps, loads
from boardbytes.games.tiles import TileBoard
from boardbytes.games.tiles.editing import set_footer
from boardbytes.games.tiles.footer import CODE_LETTERS, TEXT_SIZES, canonical_code
from boardbytes.library.entry import (
    MAX_NUMBER,
    Entry,
    described,
    entry_of,
    is_successor,
    is_time,
    searched,
    words_of,
)
from boardbytes.library.schema import BOARDS, connect, reading, without_password
from boardbytes.model import Problem

_EXAMPLE_TIME = "2026-11-16T12:00:00+00:00"

_UNREADABLE = {"bytes", "sha256", "title", "author"}
"""Damage after which nobody can tell which words an entry should have."""

ATTEMPTS = 100
"""How often another process may be faster before we give up."""

# A SQLite file may hold text where bytes belong; read as bytes, it is merely a damaged board.
_FIELDS: list[ColumnElement[Any]] = [
    cast(column, LargeBinary).label(column.name) if column is BOARDS.c.data else column
    for column in (BOARDS.c[name] for name in Entry.__dataclass_fields__)
]


class Library:
    """A catalogue of boards in a SQLite file or a database; nothing in it is ever overwritten.

    Any number of processes may use one at the same time. What `add` has returned is stored.
    Raises LibraryError when the database cannot be used.
    """

    def __init__(self, database: str) -> None:
        with own_words(database):
            self._engine = connect(database)
        self._database = database

    def add(
        self,
        board: TileBoard,
        *,
        replace: bool = False,
        new_code: Callable[[], str] | None = None,
    ) -> Entry:
        """Keep a board under its code; one without a code gets a free one.

        The exact bytes are kept; only a new code is written into them. A board that is already
        the last one under its code is not kept twice. A code belongs to the first board that has
        it: for another board LibraryError is raised, unless it may `replace` the last one.
        """
        new_code = new_code or random_code
        for _ in range(ATTEMPTS):
            coded = board if board.code else set_footer(board, code=new_code())
            try:
                with self._writing() as connection:
                    return _insert(connection, coded, is_new=not board.code, replace=replace)
            except IntegrityError:
                continue  # Another process took the code or the number: choose again.
        raise LibraryError(f"no free code or number was found in {ATTEMPTS} attempts")

    def get(self, code: str, number: int | None = None) -> Entry:
        """The last board under a code, or the one of that number; LibraryError if there is none."""
        entries = self.history(code)
        wanted = [entry for entry in entries if number in (None, entry.number)]
        if not wanted:
            what = code if number is None or not entries else f"{code} with number {number}"
            raise LibraryError(f"there is no board {what} in the library")
        return wanted[-1]

    def history(self, code: str) -> list[Entry]:
        """Every board under a code, the first one first; none if the code is unknown."""
        return list(self._read(select(*_FIELDS).where(BOARDS.c.code == canonical_code(code))))

    def latest(self) -> list[Entry]:
        """The last board of every code, in the order of their codes."""
        return list(self._read(_latest()))

    def search(self, text: str) -> list[Entry]:
        """The last boards in which every word of a text begins a word of the title or author.

        Ignores capitals and accents.
        """
        query = _latest()
        for word in words_of(text):
            query = query.where(BOARDS.c.words.contains(f" {word}", autoescape=True))
        return list(self._read(query))

    def all(self) -> Iterator[Entry]:
        """Every board of every code."""
        return self._read(select(*_FIELDS))

    def verify(self) -> list[Problem]:
        """Everything that is damaged: bytes, what is said of them, numbers that are missing."""
        found: list[Problem] = []
        numbers: dict[str, int] = {}
        query = select(*_FIELDS, BOARDS.c.words.label("words"))
        for entry, words in self._rows(query):
            name, expected = f"{entry.code} number {entry.number}", numbers.get(entry.code, 0) + 1
            numbers[entry.code] = entry.number
            if entry.number != expected:
                found.append(Problem("number", f"{entry.code} must have a number {expected}"))
            damage = _damage(entry)
            # Words of a title that is wrong itself say nothing more.
            if words != searched(entry) and not _UNREADABLE & {code for code, _ in damage}:
                damage += [("words", "the words that it is found by must be those of its title")]
            found += [Problem(code, f"{name}: {text}") for code, text in damage]
        return found

    def keep(self, entry: Entry) -> bool:
        """Keep an entry of another library as it is; true if it was not here yet.

        Raises LibraryError if another board has its code and number, or if it is damaged.
        """
        for _, text in _damage(entry):
            raise LibraryError(f"{entry.code} number {entry.number}: {text}")
        try:
            with self._writing() as connection:
                connection.execute(BOARDS.insert().values(**_row(entry)))
        except IntegrityError:
            if self.get(entry.code, entry.number).sha256 == entry.sha256:
                return False
            message = f"another board is already number {entry.number} of {entry.code}"
            raise LibraryError(message) from None
        return True

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with own_words(self._database), self._engine.begin() as connection:
            yield connection

    def _read(self, query: Select[Any]) -> Iterator[Entry]:
        return (entry for entry, _ in self._rows(query))

    def _rows(self, query: Select[Any]) -> Iterator[tuple[Entry, object]]:
        """Entries in order, each with its words if they were asked for."""
        ordered = query.order_by(BOARDS.c.code, BOARDS.c.number)
        with own_words(self._database), reading(self._engine) as connection:
            for row in connection.execute(ordered):
                yield _entry(row), row._mapping.get("words")


def own_words(database: str) -> AbstractContextManager[None]:
    """A database's complaint as our own error; a taken code or number is passed on as it is."""

    @contextmanager
    def guard() -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            message = f"the library in {database} cannot be used: {what_to_do(reason)}"
            raise LibraryError(without_password(message)) from None

    return guard()


def _insert(connection: Connection, board: TileBoard, *, is_new: bool, replace: bool) -> Entry:
    code = canonical_code(board.code)
    row = connection.execute(
        select(*_FIELDS).where(BOARDS.c.code == code).order_by(BOARDS.c.number.desc())
    ).first()
    # A new code must be free: its board is number 1 or it fails.
    last = _entry(row) if row is not None and not is_new else None
    added = datetime.now(UTC).isoformat(timespec="seconds")
    entry = entry_of(board, dumps(board, "gbxx"), last.number + 1 if last else 1, added)
    if last and last.sha256 == entry.sha256:
        return last
    if last and not replace and not is_successor(entry, last):
        message = f"{code} is already the code of another board, {described(last)}"
        raise LibraryError(f"{message}; this is {described(entry)}")
    connection.execute(BOARDS.insert().values(**_row(entry)))
    return entry


def _row(entry: Entry) -> dict[str, Any]:
    return asdict(entry) | {"words": searched(entry)}


def _entry(row: Row[Any]) -> Entry:
    """The entry of a row, whatever a SQLite file has in its columns."""
    values = dict(row._mapping)
    values |= {name: _number(values[name]) for name in ("number", "version")}
    values |= {name: _text(values[name]) for name in ("code", "title", "author", "sha256", "added")}
    return Entry(
        **{name: values[name] for name in Entry.__dataclass_fields__ if name != "data"},
        data=bytes(values["data"]),
    )


def _number(value: object) -> int:
    return value if isinstance(value, int) else -1


def _text(value: object) -> str:
    return value if isinstance(value, str) else repr(value)


def _latest() -> Select[Any]:
    last = select(BOARDS.c.code, func.max(BOARDS.c.number).label("number"))
    newest = last.group_by(BOARDS.c.code).subquery()
    matching = (BOARDS.c.code == newest.c.code) & (BOARDS.c.number == newest.c.number)
    return select(*_FIELDS).join(newest, matching)


def random_code() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(TEXT_SIZES["code"]))


def _damage(entry: Entry) -> list[tuple[str, str]]:
    """What is wrong with an entry: a code for programs and a sentence."""
    try:
        board = loads(entry.data, "gbxx").position
    except FormatError as error:
        return [("bytes", str(error))]
    expected = entry_of(board, entry.data, entry.number, entry.added)
    if expected.sha256 != entry.sha256:
        return [("sha256", f"the bytes must have the SHA-256 {entry.sha256}")]
    names = ("code", "version", "title", "author")
    found = [
        (name, f"{name} must be {getattr(expected, name)!r}, as in its bytes")
        for name in names
        if getattr(entry, name) != getattr(expected, name)
    ]
    if not 1 <= entry.number <= MAX_NUMBER:
        found.append(("number", f"number must be from 1 to {MAX_NUMBER:,}"))
    if not is_time(entry.added):
        found.append(("added", f"added must be a time such as {_EXAMPLE_TIME}"))
    return found
