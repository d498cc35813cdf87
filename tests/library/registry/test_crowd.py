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
from boardbytes.library.registry.client import Client
from boardbytes.library.registry.line import check_board, parse_line
from boardbytes.library.registry.store import Registry
from boardbytes.library.registry.transport import UnreachableError
from tests.library.registry.conftest import board, serving

PUBLISHERS = 50


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


@pytest.mark.slow
def test_a_server_that_is_killed_loses_nothing_acknowledged(database: str, tmp_path: Path) -> None:
    chance = random.Random(19)
    process, url = start_server(database, 0)
    port = int(url.rpartition(":")[2])
    acknowledged: list[str] = []
    done = threading.Event()

    def publish(number: int, key: bytes) -> None:
        client, place = Client(url, folder=tmp_path / "none"), 0
        while not done.is_set():
            made = board(f"{number} {place}", f"{number}{place:04}")
            try:
                acknowledged.append(client.push(made, key).line.code)
            except UnreachableError:
                time.sleep(0.05)  # Nobody knows whether it arrived: the same once more.
                continue
            place += 1

    threads = [
        threading.Thread(target=publish, args=(number, key)) for number, key in enumerate(keys(4))
    ]
    for thread in threads:
        thread.start()
    try:
        for _ in range(3):
            time.sleep(0.5 + chance.random())
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            process, _ = start_server(database, port)
        time.sleep(0.5)
        done.set()
        for thread in threads:
            thread.join()
        lines = [parse_line(line.encode()) for line in Registry(database, KeyRing()).log(0, 10**6)]
        print(f"{len(acknowledged)} acknowledged, {len(lines)} in the log")
        assert len(acknowledged) > 20
        assert len(set(acknowledged)) == len(acknowledged)
        assert set(acknowledged) <= {line.code for line in lines}
        # The log is whole, and every board that it names is served whole.
        assert list(Client(url, folder=tmp_path / "later").verify()) == []
    finally:
        done.set()
        process.kill()
        process.wait()


@pytest.mark.slow
def test_a_client_that_is_killed_leaves_no_half_board(
    small: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    with serving(small) as url:
        for _ in range(5):
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
        for path in (cache / small.key / "files").glob("[0-9a-f]*"):
            line = next(
                each for each in copy.parsed() if each.about and each.about.sha256 == path.name
            )
            check_board(path.read_bytes(), line)
        assert list(client.verify()) == []
        assert {line.key for line in copy.parsed()} == {address_of(b"\x05" * 32)}
