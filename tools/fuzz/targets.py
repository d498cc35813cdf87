"""Every reader that takes bytes from somebody else, and what must hold whatever they are."""

from __future__ import annotations

import contextlib
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from boardbytes import caching
from boardbytes.channel.relay.table import Table, parse_header
from boardbytes.errors import BoardbytesError, FormatError, InvalidMoveError, LossError
from boardbytes.formats import FORMATS, explain
from boardbytes.games.go import GoPosition
from boardbytes.games.go.notation import parse_move
from boardbytes.library.registry.head import parse_head
from boardbytes.library.registry.line import format_line, parse_line
from boardbytes.model import Problem
from boardbytes.players.gtp_analysis import parse_analysis

if TYPE_CHECKING:
    from boardbytes.solving.mill.member import Member
    from boardbytes.solving.mill.subspaces import Subspace

VECTORS = Path(__file__).parents[2] / "tests" / "vectors"

TEXTS = frozenset(
    "millfen mfen transcript draughts-fen pdn dgf-game sgf tmj tmx json "
    "gtp registry-line registry-head relay-line".split()
)
"""The readers of text; the others read binary data."""

RUNS = {"binary": 1_000_000, "text": 200_000}
"""How many inputs each kind of reader must have had."""


@dataclass(frozen=True)
class Target:
    """A reader: what must hold for any bytes, and bytes to begin with."""

    name: str
    check: Callable[[bytes], None]
    """Raises for bytes that show a fault, and for nothing else."""
    seeds: Callable[[], list[bytes]]

    @property
    def kind(self) -> str:
        return "text" if self.name in TEXTS else "binary"


def targets() -> dict[str, Target]:
    """All readers by name."""
    formats = [
        Target(name, partial(check_format, name), partial(vectors, name)) for name in FORMATS
    ]
    others = [
        Target("table-file", check_table_file, lambda: [_table()]),
        Target("cache-file", check_cache_file, lambda: [_cache(b"0123456789abcdef")]),
        Target("gtp", check_gtp, lambda: GTP_LINES),
        Target("registry-line", check_registry_line, lambda: [REGISTRY_LINE]),
        Target("registry-head", check_registry_head, lambda: [REGISTRY_HEAD]),
        Target("relay-line", check_relay_line, partial(vectors, "transcript")),
    ]
    return {target.name: target for target in (*formats, *others)}


def vectors(name: str) -> list[bytes]:
    """The sample files of a format, good and bad."""
    paths = sorted((VECTORS / name).rglob("*"))
    return [path.read_bytes() for path in paths if path.is_file() and path.suffix != ".findings"]


