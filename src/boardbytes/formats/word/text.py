"""The ways in which a 32-byte word is written: raw, as hexadecimal digits, as a decimal number."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from boardbytes.model import Place, Problem, Span

SIZE = 32
MAX_SIZE = 256
"""More than any way to write a word takes, white space included."""

RAW, HEX, HEX_0X, DECIMAL = "raw", "hex", "0x", "decimal"
FORMS = (RAW, HEX, HEX_0X, DECIMAL)


@dataclass(frozen=True)
class WrittenWord:
    """A word, how it was written, and where its digits begin."""

    data: bytes
    form: str
    start: int = 0

    def place(self, offset: int) -> int:
        """Where a byte of the word stands in the file; a decimal number has only one place."""
        return self.start + {RAW: offset, DECIMAL: 0}.get(self.form, 2 * offset)

    @property
    def width(self) -> int:
        """How many bytes of the file hold one of the word."""
        return 1 if self.form == RAW else 2


def parse_written(data: bytes) -> WrittenWord | None:
    """The word that bytes hold, written in any of the ways; None if they hold none.

    Sixty-four digits are hexadecimal, even if none is a letter: a decimal number of that length
    would be a word in which nothing has moved.
    """
    if len(data) == SIZE:
        return WrittenWord(data, RAW)
    if len(data) > MAX_SIZE:
        return None
    text = data.decode("latin-1")
    start = len(text) - len(text.lstrip(" \t\r\n"))
    digits = text.strip(" \t\r\n")
    if re.fullmatch(r"0[xX][0-9a-fA-F]{64}", digits):
        return WrittenWord(bytes.fromhex(digits[2:]), HEX_0X, start + 2)
    if re.fullmatch(r"[0-9a-fA-F]{64}", digits):
        return WrittenWord(bytes.fromhex(digits), HEX, start)
    if re.fullmatch(r"0|[1-9][0-9]{0,77}", digits) and int(digits) < 1 << 8 * SIZE:
        return WrittenWord(int(digits).to_bytes(SIZE, "big"), DECIMAL, start)
    return None


def is_hexadecimal(data: bytes) -> bool:
    """Whether a text is nothing but hexadecimal digits, more than any number or name needs."""
    return re.fullmatch(rb"0[xX][0-9a-fA-F]{16,}|[0-9a-fA-F]{40,}", data) is not None


def format_written(word: bytes, form: str) -> bytes:
    """The word written in one of the ways: the inverse of `parse_written`."""
    texts = {
        HEX: f"{word.hex()}\n",
        HEX_0X: f"0x{word.hex()}\n",
        DECIMAL: f"{int.from_bytes(word, 'big')}\n",
    }
    return texts[form].encode("ascii") if form in texts else word


def complaint(data: bytes) -> Problem:
    """Why bytes hold no word."""
    text = data.strip(b" \t\r\n")
    digits = text[2:] if text[:2] in (b"0x", b"0X") else text
    message = "a word must be 32 bytes, 64 hexadecimal digits or a decimal number below 2^256"
    if digits and re.fullmatch(rb"[0-9a-fA-F]+", digits):
        end = data.find(digits) + min(len(digits), 2 * SIZE)
        return Problem("length", message, Place(end), found=f"{len(digits)} digits")
    return Problem("length", message, Place(min(len(data), SIZE)), found=f"{len(data)} bytes")


def explain_written(written: WrittenWord, spans: list[Span]) -> list[Span]:
    """The spans of a word's bytes as spans of the file that writes it."""
    if written.form == DECIMAL:
        text = f"{int.from_bytes(written.data, 'big')}"
        meaning = f"the word 0x{written.data.hex()}"
        points = dict.fromkeys(point for span in spans for point in span.points)
        return [Span(written.start, len(text), "word", text, meaning, tuple(points))]
    return [
        replace(span, offset=written.place(span.offset), size=span.size * written.width)
        for span in spans
    ]
