"""What a person does with a registry: push, pull, search, verify, each checked and kept."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from boardbytes.caching import cache_folder
from boardbytes.channel.signing import address_of
from boardbytes.errors import FormatError, JsonError, LibraryError, RegistryError
from boardbytes.files import locked, read_limited, write_whole
from boardbytes.formats import dumps
from boardbytes.formats.gbxx.layout import MAX_SIZE
from boardbytes.games.tiles import TileBoard
from boardbytes.games.tiles.editing import set_footer
from boardbytes.games.tiles.footer import canonical_code
from boardbytes.json_reading import read_json
from boardbytes.library.registry.copy import LogCopy, check_line, checked
from boardbytes.library.registry.head import Head, parse_head
from boardbytes.library.registry.line import (
    MAX_LINE,
    PUBLISH,
    WITHDRAW,
    Line,
    Standing,
    after,
    check_board,
    check_signature,
    hash_of,
    last_visible,
    parse_line,
    read_board,
    sign_statement,
    statement,
    statement_of,
)
from boardbytes.library.registry.store import PAGE
from boardbytes.library.registry.transport import UnreachableError, transport
from boardbytes.model import Problem

ATTEMPTS = 20
"""How often somebody else may take a new code before we give up."""

_MAX_PINS = 1 << 20
_MAX_LOG = 1 << 29


@dataclass(frozen=True)
class Pulled:
    """A board from a registry: its exact bytes, and its line of the log."""

    data: bytes = field(repr=False)
    line: Line


def registries_folder() -> Path:
    """Where copies of logs and pulled boards are kept."""
    return cache_folder() / "registries"


class Client:
    """A registry or a mirror of one, by its address; what was pulled is kept and used offline.

    The registry's key is the one given, else the one that this address had the first time.
    `warn` is given sentences that a person should read but that stop nothing.
    """

    def __init__(
        self,
        url: str,
        key: str | None = None,
        folder: Path | None = None,
        warn: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.url, self._warn = url, warn
        self._transport = transport(url)
        self._folder = folder or registries_folder()
        self._key = key or self._pins().get(url)

    # Asking

    def pull(self, code: str, version: int | None = None) -> Pulled:
        """The last version of a board that was not withdrawn, or the one that is named."""
        code = canonical_code(code)
        copy = self._newest()
        lines = copy.of(code)
        boards = {line.version: line for line in lines if line.action == PUBLISH}
        if not boards or (version is not None and version not in boards):
            what = code if version is None or not boards else f"{code} version {version}"
            raise RegistryError("unknown", f"there is no board {what} in the registry")
        withdrawn = {line.version for line in lines if line.action == WITHDRAW}
        chosen = max(boards.keys() - withdrawn, default=None) if version is None else version
        if chosen is None:
            raise RegistryError("withdrawn", f"every version of {code} was withdrawn")
        if chosen in withdrawn:
            self._warn(f"{code} version {chosen} was withdrawn by its author")
        return Pulled(self._file(copy, boards[chosen]), boards[chosen])

    def search(self, text: str) -> list[Line]:
        """Boards by the beginnings of words in title and author.

        A mirror cannot search, nor can a registry that does not answer: then the copy here is used.
        What a registry finds must stand in its log, signed; what it hides cannot be known.
        """
        try:
            data = self._transport.get("search", 2 * MAX_LINE * PAGE, words=text)
        except (UnreachableError, RegistryError):
            return self._newest().search(text)
        found = data.splitlines()
        known = set(self.sync().lines) if found else set()
        for each in found:
            if each not in known:
                message = f"{self.url} finds what is not in its log: {each[:80].decode('latin-1')}"
                raise RegistryError("line", message)
        lines = [parse_line(each) for each in found]
        for line in lines:
            check_signature(statement_of(line), line.key, line.signature)
        return lines

    def verify(self) -> Iterator[Problem]:
        """Everything that is wrong at this address: its head, its log, its entries, its files.

        Every line, every file and the board that each code alone gives is looked at; all come from
        there, not from the cache.
        """
        try:
            copy = self.sync(strict=True)
        except UnreachableError:
            raise
        except RegistryError as error:
            yield Problem(error.code, str(error))
            return
        standings: dict[str, Standing] = {}
        lines: defaultdict[str, list[Line]] = defaultdict(list)
        for text in copy.lines:
            try:
                line = parse_line(text)
                lines[line.code].append(line)
                check_line(line, standings.get(line.code))
                standings[line.code] = after(line, standings.get(line.code))
                if line.about is not None:
                    check_board(self.fetch(line), line)
            except RegistryError as error:
                yield Problem(error.code, str(error))
        for code, about_it in lines.items():
            try:
                self._check_code(code, about_it, copy)
            except RegistryError as error:
                yield Problem(error.code, str(error))

    # Telling

    def push(self, board: TileBoard, key: bytes) -> Pulled:
        """Publish a board, signed by a key; one without a code gets a free one.

        What already exists, to the letter, is simply acknowledged again.
        """
        for _ in range(ATTEMPTS):
            coded = board if board.code else set_footer(board, code=self._new_code())
            try:
                return self._publish(coded, key)
            except RegistryError as error:
                if board.code or error.code != "taken":
                    raise
        raise LibraryError(f"no free code was found in {ATTEMPTS} attempts")

    def withdraw(self, code: str, version: int, key: bytes) -> Line:
        """Hide a version of one's own board; it is not deleted."""
        code = canonical_code(code)
        signature = sign_statement(statement(WITHDRAW, code, version), key)
        values = {"code": code, "version": version, "key": address_of(key), "signature": signature}
        answer = self._transport.post("withdrawals", json.dumps(values).encode(), {})
        return parse_line(answer.rstrip(b"\n"))

    def _publish(self, board: TileBoard, key: bytes) -> Pulled:
        data = dumps(board, "gbxx")
        code = canonical_code(read_board(data).code)
        text = statement(PUBLISH, code, board.footer.version, hash_of(data))
        headers = {
            "Content-Type": "application/octet-stream",
            "Boardbytes-Key": address_of(key),
            "Boardbytes-Signature": sign_statement(text, key),
        }
        line = parse_line(self._transport.post("boards", data, headers).rstrip(b"\n"))
        check_board(data, line)
        return Pulled(data, line)

    def _new_code(self) -> str:
        try:
            plain = read_json(self._transport.get("codes/new", MAX_LINE))[0]
            return str(plain["codes"][0])
        except (JsonError, TypeError, LookupError):
            raise RegistryError("request", f"{self.url} gives no code") from None

    # The copy of the log

    def sync(self, *, strict: bool = False) -> LogCopy:
        """The log as it is there now, checked up to its signed head and kept.

        Raises RegistryError if it is not the log that was seen before; being shorter is only worth
        a warning, unless `strict`, since a mirror may be behind.
        """
        head = parse_head(self._transport.get("head", MAX_LINE))
        self._check_key(head)
        copy = LogCopy(self._folder / head.key)
        known = len(copy.lines)
        if head.entries <= known:
            if copy.hash_at(head.entries) != head.hash:
                message = f"{self.url} has a different log from the one seen before"
                raise RegistryError("rewritten", message)
            if head.entries < known and copy.head is not None:
                message = (
                    f"{self.url} withholds {known - head.entries} of {known} lines that the"
                    f" registry had signed by {copy.head.time}, or is behind"
                )
                if strict:
                    raise RegistryError("withheld", message)
                self._warn(message)
            elif copy.head is None:
                copy.extend([], head)
            if strict:
                self._lines_to(head, copy, 0)
        else:
            copy.extend(self._lines_to(head, copy, known), head)
        self._pin(head.key)
        return copy

    def _lines_to(self, head: Head, copy: LogCopy, known: int) -> list[bytes]:
        """The lines after a number up to a head, to which they must lead."""
        lines: list[bytes] = []
        while known + len(lines) < head.entries:
            start = known + len(lines)
            missing = head.entries - start
            data = self._transport.get("log", _MAX_LOG, after=start)
            found = [line for line in data.split(b"\n") if line]
            if start and found and found[0].startswith(b'{"number": 1, '):
                found = found[start:]  # A mirror is only files: it gives the whole log.
            if not found:
                message = f"{self.url} withholds {missing} of {head.entries} lines of its log"
                raise RegistryError("withheld", message)
            before = hash_of(lines[-1]) if lines else copy.hash_at(known)
            good, _, wrong = checked(found[:missing], start, before)
            if wrong is not None:
                raise wrong
            lines += good
        if lines and hash_of(lines[-1]) != head.hash:
            raise RegistryError("rewritten", f"the log of {self.url} does not lead to its head")
        return lines

    def _newest(self) -> LogCopy:
        """The log as it is now, or as it was when somebody last answered."""
        try:
            return self.sync()
        except UnreachableError as error:
            if self._key is None:
                raise
            copy = LogCopy(self._folder / self._key)
            if copy.head is None:
                raise
            self._warn(f"{error}; using what was seen of it up to {copy.head.time}")
            return copy

    # Files and keys

    def fetch(self, line: Line) -> bytes:
        """The bytes of a line from the registry itself, checked."""
        if line.about is None:
            raise RegistryError("line", f"line {line.number} is about no board")
        try:
            data = self._transport.get(f"files/{line.about.sha256}", MAX_SIZE)
            check_board(data, line)
        except RegistryError as error:
            withheld = error.code == "unknown"
            message = f"{line.code} version {line.version}: {self.url} withholds its file"
            raise RegistryError("withheld", message) if withheld else error from None
        return data

    def _file(self, copy: LogCopy, line: Line) -> bytes:
        """The bytes of a line, from the cache if they are there and whole."""
        path = copy.folder / "files" / (line.about.sha256 if line.about else "")
        try:
            data = read_limited(path, MAX_SIZE)
            check_board(data, line)
        except (OSError, RegistryError, FormatError):
            data = self.fetch(line)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, data)
        return data

    def _check_code(self, code: str, lines: list[Line], copy: LogCopy) -> None:
        """Raise RegistryError unless a code alone gives its last visible version, if it has one."""
        while True:
            wrong = self._given_wrongly(code, last_visible(lines))
            if wrong is None:
                return
            # Somebody may have published it meanwhile: then the log says so, too.
            if parse_head(self._transport.get("head", MAX_LINE)) == copy.head:
                raise wrong
            copy = self.sync()
            before, lines = lines, copy.of(code)
            if lines == before:
                raise wrong

    def _given_wrongly(self, code: str, line: Line | None) -> RegistryError | None:
        """What is wrong with what a code alone gives; None if it is the board of this line."""
        try:
            data = self._transport.get(f"boards/{code}", MAX_SIZE)
        except RegistryError as error:
            if error.code not in ("unknown", "withdrawn"):
                return error
            message = f"{code}: {self.url} withholds its board"
            return None if line is None else RegistryError("withheld", message)
        if line is None:
            message = f"{code}: {self.url} gives a board, and every version was withdrawn"
            return RegistryError("file", message)
        if line.about is None or hash_of(data) != line.about.sha256:
            message = f"{code}: {self.url} gives another board than version {line.version}"
            return RegistryError("file", message)
        return None

    def _check_key(self, head: Head) -> None:
        if self._key is not None and head.key != self._key:
            message = f"{self.url} is signed by {head.key}, not by the registry's key {self._key}"
            raise RegistryError("head", message)

    def _pins(self) -> dict[str, str]:
        """The key that each address had the first time."""
        try:
            pins = read_json(read_limited(self._folder / "keys.json", _MAX_PINS))[0]
        except (OSError, JsonError):
            return {}
        return {str(url): str(key) for url, key in pins.items()} if isinstance(pins, dict) else {}

    def _pin(self, key: str) -> None:
        if self._key != key or self.url not in self._pins():
            self._key = key
            self._folder.mkdir(parents=True, exist_ok=True)
            with locked(self._folder):
                pins = json.dumps(self._pins() | {self.url: key}, indent=2) + "\n"
                write_whole(self._folder / "keys.json", pins.encode())
