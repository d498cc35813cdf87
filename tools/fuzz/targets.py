"""Every reader that takes bytes from somebody else, and what must hold whatever they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from boardbytes.errors import FormatError, LossError
from boardbytes.formats import FORMATS, explain
from boardbytes.model import Problem
from tools.fuzz import own_files, strangers, tables

VECTORS = Path(__file__).parents[2] / "tests" / "vectors"

TEXTS = frozenset(
    "millfen mfen transcript draughts-fen pdn dgf-game sgf tmj tmx json "
    "gtp gtp-answers gtp-commands registry-line registry-head relay-line "
    "keyfile ledger scan-journal".split()
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
    seconds: float = 0.2
    memory: int = 8 << 20
    """What an input may take besides what its length allows."""

    @property
    def kind(self) -> str:
        return "text" if self.name in TEXTS else "binary"


def targets() -> dict[str, Target]:
    """All readers by name."""
    formats = [
        Target(name, partial(check_format, name), partial(vectors, name)) for name in FORMATS
    ]
    others = [
        *(
            Target(name, partial(tables.check, kind), partial(tables.seeds, kind))
            for name, kind in tables.KINDS.items()
        ),
        Target("cache-file", own_files.check_cache, own_files.cache_seeds),
        Target("keyfile", own_files.check_keyfile, own_files.keyfile_seeds, 10, 600 << 20),
        Target("ledger", own_files.check_ledger, lambda: own_files.LEDGERS),
        Target("code-file", own_files.check_code, own_files.code_seeds),
        Target("scan-journal", own_files.check_journal, own_files.journal_seeds),
        Target("gtp", strangers.check_gtp, lambda: strangers.GTP_LINES),
        Target("gtp-answers", strangers.check_answers, lambda: strangers.ANSWERS),
        Target("gtp-commands", strangers.check_commands, lambda: strangers.COMMANDS),
        Target("registry-line", strangers.check_line, lambda: [strangers.LINE]),
        Target("registry-head", strangers.check_head, lambda: [strangers.HEAD]),
        Target("registry-board", strangers.check_board, partial(vectors, "gbxx")),
        Target("relay-line", strangers.check_relay_line, partial(vectors, "transcript")),
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


MORE_GAMES = {"more-games", "games"}
"""What SGF and PDN say of a file of which only the first game is read."""


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
    if MORE_GAMES & {problem.code for problem in document.problems} and not written.isascii():
        # Letters that nothing declares are guessed by all games: one alone may look like others.
        return
    assert format.encode(format.decode(written)) == written


def _check_places(data: bytes, problems: Iterable[Problem]) -> None:
    for problem in problems:
        offset = problem.place.offset
        assert problem.message
        assert offset is None or 0 <= offset <= len(data), problem
