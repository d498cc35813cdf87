"""The studio: how long its server takes to answer what a person does on the page.

The largest ordinary file of each kind: a save, a 19 × 19 game of 300 moves, a signed game, a board
of 255 × 255 tiles of 64 bits. The slowest of some tries is what counts. At the end 200 pages are
open at once: they watch a game, and then all of them ask.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlsplit

import boardbytes as bb
from benchmarks import Row
from boardbytes.games.go import GoPosition
from boardbytes.model import Record
from boardbytes.model.notes import Label, Mark, MarkKind

TRIES = 7
PAGES, MOVES, ASKED = 200, 20, 10
"""Pages that are open at once, moves that they are told of, and times that each of them asks."""


class Server:
    """A studio of its own, asked over the loopback address."""

    def __init__(self, address: str, token: str) -> None:
        self.address = address.rstrip("/")
        self.headers = {"authorization": f"Bearer {token}"}

    def get(self, path: str) -> Any:
        return self._ask(urllib.request.Request(self.address + path, headers=self.headers))

    def post(self, path: str, body: Any) -> Any:
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = {**self.headers, "content-type": "application/json"}
        return self._ask(urllib.request.Request(self.address + path, data, headers, method="POST"))

    def _ask(self, request: urllib.request.Request) -> Any:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())


@contextmanager
def running() -> Iterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "boardbytes", "studio", "--port", "0", "--json"]
        files = ["--data", f"{folder}/studio.db", "--db", f"{folder}/library.db"]
        with subprocess.Popen([*command, *files], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                said = json.loads(process.stdout.readline())
                yield Server(said["address"], said["token"])
            finally:
                process.kill()


def legal(view: Any) -> list[tuple[str, list[str]]]:
    """The moves that may be played, each with the points to touch."""
    sent = view["here"]["moves"]
    return [(each, [each]) if isinstance(each, str) else (each[0], each[1:]) for each in sent]


def long_game() -> bytes:
    """A random legal game of Go of 300 moves on 19 × 19."""
    chance = random.Random(1)
    record = Record(GoPosition(19))
    while len(record.moves) < 300:
        moves = [move for move in record.position.legal_moves() if move.points]
        record = record.play(chance.choice(moves))
    return bb.dumps(record, "sgf")


def annotated_game() -> bytes:
    """That game with 100 variations of two moves: 501 nodes, with comments, marks and labels."""
    chance = random.Random(2)
    tree = bb.loads(long_game()).tree
    assert tree
    for path in [node.path for node in tree.main_line()][:-1:3]:
        for _ in range(2):
            here = tree.node(path)
            played = {child.move for child in here.children}
            moves = [each for each in here.position.legal_moves() if each.points]
            move = chance.choice([each for each in moves if each not in played])
            tree = tree.play(here, move)
            path = next(child.path for child in tree.node(path).children if child.move == move)
    for node in [*tree.nodes()]:
        point = node.move.points[0] if node.move else "D4"
        tree = tree.annotate(
            node,
            comment=f"Of move {node.ply} one may say much, and somebody has said this.",
            marks=(Mark(MarkKind.TRIANGLE, point),),
            labels=(Label("K10", "A"),),
        )
    return bb.dumps(tree, "sgf")


def large_board() -> bytes:
    """A board of every size there can be at most, full of random tiles."""
    header = b"GB64" + bytes([255, 255, 0, 0])
    return header + random.Random(1).randbytes(255 * 255 * 8) + bytes(128)


def slowest(work: Callable[[], Any]) -> float:
    """Milliseconds that the slowest of some tries takes, the first not counted."""
    times = []
    for _ in range(TRIES + 1):
        begun = time.perf_counter()
        work()
        times.append(time.perf_counter() - begun)
    return max(times[1:]) * 1000


def rows() -> Iterator[Row]:
    with running() as server:
        yield from _board_rows(server, "save", Path("examples/endgame.dat").read_bytes())
        yield from _board_rows(server, "19 × 19 game of 300 moves", long_game())
        yield from _signed_rows(server)
        yield from _tile_rows(server)
    with running() as server:
        yield from _load_rows(server)


def _row(name: str, work: Callable[[], Any]) -> Row:
    return Row(f"studio, {name}", slowest(work), None, "ms")


def _board_rows(server: Server, name: str, data: bytes) -> Iterator[Row]:
    yield _row(f"{name}: open", lambda: server.post("/api/desks?name=x", data))
    view = server.post("/api/desks?name=x", data)
    desk = f"/api/desks/{view['desk']['id']}"
    plies = len(view["tree"]["nodes"]) - 1
    yield _row(f"{name}: look", lambda: server.get(desk))
    if plies:
        slide = iter(random.Random(2).choices(range(plies), k=TRIES + 1))
        yield _row(f"{name}: slide", lambda: server.get(f"{desk}/at?path={next(slide)}"))
    yield _row(f"{name}: bytes", lambda: server.get(f"{desk}/bytes?end=4096"))
    point = legal(view)[0][1][0]
    yield _row(f"{name}: bytes of a point", lambda: server.get(f"{desk}/where?point={point}"))

    def play() -> None:
        now = server.get(desk)
        server.post(f"{desk}/moves", {"move": legal(now)[0][0]})

    yield _row(f"{name}: look and play", play)
    yield _row(f"{name}: undo and redo", lambda: (server.post(f"{desk}/undo", {}),
                                                  server.post(f"{desk}/redo", {})))  # fmt: skip
    values = iter(range(64, 64 + TRIES + 1))
    splice = {"offset": 0, "remove": 1}
    yield _row(
        f"{name}: change a byte",
        lambda: server.post(f"{desk}/bytes", {**splice, "insert": f"{next(values):02x}"}),
    )
    fresh = f"/api/desks/{server.post('/api/desks?name=x', data)['desk']['id']}"
    yield _row(f"{name}: save as", lambda: server.get(f"{fresh}/formats"))


def _signed_rows(server: Server) -> Iterator[Row]:
    view = server.post("/api/desks/channel", {})
    desk = f"/api/desks/{view['desk']['id']}"
    chance = random.Random(1)
    for _ in range(40):
        move = chance.choice(legal(view))[0]
        view = server.post(f"{desk}/moves", {"move": move})

    def play() -> None:
        now = server.get(desk)
        server.post(f"{desk}/moves", {"move": legal(now)[0][0]})

    yield _row("signed game of 40 moves: look, play and sign", play)


def _tile_rows(server: Server) -> Iterator[Row]:
    name, data = "255 × 255 tiles", large_board()
    yield _row(f"{name}: open", lambda: server.post("/api/desks?name=x.gb64", data))
    desk = f"/api/desks/{server.post('/api/desks?name=x.gb64', data)['desk']['id']}"
    yield _row(f"{name}: look", lambda: server.get(desk))
    yield _row(f"{name}: colour by height", lambda: server.get(f"{desk}?by=height"))
    yield _row(f"{name}: bytes", lambda: server.get(f"{desk}/bytes?start=262144&end=266240"))
    yield _row(f"{name}: bytes of a tile", lambda: server.get(f"{desk}/where?point=100,100"))
    yield _row(f"{name}: a tile", lambda: server.get(f"{desk}/tiles/100/100"))
    for what, where in (
        ("a tile", {"points": ["7,7"]}),
        ("a rectangle", {"rectangle": ["10,10", "80,80"]}),
        ("a circle", {"circle": ["100,100"], "radius": 20}),
        ("fill", {"fill": "40,40"}),
    ):
        heights = iter(range(TRIES + 1))
        yield _row(
            f"{name}: paint {what}",
            lambda where=where, heights=heights: server.post(  # type: ignore[misc]
                f"{desk}/tiles",
                {"edit": "set", "where": where, "parts": {"height": next(heights)}},
            ),
        )
    yield _row(f"{name}: undo and redo", lambda: (server.post(f"{desk}/undo", {}),
                                                  server.post(f"{desk}/redo", {})))  # fmt: skip
    values = iter(os.urandom(TRIES + 1))
    splice = {"offset": 300_000, "remove": 1}
    yield _row(
        f"{name}: change a byte",
        lambda: server.post(f"{desk}/bytes", {**splice, "insert": f"{next(values):02x}"}),
    )
    yield _row(f"{name}: save as", lambda: server.get(f"{desk}/formats"))


def _load_rows(server: Server) -> Iterator[Row]:
    view = server.post("/api/desks?name=x", Path("examples/endgame.dat").read_bytes())
    desk = f"/api/desks/{view['desk']['id']}"
    told = asyncio.run(_watched(server, desk))
    name = f"studio, {PAGES} pages watch a game: each is told of {MOVES} moves"
    yield Row(f"{name}, median", median(told), None, "ms")
    yield Row(f"{name}, slowest", max(told), None, "ms")
    begun = time.perf_counter()
    times = asyncio.run(_asked(server, desk))
    rate = len(times) / (time.perf_counter() - begun)
    name = f"studio, {PAGES} connections look at a game at once, {ASKED} times"
    yield Row(f"{name}: answers", rate, None, "answers/s")
    yield Row(f"{name}: slowest", max(times), None, "ms")


async def _watched(server: Server, desk: str) -> list[float]:
    """How long each page waited for news of each move, in milliseconds."""
    pages = [await _request(server, f"{desk}/events") for _ in range(PAGES)]
    for reader, _ in pages:
        await _news(reader)
    told = []
    for _ in range(MOVES):
        change = await asyncio.to_thread(_change, server, desk)
        waiting = [asyncio.create_task(_news(reader)) for reader, _ in pages]
        begun = time.perf_counter()
        await asyncio.to_thread(server.post, *change)
        told += [1000 * (at - begun) for at in await asyncio.gather(*waiting)]
    for _, writer in pages:
        writer.close()
    return told


def _change(server: Server, desk: str) -> tuple[str, Any]:
    """A request that changes the game; there is always one."""
    moves = legal(server.get(desk))
    return (f"{desk}/moves", {"move": moves[0][0]}) if moves else (f"{desk}/undo", {})


async def _news(reader: asyncio.StreamReader) -> float:
    """The time at which the next news came."""
    while not (await asyncio.wait_for(reader.readline(), 60)).startswith(b"data: "):
        pass
    return time.perf_counter()


async def _asked(server: Server, desk: str) -> list[float]:
    """How long each answer took, in milliseconds."""

    async def one() -> list[float]:
        times = []
        for _ in range(ASKED):
            begun = time.perf_counter()
            reader, writer = await _request(server, desk)
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
            assert b" 200 " in head.split(b"\r\n", 1)[0], head
            await reader.read()
            writer.close()
            times.append(1000 * (time.perf_counter() - begun))
        return times

    return list(chain.from_iterable(await asyncio.gather(*(one() for _ in range(PAGES)))))


async def _request(server: Server, path: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Ask on a connection of its own."""
    where = urlsplit(server.address)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    head = {"host": where.netloc, "connection": "close", **server.headers}
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    writer.write("\r\n".join([*lines, "", ""]).encode())
    return reader, writer