def bombs(size: int) -> Iterator[bytes]:
    """What is small to write and may be large to read: deep nesting, huge numbers, long names."""
    for opening in (
        b"[",
        b"{",
        b'{"a":',
        b"(",
        b"(;",
        b"((",
        b"<a>",
        b"a.",
        b"[[",
        b"{;",
        b"1e9",
        b"9",
    ):
        yield opening * (size // len(opening))
    for head in (
        b"(;SZ[",
        b'{"boardbytes":1,"game":',
        b"W:W",
        b"width = ",
        b'<map width="',
        b"1. ",
    ):
        yield head + b"9" * (size - len(head))
        yield head + b"[" * (size - len(head))
    yield from (bytes(size), b"\xff" * size, b"\n" * size, "é".encode() * (size // 2))


def check_format(name: str, data: bytes) -> None:
    """A document or a FormatError; written and read again the same; spans one after the other."""
    end = 0
    for span in explain(data, name):
        assert end <= span.offset < span.offset + span.size <= len(data), span
        end = span.offset + span.size
    format = FORMATS.find(name)
    try:
        document = format.decode(data)
    except FormatError as error:
        _check_places(data, error.problems)
        return
    _check_places(data, document.problems)
    try:
        written = format.encode(document)
    except (LossError, FormatError):
        # A bare move is read and never written: the format says so itself.
        assert not format.holds_positions
        return
    assert format.encode(format.decode(written)) == written


def _check_places(data: bytes, problems: Iterable[Problem]) -> None:
    for problem in problems:
        offset = problem.place.offset
        assert problem.message
        assert offset is None or 0 <= offset <= len(data), problem


@cache
def _folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-"))


@cache
def _table() -> bytes:
    """The smallest table that there is."""
    import numpy as np

    from boardbytes.solving.mill.files import path_of, write_table
    from boardbytes.solving.mill.summary import Summary

    member, subspace = _small()
    values = np.zeros(member.size(subspace), np.uint8)
    write_table(_folder(), values, Summary(subspace, 0, len(values), 0, None, None), member)
    return path_of(_folder(), subspace, member).read_bytes()


@cache
def _small() -> tuple[Member, Subspace]:
    from boardbytes.solving.mill.member import find_member

    member = find_member("three")
    spaces = [subspace for step in member.steps(member.most) for subspace in step]
    return member, min(spaces, key=member.size)


def check_table_file(data: bytes) -> None:
    """A table or a SolvingError, also where the checksum fits."""
    from boardbytes.errors import SolvingError
    from boardbytes.solving.mill.files import ENTRY, FAMILY_HEADER, TableFile, path_of

    member, subspace = _small()
    _table()
    size = FAMILY_HEADER.size
    sealed = data
    if len(data) >= size + ENTRY.itemsize:
        at = FAMILY_HEADER.offset("checksum")
        blank = data[:at] + bytes(4) + data[at + 4 :]
        listed = blank[: size + ENTRY.itemsize]
        sealed = data[:at] + zlib.crc32(listed).to_bytes(4, "little") + data[at + 4 :]
    for each in {data, sealed}:
        path_of(_folder(), subspace, member).write_bytes(each)
        try:
            values = TableFile(_folder(), subspace, member).read()
        except SolvingError:
            continue
        assert len(values) == member.size(subspace)


def _cache(content: bytes) -> bytes:
    return caching.HEADER.pack(caching.MAGIC, zlib.crc32(content)) + content


def check_cache_file(data: bytes) -> None:
    """What was kept, or nothing."""
    path = _folder() / "cache"
    path.write_bytes(data)
    kept = caching._mapped(path, 16)
    assert kept is None or _cache(bytes(kept)) == data


GTP_LINES = [
    b"info move D4 visits 12 winrate 0.53 scoreLead 1.5 order 0 pv D4 Q16 pass",
    b"info move Q16 visits 100 winrate 5312 prior 11 order 1 pv Q16 info move C3 visits 1",
    b"info move pass visits 3 winrate 0.1 pv pass ownership " + b"0.5 " * 81,
    b"= D4",
    b"? unknown command",
    b"=12 resign",
]
_BOARD = GoPosition((9, 9))


def check_gtp(data: bytes) -> None:
    """An engine's line says something of the game, or nothing."""
    text = data.decode("utf-8", "replace")
    found = parse_analysis(text, _BOARD, "engine", 5, 1.0)
    if found is not None:
        str(found)
    with contextlib.suppress(InvalidMoveError):
        parse_move(text.removeprefix("= "), _BOARD.size)


REGISTRY_LINE = (
    b'{"number": 1, "action": "publish", "code": "0A1Z9", "version": 1, "sha256": "' + b"a" * 64 +
    b'", "size": 100, "title": "t", "author": "a", "depth": 1, "width": 3, "length": 3, '
    b'"modifiers": 0, "key": "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", "signature": "0x' +
    b"1" * 130 + b'", "time": "2026-01-01T00:00:00Z", "before": "' + b"0" * 64 + b'"}'
)  # fmt: skip
REGISTRY_HEAD = (
    b'{"entries": 3, "hash": "' + b"a" * 64 + b'", "time": "2026-01-01T00:00:00Z", "key": '
    b'"0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", "signature": "0x' + b"1" * 130 + b'"}'
)


def check_registry_line(data: bytes) -> None:
    """A line that is written back as it stood, or a RegistryError."""
    try:
        line = parse_line(data)
    except BoardbytesError:
        return
    assert format_line(line).encode() == data


def check_registry_head(data: bytes) -> None:
    """A head that its key signed, or a RegistryError."""
    try:
        parse_head(data)
    except BoardbytesError:
        return


def check_relay_line(data: bytes) -> None:
    """A header and lines that follow it, or a RelayError."""
    header, _, rest = data.partition(b"\n")
    try:
        parse_header(header)
        table = Table([header])
        for line in rest.split(b"\n")[:3]:
            table.keep(line, *table.judge(line))
    except BoardbytesError:
        return
