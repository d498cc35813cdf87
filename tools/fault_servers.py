"""What the cases of `tools.faults` find beside files: a registry or a relay that has something."""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from boardbytes import cli
from boardbytes.channel.keys import KeyRing
from boardbytes.channel.relay.store import Store
from boardbytes.channel.relay.table import name_of
from boardbytes.channel.signing import address_of, sign_text
from boardbytes.formats.transcript.transcript import format_transcript, parse_transcript
from boardbytes.games.tiles.footer import canonical_code
from boardbytes.library.registry.line import PUBLISH, hash_of, read_board, statement
from boardbytes.library.registry.store import Registry
from boardbytes.library.registry.submission import submit_board
from boardbytes.serving import LOOPBACK, listen

ROOT = Path(__file__).parent.parent
AUTHOR = (1).to_bytes(32, "big")
BOARD = ROOT / "examples" / "island.gb16"


@dataclass(frozen=True)
class Server:
    """A server that runs beside a command: the words that start it, which end with a port."""

    args: str


REGISTRY = Server("library --db boards.db --json serve --per-key 1000 --port")
RELAY = Server("channel relay --data games.db --json --port")


def fill_registry(folder: Path) -> None:
    """One board, published by its author."""
    data = BOARD.read_bytes()
    board = read_board(data)
    text = statement(PUBLISH, canonical_code(board.code), board.footer.version, hash_of(data))
    wanted = submit_board(data, address_of(AUTHOR), str(sign_text(text, AUTHOR)))
    registry = Registry(str(folder / "boards.db"), KeyRing(folder / "keys"))
    (receipt,) = registry.append([wanted])
    if isinstance(receipt, Exception):
        raise receipt


GAME = ROOT / "tests" / "vectors" / "transcript" / "played" / "white-takes-all.channel"


def _timed(data: bytes) -> list[bytes]:
    """The lines of a game, each with a time, as a relay wants them."""
    game, _ = parse_transcript(data)
    words = tuple(replace(word, time="2026-01-01T00:00:00+00:00") for word in game.words)
    return format_transcript(replace(game, words=words)).splitlines()


_LINES = _timed(GAME.read_bytes())
PLAYED = name_of(_LINES[0])


def fill_relay(folder: Path) -> None:
    """A game that was played to its end."""
    store = Store(folder / "games.db")
    for number, line in enumerate(_LINES, 1):
        store.add(PLAYED, number, line).result()


FILLED = {REGISTRY: fill_registry, RELAY: fill_relay}


def free_port() -> int:
    listening, _ = listen(LOOPBACK, 0)
    with listening:
        port: int = listening.getsockname()[1]
    return port


@contextmanager
def beside(server: Server | None, folder: Path, port: int) -> Iterator[None]:
    """The server, in a process of its own, for as long as a command runs."""
    if server is None:
        yield
        return
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        _serve(server, folder, port, said)
    os.close(said)
    try:
        with os.fdopen(heard) as file:
            json.loads(file.readline())
        yield
    finally:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)


def _serve(server: Server, folder: Path, port: int, said: int) -> None:
    try:
        os.chdir(folder)
        os.environ["BOARDBYTES_KEYS"] = str(folder / "keys")
        os.dup2(said, 1)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        sys.stdout = os.fdopen(1, "w", buffering=1)
        sys.argv = ["boardbytes", *server.args.split(), str(port)]
        cli.run()
    finally:
        os._exit(0)
