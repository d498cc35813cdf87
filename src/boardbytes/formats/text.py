"""One-line text formats: words with their places, read against a table of fields."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from boardbytes.formats.findings import Findings
from boardbytes.model import Span
from boardbytes.model.words import any_of

MAX_SIZE = 4096
"""More than any position takes, and little enough to read before knowing what it is."""

EXPLAINED, MOST_SPANS = 1 << 20, 1 << 17
"""The most bytes, and the most spans, that are explained: a longer list helps nobody."""


@dataclass(frozen=True)
class TextField:
    """One word of a text format: `values` names the words that may occur, if they are few."""

    name: str
    meaning: str
    values: Mapping[str, str] | None = None


@dataclass(frozen=True)
class Word:
    """A word of a text and where it begins."""

    offset: int
    text: str


def split(data: bytes) -> list[Word]:
    """The words between white space, in the first `MAX_SIZE` bytes; each byte is one character."""
    text = data[:MAX_SIZE].decode("latin-1")
    return [Word(match.start(), match.group()) for match in re.finditer(r"[^ \t\r\n]+", text)]


def split_text(data: bytes, findings: Findings) -> list[Word]:
    """The words of a text, after checking that it is one."""
    check_text(data, findings)
    return split(data)


def check_text(data: bytes, findings: Findings) -> None:
    """Report the first byte that is not printable ASCII or white space; stop if it is too long."""
    match = re.search(rb"[^ -~\t\r\n]", data)
    if match:
        findings.error("not-text", "text must be plain ASCII", match.start(), hex(match.group()[0]))
    if len(data) > MAX_SIZE:
        message = f"text must have at most {MAX_SIZE} bytes"
        findings.error("length", message, MAX_SIZE, f"{len(data):,}")
        findings.raise_errors()


def check_words(
    words: list[Word],
    fields: tuple[TextField, ...],
    required: int,
    end: int,
    findings: Findings,
) -> None:
    """Report missing words, and every word that its field does not allow."""
    if len(words) < required:
        missing = ", ".join(field.name for field in fields[len(words) : required])
        message = f"{required} fields are required; missing: {missing}"
        findings.error("missing-fields", message, end, f"{len(words)} fields")
    for word, field in zip(words, fields, strict=False):
        if field.values is not None and word.text not in field.values:
            known = [f"{value} ({label})" for value, label in field.values.items()]
            message = f"{field.name} must be {any_of(known)}"
            findings.error(field.name.replace(" ", "-"), message, word.offset, shown(word.text))


def explain_words(words: list[Word], fields: tuple[TextField, ...], further: str) -> list[Span]:
    """Every word with its name and meaning; words after the last field are `further` ones."""
    spans = []
    for word, field in zip_longest(words, fields[: len(words)]):
        name = field.name if field else further
        meaning = field.meaning if field else ""
        if field and field.values is not None:
            meaning = field.values.get(word.text, f"not a value of {field.name}")
        spans.append(Span(word.offset, len(word.text), name, shown(word.text), meaning))
    return spans


def shown(text: str) -> str:
    """A word from a file, short and printable enough for a message."""
    text = text if text.isascii() and text.isprintable() else ascii(text)[1:-1]
    return text if len(text) <= 40 else f"{text[:37]}..."


def parse_number(
    word: Word, name: str, low: int, high: int, findings: Findings, code: str | None = None
) -> int:
    """The whole number of a word; `low`, with an error reported, if it is not one in range."""
    if re.fullmatch(r"0|-?[1-9][0-9]{0,19}", word.text) and low <= int(word.text) <= high:
        return int(word.text)
    message = f"{name} must be a whole number from {low} to {high}"
    findings.error(code or name.replace(" ", "-"), message, word.offset, shown(word.text))
    return low
