"""Files in zip and tar archives and in compressed files, one at a time, within limits.

A zip's directory is read piece by piece: a million entries take no memory. Does not look into
archives that are in archives.
"""

from __future__ import annotations

import bz2
import io
import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import BinaryIO

from boardbytes.columns.scan.packing import UNPACKING, ArchiveError, Unpacking, unpacked
from boardbytes.formats import LARGEST

_END, _END_SIZE = b"PK\x05\x06", 22
_END64, _LOCATOR64 = b"PK\x06\x06", b"PK\x06\x07"
_ENTRY = struct.Struct("<4s4x2H4x3I5H4xI")
"""Flags, method, checksum, both sizes, lengths of name, extra and comment, disk, offset."""
_ENTRY_SIZE, _HEADER_SIZE = 46, 30
_BIG, _BIG_COUNT = 0xFFFFFFFF, 0xFFFF
_ENCRYPTED, _UTF8 = 1, 1 << 11
_CHUNK = 1 << 20
_BROKEN = "the archive is broken"


@dataclass(frozen=True)
class ZipFile:
    """A file in a zip, as its directory tells."""

    name: str
    flags: int
    method: int
    checksum: int
    packed: int
    size: int
    header: int
    after: int
    """Where in the directory the next entry stands."""

    @property
    def is_folder(self) -> bool:
        return self.name.endswith("/")

    def stored(self, place: int) -> int:
        """How many bytes of the zip are about it, if its entry stands at a place."""
        entry = self.after - place
        return self.packed + 2 * entry - (_ENTRY_SIZE - _HEADER_SIZE)


@dataclass(frozen=True)
class ZipDirectory:
    """Where the directory of a zip is; `shift` is how many bytes come before the archive."""

    start: int
    count: int
    shift: int


def find_directory(file: BinaryIO) -> ZipDirectory:
    """The directory of a zip; ArchiveError if there is none."""
    size = file.seek(0, io.SEEK_END)
    tail_start = max(0, size - _END_SIZE - 0xFFFF)
    file.seek(tail_start)
    tail = file.read(size - tail_start)
    place = tail.rfind(_END)
    if place < 0 or len(tail) - place < _END_SIZE:
        raise ArchiveError("the zip has no directory at its end: it may be cut off")
    count, length, start = struct.unpack_from("<10xHII", tail, place)
    end = tail_start + place
    if (count == _BIG_COUNT or _BIG in (length, start)) and tail[
        place - 20 : place - 16
    ] == _LOCATOR64:
        (record,) = struct.unpack_from("<8xQ", tail, place - 20)
        file.seek(record)
        found = file.read(56)
        if len(found) < 56 or found[:4] != _END64:
            raise ArchiveError("the zip's directory is not where the zip says")
        count, length, start = struct.unpack_from("<32xQQQ", found)
        end = record
    shift = end - length - start
    if shift < 0:
        raise ArchiveError("the zip's directory is not where the zip says")
    return ZipDirectory(start + shift, count, shift)


def zip_entries(file: BinaryIO, place: int, count: int) -> Iterator[ZipFile]:
    """That many entries of a zip's directory, from a place on; ArchiveError where one is broken."""
    buffer, begin = b"", place
    for _ in range(count):
        offset = place - begin
        if len(buffer) - offset < _ENTRY_SIZE + 3 * 0xFFFF:
            buffer = buffer[offset:]
            file.seek(place + len(buffer))
            buffer += file.read(_CHUNK)
            begin, offset = place, 0
        if len(buffer) - offset < _ENTRY_SIZE or buffer[offset : offset + 4] != b"PK\x01\x02":
            raise ArchiveError("the zip's directory ends too early")
        entry = _entry(buffer, offset, place)
        place = entry.after
        yield entry


def _entry(buffer: bytes, offset: int, place: int) -> ZipFile:
    fields = _ENTRY.unpack_from(buffer, offset)
    _, flags, method, checksum, packed, size, name_size, extra_size, comment_size, *_, header = (
        fields
    )
    start = offset + _ENTRY_SIZE
    raw = buffer[start : start + name_size]
    name = raw.decode("utf-8" if flags & _UTF8 else "cp437", "replace")
    if _BIG in (packed, size, header):
        extra = buffer[start + name_size : start + name_size + extra_size]
        size, packed, header = _wide(extra, size, packed, header)
    after = place + _ENTRY_SIZE + name_size + extra_size + comment_size
    return ZipFile(name, flags, method, checksum, packed, size, header, after)


