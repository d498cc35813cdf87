"""The work cut into parts: always in the same way, so that what is done is known by its number."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import PurePath
from typing import BinaryIO

from boardbytes.columns.scan.archives import (
    ZipDirectory,
    ZipFile,
    find_directory,
    open_zip_file,
    read_all,
    tar_files,
    zip_entries,
)
from boardbytes.columns.scan.packing import (
    PLAIN,
    TAR,
    ZIP,
    ArchiveError,
    Kind,
    Unpacking,
    kind_by_name,
    kind_of,
    unpacked,
)
from boardbytes.columns.scan.parts import (
    GameRun,
    Loaded,
    LoadedRun,
    Part,
    Piece,
    WholeFile,
    ZipRun,
)
from boardbytes.columns.scan.runs import LARGE, Run, TooLongError, Window, cutter
from boardbytes.columns.scan.sources import Source, is_remote, shown
from boardbytes.formats import FORMATS, LARGEST

UNPACKS_TO = 8
"""A packed file counts as so many times its bytes: text of games seldom packs better."""


@dataclass
class _Cut:
    """Pieces that are to become the next part."""

    most_files: int
    most_bytes: int
    number: int = 0
    pieces: list[Piece] = field(default_factory=list)
    files: int = 0
    size: int = 0
    stored: int = 0

    def add(
        self, piece: Piece, files: int, size: int, stored: int, most_bytes: int = LARGEST
    ) -> Iterator[Part]:
        """Add a piece of so many bytes, stored in so many; yields the part that it completes."""
        self.pieces.append(piece)
        self.files += files
        self.size += size
        self.stored += stored
        if self.files >= self.most_files or self.size >= min(most_bytes, self.most_bytes):
            yield self.part()

    def part(self) -> Part:
        digest = blake2b(repr(self.pieces).encode(), digest_size=16).hexdigest()
        part = Part(self.number, tuple(self.pieces), self.files, self.stored, digest)
        self.number, self.pieces = self.number + 1, []
        self.files = self.size = self.stored = 0
        return part


def cut(sources: Iterable[Source], most_files: int, most_bytes: int) -> Iterator[Part]:
    """Files as parts of so many files or so many bytes, whichever comes first, or a little more."""
    waiting = _Cut(most_files, most_bytes)
    for source in sources:
        kind = _kind(source)
        if kind.archive == ZIP:
            yield from _cut_zip(source, waiting)
        elif kind.archive == TAR:
            yield from _cut_tar(source, kind, waiting)
        else:
            yield from _cut_file(source, kind, waiting)
    if waiting.pieces:
        yield waiting.part()


def _kind(source: Source) -> Kind:
    """What holds a file's content: its bytes tell, if it may be looked at twice and cheaply."""
    if is_remote(source.address):
        ending = PurePath(source.address).suffix.lower()
        if any(ending in format.suffixes for format in FORMATS.values()):
            return PLAIN
    elif not os.path.isfile(source.address):  # noqa: PTH113 (a pipe gives its bytes once)
        return kind_by_name(source.address)
    try:
        with source.open() as file:
            return kind_of(file, source.address)
    except OSError:
        return kind_by_name(source.address)  # Reading it will say why.


# Zip archives.


def _cut_zip(source: Source, waiting: _Cut) -> Iterator[Part]:
    try:
        with source.open() as file, source.open() as content:
            directory = find_directory(file)
            yield from _zip_runs(source, file, content, directory, waiting)
    except ArchiveError as error:
        yield from waiting.add(Loaded(source.name, b"", str(error)), 1, 0, source.size)
    except OSError:
        yield from waiting.add(WholeFile(source), 1, 0, 0)  # Reading it will say why.


def _zip_runs(
    source: Source, file: BinaryIO, content: BinaryIO, directory: ZipDirectory, waiting: _Cut
) -> Iterator[Part]:
    """Runs of entries, each as long as the part has room for; large collections by themselves."""
    run = _ZipEntries(source, directory)
    place, broken = directory.start, None
    try:
        for entry in zip_entries(file, directory.start, directory.count):
            begin, place = place, entry.after
            if entry.size > LARGE and (found := _zip_games(content, entry, directory, waiting)):
                yield from run.end(waiting)
                name = f"{source.name}/{shown(entry.name)}"
                yield from _add_runs(name, waiting, *found)
                continue
            run.add(entry, begin)
            is_full = waiting.files + run.files >= waiting.most_files
            if is_full or waiting.size + run.size >= waiting.most_bytes:
                yield from run.end(waiting)
    except ArchiveError as error:
        broken = error
    yield from run.end(waiting)
    if broken is not None:
        yield from waiting.add(Loaded(source.name, b"", str(broken)), 1, 0, 0)


