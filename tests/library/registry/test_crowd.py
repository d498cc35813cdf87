"""Many who publish at once, and processes that are killed: nothing acknowledged is lost."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.channel.keys import KeyRing
from boardbytes.channel.signing import address_of
from boardbytes.games.tiles import Footer, TileBoard
from boardbytes.library.registry.client import Client
from boardbytes.library.registry.head import parse_head
from boardbytes.library.registry.line import Line, check_board, parse_line
from boardbytes.library.registry.store import Registry
from boardbytes.library.registry.transport import UnreachableError, transport
from tests.library.registry.conftest import board, serving

PUBLISHERS, KILLS = 50, 10


def keys(count: int) -> list[bytes]:
    return [bytes([number]) * 32 for number in range(1, count + 1)]


@pytest.mark.slow
def test_fifty_publishers_at_once_never_get_one_code(registry: Registry, tmp_path: Path) -> None:
    """Half of what each publishes has no code, half has one that another wants, too."""
    got: list[tuple[str, str]] = []
    refused: list[str] = []

    def publish(number: int, key: bytes, url: str) -> None:
        client = Client(url, folder=tmp_path)
        for place in range(6):
            code = f"{number // 2:04}{place}" if place % 2 else ""
            try:
                pushed = client.push(board(f"{number} {place}", code), key)
            except bb.RegistryError as error:
                refused.append(f"{error.code} {code}")
            else:
                got.append((pushed.line.code, pushed.line.key))

    with serving(registry) as url:
        threads = [
            threading.Thread(target=publish, args=(number, key, url))
            for number, key in enumerate(keys(PUBLISHERS))
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert list(Client(url, folder=tmp_path / "later").verify()) == []
    codes = [code for code, _ in got]
    assert len(set(codes)) == len(codes) == 3 * PUBLISHERS + 3 * PUBLISHERS // 2
    assert all(reason.startswith("taken") for reason in refused)
    assert len(set(refused)) == len(refused) == 3 * PUBLISHERS // 2
    lines = [parse_line(line.encode()) for line in registry.log()]
    assert {(line.code, line.key) for line in lines} == set(got)


def start_server(database: str, port: int) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "boardbytes", "library", "--db", database, "--json", "serve"]
    limits = ["--per-key", "1000000", "--per-address", "1000000"]
    limits += ["--reads-per-address", "1000000"]
    process = subprocess.Popen(
        [*command, "--port", str(port), *limits], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, json.loads(process.stdout.readline())["address"].rstrip("/")


def large(title: str, code: str = "") -> TileBoard:
    """A board of 130 kB, no two of which have the same bytes: half of one would be seen."""
    depth, side = 64, 127
    data = (title.encode() * (depth // 8 * side * side))[: depth // 8 * side * side]
    return TileBoard(depth, side, side, data, footer=Footer(title=title, code=code, author="Ann"))


def whole_log(text: bytes) -> list[Line]:
    """The lines of an answer to /log, each of which must be whole."""
    assert text.endswith(b"\n") or not text
    return [parse_line(each) for each in text.splitlines()]


class Reader(threading.Thread):
    """Reads whatever is there, all the time: boards by code and by file, log, search and head.

    Half of anything is an error; only nobody answering is not.
    """

    def __init__(self, url: str) -> None:
        super().__init__()
        self._http, self._done = transport(url), threading.Event()
        self.boards = 0
        self.wrong: list[str] = []

    def run(self) -> None:
        chance = random.Random(3)
        while not self._done.is_set():
            try:
                self._read(chance)
            except UnreachableError:
                time.sleep(0.05)
            except Exception as error:
                self.wrong.append(repr(error))

    def _read(self, chance: random.Random) -> None:
        lines = whole_log(self._http.get("log", 1 << 24))
        parse_head(self._http.get("head", 4096))
        whole_log(self._http.get("search", 1 << 20, words="boards"))
        for line in chance.sample(lines, min(5, len(lines))):
            assert line.about is not None
            for path in (f"boards/{line.code}", f"files/{line.about.sha256}"):
                check_board(self._http.get(path, 1 << 20), line)
                self.boards += 1

    def stop(self) -> None:
        self._done.set()
        self.join()


@pytest.mark.slow
def test_a_server_that_is_killed_loses_nothing_acknowledged(database: str, tmp_path: Path) -> None:
    """Large boards are published and read meanwhile: nobody ever gets half of one."""
    chance = random.Random(19)
    process, url = start_server(database, 0)
    port = int(url.rpartition(":")[2])
    acknowledged: list[str] = []
    done = threading.Event()

    def publish(number: int, key: bytes) -> None:
        client, place = Client(url, folder=tmp_path / "none"), 0
        while not done.is_set():
            made = large(f"Boards {number} {place} ", f"{number}{place:04}")
            try:
                acknowledged.append(client.push(made, key).line.code)
            except UnreachableError:
                time.sleep(0.05)  # Nobody knows whether it arrived: the same once more.
                continue
            place += 1

    threads = [
        threading.Thread(target=publish, args=(number, key)) for number, key in enumerate(keys(4))
    ]
    reader = Reader(url)
    for thread in (*threads, reader):
        thread.start()
    try:
        for _ in range(KILLS):
            time.sleep(0.5 + chance.random())
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            process, _ = start_server(database, port)
        time.sleep(0.5)
        done.set()
        for thread in threads:
            thread.join()
        reader.stop()
        lines = [parse_line(line.encode()) for line in Registry(database, KeyRing()).log(0, 10**6)]
        print(f"{len(acknowledged)} acknowledged, {len(lines)} in the log, {reader.boards} read")
        assert reader.wrong == []
        assert reader.boards > 10
        assert len(acknowledged) > 10
        assert len(set(acknowledged)) == len(acknowledged)
        assert set(acknowledged) <= {line.code for line in lines}
        # The log is whole, and every board that it names is served whole.
        assert list(Client(url, folder=tmp_path / "later").verify()) == []
    finally:
        done.set()
        reader.stop()
        process.kill()
        process.wait()


@pytest.mark.slow
def test_a_client_that_is_killed_leaves_no_half_board(registry: Registry, tmp_path: Path) -> None:
    """Pushing and pulling large boards; the registry and the cache are whole afterwards."""
    chance, cache = random.Random(7), tmp_path / "cache"
    code = (
        "import sys, pathlib\n"
        "from boardbytes.games.tiles import Footer, TileBoard\n"
        "from boardbytes.library.registry.client import Client\n"
        "client = Client(sys.argv[1], folder=pathlib.Path(sys.argv[2]))\n"
        "while True:\n"
        "    made = TileBoard(64, 255, 255, bytes(255 * 255 * 8), footer=Footer(title='Large'))\n"
        "    pushed = client.push(made, b'\\x05' * 32)\n"
        "    print(pushed.line.code, flush=True)\n"
        "    client.pull(pushed.line.code)\n"
    )
    told: list[str] = []
    with serving(registry) as url:
        for _ in range(KILLS):
            command = [sys.executable, "-c", code, url, str(cache)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                for _ in range(1 + chance.randrange(4)):
                    told.append(process.stdout.readline().strip())
                time.sleep(chance.random() / 5)
                process.kill()
                told += [line.strip() for line in process.stdout if line.endswith("\n")]
        client = Client(url, folder=cache)
        copy = client.sync()
        assert set(told) <= {line.code for line in copy.parsed()}
        for path in (cache / registry.key / "files").glob("[0-9a-f]*"):
            line = next(
                each for each in copy.parsed() if each.about and each.about.sha256 == path.name
            )
            check_board(path.read_bytes(), line)
        assert list(client.verify()) == []
        assert {line.key for line in copy.parsed()} == {address_of(b"\x05" * 32)}
