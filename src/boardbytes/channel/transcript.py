"""A signed game as lines of JSON: a header, then a word and its signature for every move.

Every line ends with a check over itself and all lines before it, so that any changed byte shows,
also one that no one signed.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from boardbytes.channel.signing import Signature, parse_address, signer_of
from boardbytes.channel.step import LAYOUTS, PRESETS, as_word
from boardbytes.errors import BoardbytesError, FormatError, SignatureError
from boardbytes.files import read_limited, write_whole
from boardbytes.formats.findings import Findings
from boardbytes.formats.text import shown
from boardbytes.formats.word.step import turn_of
from boardbytes.model import Colour, Place, Problem
from boardbytes.model.plain import Plain, PlainError

VERSION = 2
_SECOND_SIDE = {1: "black", 2: "white"}
"""What the header calls the side that moves second, by version."""

MARK = "boardbytes-channel"
MAX_SIZE = 16 * 1024 * 1024
_CHECK_DIGITS = 16


@dataclass(frozen=True)
class SignedWord:
    """A word, the signature of the side that moved, and that of the other side if it agreed."""

    word: bytes
    signature: Signature
    countersignature: Signature | None = None
    time: str | None = None

    def to_plain(self) -> dict[str, Any]:
        plain: dict[str, Any] = {"word": f"0x{self.word.hex()}", "signature": str(self.signature)}
        if self.countersignature:
            plain["countersignature"] = str(self.countersignature)
        if self.time is not None:
            plain["time"] = self.time
        return plain


@dataclass(frozen=True)
class Transcript:
    """Who plays which game under which rules, and every word they signed, in order."""

    game_id: int
    red: str
    white: str
    layout: str
    preset: str
    start: bytes
    words: tuple[SignedWord, ...] = ()
    version: int = VERSION

    def address(self, mover: Colour) -> str:
        """The address of a side."""
        return self.red if mover is Colour.RED else self.white

    @property
    def last(self) -> bytes:
        """The last word, or the start."""
        return self.words[-1].word if self.words else self.start

    def turn(self, word: bytes) -> int:
        """The turn number of a word in this transcript's layout."""
        return turn_of(word, LAYOUTS[self.layout])

    def append(self, signed: SignedWord) -> Transcript:
        return replace(self, words=(*self.words, signed))

    def header(self) -> dict[str, Any]:
        return {
            MARK: self.version,
            "game_id": f"0x{self.game_id:064x}",
            "red": self.red,
            _SECOND_SIDE[self.version]: self.white,
            "layout": self.layout,
            "preset": self.preset,
            "start": f"0x{self.start.hex()}",
        }


def format_transcript(transcript: Transcript) -> bytes:
    """The lines of a transcript."""
    plain = [transcript.header(), *(signed.to_plain() for signed in transcript.words)]
    lines, check = [], ""
    for values in plain:
        check = _check(check, values)
        lines.append(json.dumps(values | {"check": check}) + "\n")
    return "".join(lines).encode("ascii")


def _check(before: str, values: dict[str, Any]) -> str:
    """A digest of a line and, through the check before it, of all lines before."""
    text = before + json.dumps(values)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:_CHECK_DIGITS]


@dataclass(frozen=True)
class _Line:
    """A line of a file: its number from 1, its place, its text without the end."""

    number: int
    offset: int
    text: bytes


def parse_transcript(data: bytes) -> tuple[Transcript, tuple[Problem, ...]]:
    """The transcript of some lines, and warnings: a last line that was cut off is dropped.

    Raises FormatError, which names the line, for everything else that is not as we write it.
    Does not ask whether signatures and moves are right: `verify` does.
    """
    findings = Findings("channel transcript")
    lines = list(_lines(data, findings))
    if not lines:
        findings.error("header", "a transcript must begin with a header", 0)
        findings.raise_errors()
    transcript: Transcript | None = None
    check = ""
    for line in lines:
        try:
            values, check = _values(line, check)
            if transcript is None:
                transcript = _parse_header(Plain(values))
            else:
                transcript = transcript.append(_parse_word(Plain(values)))
        except (BoardbytesError, ValueError) as error:
            reason = shown_reason(error)
            findings.error("line", f"line {line.number}: {reason}", line.offset)
            findings.raise_errors()
    assert transcript is not None
    return transcript, findings.problems


