"""Signed games over a relay: games that survive everything, and many players at once.

First 200 games (BOARDBYTES_GAMES: another number) between two processes each. In every game either
player is killed at a random line and started again, and at least one connection is cut; so is the
relay killed now and then. Each game must end, both files be equal and verified.

Then 200 players for 60 s (BOARDBYTES_SECONDS), a move a second in each game, from two processes:
how long a line takes until its sender knows that it is stored, and until the other player has it.
Afterwards the relay must give every line of every game as it was sent.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
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
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks import Row

GAMES = int(os.environ.get("BOARDBYTES_GAMES", "200"))
SECONDS = int(os.environ.get("BOARDBYTES_SECONDS", "60"))
AT_ONCE = 8
PLAYERS, PLAYER_PROCESSES = 200, 2
PACE = 1.0

RED_KEY, WHITE_KEY = b"\x01" * 32, b"\x02" * 32
ENDGAME = "B:W29,30,31,32:B1,2,3,4"
"""Four men each, far from each other: games of fifty moves, and none of fewer than twelve."""

KILL_LINES = (2, 12)
"""A player is killed when their file has so many lines, drawn between these."""

PATIENCE = 1800.0
"""Seconds that a game may take: a busy machine may need minutes for what is done in ten seconds."""

SURE_CUT = 10
"""If none of so many connections of a game was cut, the next one is."""


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
    """Passes connections of a game on to a relay, and cuts some at random moments: at least one."""

    def __init__(self, port: int, chance: random.Random) -> None:
        self._target, self._chance = port, chance
        self.passed = self.cuts = 0
        self._server = socket.create_server(("127.0.0.1", 0), backlog=50)
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
            self.passed += 1
            if self.passed > SURE_CUT and not self.cuts:
                self._cut(client, to)
            elif self._chance.random() < 0.15:
                # Before the request, in the middle, or while someone waits for a line.
                threading.Timer(self._chance.random() ** 3, self._cut, (client, to)).start()
            back = threading.Thread(target=_pump, args=(to, client), daemon=True)
            back.start()
            _pump(client, to)
            back.join()

    def _cut(self, client: socket.socket, relay: socket.socket) -> None:
        """Cut a connection; one that is over already does not count."""
        with suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)
            self.cuts += 1
        with suppress(OSError):
            relay.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._server.close()


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
class Played:
    """A game, and what happened to it."""

    moves: int = 0
    kills: Counter[str] = field(default_factory=Counter)
    """Of red and of white."""
    cuts: int = 0
    wrong: str | None = None


@dataclass
class Tally:
    """Some games, and how often the relay was killed meanwhile."""

    games: list[Played]
    relay_kills: int = 0

    @property
    def moves(self) -> int:
        return sum(game.moves for game in self.games)

    @property
    def cuts(self) -> int:
        return sum(game.cuts for game in self.games)

    @property
    def kills(self) -> Counter[str]:
        kills = Counter({"relay": self.relay_kills})
        for game in self.games:
            kills += game.kills
        return kills

    @property
    def wrong(self) -> list[str]:
        return [game.wrong for game in self.games if game.wrong is not None]


def play_games(count: int, folder: Path, seed: int = 1) -> Tally:
    """Play so many games through everything that can happen to them."""
    tally, chance = Tally([]), random.Random(seed)
    relay = RelayProcess(str(folder / "relay.db"))
    done = threading.Event()

    def kill_now_and_then() -> None:
        while not done.wait(10 + 10 * chance.random()):
            relay.kill()
            relay.start()
            tally.relay_kills += 1

    def play(number: int) -> Played:
        return _play_game(folder / str(number), relay.port, random.Random(f"{seed} {number}"))

    killer = threading.Thread(target=kill_now_and_then)
    killer.start()
    try:
        with ThreadPoolExecutor(AT_ONCE) as pool:
            tally.games += pool.map(play, range(count))
    finally:
        done.set()
        killer.join()
        relay.kill()
    return tally


def _play_game(folder: Path, relay_port: int, chance: random.Random) -> Played:
    """A game in which either player is killed once, and in which connections are cut."""
    played, files = Played(), {side: folder / side / "game.channel" for side in ("red", "white")}
    scissors = Scissors(relay_port, chance)
    try:
        is_over = _play_through(folder, files, f"http://127.0.0.1:{scissors.port}", played, chance)
    finally:
        scissors.close()
    played.cuts = scissors.cuts
    played.wrong = _judge(files, played) if is_over else "did not end"
    if played.wrong is not None:
        played.wrong = f"{folder}: {played.wrong}"
    return played


def _judge(files: dict[str, Path], played: Played) -> str | None:
    """What is wrong with a game that is over; None if it survived all that it should."""
    from boardbytes.formats.transcript.transcript import parse_transcript
    from boardbytes.formats.transcript.verdict import verify

    data = {file.read_bytes() for file in files.values()}
    verdict = verify(parse_transcript(files["red"].read_bytes())[0])
    played.moves = verdict.moves
    if len(data) != 1 or not verdict.ok or verdict.problems or verdict.outcome is None:
        return f"{len(data)} different files, {verdict.problems}"
    spared = [side for side in files if not played.kills[side]]
    return f"{spared} not killed, {played.cuts} cuts" if spared or not played.cuts else None


def _play_through(
    folder: Path, files: dict[str, Path], relay: str, played: Played, chance: random.Random
) -> bool:
    """Play a game to its end, killing either player once; False if it takes too long."""
    from boardbytes.channel import KeyRing, moving
    from boardbytes.channel.relay.table import name_of
    from boardbytes.formats import dumps, loads
    from boardbytes.formats.transcript.transcript import format_transcript

    rings = {side: KeyRing(folder / side / "keys") for side in files}
    for ring, key in zip(rings.values(), (RED_KEY, WHITE_KEY), strict=True):
        ring.keep(key)
    start = dumps(loads(ENDGAME).position, "channel", lossy=True)
    addresses = [ring.addresses()[0] for ring in rings.values()]
    game = moving.new_game(addresses[0], addresses[1], "channel", "english", None)
    header = format_transcript(replace(game, start=start))
    files["red"].write_bytes(header)
    urls = {"red": relay, "white": f"{relay}/games/{name_of(header.rstrip())}"}
    context = get_context("forkserver")
    modules = ["boardbytes.cli.relay", "boardbytes.channel.relay.seat", "eth_account"]
    context.set_forkserver_preload(modules)

    def begin(side: str) -> ForkServerProcess:
        keys, seed = str(folder / side / "keys"), chance.randrange(1 << 32)
        arguments = (urls[side], str(files[side]), side, keys, seed)
        process = context.Process(target=player, args=arguments, daemon=True)
        process.start()
        return process

    to_kill = {side: chance.randint(*KILL_LINES) for side in files}
    running = {side: begin(side) for side in files}
    ends = time.monotonic() + PATIENCE
    while running and time.monotonic() < ends:
        for side, process in list(running.items()):
            process.join(0.02 * chance.random())
            if side in to_kill and _lines_in(files[side]) >= to_kill[side]:
                process.kill()
                process.join()
                if process.exitcode == -signal.SIGKILL:
                    played.kills[side] += 1
                    del to_kill[side]
            if process.exitcode == 0:
                del running[side]
            elif process.exitcode is not None:
                running[side] = begin(side)
    for process in running.values():
        process.kill()
    return not running


def _lines_in(file: Path) -> int:
    return file.read_bytes().count(b"\n") if file.exists() else 0


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


Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _request(to: Connection, asked: str, body: bytes = b"") -> tuple[int, bytes]:
    reader, writer = to
    head = f"{asked} HTTP/1.1\r\nhost: relay\r\ncontent-length: {len(body)}\r\n\r\n"
    writer.write(head.encode() + body)
    if not (answer := await reader.readline()):
        raise ConnectionError("the relay hung up")
    status, size = int(answer.split()[1]), 0
    while (text := await reader.readline()) not in (b"\r\n", b""):
        if text.lower().startswith(b"content-length:"):
            size = int(text.split(b":")[1])
    return status, await reader.readexactly(size)


@dataclass
class Load:
    """What became of the lines of many games."""

    heard: list[float] = field(default_factory=list)
    """Seconds from sending each line until the other player had it."""
    acknowledged: list[float] = field(default_factory=list)
    """Seconds from sending each line until its sender knew that it is stored."""
    sent: int = 0
    kept: int = 0
    """How many lines the relay gives afterwards, each as it was sent."""
    errors: list[str] = field(default_factory=list)

    @property
    def lost(self) -> int:
        """Lines that the other player never had, or that the relay does not give afterwards."""
        return self.sent - min(len(self.heard), self.kept)

    def add(self, other: Load) -> None:
        self.heard += other.heard
        self.acknowledged += other.acknowledged
        self.errors += other.errors
        self.sent += other.sent
        self.kept += other.kept


def within(times: list[float], share: float) -> float:
    """Seconds within which such a share of the lines was there."""
    return sorted(times)[int(len(times) * share)]


class Players:
    """Two players in each of some games, a move a second; every line must reach the other."""

    def __init__(self, port: int) -> None:
        self._port, self.load = port, Load()

    async def play(self, games: list[list[bytes]], seconds: float) -> None:
        ends, chance = time.monotonic() + seconds, random.Random(os.getpid())
        tasks = [self._game(lines, ends, chance.random() * PACE) for lines in games]
        for name, sent in await asyncio.gather(*tasks):
            await self._compare(name, sent)

    async def _connect(self) -> Connection:
        return await asyncio.open_connection("127.0.0.1", self._port)

    async def _game(self, lines: list[bytes], ends: float, delay: float) -> tuple[str, list[bytes]]:
        """Play a game; gives its name, and the lines that were sent."""
        await asyncio.sleep(delay)
        seats = [await self._connect() for _ in range(2)]
        name = json.loads(await self._post(seats[0], "/games", lines[0]))["name"]
        sent: dict[int, float] = {}
        # Each player hears every line, their own among them.
        ears = [asyncio.ensure_future(self._listen(name, side, sent)) for side in range(2)]
        await asyncio.sleep(PACE)
        for number, line in enumerate(lines[1:], 2):
            if time.monotonic() > ends:
                break
            begun = sent[number] = time.perf_counter()
            await self._post(seats[number % 2], f"/games/{name}/lines?number={number}", line)
            self.load.acknowledged.append(time.perf_counter() - begun)
            await asyncio.sleep(max(0.0, begun + PACE - time.perf_counter()))
        await asyncio.sleep(1)
        for ear in ears:
            ear.cancel()
        for _, writer in seats:
            writer.close()
        self.load.sent += len(sent)
        return name, lines[: 1 + len(sent)]

    async def _post(self, seat: Connection, path: str, line: bytes) -> bytes:
        status, body = await _request(seat, f"POST {path}", line)
        if status != 201:
            self.load.errors.append(f"{status} {body!r}")
        return body

    async def _listen(self, name: str, side: int, sent: dict[int, float]) -> None:
        reader, writer = await self._connect()
        writer.write(f"GET /games/{name}/events?after=1 HTTP/1.1\r\nhost: relay\r\n\r\n".encode())
        try:
            while text := await reader.readline():
                if text.startswith(b"id: "):
                    number = int(text[4:])
                    if number % 2 != side:  # The other side's line.
                        self.load.heard.append(time.perf_counter() - sent[number])
        finally:
            writer.close()

    async def _compare(self, name: str, sent: list[bytes]) -> None:
        """Hold what the relay gives now against what was sent."""
        seat = await self._connect()
        status, body = await _request(seat, f"GET /games/{name}")
        seat[1].close()
        there = body.splitlines()
        if status != 200 or there != sent:
            self.load.errors.append(f"{name}: {status}, {len(there)} lines, {len(sent)} sent")
        same = [mine == theirs for mine, theirs in zip(sent[1:], there[1:], strict=False)]
        self.load.kept += sum(same)


def _play_some(port: int, games: list[list[bytes]], seconds: float) -> Load:
    players = Players(port)
    asyncio.run(players.play(games, seconds))
    return players.load


@contextmanager
def _relay(folder: str) -> Iterator[RelayProcess]:
    relay = RelayProcess(f"{folder}/load.db")
    try:
        yield relay
    finally:
        relay.kill()


def play_at_once(count: int, seconds: float, folder: str) -> Load:
    """So many players at a relay, a move a second in each game.

    They play in processes of their own, none of which waits for another's players.
    """
    words = long_game(int(seconds / PACE) + 5)
    games = [signed_game(words) for _ in range(count // 2)]
    load = Load()
    with _relay(folder) as relay, get_context("spawn").Pool(PLAYER_PROCESSES) as pool:
        shares = [games[place::PLAYER_PROCESSES] for place in range(PLAYER_PROCESSES)]
        for part in pool.starmap(_play_some, [(relay.port, share, seconds) for share in shares]):
            load.add(part)
    return load


def rows() -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as folder:
        tally = play_games(GAMES, Path(folder))
        what = f"relay, {len(tally.games)} games of {tally.moves} moves"
        yield Row(f"{what}: connections cut", tally.cuts, None, "times")
        for who, count in sorted(tally.kills.items()):
            yield Row(f"{what}: {who} killed", count, None, "times")
        yield Row(
            f"{what}: not ended, not equal, not verified, not cut or not killed",
            len(tally.wrong),
            None,
            "games",
        )
        load = play_at_once(PLAYERS, SECONDS, folder)
        what = f"relay, {PLAYERS} players for {SECONDS} s, {load.sent:,} lines"
        yield Row(f"{what}: errors", len(load.errors), None, "errors")
        yield Row(f"{what}: lost", load.lost, None, "lines")
        for when, times in (
            ("until it is acknowledged", load.acknowledged),
            ("until the other player has it", load.heard),
        ):
            for name, share in (("half", 0.5), ("p99", 0.99)):
                yield Row(f"{what}: {when}, {name}", within(times, share) * 1000, None, "ms")
