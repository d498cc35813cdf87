"""Large collections cut into runs of whole games while they are read: SGF and PDN.

Only a window of the bytes is held. They may come from anywhere: a file, which may change meanwhile,
an address, an archive.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from boardbytes.columns.scan.packing import ArchiveError
from boardbytes.columns.tables import sgf_kernel
from boardbytes.columns.tables.sgf import is_plain_codec
from boardbytes.compiling import compiled
from boardbytes.errors import FormatError
from boardbytes.formats import LARGEST, format_of
from boardbytes.formats.pdn.charset import text_of
from boardbytes.formats.pdn.format import MAX_SIZE as LARGEST_PDN
from boardbytes.formats.pdn.games import split_games
from boardbytes.formats.sgf import bulk
from boardbytes.formats.sgf.charset import codec_of
from boardbytes.formats.sgf.lexing import signs

HEAD = 65536
LARGE = 8 << 20
"""A collection of more bytes is cut into runs of games, if its format can be cut."""
SHARE, LEAST = 4, 8
"""At most a quarter of what is left of a collection is read by one core, so that none reads long
when the others have no more to do; but at least an eighth of what one usually reads."""
_PDN_RUN = 1 << 20
"""Games of PDN are read one by one, so that more at a time would be no quicker."""


class Stream(Protocol):
    """Bytes that are read one after the other."""

    def read(self, size: int, /) -> bytes: ...


class TooLongError(Exception):
    """A game that is longer than its format allows."""


@dataclass(frozen=True)
class Run:
    """Whole games of a collection: where they begin, the number of the first, their bytes."""

    format: str
    start: int
    first: int
    data: bytes = field(repr=False)
    codec: str | None = None
    """By which SGF is lexed."""


class Window:
    """The next bytes of a stream."""

    def __init__(self, stream: Stream, size: int | None = None) -> None:
        self.stream, self.size = stream, size
        self.data, self.start, self.is_last = b"", 0, False
        self.error: Exception | None = None
        """Why it ends where it does, if it should not."""

    def reach(self, size: int) -> None:
        """Hold so many bytes, or all that are left."""
        pieces, count = [self.data], len(self.data)
        while count < size and not self.is_last:
            try:
                piece = self.stream.read(size - count)
            except (ArchiveError, OSError) as error:
                self.error, piece = error, b""
            pieces.append(piece)
            count += len(piece)
            self.is_last = not piece
        self.data = b"".join(pieces)

    def share_of(self, most: int, place: int) -> int:
        """How many bytes, of `most`, to read together from a place on: fewer near the end."""
        if self.size is None:
            return most
        return max(most // LEAST, min(most, (self.size - place) // SHARE))

    def drop(self, count: int) -> None:
        """Go on to what comes after so many bytes."""
        self.data, self.start = self.data[count:], self.start + count


def cutter(window: Window, name: str) -> Callable[[Window, int], Iterator[Run]] | None:
    """What cuts the collection that a window is at the beginning of; None if nothing does.

    Raises ArchiveError or OSError for one that cannot even be read to there.
    """
    window.reach(HEAD)
    if window.error:
        raise window.error
    try:
        format = format_of(window.data[:HEAD], None, name).name
    except FormatError:
        return None
    if format == "sgf" and not is_plain_codec(codec_of(window.data[:HEAD])):
        return None
    return _CUTTERS.get(format)


def sgf_runs(window: Window, every: int, room: int = LARGE) -> Iterator[Run]:
    """Runs of SGF games, each of `every` bytes or a little more; at first with `room` for a game.

    Where the window ends by an error, the last game may be one half.
    """
    window.reach(HEAD)
    codec = codec_of(window.data[:HEAD])
    table = np.frombuffer(signs(codec), np.uint8)
    find = compiled(sgf_kernel.__name__).run_of_games
    tables, first = bulk.new_tables(room), 1
    while True:
        window.reach(every + room + 1)
        size = len(window.data)
        buffer = np.frombuffer(window.data, np.uint8)
        least = window.share_of(every, window.start)
        end, games = find(buffer, 0, size, room, least, table, tables) if size else (0, 0)
        # What ends with the window may go on after it.
        if (not games and end < size) or (end == size and not window.is_last):
            if room >= LARGEST:
                raise TooLongError(f"game {first + games} has more than {LARGEST:,} bytes")
            room = min(4 * room, LARGEST)
            tables = bulk.new_tables(room)
            continue
        if games or window.start == 0:
            yield Run("sgf", window.start, first, window.data[:end], codec)
        window.drop(end)
        first += games
        if window.is_last and not window.data:
            return


def pdn_runs(window: Window, every: int, room: int = LARGEST_PDN) -> Iterator[Run]:
    """Runs of PDN games; each is read in the character set that its own bytes are likely in."""
    every = size = min(every, _PDN_RUN)
    first = 1
    while True:
        window.reach(size)
        data = window.data
        if not window.is_last:
            # No letter of any character set is cut in two after a line.
            data = data[: data.rfind(b"\n") + 1]
        ends = [game.end for game in split_games(text_of(data).signs)]
        if not window.is_last:
            ends.pop()  # The last one may go on.
        if not ends:
            if size >= room:
                raise TooLongError(f"game {first} has more than {room:,} bytes")
            size = min(2 * size, room)
            continue
        yield Run("pdn", window.start, first, data[: ends[-1]])
        window.drop(ends[-1])
        first, size = first + len(ends), every
        if window.is_last:
            return


_CUTTERS: dict[str, Callable[[Window, int], Iterator[Run]]] = {"sgf": sgf_runs, "pdn": pdn_runs}
