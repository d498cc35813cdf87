"""The work cut into parts: always in the same way, so that what is done is known by its number.

A part says what to read, not what is in it; it can be handed to another process or machine. Only
files of a tar, which cannot be found again without reading all before them, travel with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, TypeAlias

import numpy as np

from boardbytes.columns.scan.archives import (
    ArchiveError,
    ZipDirectory,
    find_directory,
    is_packed,
    is_tar,
    is_zip,
    read_packed,
    read_zip_file,
    tar_files,
    zip_entries,
)
from boardbytes.columns.scan.sources import Source, is_remote, shown
from boardbytes.columns.tables import sgf_kernel
from boardbytes.columns.tables.sgf import is_plain_codec
from boardbytes.compiling import compiled
from boardbytes.errors import FormatError
from boardbytes.files import map_file, release
from boardbytes.formats import CERTAIN, FORMATS, LARGEST
from boardbytes.formats.sgf import bulk
from boardbytes.formats.sgf.charset import codec_of
from boardbytes.formats.sgf.lexing import signs
from boardbytes.model import Place, Problem

HEAD = 65536
LARGE = 8 << 20
"""A collection of more bytes is cut into runs of games, if its format can be cut."""


@dataclass(frozen=True)
class Raw:
    """A file as it was found: its bytes, or why there are none.

    A run of games of a large file says where it begins, and by which codec it is lexed.
    """

    source: str
    data: bytes = b""
    error: FormatError | None = None
    offset: int = 0
    first: int = 1
    codec: str | None = None


def unreadable(source: str, code: str, message: str) -> Raw:
    """A file that cannot be read at all."""
    return Raw(source, error=FormatError([Problem(code, message, Place(0))]))


@dataclass(frozen=True)
class WholeFile:
    """A file by itself."""

    source: Source

    def read(self) -> Iterator[Raw]:
        name = self.source.name
        try:
            with self.source.open() as file:
                if is_packed(name):
                    data = read_packed(file, name)
                else:
                    data = file.read(LARGEST + 1)
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
    """A run of whole games of a large SGF collection."""

    source: Source
    start: int
    end: int
    first: int
    codec: str

    def read(self) -> Iterator[Raw]:
        name = self.source.name
        try:
            with self.source.open() as file:
                file.seek(self.start)
                data = file.read(self.end - self.start)
        except OSError as error:
            yield unreadable(name, "unreadable", error.strerror or str(error))
        else:
            yield Raw(name, data, None, self.start, self.first, self.codec)


@dataclass(frozen=True)
class Loaded:
    """A file that had to be read to be found, or why it could not be."""

    name: str
    data: bytes = field(repr=False)
    problem: str | None = None
    checksum: str = ""

    def read(self) -> Iterator[Raw]:
        if self.problem is not None:
            yield unreadable(self.name, "damaged-archive", self.problem)
        else:
            yield Raw(self.name, self.data)


Piece: TypeAlias = WholeFile | ZipRun | GameRun | Loaded


@dataclass(frozen=True)
class Part:
    """What one process reads at a time; its number is a part of the names of what it writes."""

    number: int
    pieces: tuple[Piece, ...]
    files: int
    size: int
    """Bytes of input, as far as is known before reading."""
    digest: str
    """Changes with everything about the files that can be known without reading them."""

    def read(self) -> Iterator[Raw]:
        for piece in self.pieces:
            yield from piece.read()


@dataclass
class _Cut:
    """Pieces that are to become the next part."""

    most_files: int
    most_bytes: int
    number: int = 0
    pieces: list[Piece] = field(default_factory=list)
    files: int = 0
    size: int = 0

    def add(self, piece: Piece, files: int, size: int) -> Iterator[Part]:
        """Add a piece; yields the part that it completes, if any."""
        self.pieces.append(piece)
        self.files += files
        self.size += size
        if self.files >= self.most_files or self.size >= self.most_bytes:
            yield self.part()

    def part(self) -> Part:
        digest = blake2b(repr(self.pieces).encode(), digest_size=16).hexdigest()
        part = Part(self.number, tuple(self.pieces), self.files, self.size, digest)
        self.number, self.pieces, self.files, self.size = self.number + 1, [], 0, 0
        return part


def cut(sources: Iterable[Source], most_files: int, most_bytes: int) -> Iterator[Part]:
    """Files as parts of so many files or so many bytes, whichever comes first, or a little more."""
    waiting = _Cut(most_files, most_bytes)
    for source in sources:
        if is_zip(source.address):
            yield from _cut_zip(source, waiting)
        elif is_tar(source.address):
            yield from _cut_tar(source, waiting)
        elif _can_be_cut(source):
            yield from _cut_games(source, waiting)
        else:
            yield from waiting.add(WholeFile(source), 1, source.size)
    if waiting.pieces:
        yield waiting.part()


def _cut_zip(source: Source, waiting: _Cut) -> Iterator[Part]:
    try:
        with source.open() as file:
            directory = find_directory(file)
            yield from _zip_runs(source, file, directory, waiting)
    except ArchiveError as error:
        yield from waiting.add(Loaded(source.name, b"", str(error)), 1, 0)
    except OSError:
        yield from waiting.add(WholeFile(source), 1, 0)  # Reading it will say why.


def _zip_runs(source: Source, file: Any, directory: ZipDirectory, waiting: _Cut) -> Iterator[Part]:
    """Runs of entries, each as long as the part has room for."""
    start = directory.start
    count = files = size = 0
    broken: ArchiveError | None = None
    try:
        for entry in zip_entries(file, directory.start, directory.count):
            count, files, size = count + 1, files + (not entry.is_folder), size + entry.size
            is_full = waiting.files + files >= waiting.most_files
            if is_full or waiting.size + size >= waiting.most_bytes:
                yield from waiting.add(ZipRun(source, start, count, directory.shift), files, size)
                start, count, files, size = entry.after, 0, 0, 0
    except ArchiveError as error:
        broken = error
    if count:
        yield from waiting.add(ZipRun(source, start, count, directory.shift), files, size)
    if broken is not None:
        yield from waiting.add(Loaded(source.name, b"", str(broken)), 1, 0)


def _cut_tar(source: Source, waiting: _Cut) -> Iterator[Part]:
    name = source.name
    try:
        with source.open() as file:
            for member, data in tar_files(file, name):
                inner = f"{name}/{shown(member)}"
                if isinstance(data, ArchiveError):
                    yield from waiting.add(Loaded(inner, b"", str(data)), 1, 0)
                else:
                    checksum = blake2b(data, digest_size=8).hexdigest()
                    yield from waiting.add(Loaded(inner, data, None, checksum), 1, len(data))
    except ArchiveError as error:
        yield from waiting.add(Loaded(name, b"", str(error)), 1, 0)
    except OSError:
        yield from waiting.add(WholeFile(source), 1, 0)


def _can_be_cut(source: Source) -> bool:
    """Whether a file is a large SGF collection on this machine."""
    if source.size <= LARGE or is_packed(source.address) or is_remote(source.address):
        return False
    try:
        with source.open() as file:
            head = file.read(HEAD)
    except OSError:
        return False
    is_sgf = FORMATS.find("sgf").likeness(head) == CERTAIN
    return is_sgf and is_plain_codec(codec_of(head))


def _cut_games(source: Source, waiting: _Cut) -> Iterator[Part]:
    """Runs of games of a large SGF collection, found while others are already being read."""
    data = map_file(source.address)
    assert data is not None
    buffer, codec = np.frombuffer(data, np.uint8), codec_of(data[:HEAD])
    table = np.frombuffer(signs(codec), np.uint8)
    every, room = min(LARGE, waiting.most_bytes), LARGE
    tables = bulk.new_tables(room)
    place, first = 0, 1
    run = compiled(sgf_kernel.__name__).run_of_games
    while place < len(data):
        end, games = run(buffer, place, len(data), room, every, table, tables)
        if not games and end < len(data):
            if room > LARGEST:
                problem = f"game {first} has more than {LARGEST:,} bytes"
                yield from waiting.add(Loaded(source.name, b"", problem), 0, 0)
                return
            room *= 4
            tables = bulk.new_tables(room)
            continue
        if games or place == 0:
            piece = GameRun(source, place, end, first, codec)
            yield from waiting.add(piece, int(place == 0), end - place)
        release(data, end)
        place, first = end, first + games
