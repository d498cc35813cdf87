"""Files that we keep for ourselves, as a broken disk or a stranger leaves them."""

from __future__ import annotations

import json
import tempfile
import zlib
from functools import cache
from pathlib import Path

from boardbytes import caching
from boardbytes.channel.keys import KeyRing
from boardbytes.channel.ledger import Ledger
from boardbytes.errors import SignatureError


@cache
def folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="fuzz-"))


def _cache(content: bytes) -> bytes:
    return caching.HEADER.pack(caching.MAGIC, zlib.crc32(content)) + content


def cache_seeds() -> list[bytes]:
    return [_cache(b"0123456789abcdef")]


def check_cache(data: bytes) -> None:
    """What was kept, or nothing."""
    path = folder() / "cache"
    path.write_bytes(data)
    kept = caching._mapped(path, 16)
    assert kept is None or _cache(bytes(kept)) == data


PASSWORD = "a"
_KEY = (1).to_bytes(32, "big")


@cache
def keyfile_seeds() -> list[bytes]:
    """Keyfiles of both kinds, with little work in them."""
    from eth_keyfile.keyfile import KDFType, create_keyfile_json

    kinds: tuple[KDFType, ...] = ("scrypt", "pbkdf2")
    return [
        json.dumps(create_keyfile_json(_KEY, PASSWORD.encode(), kdf=kind, iterations=2)).encode()
        for kind in kinds
    ]


def check_keyfile(data: bytes) -> None:
    """The key that was kept, or a SignatureError."""
    (folder() / f"{_ADDRESS}.json").write_bytes(data)
    try:
        key = KeyRing(folder(), PASSWORD).key(_ADDRESS)
    except SignatureError:
        return
    assert key == _KEY


_ADDRESS, _GAME = "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf", 7
LEDGERS = [
    b"".join(b"0x%064x\n" % (turn + (turn << 200)) for turn in range(count)) for count in (1, 3)
]


def check_ledger(data: bytes) -> None:
    """Every word that stands there, or a SignatureError."""
    path = folder() / "signed" / _ADDRESS / f"{_GAME:064x}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    ledger = Ledger(folder() / "signed")
    try:
        words = ledger.words(_ADDRESS, _GAME)
    except SignatureError:
        return
    lines = data.decode("ascii").splitlines()
    assert {bytes.fromhex(line[2:]) for line in lines} == set(words.values())
