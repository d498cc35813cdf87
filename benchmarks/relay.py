"""Signed games over a relay: games that survive everything, and many players at once.

First 200 games (BOARDBYTES_GAMES: another number) between two processes each, through connections
that are cut at random moments, with players and relay killed and started again: each must end, both
files be equal and verified. Then 200 players for 60 s (BOARDBYTES_SECONDS), a move a second in each
game: how long a line takes from one player to the other.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from multiprocessing import get_context
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks import Row

GAMES = int(os.environ.get("BOARDBYTES_GAMES", "200"))
SECONDS = int(os.environ.get("BOARDBYTES_SECONDS", "60"))
AT_ONCE = 8
PLAYERS = 200
PACE = 1.0

RED_KEY, WHITE_KEY = b"\x01" * 32, b"\x02" * 32
ENDGAME = "B:W19,22,23:B10,11,14"
"""Three men each, about to meet: games of some thirty moves."""


class RelayProcess:
    """A relay in a process of its own, which can be killed and is then the same one again."""

    def __init__(self, data: str) -> None:
        self._data, self.port = data, 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "boardbytes", "channel", "relay", "--json"]
        # All come from one address here.
        plenty = ["--per-address", "1000000", "--per-game", "100000", "--listeners", "100000"]
        plenty += ["--reads-per-address", "1000000", "--games-per-address", "1000000"]
        options = ["--port", str(self.port), "--data", self._data, *plenty]
        self._process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = json.loads(self._process.stdout.readline())["address"].rstrip("/")
        self.port = urlsplit(self.url).port or 0

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Scissors:
    """Passes connections on to a relay, and cuts some of them at random moments."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self._target, self._chance, self.cuts = port, chance, 0
        self._server = socket.create_server(("127.0.0.1", 0), backlog=500)
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._pass_on, args=(client,), daemon=True).start()

    def _pass_on(self, client: socket.socket) -> None:
        with suppress(OSError), client, socket.create_connection(("127.0.0.1", self._target)) as to:
            if self._chance.random() < 0.15:
                self.cuts += 1
                # Before the request, in the middle, or while someone waits for a line.
                threading.Timer(self._chance.random() ** 3, _cut, (client, to)).start()
            back = threading.Thread(target=_pump, args=(to, client), daemon=True)
            back.start()
            _pump(client, to)
            back.join()

    def close(self) -> None:
        self._server.close()


def _cut(*sockets: socket.socket) -> None:
    for each in sockets:
        with suppress(OSError):
            each.shutdown(socket.SHUT_RDWR)


