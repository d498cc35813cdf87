"""`dgf-game-binary`: a game of Go with names and a date: `DGFG1`, four texts, a record."""

from __future__ import annotations

import struct

from boardbytes.errors import PositionError
from boardbytes.formats.dgf import record as dgf_record
from boardbytes.formats.dgf.moves import record_losses
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.loss import header
from boardbytes.formats.text import shown
from boardbytes.model import Document, Facts, GameTree, Headers, Span

MAGIC = b"DGFG1"
COUNT = 2
LONGEST = 0xFFFF

TEXTS = {
    "game_id": "the game's id",
    "black": "who plays black",
    "white": "who plays white",
    "date": "the date of the start",
}
"""The four texts, by the headers they become."""


def decode(data: bytes) -> Document:
    """The game, every move of it checked; the four texts become headers."""
    findings = Findings("dgf-game-binary")
    if not data.startswith(MAGIC):
        message = f"a game begins with {MAGIC.decode()}"
        findings.error("magic", message, 0, shown(data[: len(MAGIC)].decode("latin-1")) or None)
        findings.raise_errors()
    headers: dict[str, str] = {}
    offset = len(MAGIC)
    for name in TEXTS:
        offset = _read_text(data, offset, name, headers, findings)
    record, facts = dgf_record.read_record(data, offset, findings)
    return findings.finish(
        Document.of("dgf-game-binary", GameTree.of(record, headers), Facts(facts))
    )


def _read_text(
    data: bytes, offset: int, name: str, headers: dict[str, str], findings: Findings
) -> int:
    """Read one text into the headers; where the next one begins."""
    start = offset + COUNT
    end = start + int.from_bytes(data[offset:start], "little")
    if len(data) < end or len(data) < start:
        message = f"{TEXTS[name]} must be a count of bytes and that many bytes"
        findings.error("length", message, offset, f"{len(data) - offset} bytes left")
        findings.raise_errors()
    try:
        text = data[start:end].decode("utf-8")
    except UnicodeDecodeError as error:
        found = hex(data[start + error.start])
        findings.error("not-utf8", f"{TEXTS[name]} must be UTF-8", start + error.start, found)
    else:
        headers |= {name: text} if text else {}
    return end


def encode(document: Document) -> bytes:
    """The bytes of a game."""
    return format_texts(headers_of(document)) + dgf_record.encode(document)


def headers_of(document: Document) -> Headers:
    """The headers of a document's game, if it has one."""
    return document.tree.headers if document.tree else Headers()


def format_texts(headers: Headers) -> bytes:
    """What stands before the record."""
    texts = []
    for name in TEXTS:
        text = headers.get(name, "").encode("utf-8")
        if len(text) > LONGEST:
            message = f"{TEXTS[name]} has at most {LONGEST:,} bytes, not {len(text):,}"
            raise PositionError(message)
        texts.append(struct.pack("<H", len(text)) + text)
    return MAGIC + b"".join(texts)


def explain(data: bytes) -> list[Span]:
    """The texts, then every number of the record."""
    if not data.startswith(MAGIC):
        return []
    spans = [Span(0, len(MAGIC), "magic", MAGIC.decode(), "a DGF game, version 1")]
    offset = len(MAGIC)
    for name, meaning in TEXTS.items():
        count = data[offset : offset + COUNT]
        text = data[offset + COUNT : offset + COUNT + int.from_bytes(count, "little")]
        if len(count) < COUNT:
            return spans
        title = name.replace("_", " ")
        spans.append(Span(offset, COUNT, f"{title} length", f"{len(text)}", "bytes that follow"))
        offset += COUNT
        if text:
            words = shown(text.decode("utf-8", "replace"))
            spans.append(Span(offset, len(text), title, words, meaning))
        offset += len(text)
    return spans + dgf_record.explain_record(data, offset)


def likeness(data: bytes) -> float:
    """Beyond doubt with the right letters at the beginning."""
    return 1.0 if data.startswith(MAGIC) else 0.0


class DgfGameBinaryFormat(Format):
    """DGF game, binary."""

    name = "dgf-game-binary"
    title = "DGF game, binary"
    game = "go"
    suffixes = (".dgfg",)
    max_size = len(MAGIC) + len(TEXTS) * (COUNT + LONGEST) + dgf_record.MAX_SIZE
    holds = dgf_record.HOLDS | {header(name) for name in TEXTS}

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)
    losses = staticmethod(record_losses)


FORMAT = DgfGameBinaryFormat()
