"""The character set of a PDN file, which does not name it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from boardbytes.formats.guessing import guess_encoding

UTF8, LATIN_1, WESTERN = "utf-8", "latin-1", "cp1252"
_SAMPLE = 1 << 16
_FEW = 20
"""Where fewer than one character in this many is broken, the rest is UTF-8."""
_LETTERS = re.compile(r"[^\x00-\x7f]+")
_SIGNS = '[Event "1"] {()} 1. 11-15 22x18 *'


@dataclass(frozen=True)
class Text:
    """The bytes of a file, their character set, and what the lexer reads of them.

    `signs` has one character for every byte, and no part of a letter looks like a sign there: in
    some character sets the second byte of a letter is that of a brace.
    """

    data: bytes
    charset: str
    signs: str
    broken: int | None = None
    """The place of the first broken character, where the rest is UTF-8."""

    def said(self, start: int, end: int) -> str:
        """What the bytes between two places say."""
        return self.data[start:end].decode(self.charset, "replace")


def text_of(data: bytes) -> Text:
    """A file as text: UTF-8 if it is that, but for a few bytes; else the best guess."""
    if data.isascii():
        return Text(data, UTF8, data.decode(LATIN_1))
    try:
        data.decode(UTF8)
    except UnicodeDecodeError as error:
        text = data.decode(UTF8, "replace")
        wide = sum(character > "\x7f" for character in text)
        if text.count("�") * _FEW < wide:
            return Text(data, UTF8, data.decode(LATIN_1), error.start)
        charset = _guess(data)
        return Text(data, charset, _signs(data, charset))
    return Text(data, UTF8, data.decode(LATIN_1))


def _guess(data: bytes) -> str:
    """The character set that the bytes are most likely in."""
    high = re.findall(rb"[\x80-\xff]+", data[: 16 * _SAMPLE])
    # In Western names, accented letters stand alone; elsewhere, high bytes come in runs.
    if sum(len(run) == 1 for run in high) * 2 > len(high) and _is(data, WESTERN):
        return WESTERN
    lines = re.findall(rb"[^\r\n]*[\x80-\xff][^\r\n]*", data[: 16 * _SAMPLE])
    found = guess_encoding(b"\n".join(lines)[:_SAMPLE])
    return found if found and _is(data, found) else LATIN_1


def _is(data: bytes, charset: str) -> bool:
    """Whether bytes can be read in a character set and written back, with signs as in ASCII."""
    try:
        exact = data.decode(charset).encode(charset) == data
        return exact and _SIGNS.encode(charset) == _SIGNS.encode("ascii")
    except (UnicodeError, LookupError):
        return False


def _signs(data: bytes, charset: str) -> str:
    text = data.decode(charset)
    if len(text) == len(data):
        return data.decode(LATIN_1)
    # In runs: some characters, such as accents in Japanese, can only be written after a letter.
    return _LETTERS.sub(lambda run: "\x80" * len(run[0].encode(charset)), text)
