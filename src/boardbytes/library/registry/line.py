"""Lines of the registry's log: a board that was published, or a version that was withdrawn.

Each line holds the hash of the one before it, so whoever has the last hash can check them all.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection
from dataclasses import asdict, dataclass, fields
from typing import Any

from boardbytes.channel.signing import sign_text
from boardbytes.errors import FormatError, JsonError, PositionError, RegistryError, SignatureError
from boardbytes.formats import loads
from boardbytes.formats.transcript.ethereum import parse_address
from boardbytes.formats.transcript.signature import recover_text
from boardbytes.games.tiles import TileBoard
from boardbytes.games.tiles.board import DEPTHS, MAX_SIDE
from boardbytes.games.tiles.footer import canonical_code, is_code
from boardbytes.json_reading import read_json
from boardbytes.library.entry import is_time
from boardbytes.model.plain import Plain, PlainError

PUBLISH, WITHDRAW = "publish", "withdraw"
FIRST_HASH = "0" * 64
"""What the first line has in place of the hash of the one before it."""

MAX_LINE = 4096
MAX_ENTRIES = 2**31 - 1


@dataclass(frozen=True)
class About:
    """What a line says of a board's bytes: all of it can be worked out from them again."""

    sha256: str
    size: int
    title: str
    author: str
    depth: int
    width: int
    length: int
    modifiers: int


@dataclass(frozen=True)
class Signed:
    """Who does what with which version of a code, signed by their key.

    `about` is None for a withdrawal.
    """

    action: str
    code: str
    version: int
    about: About | None
    key: str
    signature: str


@dataclass(frozen=True)
class Line(Signed):
    """A line of the log: what was signed, and where it stands.

    `before` is the hash of the line before.
    """

    number: int
    time: str
    before: str

    def to_plain(self) -> dict[str, Any]:
        plain = asdict(self)
        about = plain.pop("about") or {}
        first = {name: plain.pop(name) for name in ("number", "action", "code", "version")}
        return first | about | plain


def about(board: TileBoard, data: bytes) -> About:
    """What a line says of a board and its bytes."""
    return About(
        hashlib.sha256(data).hexdigest(),
        len(data),
        board.title,
        board.author,
        board.depth,
        board.width,
        board.length,
        board.modifiers.byte,
    )


def read_board(data: bytes) -> TileBoard:
    """The board of some bytes; RegistryError if they hold none or its code is not one of ours."""
    try:
        board: TileBoard = loads(data, "gbxx").position
    except (FormatError, PositionError) as error:
        raise RegistryError("board", str(error)) from None
    if not is_code(canonical_code(board.code)):
        message = "the code must be five of 0-9 and A-Z without I, L, O and U"
        raise RegistryError("board", f"{message} (found {board.code!r})")
    return board


def statement(action: str, code: str, version: int, sha256: str = "") -> str:
    """What an author signs, as a wallet shows it."""
    text = f"boardbytes registry\naction: {action}\ncode: {code}\nversion: {version}"
    return f"{text}\nsha256: {sha256}" if sha256 else text


def statement_of(line: Line) -> str:
    """What the author of a line has signed."""
    sha256 = line.about.sha256 if line.about else ""
    return statement(line.action, line.code, line.version, sha256)


def sign_statement(text: str, key: bytes) -> str:
    """An author's signature, as it stands in a line."""
    return str(sign_text(text, key))


def check_signature(text: str, key: str, signature: str) -> None:
    """Raise RegistryError unless a statement was signed by the key of this address."""
    try:
        signer = recover_text(text, signature)
    except SignatureError as error:
        raise RegistryError("signature", str(error)) from None
    if signer != key:
        raise RegistryError("signature", f"the signature must be that of {key} (found {signer})")


@dataclass(frozen=True)
class Standing:
    """How a code stands: whose it is, which versions there are, which of them were withdrawn."""

    key: str
    versions: Collection[int]
    withdrawn: Collection[int]


