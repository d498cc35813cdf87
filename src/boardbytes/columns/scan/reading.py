"""A part of the work done: files become rows, and rows the bytes of Parquet files.

The same function runs in this process, in another one and on another machine; what it gives
depends on nothing but the part.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import boardbytes
from boardbytes.columns.scan.packing import PLAIN, kind_of
from boardbytes.columns.scan.parts import Part, Raw, unreadable
from boardbytes.columns.scan.writing import PartFile, PartWriter
from boardbytes.columns.tables.arrow import rows_of
from boardbytes.columns.tables.places import moved_game
from boardbytes.columns.tables.schemas import GAMES
from boardbytes.errors import FormatError
from boardbytes.formats import format_of
from boardbytes.model import Document

if TYPE_CHECKING:
    from boardbytes.columns.tables.sgf import Tabulated

BATCH_BYTES, BATCH_FILES = 1 << 20, 2048
"""SGF files are read together, up to so many bytes or files."""
MANY = 200_000
"""From so many bytes of SGF on, loading the compiler pays."""

SGF = "sgf"

_BUGS = (ValueError, ArithmeticError, LookupError, TypeError, AttributeError)
_TOO_MUCH = (MemoryError, RecursionError)
"""No reader should end like this. One that does must not end the scan as well."""


@dataclass(frozen=True)
class Done:
    """What became of a part."""

    number: int
    digest: str
    files: int
    size: int
    rows: dict[str, int]
    outputs: tuple[PartFile, ...] = field(repr=False)
    version: str = boardbytes.__version__


def read_part(
    part: Part,
    rows_per_file: int,
    deadly: frozenset[int] = frozenset(),
    on_file: Callable[[int], None] | None = None,
) -> Done:
    """Read all files of a part.

    With `on_file` each file is read by itself, and `on_file` is told its place in the part first.
    Those in `deadly` are not touched: whoever read them did not come back.
    """
    reader = _Reader(PartWriter(rows_per_file))
    files = 0
    for place, raw in enumerate(part.read()):
        if place in deadly:
            message = "the process that read it died, more than once"
            raw = unreadable(raw.source, "deadly", message)
        if on_file is not None:
            on_file(place)
        reader.read(raw)
        if on_file is not None:
            reader.read_together()
        files += raw.offset == 0
    reader.read_together()
    outputs = reader.writer.finish(part.number)
    return Done(part.number, part.digest, files, part.size, reader.writer.counts, outputs)


class _Reader:
    """Takes files one by one; SGF files are kept back until there are many."""

    def __init__(self, writer: PartWriter) -> None:
        self.writer = writer
        self.waiting: list[Any] = []
        self.size = 0
        self.is_bulk = False
        """Whether there was so much SGF that loading the compiler pays."""

    def read(self, raw: Raw) -> None:
        if raw.error is not None:
            self._put(raw, None, [raw.error])
            return
        if raw.format == SGF:
            self._read_run(raw)
            return
        try:
            format = format_of(raw.data, raw.format, raw.source)
        except FormatError as error:
            self._put(raw, None, [_packed(raw.data) or error])
            return
        if format.name == SGF and self._keep(raw):
            return
        self._read_alone(raw, format)

    def _read_alone(self, raw: Raw, format: Any) -> None:
        """Read a file by itself, game by game."""
        counts = _Counts()
        try:
            for number, game in enumerate(format.games(raw.data), raw.first):
                counts.add(self._put_game(raw, moved_game(game, raw.offset), number))
        except _BUGS as error:
            message = f"reading it failed: {type(error).__name__}: {error}"
            counts.add(self._put_game(raw, _internal(message, format.name), None))
        except _TOO_MUCH as error:
            message = f"reading it took too much: {type(error).__name__}"
            counts.add(self._put_game(raw, _internal(message, format.name), None))
        self._put_file(raw, format.name, counts.games, counts.failed)

    def _keep(self, raw: Raw) -> bool:
        """Keep an SGF file back for later, if it can be read together with others."""
        from boardbytes.columns.tables.sgf import Piece, can_be_lexed_together

        if not can_be_lexed_together(raw.data):
            return False
        self.waiting.append(Piece(raw.source, raw.data))
        self.size += len(raw.data)
        if self.size >= BATCH_BYTES or len(self.waiting) >= BATCH_FILES:
            self.read_together()
        return True

    def read_together(self) -> None:
        """Read the SGF files that were kept back."""
        if not self.waiting:
            return
        self.is_bulk = self.is_bulk or self.size >= MANY
        pieces, self.waiting, self.size = self.waiting, [], 0
        found = self._tabulated(pieces) if self.is_bulk else None
        for place, piece in enumerate(pieces):
            raw = Raw(piece.source, piece.data)
            if found is None or not found.games[place]:
                self._read_alone(raw, format_of(piece.data, SGF))
            else:
                self._put_file(raw, SGF, found.games[place], found.failed[place])

    def _read_run(self, raw: Raw) -> None:
        """Read a run of games of a large collection."""
        from boardbytes.columns.tables.sgf import Piece

        found = self._tabulated([Piece(raw.source, raw.data, raw.offset, raw.first)], raw.codec)
        if found is None:
            self._read_alone(raw, format_of(raw.data, SGF))
        else:
            self._put_file(raw, SGF, found.games[0], found.failed[0])

    def _tabulated(self, pieces: list[Any], codec: str | None = None) -> Tabulated | None:
        """Write the rows of all games of some pieces; None if they must be read one by one."""
        from boardbytes.columns.tables.sgf import tabulate

        try:
            found = tabulate(pieces, codec or "ascii")
        except (*_BUGS, *_TOO_MUCH):
            return None
        for batch in found.batches:
            self.writer.add_batch("go", batch)
        for table, row in found.rows:
            self.writer.add(table, row)
        return found

    def _put_game(self, raw: Raw, game: Document | FormatError, number: int | None) -> bool:
        """Write the rows of a game; whether it was read to its end."""
        for table, row in rows_of(game, raw.source, number or 1):
            self.writer.add(table, row if number else row | {"game": None})
        return not isinstance(game, FormatError)

    def _put(self, raw: Raw, format: str | None, errors: list[FormatError]) -> None:
        """Write the rows of a file that could not be read at all."""
        for error in errors:
            self._put_game(raw, error, None)
        self._put_file(raw, format, 0, len(errors))

    def _put_file(self, raw: Raw, format: str | None, games: int, failed: int) -> None:
        self.writer.add(
            "files",
            {
                "source": raw.source,
                "offset": raw.offset,
                "bytes": len(raw.data),
                "format": format,
                "games": games,
                "failed": failed,
            },
        )


@dataclass
class _Counts:
    games: int = 0
    failed: int = 0

    def add(self, is_fine: bool) -> None:
        self.games += 1
        self.failed += not is_fine


def _packed(data: bytes) -> FormatError | None:
    """What to say of an archive in an archive, which no format knows: that it is one."""
    from boardbytes.model import Place, Problem

    kind = kind_of(io.BytesIO(data), "")
    if kind == PLAIN:
        return None
    name = kind.archive or kind.packing
    message = f"it is packed ({name}) in what is packed itself: unpack that, and scan what it holds"
    return FormatError([Problem("packed", message, Place(0))])


def _internal(message: str, format: str) -> FormatError:
    from boardbytes.model import Problem

    return FormatError([Problem("internal", message)], format)


def games_of(rows: dict[str, int]) -> int:
    """How many rows of games and positions there are."""
    return sum(rows.get(table, 0) for table in GAMES)
