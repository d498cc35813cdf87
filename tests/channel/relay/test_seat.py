"""A player's side: left, come back to, cut off; what others send is verified here, too."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import uvicorn

from boardbytes.channel import KeyRing, moving, verify
from boardbytes.channel.relay.client import Relay, UnreachableError
from boardbytes.channel.relay.seat import Seat
from boardbytes.channel.relay.server import create_app
from boardbytes.channel.relay.store import Store
from boardbytes.channel.relay.table import name_of
from boardbytes.errors import RelayError, SignatureError
from boardbytes.formats.transcript.transcript import format_transcript, parse_transcript
from boardbytes.model import Colour
from boardbytes.serving import LOOPBACK, listen
from tests.channel.games import MOVES, RED, RED_KEY, WHITE, WHITE_KEY


@contextmanager
def relaying(path: Path, port: int = 0) -> Iterator[Relay]:
    listening, address = listen(LOOPBACK, port)
    app = create_app(Store(path), pulse=0.2)
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Relay(address, 5)
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


class Room:
    """Two players with a folder each, and their game at a relay."""

    def __init__(self, folder: Path, relay: Relay) -> None:
        header = format_transcript(moving.new_game(RED, WHITE, "channel", "english", 7))
        self.folder, self.relay, self.name = folder, relay, name_of(header.rstrip())
        for side, key in (("red", RED_KEY), ("white", WHITE_KEY)):
            KeyRing(folder / side).keep(key)
            (folder / f"{side}.channel").write_bytes(header)
        assert relay.begin(header.rstrip()) == self.name

    def file(self, side: str) -> Path:
        return self.folder / f"{side}.channel"

    def sit(self, side: str) -> Seat:
        ring = KeyRing(self.folder / side)
        return Seat(self.file(side), self.relay, self.name, Colour(side), ring)


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Room]:
    with relaying(tmp_path / "relay.db") as relay:
        yield Room(tmp_path, relay)


def test_two_who_play_live(room: Room) -> None:
    red, white = room.sit("red"), room.sit("white")
    heard: list[str] = []

    def listen_and_answer() -> None:
        for answer in MOVES[1::2]:
            white.wait()
            heard.append(str(white.record.moves[-1]))
            white.play(answer)

    thread = threading.Thread(target=listen_and_answer)
    thread.start()
    for move in MOVES[::2]:
        assert red.is_my_turn
        red.play(move)
        if len(red.record.moves) < len(MOVES):
            red.wait()
    thread.join()
    white.catch_up()
    assert heard == ["11-15", "15x22"]
    assert room.file("red").read_bytes() == room.file("white").read_bytes()
    game = parse_transcript(room.file("red").read_bytes())[0]
    assert (verify(game).ok, len(game.words)) == (True, len(MOVES))


def test_leave_and_come_back(room: Room) -> None:
    for number, move in enumerate(MOVES):
        seat = room.sit(("red", "white")[number % 2])
        seat.catch_up()
        assert seat.signed_before() is None
        seat.play(move)
    assert len(room.relay.transcript(room.name).splitlines()) == len(MOVES) + 1


def test_a_line_that_was_written_but_not_sent_is_sent_later(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cut(Exception):
        pass

    def gone(*_: object) -> None:
        raise Cut

    with monkeypatch.context() as patch:
        patch.setattr(room.relay, "send", gone)
        with pytest.raises(Cut):
            room.sit("red").play("11-15")
    assert len(room.relay.transcript(room.name).splitlines()) == 1
    room.sit("red").catch_up()
    assert room.relay.transcript(room.name) == room.file("red").read_bytes()


def test_a_word_that_was_signed_but_not_written_is_the_only_one_left(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(Exception):
        pass

    def killed(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(Seat, "_take", killed)
        with pytest.raises(Killed):
            room.sit("red").play("11-15")
    seat = room.sit("red")
    assert seat.signed_before() == "11-15"
    with pytest.raises(SignatureError, match="only that can be played"):
        seat.play("11-16")
    seat.play("11-15")
    assert seat.signed_before() is None or not seat.is_my_turn


def test_a_relay_that_lies_is_not_believed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    room.sit("red").play("11-15")
    true = room.relay.transcript(room.name)
    white = room.sit("white")
    for old, new in ((b'"word": "0x0', b'"word": "0x1'), (b"+00:00", b"+01:00")):
        lie = true.replace(old, new)
        assert lie != true
        monkeypatch.setattr(room.relay, "transcript", lambda name, lie=lie: lie)
        with pytest.raises(RelayError, match="line 2"):
            white.catch_up()
        assert len(room.file("white").read_bytes().splitlines()) == 1
    monkeypatch.undo()
    white.catch_up()
    lie = true.replace(b"+00:00", b"+01:00")
    monkeypatch.setattr(room.relay, "transcript", lambda name: lie)
    with pytest.raises(RelayError, match=r"line 2 at the relay is not the one in .*white"):
        white.catch_up()


def test_a_relay_that_is_gone_for_a_while(tmp_path: Path) -> None:
    with relaying(tmp_path / "relay.db") as relay:
        room = Room(tmp_path, relay)
        port = int(relay.url.rpartition(":")[2])
    with pytest.raises(UnreachableError):
        relay.transcript(room.name)
    seat = room.sit("red")
    thread = threading.Thread(target=seat.play, args=("11-15",))
    thread.start()
    time.sleep(0.3)
    listening, _ = listen(LOOPBACK, port)
    app = create_app(Store(tmp_path / "relay.db"))
    server = uvicorn.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=1))
    serving = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    serving.start()
    thread.join(20)
    assert not thread.is_alive()
    assert len(relay.transcript(room.name).splitlines()) == 2
    server.should_exit = True
    serving.join()
    listening.close()


def test_addresses_that_are_none() -> None:
    for url in ("", "ftp://host", "http://"):
        with pytest.raises(RelayError, match="a relay must be"):
            Relay(url)
