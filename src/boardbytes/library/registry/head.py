"""The head of the registry's log: how long it is and where it leads, signed by the registry."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from boardbytes.errors import JsonError, RegistryError, SignatureError
from boardbytes.formats.transcript.ethereum import parse_address
from boardbytes.json_reading import read_json
from boardbytes.library.registry.line import (
    FIRST_HASH,
    MAX_ENTRIES,
    MAX_LINE,
    check_signature,
    sign_statement,
)
from boardbytes.model.plain import Plain, PlainError


@dataclass(frozen=True)
class Head:
    """The number of entries, the last one's hash and time, and the registry's key and signature."""

    entries: int
    hash: str
    time: str
    key: str
    signature: str


def _statement(entries: int, hash: str, time: str) -> str:
    return f"boardbytes registry\nhead: {entries}\nhash: {hash}\ntime: {time}"


def sign_head(entries: int, hash: str, time: str, address: str, key: bytes) -> Head:
    """The head of a log; the same log always has the same one."""
    signature = sign_statement(_statement(entries, hash, time), key)
    return Head(entries, hash, time, address, signature)


def format_head(head: Head) -> bytes:
    return json.dumps(asdict(head)).encode() + b"\n"


def parse_head(data: bytes) -> Head:
    """The head of some bytes; RegistryError unless it is signed by the key that it names."""
    try:
        values, _ = read_json(data, MAX_LINE)
        plain = Plain(values).object(list(Head.__dataclass_fields__))
        head = Head(
            plain["entries"].integer(0, MAX_ENTRIES),
            plain["hash"].text(),
            plain["time"].text(),
            parse_address(plain["key"].text()),
            plain["signature"].text(),
        )
        check_signature(_statement(head.entries, head.hash, head.time), head.key, head.signature)
    except (JsonError, PlainError, SignatureError, RegistryError) as error:
        raise RegistryError("head", f"the head of the log is false: {error}") from None
    if head.entries == 0 and head.hash != FIRST_HASH:
        raise RegistryError("head", "the head of an empty log must have a hash of zeros")
    return head
