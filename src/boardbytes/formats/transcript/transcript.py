"""A signed game: who plays it under which rules, and every word that was signed, in order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any, NoReturn

from boardbytes.errors import FormatError, JsonError, SignatureError
from boardbytes.formats.findings import Findings
from boardbytes.formats.text import shown
from boardbytes.formats.transcript.ethereum import MAX_GAME_ID, Domain, parse_address
from boardbytes.formats.transcript.lines import CHECK_DIGITS, Line, seal, split_lines
from boardbytes.formats.transcript.signature import Signature
from boardbytes.formats.word.judging import FIRST, LAYOUTS, PRESETS, SECOND, as_word
from boardbytes.formats.word.step import turn_of
from boardbytes.formats.word.word import mover_of
from boardbytes.games.checkers.board import SIDES
from boardbytes.json_reading import read_json
from boardbytes.model import Colour, Place, Problem
from boardbytes.model.plain import Plain, PlainError
from boardbytes.model.problem import warning

NAME = "transcript"
VERSION = 2
TYPED_VERSION = 3
"""The version whose words are signed as typed data (EIP-712)."""

SECOND_SIDE = {1: "black", VERSION: "white", TYPED_VERSION: "white"}
"""What the header calls the side that moves second, by version."""

MAX_CHAIN_ID = 2**53 - 1
"""The largest number that every reader of JSON reads exactly."""

MARK = "boardbytes-channel"
MAX_SIZE = 4 * 1024 * 1024

_NEEDS = {"contract": "contract"}
"""The layout that the words of a game must have under a preset; any, where none is named."""


@dataclass(frozen=True)
class SignedWord:
    """A word, the signature of the side that moved, and that of the other side if it agreed."""

    word: bytes
    signature: Signature
    countersignature: Signature | None = None
    time: str | None = None

    def to_plain(self) -> dict[str, object]:
        plain: dict[str, object] = {
            "word": f"0x{self.word.hex()}",
            "signature": str(self.signature),
        }
        if self.countersignature:
            plain["countersignature"] = str(self.countersignature)
        if self.time is not None:
            plain["time"] = self.time
        return plain


@dataclass(frozen=True)
class Transcript:
    """Who plays which game under which rules, and every word they signed, in order.

    Raises SignatureError for what no signed game can be: a game id that does not fit 256 bits, one
    player on both sides, a layout that its preset cannot read.
    """

    game_id: int
    red: str
    white: str
    layout: str
    preset: str
    start: bytes
    words: tuple[SignedWord, ...] = ()
    version: int = VERSION
    domain: Domain | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.game_id <= MAX_GAME_ID:
            raise SignatureError("the game id must be a number from 0 to 2^256 - 1")
        if self.red == self.white:
            raise SignatureError(f"the two sides must be different players, both are {self.red}")
        refuse_layout(self.layout, self.preset)
        if (self.version == TYPED_VERSION) != (self.domain is not None):
            raise SignatureError("typed data has a domain, and the old message has none")

    def address(self, side: Colour) -> str:
        """The address of a side."""
        return self.red if side is FIRST else self.white

    def side(self, address: str) -> Colour | None:
        """The side of an address."""
        return {self.red: FIRST, self.white: SECOND}.get(address)

    def signers(self, word: bytes) -> dict[str, str]:
        """Who must have signed a word: the side that moved, and the other if it agreed."""
        mover = mover_of(self.turn(word))
        return {
            "signature": self.address(mover),
            "countersignature": self.address(SIDES.other(mover)),
        }

    @property
    def last(self) -> bytes:
        """The last word, or the start."""
        return self.words[-1].word if self.words else self.start

    def turn(self, word: bytes) -> int:
        """The turn number of a word in this transcript's layout."""
        return turn_of(word, LAYOUTS[self.layout])

    def append(self, signed: SignedWord) -> Transcript:
        return replace(self, words=(*self.words, signed))

    def header(self) -> dict[str, object]:
        plain: dict[str, object] = {
            MARK: self.version,
            "game_id": f"0x{self.game_id:064x}",
            "red": self.red,
            SECOND_SIDE[self.version]: self.white,
            "layout": self.layout,
            "preset": self.preset,
            "start": f"0x{self.start.hex()}",
        }
        if self.domain is not None:
            plain |= {"chain_id": self.domain.chain_id, "contract": self.domain.contract}
        return plain


def refuse_layout(layout: str, preset: str) -> None:
    """Raise SignatureError for words in a layout that cannot be judged under a preset."""
    needed = _NEEDS.get(preset, layout)
    if layout != needed:
        raise SignatureError(f"under {preset} rules words must have the layout {needed}")


def texts_of(transcript: Transcript) -> Iterator[str]:
    """The lines of a transcript, without their ends."""
    check = ""
    for values in (transcript.header(), *(signed.to_plain() for signed in transcript.words)):
        text, check = seal(values, check)
        yield text


def format_transcript(transcript: Transcript) -> bytes:
    """The bytes of a transcript."""
    return "".join(f"{text}\n" for text in texts_of(transcript)).encode("ascii")


def offsets_of(transcript: Transcript) -> list[int]:
    """Where each line begins."""
    return [0, *accumulate(len(text) + 1 for text in texts_of(transcript))]


