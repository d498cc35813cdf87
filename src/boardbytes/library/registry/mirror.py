"""A registry as a folder of plain files, which any web server or bucket can serve.

head            the signed head
log             every line
files/SHA256    every board
boards/CODE     the last visible version of a code, as the registry itself gives it
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from boardbytes.errors import RegistryError
from boardbytes.files import read_limited, write_whole
from boardbytes.formats.gbxx.layout import MAX_SIZE
from boardbytes.library.registry.client import Client
from boardbytes.library.registry.copy import check_line
from boardbytes.library.registry.head import format_head
from boardbytes.library.registry.line import Line, Standing, after, check_board, last_visible


def mirror(client: Client, folder: Path) -> tuple[int, int]:
    """Bring a folder up to date with a registry; returns the number of lines and of new files.

    Everything is checked before it is written, and the head is written last: whoever reads
    meanwhile finds the old log or the new one. A code alone may give its new board before that.
    """
    copy = client.sync(strict=True)
    if copy.head is None:
        raise RegistryError("head", f"{client.url} has no head")
    for name in ("files", "boards"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    standings: dict[str, Standing] = {}
    lines: defaultdict[str, list[Line]] = defaultdict(list)
    new = 0
    for line in copy.parsed():
        check_line(line, standings.get(line.code))
        standings[line.code] = after(line, standings.get(line.code))
        lines[line.code].append(line)
        if line.about is not None:
            new += _bring_file(client, folder, line)
    for code, about_it in lines.items():
        path = folder / "boards" / code
        shown = last_visible(about_it)
        if shown is None:
            path.unlink(missing_ok=True)
            continue
        data = (folder / "files" / _sha256(shown)).read_bytes()
        if not path.exists() or path.read_bytes() != data:
            write_whole(path, data)
    write_whole(folder / "log", (line + b"\n" for line in copy.lines))
    write_whole(folder / "head", format_head(copy.head))
    return len(copy.lines), new


def _sha256(line: Line) -> str:
    return line.about.sha256 if line.about else ""


def _bring_file(client: Client, folder: Path, line: Line) -> bool:
    """Whether a board's file was missing; it is there afterwards."""
    path = folder / "files" / _sha256(line)
    try:
        check_board(read_limited(path, MAX_SIZE), line)
    except (OSError, RegistryError):
        write_whole(path, client.fetch(line))
        return True
    return False
