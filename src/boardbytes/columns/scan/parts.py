"""Parts of a scan: what one process reads at a time.

A part says what to read, not what is in it; it can be handed to another process or machine. Only
what cannot be found again without unpacking all before it travels with its part: files of a tar,
and runs of games of a packed collection.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from boardbytes.columns.scan.archives import read_packed, read_zip_file, zip_entries
from boardbytes.columns.scan.packing import ArchiveError
from boardbytes.columns.scan.runs import Run
from boardbytes.columns.scan.sources import Source, shown
from boardbytes.errors import FormatError
from boardbytes.formats import LARGEST
from boardbytes.model import Place, Problem


@dataclass(frozen=True)
class Raw:
    """A file as it was found: its bytes, or why there are none.

    A run of games of a large file says where it begins, the number of its first game, its format,
    and by which codec SGF is lexed.
    """

    source: str
    data: bytes = b""
    error: FormatError | None = None
    offset: int = 0
    first: int = 1
    format: str | None = None
    codec: str | None = None


def unreadable(source: str, code: str, message: str, offset: int = 0) -> Raw:
    """A file that cannot be read at all, or not from an offset on."""
    return Raw(source, b"", FormatError([Problem(code, message, Place(offset))]), offset)


@dataclass(frozen=True)
class WholeFile:
    """A file by itself, which may be compressed."""

    source: Source
    packing: str | None = None

    def read(self) -> Iterator[Raw]:
        name = self.source.name
        try:
            with self.source.open() as file:
                data = read_packed(file, self.packing)
        except OSError as error:
            yield unreadable(name, "unreadable", error.strerror or str(error))
        except ArchiveError as error:
            yield unreadable(name, "damaged-archive", str(error))
        else:
            yield _within_limit(name, data)


def _within_limit(name: str, data: bytes) -> Raw:
    if len(data) > LARGEST:
        return unreadable(name, "length", f"a file has at most {LARGEST:,} bytes")
    return Raw(name, data)


@dataclass(frozen=True)
class ZipRun:
    """Some entries, one after the other, of a zip's directory."""

    source: Source
    start: int
    count: int
    shift: int

    def read(self) -> Iterator[Raw]:
        try:
            with self.source.open() as file, self.source.open() as directory:
                for entry in zip_entries(directory, self.start, self.count):
                    if entry.is_folder:
                        continue
                    name = f"{self.source.name}/{shown(entry.name)}"
                    try:
                        yield Raw(name, read_zip_file(file, entry, self.shift))
                    except ArchiveError as error:
                        yield unreadable(name, "damaged-archive", str(error))
        except OSError as error:
            yield unreadable(self.source.name, "unreadable", error.strerror or str(error))


@dataclass(frozen=True)
class GameRun:
    """A run of whole games of a large collection, which is read where it stands."""

    source: Source
    format: str
    start: int
    end: int
    first: int
    codec: str | None

    def read(self) -> Iterator[Raw]:
        name = self.source.name
        try:
            with self.source.open() as file:
                file.seek(self.start)
                data = file.read(self.end - self.start)
        except OSError as error:
            yield unreadable(name, "unreadable", error.strerror or str(error), self.start)
            return
        if len(data) < self.end - self.start:
            message = "the file became shorter while it was read"
            yield unreadable(name, "unreadable", message, self.start)
            return
        yield Raw(name, data, None, self.start, self.first, self.format, self.codec)


@dataclass(frozen=True)
class LoadedRun:
    """A run of whole games of a packed collection, which travels with its part."""

    name: str
    run: Run
    checksum: str

    def read(self) -> Iterator[Raw]:
        run = self.run
        yield Raw(self.name, run.data, None, run.start, run.first, run.format, run.codec)


@dataclass(frozen=True)
class Loaded:
    """A file that had to be read to be found, or why it could not be, from an offset on."""

    name: str
    data: bytes = field(repr=False)
    problem: str | None = None
    checksum: str = ""
    offset: int = 0

    def read(self) -> Iterator[Raw]:
        if self.problem is not None:
            yield unreadable(self.name, "damaged-archive", self.problem, self.offset)
        else:
            yield Raw(self.name, self.data)


Piece: TypeAlias = WholeFile | ZipRun | GameRun | LoadedRun | Loaded


@dataclass(frozen=True)
class Part:
    """What one process reads at a time; its number is a part of the names of what it writes."""

    number: int
    pieces: tuple[Piece, ...]
    files: int
    size: int
    """Bytes of the files that are given, as they are stored: packed ones count packed."""
    digest: str
    """Changes with everything about the files that can be known without reading them."""

    def read(self) -> Iterator[Raw]:
        for piece in self.pieces:
            yield from piece.read()