def parse_transcript(data: bytes) -> tuple[Transcript, tuple[Problem, ...]]:
    """The transcript of some lines, and warnings: a last line that was cut off is dropped.

    Raises FormatError, which names the line, for everything else that is not as we write it: so
    what was read is written byte for byte. A line feed may be missing at the very end.
    Does not ask whether signatures and moves are right: `verify` does.
    """
    findings = Findings(NAME)
    if len(data) > MAX_SIZE:
        findings.error("length", f"a transcript must have at most {MAX_SIZE:,} bytes", MAX_SIZE)
        findings.raise_errors()
    if not data:
        findings.error("header", "a transcript must begin with a header", 0)
        findings.raise_errors()
    lines = split_lines(data)
    header, check = _read_line(next(lines), "", _parse_header, Transcript.header)
    words: list[SignedWord] = []
    for line in lines:
        if _is_torn(line):
            message = "the line was cut off and is dropped"
            found = shown(line.text[:40].decode("latin-1"))
            findings.extend([warning("torn", message, Place(line.offset, line.number), found)])
            break
        word, check = _read_line(line, check, _parse_word, SignedWord.to_plain)
        words.append(word)
    return replace(header, words=tuple(words)), findings.problems


def parse_next(text: bytes, number: int, offset: int, before: str) -> tuple[SignedWord, str]:
    """The word of one line, which has this number and place, and the line's check.

    `before` is the check of the line before. Raises FormatError as `parse_transcript` does.
    """
    line = Line(number, offset, text, True)
    word, check = _read_line(line, before, _parse_word, SignedWord.to_plain)
    return word, check


def check_in(text: bytes) -> str:
    """The check that stands in a line that was read or written here."""
    return text[-CHECK_DIGITS - 2 : -2].decode("ascii")


def _is_torn(line: Line) -> bool:
    """Whether a line was cut off: not if it is a whole object that lacks only its line feed."""
    if line.is_ended:
        return False
    try:
        read_json(line.text)
    except JsonError:
        return True
    return False


def _read_line(line: Line, before: str, parse: Any, to_plain: Any) -> Any:
    """What a line holds, and its check; FormatError if it is not written exactly as we write it."""

    def fail(reason: str, place: int = 0, field: str | None = None) -> NoReturn:
        where = Place(line.offset + place, line.number, field=field)
        raise FormatError([Problem("line", reason, where)], NAME)

    try:
        values, _ = read_json(line.text)
        if not isinstance(values, dict):
            fail("must be a JSON object")
        check = values.pop("check", None)
        value = parse(Plain(values))
    except JsonError as error:
        fail(error.message, error.offset)
    except PlainError as error:
        reason = f"{error.message} (found {error.found})" if error.found else error.message
        fail(reason, field=error.field)
    except (FormatError, SignatureError) as error:
        fail(str(error))
    plain = to_plain(value)
    expected = json.dumps({**plain, "check": check}).encode("ascii")
    if line.text != expected:
        place = _first_difference(expected, line.text)
        fail("must be written as we write it, to the letter", place)
    _, right = seal(plain, before)
    if check != right:
        fail("the check does not fit: this line or one before it was changed")
    return value, right


def _first_difference(first: bytes, second: bytes) -> int:
    pairs = enumerate(zip(first, second, strict=False))
    return next((index for index, (a, b) in pairs if a != b), min(len(first), len(second)))


def _digits(plain: Plain, count: int) -> str:
    """A text of `count` hexadecimal digits after `0x`, as we write them."""
    if not re.fullmatch(rf"0x[0-9a-f]{{{count}}}", plain.text()):
        raise plain.fail(f"{plain.name} must be 0x and {count} hexadecimal digits")
    return plain.text()


def _parse_header(plain: Plain) -> Transcript:
    plain.object([MARK], plain.value)
    version = plain[MARK].integer(min(SECOND_SIDE), max(SECOND_SIDE))
    second = SECOND_SIDE[version]
    typed = ["chain_id", "contract"] if version == TYPED_VERSION else []
    plain.object([MARK, "game_id", "red", second, "layout", "preset", "start", *typed])
    return Transcript(
        int(_digits(plain["game_id"], 64), 16),
        parse_address(plain["red"].text()),
        parse_address(plain[second].text()),
        plain["layout"].choice(list(LAYOUTS)),
        plain["preset"].choice(PRESETS),
        as_word(_digits(plain["start"], 64)),
        version=version,
        domain=_parse_domain(plain) if typed else None,
    )


def _parse_domain(plain: Plain) -> Domain:
    chain_id = plain["chain_id"].integer(1, MAX_CHAIN_ID)
    return Domain(chain_id, parse_address(plain["contract"].text()))


def _parse_word(plain: Plain) -> SignedWord:
    plain.object(["word", "signature"], ["countersignature", "time"])
    counter = plain.get("countersignature")
    return SignedWord(
        as_word(_digits(plain["word"], 64)),
        Signature.of(_digits(plain["signature"], 130)),
        Signature.of(_digits(counter, 130)) if counter else None,
        _parse_time(plain.get("time")),
    )


def _parse_time(plain: Plain | None) -> str | None:
    if plain is None:
        return None
    if not re.fullmatch(r"[ -~]{1,40}", plain.text()):
        raise plain.fail("time must be up to 40 characters of plain ASCII")
    return plain.text()
