"""Files that we keep for ourselves, as a broken disk or a stranger leaves them."""

from __future__ import annotations

import json
import pickle
import tempfile
import zlib
from functools import cache
from pathlib import Path
from typing import Any

from boardbytes import caching, code_cache
from boardbytes.channel.keys import KeyRing
from boardbytes.channel.ledger import Ledger
from boardbytes.columns.scan.journal import FOLDER, Journal
from boardbytes.errors import ScanError, SignatureError


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


class _Processor:
    """What Numba compiles for, as far as a kept file asks."""

    def refresh(self) -> None:
        """Nothing is new."""

    def codegen(self) -> Any:
        return self

    def magic_tuple(self) -> tuple[str, ...]:
        return ("none",)


def _kept() -> code_cache._Kept:
    return code_cache._Kept(folder(), _kept)  # type: ignore[arg-type]


def code_seeds() -> list[bytes]:
    content = pickle.dumps((_kept()._key("", _Processor()), ("nothing", 0)))
    return [code_cache._checksum(content) + content]


def check_code(data: bytes) -> None:
    """Compiled code that is not whole is compiled again."""
    kept = _kept()
    kept._path(kept._key("", _Processor())).write_bytes(data)
    assert kept.load_overload("", _Processor()) is None


_PATHS, _OPTIONS = ("a.sgf",), {"part_size": 1}


@cache
def journal_seeds() -> list[bytes]:
    """What a scan writes: its plan, and two parts that are done."""
    scan = folder() / "seed"
    Journal.begin(scan, _PATHS, _OPTIONS)
    plan = json.dumps(json.loads((scan / FOLDER / "plan.json").read_bytes())).encode()
    done = {"digest": "d", "files": 1, "size": 9, "rows": {"games": 1}, "outputs": ["games/0"]}
    lines = [json.dumps({"part": part} | done).encode() for part in (0, 1)]
    return [plan + b"\n", b"\n".join([plan, *lines, b""]), b"\n".join([plan, *lines])[:-9]]


def check_journal(data: bytes) -> None:
    """A scan that goes on, or a ScanError; the first line is its plan, the others its journal."""
    scan = folder() / "scan"
    (scan / FOLDER).mkdir(parents=True, exist_ok=True)
    plan, _, lines = data.partition(b"\n")
    (scan / FOLDER / "plan.json").write_bytes(plan)
    (scan / FOLDER / "journal.jsonl").write_bytes(lines)
    try:
        journal = Journal.resume(scan, _PATHS, _OPTIONS)
        journal.has(0, "d")
    except ScanError:
        return
    assert all(type(line.part) is int and line.part >= 0 for line in journal.lines.values())
    assert all(
        type(count) is int for line in journal.lines.values() for count in line.rows.values()
    )
