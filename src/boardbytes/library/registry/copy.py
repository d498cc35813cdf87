"""The copy of a registry's log that a client keeps: checked as it grows, and searched offline."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from boardbytes.errors import LibraryError, RegistryError
from boardbytes.files import locked, read_limited, write_whole
from boardbytes.library.entry import words_of
from boardbytes.library.registry.head import Head, format_head, parse_head
from boardbytes.library.registry.index import WordIndex
from boardbytes.library.registry.line import (
    FIRST_HASH,
    MAX_LINE,
    Line,
    Standing,
    after,
    check_signature,
    format_line,
    hash_of,
    parse_line,
    refusal,
    statement_of,
)

_BEFORE = b', "before": "'


def follows(text: bytes, before: str) -> bool:
    """Whether a line holds this hash of the one before it."""
    return text.endswith(_BEFORE + before.encode() + b'"}')


class LogCopy:
    """A folder with the lines of one registry's log that were seen, and its last head."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._log, self._head = folder / "log", folder / "head"
        self.lines: list[bytes] = []
        self.hashes: list[str] = []
        self.head: Head | None = None
        self.load()

    def load(self) -> None:
        """Read what is there. What no head vouches for is dropped, and fetched again."""
        self.lines, self.hashes, self.head = [], [], None
        try:
            head = parse_head(read_limited(self._head, MAX_LINE))
            data = self._log.read_bytes()
        except (OSError, RegistryError):
            return
        lines, hashes, _ = checked(data.split(b"\n")[: head.entries], 0, FIRST_HASH)
        if len(lines) == head.entries and (hashes or [FIRST_HASH])[-1] == head.hash:
            self.lines, self.hashes, self.head = lines, hashes, head

    def hash_at(self, number: int) -> str:
        """The hash of a line; the one before the first is always the same."""
        return self.hashes[number - 1] if number else FIRST_HASH

    def extend(self, lines: list[bytes], head: Head) -> None:
        """Keep checked lines that come next and lead to a head; then they are on disk."""
        self.folder.mkdir(parents=True, exist_ok=True)
        known = len(self.lines)
        with locked(self.folder):
            self.load()  # Another process may have been here.
            missing = lines[len(self.lines) - known :]
            if self.head is not None and self.head.entries > head.entries:
                return
            # The log first: lines without a head are dropped, a head without lines is useless.
            self._log.touch()
            with self._log.open("r+b") as file:
                file.truncate(sum(len(line) + 1 for line in self.lines))
                file.seek(0, os.SEEK_END)
                file.writelines(line + b"\n" for line in missing)
                file.flush()
                os.fsync(file.fileno())
            write_whole(self._head, format_head(head))
            hashes = checked(missing, len(self.lines), self.hash_at(len(self.lines)))[1]
            self.lines, self.hashes, self.head = self.lines + missing, self.hashes + hashes, head

    def of(self, code: str) -> list[Line]:
        """The lines about a code, each rightly signed, and allowed by those before it.

        Raises RegistryError for the first that does not.
        """
        marked = f'"code": "{code}", '.encode()
        found = [parse_line(text) for text in self.lines if marked in text]
        now: Standing | None = None
        found = [line for line in found if line.code == code]
        for line in found:
            check_line(line, now)
            now = after(line, now)
        return found

    def search(self, text: str) -> list[Line]:
        """Boards by the beginnings of words, as a registry finds them."""
        index = WordIndex()
        for line in self.parsed():
            index.add(line.number, line.action, line.code, line.version, format_line(line))
        found = index.find(words_of(text))
        return [parse_line(self.lines[number - 1]) for number in found]

    def parsed(self) -> Iterator[Line]:
        return map(parse_line, self.lines)


def check_line(line: Line, now: Standing | None) -> None:
    """Raise RegistryError unless a line's key signed it, and might, as the code stood then."""
    reason = refusal(line.action, line.code, line.version, line.key, now)
    if reason is not None:
        raise RegistryError("line", f"line {line.number} of the log is not allowed: {reason}")
    try:
        check_signature(statement_of(line), line.key, line.signature)
    except RegistryError as error:
        raise RegistryError(
            "line", f"line {line.number} of the log, {line.code}: {error}"
        ) from None


def checked(
    lines: Iterable[bytes], number: int, before: str
) -> tuple[list[bytes], list[str], LibraryError | None]:
    """Lines as far as each follows the one before, their hashes, and what is wrong after them."""
    kept: list[bytes] = []
    hashes: list[str] = []
    for text in lines:
        number += 1
        numbered = text.startswith(b'{"number": %d, ' % number)
        if not (numbered and follows(text, before) and len(text) <= MAX_LINE):
            message = f"line {number} of the log was changed: it does not follow the line before it"
            return kept, hashes, RegistryError("rewritten", message)
        before = hash_of(text)
        kept.append(text)
        hashes.append(before)
    return kept, hashes, None
