"""What an attack on the first edition sent to the studio, one thing after the other."""

from __future__ import annotations

import base64
import json
import random
import socket
import string
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import product
from urllib.parse import urlsplit

from tests.conftest import ROOT
from tests.studio.running import Running
from tests.studio.seen import legal

MEBIBYTE = 1024 * 1024
TOKENLESS = {"authorization": "Bearer guessed"}
GOOD = [path.read_bytes() for path in sorted((ROOT / "examples").iterdir()) if path.is_file()]

Attack = Callable[[Running, random.Random], Iterator[int]]
"""Sends something, and gives the status of every answer."""


def lay(studio: Running, data: bytes, name: str = "x", **query: str) -> tuple[int, str]:
    """The status of an upload, and the desk that came of it, if one did."""
    answer = studio.client.post("/api/desks", params={"name": name, **query}, content=data)
    desk = answer.json()["desk"]["id"] if answer.status_code == 201 else "none"
    return answer.status_code, f"/api/desks/{desk}"


def looked_at(studio: Running, data: bytes, name: str = "x", **query: str) -> Iterator[int]:
    """A file that is opened, explained, drawn and saved as something else."""
    status, desk = lay(studio, data, name, **query)
    yield status
    for path in ("/bytes", "/picture.svg", "/formats", "/file?format=json", "/where?ply=1"):
        yield studio.client.get(desk + path).status_code


def deep_json(studio: Running, chance: random.Random) -> Iterator[int]:
    """90,000 brackets: as a transcript, as a line of one, and as the body of a request."""
    deep = "[" * 90_000
    yield from looked_at(studio, f'{{"boardbytes-channel":{deep}'.encode(), "x.channel")
    yield from looked_at(studio, deep.encode(), "x.json")
    opened = studio.client.post("/api/desks/channel", json={})
    yield opened.status_code
    desk = f"/api/desks/{opened.json()['desk']['id']}"
    yield studio.client.post(f"{desk}/lines", json={"text": deep}).status_code
    kind = {"content-type": "application/json"}
    for body in (b"[" * MEBIBYTE, b'{"a":' * 200_000):
        for path in ("/api/desks/new", f"{desk}/moves"):
            yield studio.client.post(path, content=body, headers=kind).status_code
    yield studio.client.delete(desk).status_code


def odd_transcripts(studio: Running, chance: random.Random) -> Iterator[int]:
    """A vertical tab, an id of 5,000 digits, older lines again, a line taken out."""
    opened = studio.client.post("/api/desks/channel", json={}).json()
    desk = f"/api/desks/{opened['desk']['id']}"
    before = studio.client.get(f"{desk}/file").content
    move, _ = chance.choice(legal(opened))
    played = studio.client.post(f"{desk}/moves", json={"move": move})
    yield played.status_code
    after = studio.client.get(f"{desk}/file").content
    yield from looked_at(studio, before, "old.channel")
    yield from looked_at(studio, after.replace(b",", b",\x0b", 1), "tab.channel")
    header = json.loads(before.splitlines()[0])
    long = f'"game_id":{"9" * 5000}'.encode()
    for wrong in (long, b'"game_id":-7'):
        given = f'"game_id":{json.dumps(header.get("game_id"))}'.encode()
        yield from looked_at(studio, before.replace(b" ", b"").replace(given, wrong), "id.channel")
    splice = {"offset": len(before), "remove": len(after) - len(before)}
    yield studio.client.post(f"{desk}/bytes", json=splice).status_code
    yield studio.client.delete(desk).status_code


def tiny_uploads(studio: Running, chance: random.Random) -> Iterator[int]:
    """More desks than there is room for."""
    for _ in range(60):
        yield lay(studio, chance.randbytes(4))[0]