def refusal(action: str, code: str, version: int, key: str, now: Standing | None) -> str | None:
    """Why this key may not do this with a code as it stands; None if it may. All rules are here."""
    if now is not None and now.key != key:
        return f"{code} belongs to {now.key}"
    if action == PUBLISH:
        last = max(now.versions, default=-1) if now else -1
        if version <= last:
            return f"the version of {code} must be more than {last} (found {version})"
        return None
    if now is None or version not in now.versions:
        return f"there is no version {version} of {code}"
    return f"version {version} of {code} is withdrawn" if version in now.withdrawn else None


def after(line: Line, now: Standing | None) -> Standing:
    """How a code stands after a line about it."""
    versions, withdrawn = (set(now.versions), set(now.withdrawn)) if now else (set(), set())
    (versions if line.action == PUBLISH else withdrawn).add(line.version)
    return Standing(now.key if now else line.key, versions, withdrawn)


def last_visible(lines: Collection[Line]) -> Line | None:
    """Of the lines about a code, that of the last version that was not withdrawn."""
    withdrawn = {line.version for line in lines if line.action == WITHDRAW}
    boards = (line for line in lines if line.action == PUBLISH and line.version not in withdrawn)
    return max(boards, key=lambda line: line.version, default=None)


def format_line(line: Line) -> str:
    """A line as it stands in the log, without the line end."""
    return json.dumps(line.to_plain())


def hash_of(text: str | bytes) -> str:
    """The hash of a line."""
    return hashlib.sha256(text.encode() if isinstance(text, str) else text).hexdigest()


_NAMES = [field.name for field in fields(Line) if field.name != "about"]
_ABOUT = [field.name for field in fields(About)]


def parse_line(text: bytes) -> Line:
    """The line of some text; RegistryError unless it is written exactly as we write it.

    Does not ask whether the signature is right: `check_signature` does.
    """
    try:
        values, _ = read_json(text, MAX_LINE)
        plain = Plain(values)
        action = plain.object(["action"], _NAMES + _ABOUT)["action"].choice([PUBLISH, WITHDRAW])
        plain.object(_NAMES + (_ABOUT if action == PUBLISH else []))
        line = _line(plain, action)
    except (JsonError, PlainError, SignatureError) as error:
        raise RegistryError("line", f"a line of the log is damaged: {error}") from None
    if format_line(line).encode() != text:
        raise RegistryError("line", f"line {line.number} is not written as we write it")
    return line


def _line(plain: Plain, action: str) -> Line:
    code = plain["code"].text()
    if not is_code(code):
        raise plain["code"].fail("code must be a code")
    if not is_time(plain["time"].text()):
        raise plain["time"].fail("time must be a time in UTC")
    return Line(
        action,
        code,
        plain["version"].integer(0, 255),
        _about(plain) if action == PUBLISH else None,
        parse_address(plain["key"].text()),
        plain["signature"].text(),
        plain["number"].integer(1, MAX_ENTRIES),
        plain["time"].text(),
        plain["before"].text(),
    )


def _about(plain: Plain) -> About:
    return About(
        plain["sha256"].text(),
        plain["size"].integer(1, 1 << 30),
        plain["title"].text(),
        plain["author"].text(),
        plain["depth"].integer(min(DEPTHS), max(DEPTHS)),
        plain["width"].integer(1, MAX_SIDE),
        plain["length"].integer(1, MAX_SIDE),
        plain["modifiers"].integer(0, 255),
    )


def check_board(data: bytes, line: Line) -> TileBoard:
    """The board of a line, from only its bytes and the line; RegistryError if either is false.

    Whether the line is also in the log only the log can tell.
    """
    name = f"{line.code} version {line.version}"
    if line.about is None:
        raise RegistryError("line", f"{name}: the entry is a withdrawal, not a board")
    if hash_of(data) != line.about.sha256:
        raise RegistryError("file", f"{name}: the bytes must have the SHA-256 {line.about.sha256}")
    board = read_board(data)
    told = {"code": canonical_code(board.code), "version": board.footer.version}
    expected = told | asdict(about(board, data))
    said = line.to_plain()
    for field, value in expected.items():
        if said[field] != value:
            raise RegistryError("line", f"{name}: {field} must be {value!r}, as in its bytes")
    try:
        check_signature(statement_of(line), line.key, line.signature)
    except RegistryError as error:
        raise RegistryError("signature", f"{name}: {error}") from None
    return board
