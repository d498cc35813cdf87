"""The encoding of SGF: as declared, or as it looks."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from boardbytes.formats.guessing import guess_encoding
from boardbytes.formats.sgf.lexing import signs
from boardbytes.formats.sgf.recoding import Recoded, recoded
from boardbytes.formats.text import shown

_DECLARED = re.compile(rb"[;\]\s]CA\s*\[\s*([^\]\[\\]{1,40}?)\s*\]")
_HEAD = 65536
"""The encoding must be declared within this many bytes."""

_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32-le",
    codecs.BOM_UTF16_LE: "utf-16-le",
    codecs.BOM_UTF16_BE: "utf-16-be",
}

_WIDER = {
    "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "big5": "cp950",
    "cp950": "big5hkscs", "euc_kr": "cp949", "iso8859-1": "cp1252", "ascii": "utf-8",
}  # fmt: skip
"""Encodings that hold all of another one: files name the narrow and use the wide."""

_NO_CHARSETS = {"idna", "punycode", "raw_unicode_escape", "unicode_escape", "undefined", "utf-7"}
"""Codecs that no text file is in."""

_GUESSED = ("gb18030", "big5", "cp932", "euc_jp", "cp949", "cp1252", "cp1251", "koi8_r", "cp1250")
"""What undeclared text may be."""

_SAMPLE = 65536
_NOT_ASCII = re.compile(rb"[^\x00-\x7f][^\[\]]*")
_RUN = re.compile(rb"[^\x00-\x7f]{2}")
"""Two bytes in a row that are not ASCII: Western text has next to none."""
_PLAIN = bytes(range(32, 127))


@dataclass(frozen=True)
class Charset:
    """How text is encoded, and what is to be said about it."""

    codec: str
    declared: str | None = None
    """The codec that the file names, to write more of the same; None: it names none."""
    warning: str | None = None
    broken: int | None = None
    """Where the first byte stands that is not valid in this encoding."""

    def decode(self, data: bytes) -> str:
        return data.decode(self.codec, "replace")


def find_codec(name: str) -> str | None:
    """The codec of a name, as Python knows it; None if SGF cannot be encoded in it."""
    try:
        found = codecs.lookup(name.strip())
    except (LookupError, ValueError):
        return None
    is_text = getattr(found, "_is_text_encoding", True) and found.name not in _NO_CHARSETS
    return found.name if is_text else None


def _is_stateful(codec: str) -> bool:
    """Whether two bytes are not enough to tell if a bracket is one."""
    return codec.startswith("iso2022") or codec == "hz"


def _is_lexed(codec: str) -> bool:
    """Whether SGF's signs are bytes of their own in an encoding."""
    try:
        plain = _PLAIN.decode(codec)
    except UnicodeDecodeError:
        return False
    return plain.encode("ascii", "replace") == _PLAIN or signs(codec) != signs()


_NO_LETTER = "\ufffd".encode()
"""What stands where nothing could be decoded."""


class Text:
    """The bytes of a file, in an encoding that can be lexed."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self._recoded = _recoded(source)
        self.data = self._recoded.data if self._recoded else source

    @property
    def outer(self) -> str | None:
        """The encoding that the file was rewritten from, if it was."""
        return self._recoded.codec if self._recoded else None

    @property
    def origin(self) -> Callable[[int], int]:
        """Where in the file a place of the data stands."""
        return self._recoded.origin if self._recoded else int

    @cached_property
    def first(self) -> Charset:
        """The encoding of the first game, by which all are lexed at first."""
        if self._recoded:
            return self._rewritten(self.data)
        return self.charset(0, len(self.data), declared_name(self.data))

    def _rewritten(self, part: bytes) -> Charset:
        """The encoding of a part of a text that was rewritten; what had no meaning is told."""
        found = Charset("utf-8", self.outer)
        if _NO_LETTER not in part:
            return found
        said = f"some of the text is not in {self.outer}: a changed game has � in its place"
        return replace(found, warning=said)

    @cached_property
    def undeclared(self) -> Charset:
        """How text that declares nothing is encoded, judging by all of it."""
        if self._recoded or _is_nearly_utf8(self.data):
            return Charset("utf-8")
        return _guess(self.data)

    def charset(self, start: int, end: int, name: str | None) -> Charset:
        """The encoding of the game at a place that declares this name, or none."""
        part = self.data[start:end]
        if self._recoded:
            return self._rewritten(part)
        codec = find_codec(name) if name else None
        said = None
        if name and codec is None:
            said = f"the encoding {shown(name)} is not known"
        elif codec and not _is_lexed(codec):
            said, codec = f"the text is not in {shown(name or '')}", None
        if codec:
            for each in (codec, _WIDER.get(codec), _WIDER.get(_WIDER.get(codec, ""))):
                if each and _broken(part, each) is None:
                    return Charset(each, codec)
            if codec != "utf-8" or _is_nearly_utf8(part):
                return _with_broken(Charset(codec, codec), part, start)
            said = "the text is not in UTF-8"
        if _broken(part, "utf-8") is None:
            found = Charset("utf-8")
        else:
            found = self.undeclared
        if said:
            found = replace(found, warning=f"{said}; it is read as {found.codec}")
        return _with_broken(found, part, start)


def declared_name(data: bytes) -> str | None:
    """The first encoding that is named in a file."""
    found = _DECLARED.search(data, 0, _HEAD)
    return found[1].decode("latin-1") if found else None


def codec_of(head: bytes) -> str:
    """The encoding by which a file is lexed, as far as its beginning tells."""
    text = Text(head)
    return text.outer or text.first.codec


def _recoded(data: bytes) -> Recoded | None:
    for mark, marked in _MARKS.items():
        if data.startswith(mark):
            return recoded(data, marked)
    name = declared_name(data)
    codec = find_codec(name) if name else None
    return recoded(data, codec) if codec and _is_stateful(codec) else None


def _broken(data: bytes, codec: str) -> int | None:
    """Where the first byte stands that is not valid in an encoding; None if all are."""
    if data.isascii() and _is_lexed(codec):
        return None
    try:
        data.decode(codec)
    except UnicodeDecodeError as error:
        return error.start
    return None


def _with_broken(charset: Charset, data: bytes, start: int) -> Charset:
    place = _broken(data, charset.codec)
    return charset if place is None else replace(charset, broken=start + place)


def _is_nearly_utf8(data: bytes) -> bool:
    """Whether text is UTF-8 but for a few characters that were cut or damaged."""
    text = data.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return broken == 0 or sum(not sign.isascii() for sign in text) > 2 * broken


_USUAL = "cp1252"


def _guess(data: bytes) -> Charset:
    """The encoding that text looks like."""
    sample = bytearray()
    for found in _NOT_ASCII.finditer(data):
        sample += found[0] + b"\n"
        if len(sample) > _SAMPLE:
            break
    looks = guess_encoding(bytes(sample), _GUESSED) if _RUN.search(sample) else None
    codec = looks or _USUAL
    return Charset(codec, warning=f"no encoding is declared; the text looks like {codec}")