def odd_values(studio: Running, chance: random.Random) -> Iterator[int]:
    """Dates without quotes, names with many dots, boards that are none, numbers out of range."""
    yield from looked_at(studio, b"[game]\ndate = 2026-11-16\n", "x.dgf", format="dgf-game")
    dotted = b"[game]\n" + b".".join([b"a"] * 15_000) + b" = 1\n"
    yield from looked_at(studio, dotted, "x.dgf", format="dgf-game")
    ragged = (
        b'{"boardbytes":1,"game":"go","position":{"rows":["."]},'
        b'"record":{"start":{"rows":[".","."]}}}'
    )
    yield from looked_at(studio, ragged, "x.json")
    for note in (b"resign:-65536", b"resign:-1]RE[B+", b"overflow:1"):
        status, desk = lay(studio, b"(;SZ[19]DGF[" + note + b"])", "x.sgf")
        yield status
        for format in ("dgf-record", "json", "dgf-game"):
            yield studio.client.get(f"{desk}/file?format={format}").status_code


def large_records(studio: Running, chance: random.Random) -> Iterator[int]:
    """4 MB that explain to a hundred times as much."""
    data = chance.randbytes(16) + bytes(4 * MEBIBYTE - 16)
    yield from looked_at(studio, data, "x.dgfr", format="dgf-record")


def slow_games(studio: Running, chance: random.Random) -> Iterator[int]:
    """A large board filled and captured again, and a list of all points, over and over."""
    letters = string.ascii_letters
    fill = "".join(f";B[{x}{y}];W[]" for x, y in product(letters, letters))
    yield from looked_at(studio, f"(;SZ[52]{fill * 6})".encode(), "fill.sgf")
    yield from looked_at(studio, b"(;SZ[52]" + b"AB[aa:ZZ]" * 100_000 + b")", "lists.sgf")


def bombs(studio: Running, chance: random.Random) -> Iterator[int]:
    """Much in little: compressed, or named again and again."""
    packed = base64.b64encode(zlib.compress(bytes(50_000_000), 9)).decode()
    tmx = (
        '<map version="1.10" orientation="orthogonal" width="255" height="255" tilewidth="1"'
        ' tileheight="1"><layer id="1" name="tiles" width="255" height="255">'
        f'<data encoding="base64" compression="zlib">{packed}</data></layer></map>'
    )
    yield from looked_at(studio, tmx.encode(), "bomb.tmx")
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(10))
    yield from looked_at(studio, f"<!DOCTYPE map [{lol}]><map>&l9;</map>".encode(), "lol.tmx")
    yield from looked_at(studio, b"[" + b"9" * MEBIBYTE + b"]", "long.json")


def broken_files(studio: Running, chance: random.Random) -> Iterator[int]:
    """Good files with a few bytes changed, cut out or put in."""
    for _ in range(30):
        data = bytearray(chance.choice(GOOD))
        for _ in range(chance.randint(1, 8)):
            place = chance.randrange(len(data) + 1)
            data[place : place + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        yield from looked_at(studio, bytes(data))


def strangers(studio: Running, chance: random.Random) -> Iterator[int]:
    """Without the token, under another's name, from another's page."""
    for headers in (TOKENLESS, {"host": "evil.example"}, {"origin": "http://evil.example"}):
        answer = studio.client.post("/api/desks/channel", json={}, headers=headers)
        assert answer.status_code in (401, 403, 421)
        yield answer.status_code


def half_requests(studio: Running, chance: random.Random) -> Iterator[int]:
    """Heads and bodies that never end."""
    parts = urlsplit(studio.address)
    head = f"POST /api/desks HTTP/1.1\r\nhost: {parts.netloc}\r\n"
    allowed = f"authorization: Bearer {studio.token}\r\ncontent-length: 1000\r\n\r\nhalf"
    opened = []
    for text in (head, head + allowed):
        for _ in range(150):
            connection = socket.create_connection((parts.hostname, parts.port))
            opened.append(connection)
            with suppress(OSError):
                connection.sendall(text.encode())
    yield studio.client.get("/api/about").status_code
    for connection in opened:
        connection.close()


ATTACKS: tuple[Attack, ...] = (
    deep_json, odd_transcripts, tiny_uploads, odd_values, large_records, slow_games, bombs,
    broken_files, strangers, half_requests,
)  # fmt: skip
