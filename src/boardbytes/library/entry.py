"""An entry of the board library, and the words it is found by."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field
from datetime import UTC, datetime

from boardbytes.games.tiles import TileBoard
from boardbytes.games.tiles.footer import canonical_code

MAX_NUMBER = 2**31 - 1
"""The largest number that both databases hold."""


@dataclass(frozen=True)
class Entry:
    """A board as the library keeps it: exact bytes under a code, and what a list shows of it.

    `code` is the canonical form of the board's own. `number` counts the boards of one code from 1;
    `version` is what the board says itself.
    """

    code: str
    number: int
    version: int
    title: str
    author: str
    sha256: str
    added: str
    data: bytes = field(repr=False)

    @property
    def size(self) -> int:
        """How many bytes it is."""
        return len(self.data)


def entry_of(board: TileBoard, data: bytes, number: int, added: str) -> Entry:
    """The entry of a board and its bytes."""
    return Entry(
        canonical_code(board.code),
        number,
        board.footer.version,
        board.title,
        board.author,
        hashlib.sha256(data).hexdigest(),
        added,
        data,
    )


def is_successor(entry: Entry, last: Entry) -> bool:
    """Whether a board is a newer version of the last under its code, not another with that code.

    It has the same title and author; if both are empty, its version must be higher.
    """
    is_named = bool(entry.title or entry.author)
    same = (entry.title, entry.author) == (last.title, last.author)
    return same and (is_named or entry.version > last.version)


def described(entry: Entry) -> str:
    """A board in a message: `'Isle' by Zoë`."""
    title = repr(entry.title) if entry.title else "an untitled board"
    return f"{title} by {entry.author}" if entry.author else title


def is_time(text: str) -> bool:
    """Whether a text is a time as entries have it: UTC, ISO 8601, to the second."""
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return False
    return found.tzinfo == UTC and found.isoformat(timespec="seconds") == text


# Letters of ISO 8859-1 that Unicode does not take apart.
_UNACCENTED = str.maketrans({"ø": "o", "æ": "ae", "ð": "d", "þ": "th"})


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters without accents: `Rhône` is found by `rhone`."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = plain.translate(_UNACCENTED)
    return re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c)))


def searched(entry: Entry) -> str:
    """What an entry is searched by: every word of title and author with a space before it."""
    return "".join(f" {word}" for word in words_of(f"{entry.title} {entry.author}"))
