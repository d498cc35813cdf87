"""The registry of boards with 100,000 of them, published by 50 at once over HTTP.

The server is a process of its own; so are those who publish, in two processes. How long look-ups
and searches take then is measured from outside: by one who asks again and again, and by 50 at once
who ask once a second each. BOARDBYTES_POSTGRESQL=postgresql://… takes that database instead of a
SQLite file, which has to be empty; BOARDBYTES_BOARDS is another number of boards.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks import Row, postgresql

BOARDS = int(os.environ.get("BOARDBYTES_BOARDS", "100000"))
PUBLISHERS, PROCESSES = 50, 2
TRIES = 500
ASKING, SECONDS = 50, 20
WORDS = (
    "isle bridge river castle desert forest harbour island valley crossing tower garden maze "
    "mountain canyon glacier lagoon market temple ruins"
).split()


class Desk:
    """A connection to a registry that is kept open."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=120)

    def get(self, path: str) -> bytes:
        self._connection.request("GET", path)
        return self._answer()

    def publish(self, data: bytes, headers: dict[str, str]) -> str | None:
        """The code of a board that was published; None if another has it."""
        self._connection.request("POST", "/boards", data, headers)
        answer = json.loads(self._answer(taken=409))
        return None if "message" in answer else str(answer["code"])

    def _answer(self, taken: int = 200) -> bytes:
        answer = self._connection.getresponse()
        data = answer.read()
        if answer.status >= 400 and answer.status != taken:
            raise RuntimeError(f"{answer.status} {data[:200]!r}")
        return data


def title_of(number: int) -> str:
    """A title of three words and a number, the same every time."""
    chance = random.Random(number)
    return " ".join(chance.choices(WORDS, k=3)) + f" {number}"


