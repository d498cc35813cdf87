"""What holds a file's content: an archive, a compression, both or neither; and how to unpack it.

Bytes decide. Where they say nothing the name does: a damaged zip is still one that cannot be read.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO, cast

ZIP, TAR = "zip", "tar"


class ArchiveError(Exception):
    """An archive, or a file in one, that cannot be read; never leaves this package."""


@dataclass(frozen=True)
class Kind:
    """What a file is packed by, and what archive is inside; None for neither."""

    packing: str | None = None
    archive: str | None = None


PLAIN = Kind()


def _zstd(file: BinaryIO) -> BinaryIO:
    import zstandard

    return cast(BinaryIO, zstandard.ZstdDecompressor().stream_reader(file, read_across_frames=True))


_PACKED: dict[str, Callable[[Any], Any]] = {
    ".gz": lambda file: gzip.GzipFile(fileobj=file),
    ".bz2": bz2.BZ2File,
    ".xz": lzma.LZMAFile,
    ".zst": _zstd,
}
_MAGIC = {
    b"\x1f\x8b\x08": ".gz",
    b"BZh": ".bz2",
    b"\xfd7zXZ\0": ".xz",
    b"\x28\xb5\x2f\xfd": ".zst",
}
_ZIP_MAGIC = (b"PK\x03\x04", b"PK\x05\x06")
_TAR_MAGIC, _TAR_PLACE, _BLOCK = b"ustar", 257, 512
_SHORT = {".tgz": ".tar.gz", ".tbz": ".tar.bz2", ".tbz2": ".tar.bz2", ".txz": ".tar.xz"}


def kind_of(file: BinaryIO, name: str) -> Kind:
    """What holds the content of a file, which must stand at its beginning and is left there.

    Raises OSError for a file that cannot be read.
    """
    named = kind_by_name(name)
    head = file.read(_BLOCK)
    file.seek(0)
    if head.startswith(_ZIP_MAGIC):
        return Kind(archive=ZIP)
    packing = next((each for magic, each in _MAGIC.items() if head.startswith(magic)), None)
    inner = _unpacked_head(file, packing) if packing else head
    if inner[_TAR_PLACE:].startswith(_TAR_MAGIC):
        return Kind(packing, TAR)
    archive = named.archive if packing in (None, named.packing) else None
    return Kind(packing or (named.packing if archive != ZIP else None), archive)


def _unpacked_head(file: BinaryIO, packing: str) -> bytes:
    try:
        return unpacked(file, packing).read(_BLOCK)
    except UNPACKING:
        return b""
    finally:
        file.seek(0)


def kind_by_name(name: str) -> Kind:
    """The same, going by the name alone."""
    lower = name.lower()
    short = next((ending for ending in _SHORT if lower.endswith(ending)), None)
    long = lower.removesuffix(short) + _SHORT[short] if short else lower
    packing = next((ending for ending in _PACKED if long.endswith(ending)), None)
    inner = long.removesuffix(packing) if packing else long
    if inner.endswith(".tar"):
        return Kind(packing, TAR)
    return Kind(packing, ZIP if inner.endswith(".zip") and not packing else None)


def unpacked(file: BinaryIO, packing: str | None) -> BinaryIO:
    """A file that is decompressed as it is read."""
    return cast(BinaryIO, _PACKED[packing](file)) if packing else file


_AT_ONCE = 1 << 16
_PACKED_WRONG = "it cannot be unpacked"


class Unpacking:
    """Bytes that are unpacked as they are read; whatever is wrong with them is an ArchiveError."""

    def __init__(self, stream: Any, size: int | None = None, broken: str = _PACKED_WRONG) -> None:
        self.stream, self.left, self.broken = stream, size, broken

    def read(self, size: int) -> bytes:
        """Up to so many bytes; none only at the end."""
        try:
            # Where bytes are damaged, what was read by the same call is lost.
            data: bytes = self.stream.read(min(size, _AT_ONCE))
        except UNPACKING as error:
            raise ArchiveError(f"{self.broken}: {error}") from None
        if self.left is not None:
            self.left -= len(data)
            if not data and self.left:
                raise ArchiveError(f"{self.broken}: it ends too early")
        return data


def _unpacking_errors() -> tuple[type[Exception], ...]:
    import zipfile

    from zstandard import ZstdError

    return (
        *(tarfile.TarError, zipfile.BadZipFile, OSError, EOFError, zlib.error, lzma.LZMAError),
        *(ZstdError, io.UnsupportedOperation),
    )


UNPACKING = _unpacking_errors()
"""What unpacking raises for bytes that are damaged."""
