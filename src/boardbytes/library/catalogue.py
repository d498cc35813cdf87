"""The board library: boards found by their five-character code, every version of them kept."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, func, select
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from boardbytes.errors import FormatError, LibraryError
from boardbytes.formats import dumps, loads
from boardbytes.games.tiles import TileBoard
from boardbytes.games.tiles.editing import set_footer
from boardbytes.games.tiles.footer import CODE_LETTERS, TEXT_SIZES
from boardbytes.library.entry import Entry, entry_of, searched, words_of
from boardbytes.library.schema import BOARDS, connect, without_password
from boardbytes.model import Problem

ATTEMPTS = 100
"""So often another process may be faster before we give up."""

_FIELDS = [BOARDS.c[name] for name in Entry.__dataclass_fields__]


class Library:
    """A catalogue of boards in a SQLite file or a database; nothing in it is ever overwritten.

    Any number of processes may use one at the same time. What `add` has returned is stored.
    Raises LibraryError when the database cannot be used.
    """

    def __init__(self, database: str) -> None:
        with _own_words(database):
            self._engine = connect(database)
        self._database = database

    def add(self, board: TileBoard, *, new_code: Callable[[], str] | None = None) -> Entry:
        """Keep a board under its code; one without a code gets a free one.

        The exact bytes are kept; only a new code is written into them. A board that is the last
        one under its code already is not kept twice.
        """
        new_code = new_code or _random_code
        for _ in range(ATTEMPTS):
            coded = board if board.code else set_footer(board, code=new_code())
            try:
                with self._writing() as connection:
                    return _insert(connection, coded, is_new=not board.code)
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
        return list(self._read(select(*_FIELDS).where(BOARDS.c.code == code)))

    def latest(self) -> list[Entry]:
        """The last board of every code, in the order of their codes."""
        return list(self._read(_latest()))

    def search(self, text: str) -> list[Entry]:
        """The last boards whose title and author have words that begin like all words of a text.

        Does not mind capitals and accents.
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
        for entry in self.all():
            name, expected = f"{entry.code} number {entry.number}", numbers.get(entry.code, 0) + 1
            numbers[entry.code] = entry.number
            if entry.number != expected:
                found.append(Problem("number", f"{entry.code} must have a number {expected}"))
            found += [Problem(code, f"{name}: {text}") for code, text in _damage(entry)]
        return found

    def keep(self, entry: Entry) -> bool:
        """Keep an entry of another library as it is; whether it was not here yet.

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
            message = f"another board is number {entry.number} of {entry.code} already"
            raise LibraryError(message) from None
        return True

    @contextmanager
    def _writing(self) -> Iterator[Connection]:
        with _own_words(self._database), self._engine.begin() as connection:
            yield connection

    def _read(self, query: Select[Any]) -> Iterator[Entry]:
        ordered = query.order_by(BOARDS.c.code, BOARDS.c.number)
        with _own_words(self._database), self._engine.connect() as connection:
            reading = connection.execution_options(isolation_level="AUTOCOMMIT")
            for row in reading.execute(ordered):
                yield _entry(row)


def _own_words(database: str) -> AbstractContextManager[None]:
    """What a database complains about, as our own error; a taken code or number passes."""

    @contextmanager
    def guard() -> Iterator[None]:
        try:
            yield
        except IntegrityError:
            raise
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
            message = f"the library in {database} cannot be used: {reason}"
            raise LibraryError(without_password(message)) from None

    return guard()


def _insert(connection: Connection, board: TileBoard, *, is_new: bool) -> Entry:
    last = connection.execute(
        select(*_FIELDS).where(BOARDS.c.code == board.code).order_by(BOARDS.c.number.desc())
    ).first()
    data = dumps(board, "gbxx")
    # A new code must be free: its board is number 1 or it fails.
    number = 1 if last is None or is_new else last.number + 1
    added = datetime.now(UTC).isoformat(timespec="seconds")
    entry = entry_of(board, data, number, added)
    if last is not None and not is_new and last.sha256 == entry.sha256:
        return _entry(last)
    connection.execute(BOARDS.insert().values(**_row(entry)))
    return entry


def _row(entry: Entry) -> dict[str, Any]:
    return asdict(entry) | {"words": searched(entry)}


def _entry(row: Row[Any]) -> Entry:
    entry = Entry(**row._mapping)
    return replace(entry, data=bytes(entry.data))


def _latest() -> Select[Any]:
    last = select(BOARDS.c.code, func.max(BOARDS.c.number).label("number"))
    newest = last.group_by(BOARDS.c.code).subquery()
    matching = (BOARDS.c.code == newest.c.code) & (BOARDS.c.number == newest.c.number)
    return select(*_FIELDS).join(newest, matching)


def _random_code() -> str:
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
    return [
        (name, f"{name} must be {getattr(expected, name)!r}, as in its bytes")
        for name in names
        if getattr(entry, name) != getattr(expected, name)
    ]
