"""Where files are: paths, folders, globs and addresses of any file system that fsspec knows.

Files come in an order that depends on their names alone, so that a scan can be resumed.
"""

from __future__ import annotations

import glob
import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, BinaryIO, cast

from boardbytes.errors import MissingExtraError, ScanError


@dataclass(frozen=True)
class Source:
    """A file: its path or address, its size, and a mark that changes when it does."""

    address: str
    size: int
    mark: str

    @property
    def name(self) -> str:
        return shown(self.address)

    def open(self) -> BinaryIO:
        """The file, to be read at any place; OSError if it cannot be."""
        return open_address(self.address)


def shown(address: str) -> str:
    """An address as text that every table can hold, whatever bytes are in its name."""
    return os.fsencode(address).decode("utf-8", "backslashreplace")


def is_remote(path: str) -> bool:
    """Whether a path is an address of another file system."""
    return "://" in path


def open_address(address: str) -> BinaryIO:
    """A file at a path or an address, to be read at any place; OSError where it cannot be."""
    if not is_remote(address):
        if stat.S_ISFIFO(os.stat(address).st_mode):  # noqa: PTH116
            raise OSError("it is a pipe, which nobody may be writing to")
        return open(address, "rb")  # noqa: PTH123 (whoever asks closes it)
    system, path = _system(address)
    return cast(BinaryIO, system.open(path, "rb"))


def find_sources(paths: Iterable[str], without: str) -> Iterator[Source]:
    """Every file of some paths, once; the folder `without`, where the result goes, is skipped.

    Raises ScanError at once for a path where there is nothing.
    """
    apart = _apart(paths)
    return (source for path in apart for source in _found(path, os.path.realpath(without)))


def _found(path: str, without: str) -> Iterator[Source]:
    if is_remote(path):
        return _remote(path)
    if os.path.isdir(path):  # noqa: PTH112
        return _folder(path, without)
    return iter([_local(path)])


def _apart(paths: Iterable[str]) -> list[str]:
    """Paths, with globs expanded; none that is, or is inside, another one."""
    found = [each for path in paths for each in _expanded(path)]
    kept: dict[str, str] = {}
    for path in found:
        kept.setdefault(path if is_remote(path) else os.path.realpath(path), path)
    folders = {real for real in kept if not is_remote(real) and os.path.isdir(real)}  # noqa: PTH112
    return [path for real, path in kept.items() if not _is_inside(real, folders)]


def _is_inside(real: str, folders: set[str]) -> bool:
    while not is_remote(real) and (parent := os.path.dirname(real)) != real:  # noqa: PTH120
        if parent in folders:
            return True
        real = parent
    return False


def _expanded(path: str) -> list[str]:
    if is_remote(path) or os.path.lexists(path):
        return [path]
    if not glob.has_magic(path):
        raise ScanError(f"{path}: there is no such file or folder")
    found = sorted(glob.glob(path, recursive=True))  # noqa: PTH207
    if not found:
        raise ScanError(f"{path}: no file has such a name")
    return found


def _folder(folder: str, without: str) -> Iterator[Source]:
    """The files of a folder and of those in it, in the order of their names; no folder twice."""
    if os.path.realpath(folder) == without:
        return
    try:
        names = sorted(os.listdir(folder))  # noqa: PTH208 (a million paths would fill the memory)
    except OSError:
        yield Source(folder, 0, "")
        return
    for name in names:
        path = os.path.join(folder, name)  # noqa: PTH118
        try:
            status = os.stat(path)  # noqa: PTH116
        except OSError:
            yield Source(path, 0, "")  # Reading it will say why.
            continue
        if stat.S_ISREG(status.st_mode):
            yield Source(path, status.st_size, f"{status.st_mtime_ns}")
        elif stat.S_ISDIR(status.st_mode) and not os.path.islink(path):  # noqa: PTH114
            yield from _folder(path, without)


def _local(path: str) -> Source:
    try:
        status = os.stat(path)  # noqa: PTH116
    except OSError:
        return Source(path, 0, "")
    return Source(path, status.st_size, f"{status.st_mtime_ns}")


def _system(address: str) -> tuple[Any, str]:
    """The file system of an address, and the path there."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise MissingExtraError("addresses", "fsspec", "columns") from None
    try:
        system, path = url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise ScanError(f"{address}: {error}") from None
    return system, path


def _remote(address: str) -> Iterator[Source]:
    system, path = _system(address)
    try:
        if glob.has_magic(path):
            paths: Iterable[str] = sorted(system.glob(path))
        elif system.isdir(path):
            paths = _remote_folder(system, path)
        else:
            paths = [path]
        for each in paths:
            info = system.info(each)
            if info["type"] == "file":
                yield Source(system.unstrip_protocol(each), info["size"] or 0, _mark(info))
    except FileNotFoundError:
        raise ScanError(f"{address}: there is no such file or folder") from None


def _remote_folder(system: Any, path: str) -> Iterator[str]:
    for folder, folders, files in system.walk(path):
        folders.sort()
        yield from (f"{folder.rstrip('/')}/{name}" for name in sorted(files))


_MARKS = ("etag", "ETag", "mtime", "LastModified", "last_modified", "updated", "created")


def _mark(info: dict[str, Any]) -> str:
    """What a file system says that changes with a file."""
    told = [f"{name}={info[name]}" for name in _MARKS if name in info]
    return blake2b("\n".join(told).encode(), digest_size=8).hexdigest()
