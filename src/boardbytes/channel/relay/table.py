"""A game at a relay: its lines, judged as they come, and those who wait for the next."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Sequence

from boardbytes.errors import FormatError, RelayError
from boardbytes.formats.transcript.transcript import (
    MAX_SIZE,
    Transcript,
    check_in,
    parse_next,
    parse_transcript,
)
from boardbytes.formats.transcript.verdict import Verifier, time_of
from boardbytes.model import Record


def name_of(header: bytes) -> str:
    """The name of a game at any relay: another header is another game."""
    return hashlib.sha256(header).hexdigest()[:32]


def parse_header(line: bytes) -> Transcript:
    """The game that a header begins; RelayError if the line is not a header."""
    try:
        game, warnings = parse_transcript(line + b"\n")
    except FormatError as error:
        raise RelayError("line", str(error)) from None
    if warnings or game.words or b"\n" in line:
        raise RelayError("line", "a game begins with its header, one line")
    return game


def game_at(lines: Sequence[bytes], name: str) -> Table:
    """The game with a name, from the lines a relay gave for it; RelayError if it is another."""
    if not lines or name_of(lines[0]) != name:
        raise RelayError("conflict", f"the relay gave a game other than {name}")
    return Table(lines)


class Table:
    """The lines of a game so far; every line is verified before it is added.

    Raises RelayError for a line that is not the next of this game.
    """

    def __init__(self, lines: Sequence[bytes]) -> None:
        self.game = parse_header(lines[0])
        self.lines = [lines[0]]
        self._size = len(lines[0]) + 1
        self._check = check_in(lines[0])
        self._judged = Verifier(self.game)
        if self._judged.legal is None:
            raise RelayError("line", "the start must be a position")
        self.lock = asyncio.Lock()
        self.grown = asyncio.Event()
        """Set when a line comes; whoever goes on waiting takes the new event that replaces it."""
        for line in lines[1:]:
            self.keep(line, *self.judge(line))

    @property
    def outcome(self) -> str | None:
        """How the game ended; None while it goes on."""
        return str(self._judged.outcome) if self._judged.outcome else None

    @property
    def record(self) -> Record:
        """The game as its moves."""
        record = self._judged.legal
        if record is None:
            raise RelayError("line", "the start must be a position")
        return record

    def judge(self, text: bytes) -> tuple[str, Verifier]:
        """The check of the next line, and the judgement with it; RelayError says what is wrong."""
        if self._size + len(text) + 1 > MAX_SIZE:
            raise RelayError("size", f"a transcript must have at most {MAX_SIZE:,} bytes")
        try:
            line, check = parse_next(text, len(self.lines) + 1, self._size, self._check)
        except FormatError as error:
            raise RelayError("line", str(error)) from None
        if line.countersignature is not None:
            raise RelayError("line", "a relay takes no countersignatures: the next word agrees")
        if time_of(line.time) is None:
            raise RelayError("time", "a line must say when it was signed, with its zone")
        judged = self._judged.copy()
        for problem in judged.add(line, self._size):
            if problem.is_error or problem.code == "time":
                raise RelayError(problem.code, str(problem))
        return check, judged

    def keep(self, text: bytes, check: str, judged: Verifier) -> None:
        """Add a line that was judged; whoever waits for it is woken."""
        self.lines.append(text)
        self._size += len(text) + 1
        self._check, self._judged = check, judged
        self.grown.set()
        self.grown = asyncio.Event()
