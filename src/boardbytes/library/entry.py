"""An entry of the board library, and the words it is found by."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass, field

from boardbytes.games.tiles import TileBoard


@dataclass(frozen=True)
class Entry:
    """A board as the library keeps it: exact bytes under a code, and what a list shows of it.

    `number` counts the boards of one code from 1; `version` is what the board says itself.
    """

    code: str
    number: int
    version: int
    title: str
    author: str
    sha256: str
    added: str
    data: bytes = field(repr=False)


def entry_of(board: TileBoard, data: bytes, number: int, added: str) -> Entry:
    """The entry of a board and its bytes."""
    return Entry(
        board.code,
        number,
        board.footer.version,
        board.title,
        board.author,
        hashlib.sha256(data).hexdigest(),
        added,
        data,
    )


# Letters of ISO 8859-1 that Unicode does not take apart.
_UNACCENTED = str.maketrans({"ø": "o", "æ": "ae", "ð": "d", "þ": "th"})


def words_of(text: str) -> list[str]:
    """The words of a text, small letters without accents: `Rhône` is found by `rhone`."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    plain = plain.translate(_UNACCENTED)
    return re.findall(r"\w+", "".join(c for c in plain if not unicodedata.combining(c)))


def searched(entry: Entry) -> str:
    """What is searched for an entry: every word of title and author with a space before it."""
    return "".join(f" {word}" for word in words_of(f"{entry.title} {entry.author}"))