def _wide(extra: bytes, *values: int) -> Iterator[int]:
    """Size, packed size and offset, where they are too large for the entry itself."""
    place, wide = 0, b""
    while place + 4 <= len(extra):
        kind, length = struct.unpack_from("<HH", extra, place)
        if kind == 1:
            wide = extra[place + 4 : place + 4 + length]
        place += 4 + length
    place = 0
    for value in values:
        if value == _BIG and place + 8 <= len(wide):
            (value,) = struct.unpack_from("<Q", wide, place)
            place += 8
        yield value


def _inflate(data: bytes, size: int) -> bytes:
    return zlib.decompressobj(-15).decompress(data, size + 1)


def _unbzip(data: bytes, size: int) -> bytes:
    return bz2.BZ2Decompressor().decompress(data, size + 1)


def _unlzma(data: bytes, size: int) -> bytes:
    (length,) = struct.unpack_from("<2xH", data)
    options = lzma._decode_filter_properties(lzma.FILTER_LZMA1, data[4 : 4 + length])  # type: ignore[attr-defined]
    unpacker = lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[options])
    return unpacker.decompress(data[4 + length :], size + 1)


_METHODS: dict[int, Callable[[bytes, int], bytes]] = {
    0: lambda data, size: data,
    8: _inflate,
    12: _unbzip,
    14: _unlzma,
}


def read_zip_file(file: BinaryIO, entry: ZipFile, shift: int) -> bytes:
    """The bytes of a file in a zip; ArchiveError if they are not what the directory says."""
    _go_to(file, entry, shift)
    if max(entry.size, entry.packed) > LARGEST:
        raise ArchiveError(f"no file of any format we know has {entry.size:,} bytes")
    packed = file.read(entry.packed)
    try:
        data = _METHODS[entry.method](packed, entry.size)
    except (zlib.error, OSError, EOFError, lzma.LZMAError, struct.error) as error:
        raise ArchiveError(f"it cannot be unpacked: {error}") from None
    if len(data) != entry.size or zlib.crc32(data) != entry.checksum:
        raise ArchiveError("its bytes are not those that were packed: the checksum differs")
    return data


def open_zip_file(file: BinaryIO, entry: ZipFile, shift: int) -> Unpacking:
    """The bytes of a file in a zip, read one after the other."""
    _go_to(file, entry, shift)
    told = zipfile.ZipInfo(entry.name)
    told.compress_type, told.compress_size = entry.method, entry.packed
    told.file_size, told.CRC = entry.size, entry.checksum
    return Unpacking(zipfile.ZipExtFile(file, "r", told), entry.size)


def _go_to(file: BinaryIO, entry: ZipFile, shift: int) -> None:
    """Go to where the packed bytes of a file begin; ArchiveError if we cannot unpack them."""
    if entry.flags & _ENCRYPTED:
        raise ArchiveError("it is encrypted")
    if entry.method not in _METHODS:
        raise ArchiveError(f"it is packed by method {entry.method}, which we do not know")
    file.seek(entry.header + shift)
    header = file.read(_HEADER_SIZE)
    if len(header) < _HEADER_SIZE or header[:4] != b"PK\x03\x04":
        raise ArchiveError("it is not where the zip's directory says")
    name_size, extra_size = struct.unpack_from("<26xHH", header)
    file.seek(entry.header + shift + _HEADER_SIZE + name_size + extra_size)


def tar_files(file: BinaryIO, packing: str | None) -> Iterator[tuple[str, int, Unpacking]]:
    """Name, size and bytes of the files of a tar, which is read from its beginning to its end.

    The bytes of one must be read before the next is asked for. Raises ArchiveError where the
    archive itself is broken.
    """
    try:
        with tarfile.open(fileobj=unpacked(file, packing), mode="r|") as archive:
            for member in archive:
                archive.members = []  # type: ignore[attr-defined] # or it would keep them all
                if member.isreg():
                    content = archive.extractfile(member)
                    yield member.name, member.size, Unpacking(content, member.size, _BROKEN)
    except UNPACKING as error:
        raise ArchiveError(f"{_BROKEN}: {error}") from None


def read_packed(file: BinaryIO, packing: str | None) -> bytes:
    """The bytes of a file that may be compressed, at most one more than any format has."""
    if packing is None:
        return file.read(LARGEST + 1)
    return read_all(Unpacking(unpacked(file, packing)), LARGEST + 1)


def read_all(stream: Unpacking, limit: int) -> bytes:
    """All bytes of a stream, or as many as the limit; ArchiveError if they cannot be unpacked."""
    pieces = []
    while limit > 0 and (piece := stream.read(limit)):
        pieces.append(piece)
        limit -= len(piece)
    return b"".join(pieces)
