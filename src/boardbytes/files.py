"""Files read within a limit and written whole or not at all."""

from __future__ import annotations

import contextlib
import mmap
import os
import stat
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

STANDARD_STREAM = "-"
"""The name that stands for standard input or output on the command line."""


_PIECE = 1 << 20
"""How many bytes are copied at a time."""
_PREFIX = 40
"""How many characters of a file's name go into a temporary one: each may be four of 255 bytes."""


def read_limited(path: str | os.PathLike[str], limit: int) -> bytes:
    """Read a file, or as much of it as shows that it is longer than `limit`.

    At most `limit + 1` bytes come back, so a result longer than `limit` means: too long.
    """
    if os.fspath(path) == STANDARD_STREAM:
        return sys.stdin.buffer.read(limit + 1)
    with Path(path).open("rb") as file:
        return file.read(limit + 1)


def map_copy(path: str | os.PathLike[str], limit: int) -> mmap.mmap | None:
    """A copy of a file as bytes that are read when they are looked at; only its first `limit`.

    The copy is a file without a name. Were the file itself mapped, a program that made it shorter
    meanwhile would end this process. None if it is empty or not regular.
    """
    import tempfile  # slow to load, and small files need none

    if not size_of(path):
        return None
    with Path(path).open("rb") as file, tempfile.TemporaryFile() as copy:
        left = limit
        while left > 0 and (piece := file.read(min(left, _PIECE))):
            copy.write(piece)
            left -= len(piece)
        copy.flush()
        return mmap.mmap(copy.fileno(), 0, access=mmap.ACCESS_READ) if left < limit else None


def release(data: object, end: int) -> None:
    """Give back the memory of a mapped file up to an offset; does nothing to other bytes.

    What was given back is read again when it is next looked at.
    """
    if isinstance(data, mmap.mmap) and hasattr(data, "madvise"):
        data.madvise(mmap.MADV_DONTNEED, 0, end - end % mmap.PAGESIZE)


def size_of(path: str | os.PathLike[str]) -> int | None:
    """The size of a regular file in bytes; None for pipes, devices and standard input."""
    if os.fspath(path) == STANDARD_STREAM:
        return None
    status = os.stat(path)  # noqa: PTH116 (Path.stat would copy the path for nothing)
    return status.st_size if stat.S_ISREG(status.st_mode) else None


def is_same_file(first: str | os.PathLike[str], second: str | os.PathLike[str]) -> bool:
    """Whether two paths lead to one regular file."""
    paths = Path(first), Path(second)
    return all(path.is_file() for path in paths) and paths[0].samefile(paths[1])


def write_whole(
    path: str | os.PathLike[str],
    data: bytes | Iterable[bytes | memoryview],
    mode: int | None = None,
) -> None:
    """Write `data`, whole or in pieces, so that a reader sees the old file or the new one.

    A temporary file beside it is filled, synced and renamed over it. A link is followed; pipes,
    devices and standard output, which cannot be replaced, are written to directly. `mode` says who
    may read the file; by default those who could before.
    """
    pieces = [data] if isinstance(data, bytes | bytearray | memoryview) else data
    if os.fspath(path) == STANDARD_STREAM:
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
        return
    try:
        _replace(Path(os.path.realpath(path)), pieces, mode)
    except OSError as error:
        # Anyone who reads the complaint knows nothing of temporary files.
        error.filename, error.filename2 = os.fspath(path), None
        raise


def _replace(target: Path, pieces: Iterable[bytes | memoryview], mode: int | None) -> None:
    import tempfile  # slow to load, and most commands write nothing

    try:
        before = target.stat().st_mode
    except FileNotFoundError:
        before = stat.S_IFREG | (0o666 & ~_umask())
    if not stat.S_ISREG(before):
        with target.open("wb") as file:
            file.writelines(pieces)
        return
    # The name is cut short: with what is put around it, it must not get longer than names may be.
    prefix = f".{target.name[:_PREFIX]}."
    handle, temporary = tempfile.mkstemp(prefix=prefix, dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.writelines(pieces)
            file.flush()
            os.fchmod(file.fileno(), stat.S_IMODE(before) if mode is None else mode)
            os.fsync(file.fileno())
        Path(temporary).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
    _sync_folder(target.parent)


def make_private(folder: Path) -> None:
    """Make a folder that nobody else can read, and likewise those above it that are missing."""
    for each in (*reversed(folder.parents), folder):
        with contextlib.suppress(FileExistsError):
            if not each.exists():
                each.mkdir(mode=0o700)


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let one process at a time do something; the others wait here.

    The lock is a file, which stays, or a folder that exists. It goes with the process that held
    it, however that ended. Where the system has no such locks, nobody waits.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    if not path.is_dir():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    handle = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def locked_for(path: str | os.PathLike[str]) -> contextlib.AbstractContextManager[None]:
    """Let one process at a time read, change and write a file.

    The folder is locked, not the file: everyone who writes the file replaces it, and a lock file
    would be left behind.
    """
    return locked(Path(os.path.realpath(path)).parent)


def what_to_do(reason: str) -> str:
    """What a database said, and what to do where another program keeps it."""
    if "is locked" in reason:
        return f"{reason}: another program is writing to it; end that one, then try again"
    return reason


def _umask() -> int:
    # There is no way to read the mask without setting it.
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _sync_folder(folder: Path) -> None:
    """Make the rename itself durable, where the system allows folders to be opened."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