def publish(url: str, first: int, count: int) -> list[str]:
    """Publish so many boards by half of the publishers; the codes that they were given."""
    each = PUBLISHERS // PROCESSES
    codes: list[str] = []

    def work(place: int) -> None:
        from boardbytes.channel.signing import address_of
        from boardbytes.formats import dumps
        from boardbytes.games.tiles import Footer, blank
        from boardbytes.library.registry.line import PUBLISH, hash_of, sign_statement, statement

        key = (first + place + 1).to_bytes(32, "big")
        address, desk = address_of(key), Desk(url)
        free: list[str] = []
        for number in range(first + place, first + count, each):
            given = None
            while given is None:  # A code that was free may be another's by now.
                free = free or json.loads(desk.get("/codes/new?count=20"))["codes"]
                code = free.pop()
                footer = Footer(title=title_of(number), author=f"Author {number % 977}", code=code)
                data = dumps(blank(8, 8, footer=footer), "gbxx")
                signature = sign_statement(statement(PUBLISH, code, 0, hash_of(data)), key)
                headers = {"Boardbytes-Key": address, "Boardbytes-Signature": signature}
                given = desk.publish(data, headers)
            codes.append(given)

    threads = [threading.Thread(target=work, args=(place,)) for place in range(each)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return codes


@contextmanager
def running(database: str, folder: str) -> Iterator[str]:
    command = [sys.executable, "-m", "boardbytes", "library", "--db", database, "--json", "serve"]
    limits = ["--port", "0", "--per-key", "100000000", "--per-address", "100000000"]
    limits += ["--reads-per-address", "100000000"]
    keys = {"BOARDBYTES_KEYS": f"{folder}/keys"}
    with subprocess.Popen(
        [*command, *limits], stdout=subprocess.PIPE, text=True, env=os.environ | keys
    ) as process:
        assert process.stdout is not None
        try:
            yield json.loads(process.stdout.readline())["address"].rstrip("/")
        finally:
            process.kill()


def one_alone(work: Callable[[int], object]) -> list[float]:
    """How long something takes, in seconds, each time when it is done again and again."""
    times = []
    for number in range(TRIES):
        begun = time.perf_counter()
        work(number)
        times.append(time.perf_counter() - begun)
    return times


async def many_at_once(url: str, paths: list[str]) -> list[float]:
    """How long answers take, in seconds, when 50 ask, once a second each, for some seconds."""
    parts, times = urlsplit(url), []
    chance = random.Random(2)

    async def ask(delay: float) -> None:
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        await asyncio.sleep(delay)
        for _ in range(SECONDS):
            begun = time.perf_counter()
            path = chance.choice(paths)
            writer.write(f"GET {path} HTTP/1.1\r\nhost: {parts.netloc}\r\n\r\n".encode())
            head = await reader.readuntil(b"\r\n\r\n")
            if b" 200 " not in head[:20]:
                raise RuntimeError(f"{path}: {head[:60]!r}")
            size = next(line for line in head.lower().split(b"\r\n") if b"content-length" in line)
            await reader.readexactly(int(size.split(b":")[1]))
            took = time.perf_counter() - begun
            times.append(took)
            await asyncio.sleep(max(0.0, 1 - took))
        writer.close()

    await asyncio.gather(*(ask(place / ASKING) for place in range(ASKING)))
    return times


def spread(times: list[float]) -> dict[str, float]:
    """Half of the times are at most this, and 99 of a hundred, in milliseconds."""
    ordered = sorted(times)
    return {
        "half": ordered[len(ordered) // 2] * 1000,
        "p99": ordered[len(ordered) * 99 // 100] * 1000,
    }


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        yield from _measure("SQLite", str(Path(folder) / "registry.db"), folder)
        with _postgresql() as database:
            if database is not None:
                yield from _measure("PostgreSQL", database, folder)


@contextmanager
def _postgresql() -> Iterator[str | None]:
    """An empty database: the one that is named, else one of our own; None without programs."""
    found, owner = postgresql.programs(), postgresql.as_owner()
    if named := os.environ.get("BOARDBYTES_POSTGRESQL"):
        yield named
    elif found is None or owner is None:
        yield None
    else:
        with postgresql.running(found, owner) as socket:
            yield postgresql.new_database(socket, "registry")


def _measure(name: str, database: str, folder: str) -> Iterator[Row]:
    with running(database, folder) as url:
        begun = time.perf_counter()
        share = BOARDS // PROCESSES
        with get_context("spawn").Pool(PROCESSES) as pool:
            jobs = [(url, place * share, share) for place in range(PROCESSES)]
            codes = [code for part in pool.starmap(publish, jobs) for code in part]
        took = time.perf_counter() - begun
        twice = sum(count - 1 for count in Counter(codes).values())
        what = f"registry in {name}, {len(codes):,} boards"
        yield Row(f"{what}: published by {PUBLISHERS} at once", len(codes) / took, None, "boards/s")
        yield Row(f"{what}: codes given twice", twice, None, "codes")
        entries = json.loads(Desk(url).get("/head"))["entries"]
        yield Row(f"{what}: acknowledged and not in the log", len(codes) - entries, None, "boards")
        yield from ask(url, what, codes)


def ask(url: str, what: str, codes: list[str]) -> Iterator[Row]:
    """How long look-ups and searches take at a registry that holds these codes."""
    desk = Desk(url)
    kinds: dict[str, Callable[[int], str]] = {
        "look-up": lambda number: f"/boards/{codes[number * 7919 % len(codes)]}",
        **{f"search for {kind}": _search(words) for kind, words in SEARCHES.items()},
    }
    for kind, path in kinds.items():
        times = one_alone(lambda number, path=path: desk.get(path(number)))  # type: ignore[misc]
        for part, value in spread(times).items():
            yield Row(f"{what}: {kind}, {part}", value, None, "ms")
    for kind in ("look-up", "search for a word and an author"):
        paths = [kinds[kind](number) for number in range(TRIES)]
        for part, value in spread(asyncio.run(many_at_once(url, paths))).items():
            yield Row(f"{what}: {kind} by {ASKING} at once, {part}", value, None, "ms")


def _search(words: Callable[[int], str]) -> Callable[[int], str]:
    return lambda number: f"/search?words={words(number).replace(' ', '+')}"


SEARCHES: dict[str, Callable[[int], str]] = {
    "one board": lambda number: str(BOARDS // 2 + number),
    "a common word": lambda number: WORDS[number % len(WORDS)],
    "two common words": lambda number: f"{WORDS[number % len(WORDS)]} {WORDS[number % 7]}",
    "a word and an author": lambda number: f"{WORDS[number % len(WORDS)]} {number}",
    "letters": lambda number: "i b a",
    "nothing": lambda number: "isle zzz",
}