def shown_reason(error: Exception) -> str:
    if isinstance(error, json.JSONDecodeError | UnicodeDecodeError):
        return "must be an object of JSON in plain ASCII"
    if isinstance(error, PlainError) and error.found:
        return f"{error.message} (found {error.found})"
    return str(error)


def _lines(data: bytes, findings: Findings) -> Iterator[_Line]:
    offset = 0
    for number, text in enumerate(data.split(b"\n"), 1):
        if offset + len(text) == len(data):
            if text:
                message = f"line {number} was cut off and is dropped"
                findings.warning("torn", message, offset, shown(text[:40].decode("latin-1")))
            return
        yield _Line(number, offset, text)
        offset += len(text) + 1


def _values(line: _Line, before: str) -> tuple[dict[str, Any], str]:
    """The values of a line that is written exactly as we write it, and its check."""
    values = json.loads(line.text.decode("ascii"))
    if not isinstance(values, dict) or json.dumps(values).encode("ascii") != line.text:
        raise ValueError("must be one object of JSON, written without needless spaces")
    check = values.pop("check", None)
    if check != _check(before, values):
        raise ValueError("the check does not fit: this line or one before it was changed")
    return values, check


def _parse_header(plain: Plain) -> Transcript:
    known = dict.fromkeys(_SECOND_SIDE.values())
    plain.object([MARK, "game_id", "red", "layout", "preset", "start"], known)
    version = plain[MARK].integer(min(_SECOND_SIDE), max(_SECOND_SIDE))
    second = _SECOND_SIDE[version]
    plain.object([MARK, "game_id", "red", second, "layout", "preset", "start"])
    return Transcript(
        int(plain["game_id"].text(), 16),
        parse_address(plain["red"].text()),
        parse_address(plain[second].text()),
        plain["layout"].choice(list(LAYOUTS)),
        plain["preset"].choice(PRESETS),
        as_word(plain["start"].text()),
        version=version,
    )


def _parse_word(plain: Plain) -> SignedWord:
    plain.object(["word", "signature"], ["countersignature", "time"])
    counter, time = plain.get("countersignature"), plain.get("time")
    return SignedWord(
        as_word(plain["word"].text()),
        Signature.of(plain["signature"].text()),
        Signature.of(counter.text()) if counter else None,
        time.text() if time else None,
    )


def load(path: str | os.PathLike[str]) -> tuple[Transcript, tuple[Problem, ...]]:
    """The transcript in a file, and warnings; FormatError if it holds none."""
    data = read_limited(path, MAX_SIZE)
    if len(data) > MAX_SIZE:
        message = f"a transcript must have at most {MAX_SIZE:,} bytes"
        problem = Problem("length", message, Place(MAX_SIZE))
        raise FormatError([problem], "channel transcript")
    return parse_transcript(data)


def save(transcript: Transcript, path: str | os.PathLike[str]) -> None:
    """Write a transcript, whole or not at all: a reader sees the old game or the new one."""
    write_whole(path, format_transcript(transcript))


@dataclass(frozen=True)
class Fork:
    """Proof of cheating: one player signed two different words for one turn."""

    player: str
    turn: int
    words: tuple[bytes, bytes]

    def __str__(self) -> str:
        first, second = (word.hex()[:16] for word in self.words)
        return f"{self.player} signed two words for turn {self.turn}: 0x{first}… and 0x{second}…"


def find_forks(*transcripts: Transcript) -> tuple[Fork, ...]:
    """Every turn for which a player signed different words, within a transcript or between some.

    Only transcripts of the same game can prove anything; signatures that are none prove nothing.
    """
    signed: dict[tuple[int, str, int], list[bytes]] = {}
    for transcript in transcripts:
        for line in transcript.words:
            for signature in (line.signature, line.countersignature):
                try:
                    player = (
                        signer_of(line.word, transcript.game_id, signature) if signature else ""
                    )
                except SignatureError:
                    continue
                if player in (transcript.red, transcript.white):
                    key = (transcript.game_id, player, transcript.turn(line.word))
                    if line.word not in signed.setdefault(key, []):
                        signed[key].append(line.word)
    return tuple(
        Fork(player, turn, pair)
        for (_, player, turn), words in signed.items()
        for pair in pairwise(words)
    )
