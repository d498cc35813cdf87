"""Large tables that are built once and kept in a cache folder, checked and mapped into memory."""

from __future__ import annotations

import contextlib
import mmap
import os
import struct
import zlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from boardbytes.children import start_python
from boardbytes.compiling import SWITCH
from boardbytes.files import write_whole

if TYPE_CHECKING:
    from subprocess import Popen

FOLDER_VARIABLE = "BOARDBYTES_CACHE"
"""The environment variable that names a cache folder to use instead of the system's."""

MAGIC = b"bbcache1"
HEADER = struct.Struct("=8sI4x")
"""Magic and the CRC-32 of the content, padded so that the content is aligned for arrays."""


def cache_folder() -> Path:
    """Where tables are kept: the folder of BOARDBYTES_CACHE, or else the user's cache folder."""
    if named := os.environ.get(FOLDER_VARIABLE):
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("boardbytes", appauthor=False)


def cached(name: str, size: int, build: Callable[[], bytes]) -> memoryview:
    """The table of this name and size, from the cache folder or built and then kept there.

    A file that is missing, cut short or damaged is built again. Processes may build at the same
    time: each writes a file of its own and renames it, so nobody ever sees half a file. Where the
    folder cannot be written, the table is held in memory only.
    """
    path = cache_folder() / name
    content = _mapped(path, size)
    if content is None:
        built = build()
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, HEADER.pack(MAGIC, zlib.crc32(built)) + built)
        # A mapped file can be dropped from memory and shared by processes: use it if there is one.
        content = _mapped(path, size) or memoryview(built)
    return content


@cache
def build_aside(code: str) -> Popen[bytes]:
    """Run a line of Python that builds tables, in a process of its own, once.

    So compiling and solving take no time from anyone who will use the tables. It compiles even
    where this process does not: tables would take it hours otherwise.
    """
    import subprocess  # slow to load, and seldom needed

    quiet, compiling = subprocess.DEVNULL, os.environ | {SWITCH: "0"}
    return start_python(code, stdin=quiet, stdout=quiet, stderr=quiet, env=compiling)


def _mapped(path: Path, size: int) -> memoryview | None:
    """The content of a file, mapped; None if it is missing or damaged."""
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # an empty file cannot be mapped
        return None
    content = memoryview(mapped)[HEADER.size :]
    if len(content) != size or mapped[: HEADER.size] != HEADER.pack(MAGIC, zlib.crc32(content)):
        return None
    return content