def _pump(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def player(url: str, file: str, side: str, keys: str, seed: int) -> None:
    """One side of a game, until it is over or killed: as `channel join` does it."""
    os.environ["BOARDBYTES_KEYS"] = keys
    from boardbytes.cli.relay import join
    from boardbytes.errors import BoardbytesError

    with Path(os.devnull).open("w") as nowhere:
        sys.stdout = sys.stderr = nowhere
        arguments = [url, file, "--side", side, "--player", "random", "--seed", str(seed)]
        try:
            join.main(arguments, standalone_mode=False)
        except BoardbytesError:
            sys.exit(1)  # The relay was not there: whoever started it does so again.


@dataclass
class Tally:
    """What happened to some games."""

    games: int = 0
    moves: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    """Of red, of white, and of the relay."""
    cuts: int = 0
    wrong: list[str] = field(default_factory=list)


def play_games(count: int, folder: Path, seed: int = 1, seconds: float = 1e9) -> Tally:
    """Play so many games through everything that can happen to them.

    After some seconds no more games begin; those that began are played to their end.
    """
    tally, chance = Tally(), random.Random(seed)
    late = time.monotonic() + seconds
    relay = RelayProcess(str(folder / "relay.db"))
    scissors = Scissors(relay.port, random.Random(seed + 1))
    done = threading.Event()

    def kill_now_and_then() -> None:
        while not done.wait(10 + 10 * chance.random()):
            relay.kill()
            relay.start()
            tally.kills["relay"] += 1

    killer = threading.Thread(target=kill_now_and_then)
    killer.start()
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            jobs = [
                pool.submit(
                    _play_game, folder / str(number), scissors.port, seed + number, tally, late
                )
                for number in range(count)
            ]
            for job in jobs:
                job.result()
    finally:
        done.set()
        killer.join()
        relay.kill()
        scissors.close()
    tally.cuts = scissors.cuts
    return tally


def _play_game(folder: Path, port: int, seed: int, tally: Tally, late: float) -> None:
    if time.monotonic() > late:
        return
    from boardbytes.channel import KeyRing, moving
    from boardbytes.channel.relay.table import name_of
    from boardbytes.formats import dumps, loads
    from boardbytes.formats.transcript.transcript import format_transcript, parse_transcript
    from boardbytes.formats.transcript.verdict import verify

    chance = random.Random(seed)
    sides = {"red": RED_KEY, "white": WHITE_KEY}
    for side, key in sides.items():
        KeyRing(folder / side / "keys").keep(key)
    addresses = [KeyRing(folder / side / "keys").addresses()[0] for side in sides]
    start = dumps(loads(ENDGAME).position, "channel", lossy=True)
    game = moving.new_game(addresses[0], addresses[1], "channel", "english", None)
    header = format_transcript(replace(game, start=start))
    files = {side: folder / side / "game.channel" for side in sides}
    files["red"].write_bytes(header)
    relay = f"http://127.0.0.1:{port}"
    urls = {"red": relay, "white": f"{relay}/games/{name_of(header.rstrip())}"}
    context = get_context("forkserver")
    context.set_forkserver_preload(["boardbytes.cli.relay", "boardbytes.channel.relay.seat"])

    def begin(side: str) -> object:
        arguments = (urls[side], str(files[side]), side, str(folder / side / "keys"), seed)
        process = context.Process(target=player, args=arguments, daemon=True)
        process.start()
        return process

    running = {side: begin(side) for side in sides}
    ends = time.monotonic() + 300
    while running and time.monotonic() < ends:
        for side, process in list(running.items()):
            process.join(0.2 + chance.random())  # type: ignore[attr-defined]
            if process.exitcode == 0:  # type: ignore[attr-defined]
                del running[side]
                continue
            if process.exitcode is None and chance.random() < 0.06:  # type: ignore[attr-defined]
                process.kill()  # type: ignore[attr-defined]
                process.join()  # type: ignore[attr-defined]
                tally.kills[side] += 1
            if process.exitcode is not None:  # type: ignore[attr-defined]
                running[side] = begin(side)
    for process in running.values():
        process.kill()  # type: ignore[attr-defined]
    tally.games += 1
    if running:
        tally.wrong.append(f"{folder}: did not end")
        return
    data = {file.read_bytes() for file in files.values()}
    verdict = verify(parse_transcript(files["red"].read_bytes())[0])
    tally.moves += verdict.moves
    if len(data) != 1 or not verdict.ok or verdict.problems or verdict.outcome is None:
        tally.wrong.append(f"{folder}: {len(data)} different files, {verdict.problems}")


# Many players at once


def signed_game(words: list[bytes]) -> list[bytes]:
    """The lines of a game of these words with an id of its own."""
    from datetime import UTC, datetime

    from boardbytes.channel import SignedWord, moving, sign
    from boardbytes.channel.signing import address_of
    from boardbytes.formats.transcript.transcript import format_transcript

    keys = (RED_KEY, WHITE_KEY)
    red, white = map(address_of, keys)
    game = moving.new_game(red, white, "channel", "english", None)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    lines = (
        SignedWord(word, sign(word, game.game_id, keys[index % 2]), None, now)
        for index, word in enumerate(words[1:])
    )
    return format_transcript(replace(game, words=tuple(lines))).splitlines()


def long_game(length: int) -> list[bytes]:
    """The words of a random game that is not over after so many moves."""
    from boardbytes.formats import FORMATS
    from boardbytes.games.checkers import CheckersPosition
    from boardbytes.model import Document, Record

    for seed in range(1000):
        chance, record = random.Random(seed), Record(CheckersPosition(), rules="match")
        document = Document(None, CheckersPosition())
        words = [FORMATS.find("channel").encode(document)]
        while record.result is None and len(words) <= length:
            move = chance.choice(record.legal_moves())
            record = record.play(move)
            try:
                document = document.play(str(move), "match")
                words.append(FORMATS.find("channel").encode(document))
            except Exception:
                break  # A jump over more than three pieces fits no word.
        if len(words) > length:
            return words
    raise RuntimeError("no random game was long enough")


async def _request(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: bytes
) -> tuple[int, bytes]:
    head = f"POST {path} HTTP/1.1\r\nhost: relay\r\ncontent-length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    status = int((await reader.readline()).split()[1])
    size = 0
    while (text := await reader.readline()) not in (b"\r\n", b""):
        if text.lower().startswith(b"content-length:"):
            size = int(text.split(b":")[1])
    return status, await reader.readexactly(size)


class Load:
    """Two players in each of many games, a move a second; every line must reach the other."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.times: list[float] = []
        self.errors: list[str] = []
        self.sent = self.heard = 0

    @property
    def lost(self) -> int:
        return self.sent - self.heard

    def within(self, share: float) -> float:
        """Seconds within which such a share of the lines reached the other player."""
        return sorted(self.times)[int(len(self.times) * share)]

    async def run(self, games: list[list[bytes]], seconds: float) -> None:
        ends = time.monotonic() + seconds
        chance = random.Random(3)
        tasks = [self._game(lines, ends, chance.random() * PACE) for lines in games]
        await asyncio.gather(*tasks)

    async def _game(self, lines: list[bytes], ends: float, delay: float) -> None:
        seats = [await asyncio.open_connection("127.0.0.1", self._port) for _ in range(2)]
        status, body = await _request(*seats[0], "/games", lines[0])
        if status != 201:
            self.errors.append(f"{status} {body!r}")
            return
        name = json.loads(body)["name"]
        sent: dict[int, float] = {}
        # Each player hears every line, their own among them.
        ears = [asyncio.ensure_future(self._listen(name, side, sent, ends)) for side in range(2)]
        await asyncio.sleep(delay)
        for number, line in enumerate(lines[1:], 2):
            if time.monotonic() > ends:
                break
            sent[number] = time.perf_counter()
            path = f"/games/{name}/lines?number={number}"
            status, body = await _request(*seats[number % 2], path, line)
            self.sent += 1
            if status != 201:
                self.errors.append(f"{status} {body!r}")
            await asyncio.sleep(PACE)
        await asyncio.sleep(1)
        for ear in ears:
            ear.cancel()
        for _, writer in seats:
            writer.close()

    async def _listen(self, name: str, side: int, sent: dict[int, float], ends: float) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        writer.write(f"GET /games/{name}/events?after=1 HTTP/1.1\r\nhost: relay\r\n\r\n".encode())
        try:
            while text := await reader.readline():
                if text.startswith(b"id: "):
                    number = int(text[4:])
                    if number % 2 != side:  # The other side's line.
                        self.heard += 1
                        self.times.append(time.perf_counter() - sent[number])
        finally:
            writer.close()


@contextmanager
def _relay(folder: str) -> Iterator[RelayProcess]:
    relay = RelayProcess(f"{folder}/load.db")
    try:
        yield relay
    finally:
        relay.kill()


def play_at_once(players: int, seconds: int, folder: str) -> Load:
    """So many players at a relay, a move a second in each game."""
    words = long_game(int(seconds / PACE) + 5)
    games = [signed_game(words) for _ in range(players // 2)]
    with _relay(folder) as relay:
        load = Load(relay.port)
        asyncio.run(load.run(games, seconds))
    return load


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        tally = play_games(GAMES, Path(folder))
        what = f"relay, {tally.games} games of {tally.moves} moves"
        yield Row(f"{what}: connections cut", tally.cuts, None, "times")
        for who, count in sorted(tally.kills.items()):
            yield Row(f"{what}: {who} killed", count, None, "times")
        yield Row(f"{what}: not ended, not equal or not verified", len(tally.wrong), None, "games")
        load = play_at_once(PLAYERS, SECONDS, folder)
        what = f"relay, {PLAYERS} players for {SECONDS} s, {load.sent:,} lines"
        yield Row(f"{what}: errors", len(load.errors), None, "errors")
        yield Row(f"{what}: lost", load.lost, None, "lines")
        for name, share in (("half", 0.5), ("p99", 0.99)):
            value = load.within(share) * 1000
            yield Row(f"{what}: from one player to the other, {name}", value, None, "ms")