@dataclass
class _ZipEntries:
    """Entries of a zip that are to become the next piece."""

    source: Source
    directory: ZipDirectory
    start: int = 0
    count: int = 0
    files: int = 0
    size: int = 0
    stored: int = 0

    def add(self, entry: ZipFile, place: int) -> None:
        self.start = self.start if self.count else place
        self.count += 1
        self.files += not entry.is_folder
        self.size += entry.size
        self.stored += entry.stored(place)

    def end(self, waiting: _Cut) -> Iterator[Part]:
        """Make a piece of them, if there are any."""
        if self.count:
            piece = ZipRun(self.source, self.start, self.count, self.directory.shift)
            yield from waiting.add(piece, self.files, self.size, self.stored)
        self.count = self.files = self.size = self.stored = 0


def _zip_games(
    content: BinaryIO, entry: ZipFile, directory: ZipDirectory, waiting: _Cut
) -> tuple[Window, Iterator[Run], _Meter] | None:
    """The runs of a large collection in a zip; None if it is something else, or cannot be read."""
    with suppress(ArchiveError):
        window = Window(open_zip_file(content, entry, directory.shift))
        meter = _Meter(content)
        if runs := _runs(window, entry.name, waiting):
            return window, runs, meter
    return None


# Tar archives.


def _cut_tar(source: Source, kind: Kind, waiting: _Cut) -> Iterator[Part]:
    name = source.name
    try:
        with source.open() as file:
            meter = _Meter(file)
            for member, size, stream in tar_files(file, kind.packing):
                inner = f"{name}/{shown(member)}"
                yield from _cut_member(inner, size, stream, waiting, meter)
    except ArchiveError as error:
        yield from waiting.add(Loaded(name, b"", str(error)), 1, 0, 0)
    except OSError:
        yield from waiting.add(WholeFile(source), 1, 0, 0)


def _cut_member(
    name: str, size: int, stream: Unpacking, waiting: _Cut, meter: _Meter
) -> Iterator[Part]:
    window = Window(stream)
    if size > LARGE and (runs := _runs(window, name, waiting)):
        yield from _add_runs(name, waiting, window, runs, meter)
    elif size > LARGEST:
        problem = f"no file of any format we know has {size:,} bytes"
        yield from waiting.add(Loaded(name, b"", problem), 1, 0, meter.passed())
    else:
        data = window.data + read_all(stream, LARGEST)
        piece = Loaded(name, data, None, _checksum(data))
        yield from waiting.add(piece, 1, len(data), meter.passed())


# Files by themselves.


def _cut_file(source: Source, kind: Kind, waiting: _Cut) -> Iterator[Part]:
    """A file, or the runs of games of a large collection."""
    size = source.size * (UNPACKS_TO if kind.packing else 1)
    if size > LARGE:
        try:
            with source.open() as file:
                stream = Unpacking(unpacked(file, kind.packing)) if kind.packing else file
                window = Window(stream, None if kind.packing else source.size)
                meter = _Meter(file)
                if runs := _runs(window, source.name, waiting):
                    whole = None if kind.packing else source
                    yield from _add_runs(source.name, waiting, window, runs, meter, whole)
                    return
        except (OSError, ArchiveError):
            pass  # Reading it will say why.
    yield from waiting.add(WholeFile(source, kind.packing), 1, size, source.size)


# Collections.


class _Meter:
    """How far a file has been read, whatever is unpacked from it."""

    def __init__(self, file: BinaryIO) -> None:
        self.file, self.place = file, file.tell()

    def passed(self) -> int:
        """How many bytes since the last time."""
        before, self.place = self.place, self.file.tell()
        return self.place - before


def _runs(window: Window, name: str, waiting: _Cut) -> Iterator[Run] | None:
    """The runs of a collection, if it is one; the window holds its first bytes in any case."""
    cut = cutter(window, name)
    return cut(window, min(LARGE, waiting.most_bytes)) if cut else None


def _add_runs(
    name: str,
    waiting: _Cut,
    window: Window,
    runs: Iterator[Run],
    meter: _Meter,
    source: Source | None = None,
) -> Iterator[Part]:
    """Pieces of a collection, found while others are already being read.

    Where it has a source, its runs are read from there; else they travel with their parts. What is
    wrong with the rest of it stands where that begins.
    """
    try:
        for run in runs:
            end = run.start + len(run.data)
            piece: Piece = LoadedRun(name, run, "" if source else _checksum(run.data))
            if source:
                piece = GameRun(source, run.format, run.start, end, run.first, run.codec)
            most = window.share_of(waiting.most_bytes, end)
            yield from waiting.add(piece, int(not run.start), len(run.data), meter.passed(), most)
        if window.error:
            raise window.error
    except (ArchiveError, TooLongError, OSError) as error:
        start = window.start
        piece = Loaded(name, b"", str(error), offset=start)
        yield from waiting.add(piece, int(not start), 0, meter.passed())


def _checksum(data: bytes) -> str:
    return blake2b(data, digest_size=8).hexdigest()
