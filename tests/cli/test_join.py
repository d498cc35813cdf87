"""`channel join` in the terminal: asked, shown, left and come back to; watching, and as JSON."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from boardbytes.channel import KeyRing, verify
from boardbytes.channel.relay.client import Relay
from boardbytes.channel.relay.seat import Seat
from boardbytes.channel.relay.table import name_of
from boardbytes.cli.relay import join
from boardbytes.formats.transcript.transcript import format_transcript, parse_transcript
from tests.channel.games import WHITE_KEY
from tests.channel.relay.test_seat import Room, relaying
from tests.channel.relay.test_server import lines_of, timed


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A game at a relay; red's key is the one that is kept here."""
    monkeypatch.setenv("BOARDBYTES_KEYS", str(tmp_path / "red"))
    with relaying(tmp_path / "relay.db") as relay:
        yield Room(tmp_path, relay)


def join_in(*arguments: str | Path, typed: str = "") -> Result:
    return CliRunner().invoke(join, [str(each) for each in arguments], input=typed)


def answer(white: Seat, *moves: str) -> threading.Thread:
    """White plays these, each when red has moved."""

    def play() -> None:
        for move in moves:
            white.wait()
            white.play(move)

    thread = threading.Thread(target=play)
    thread.start()
    return thread


def test_a_game_that_is_left_and_taken_up_again(room: Room) -> None:
    white = answer(room.sit("white"), "22-18", "25x18")
    first = join_in(room.relay.url, room.file("red"), typed="11-18\nhello\n11-15\n")
    assert first.exit_code == 0
    assert f"{room.relay.url}/games/{room.name}: red plays here" in first.stdout
    # What cannot be played is said, and asked for again.
    assert first.stderr.count("your move: ") == 4
    assert "11-18 is not legal" in first.stderr
    assert "2. 22-18" in first.stdout
    assert "left; the same command takes up the game again" in first.stderr
    assert len(room.file("red").read_bytes().splitlines()) == 3
    # By its address; the same file.
    again = join_in(room.relay.link(room.name), room.file("red"), typed="15x22\n")
    white.join()
    assert again.exit_code == 0
    assert "4. 25x18" in again.stdout
    assert "11-15" not in again.stderr
    game = parse_transcript(room.file("red").read_bytes())[0]
    verdict = verify(game)
    assert (verdict.ok, verdict.moves) == (True, 4)
    assert room.relay.transcript(room.name) == room.file("red").read_bytes()


@pytest.mark.slow
def test_a_computer_plays_to_the_end_and_says_how_it_ended(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who joins has nothing but the address; both keys being here, the side must be said."""
    KeyRing(tmp_path / "red").keep(WHITE_KEY)
    link, file = room.relay.link(room.name), tmp_path / "new.channel"
    arguments = ("--player", "random", "--seed", "1", "--json")
    asked = join_in(link, file, *arguments)
    assert (asked.exit_code, asked.stdout) == (2, "")
    assert "give --side: the key of both sides is kept here" in asked.stderr
    seat = room.sit("white")
    thread = threading.Thread(target=play_out, args=(seat,))
    thread.start()
    told = json.loads(join_in(link, file, "--side", "red", *arguments).stdout)
    thread.join()
    assert told["file"] == str(file)
    assert (told["outcome"], told["outcome"] is None) == (seat.outcome, False)
    assert told["moves"] == [str(move) for move in seat.record.moves]
    assert file.read_bytes() == room.file("white").read_bytes()


def play_out(seat: Seat) -> None:
    while seat.outcome is None:
        if seat.is_my_turn:
            seat.play(str(seat.record.legal_moves()[-1]))
        else:
            seat.wait()


@pytest.fixture
def finished(tmp_path: Path) -> Iterator[tuple[Relay, str, list[bytes]]]:
    data = Path("tests/vectors/transcript/played/white-shuts-in.channel").read_bytes()
    lines = lines_of(timed(parse_transcript(data)[0]))
    with relaying(tmp_path / "relay.db") as relay:
        name = relay.begin(lines[0])
        for number, line in enumerate(lines[1:], 2):
            relay.send(name, number, line)
        yield relay, name, lines


def test_watching(finished: tuple[Relay, str, list[bytes]], tmp_path: Path) -> None:
    relay, name, lines = finished
    file = tmp_path / "seen.channel"
    watched = join_in(relay.link(name), file, "--side", "none")
    assert watched.exit_code == 0, watched.exception
    assert "nobody plays here" in watched.stdout
    assert "white wins" in watched.stdout
    assert file.read_bytes() == b"".join(line + b"\n" for line in lines)
    plain = json.loads(join_in(relay.link(name), file, "--side", "none", "--json").stdout)
    assert len(plain["moves"]) == len(lines) - 1
    assert "white wins" in plain["outcome"]


def test_what_cannot_be_joined(room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = replace(parse_transcript(room.file("red").read_bytes())[0], game_id=8)
    wrong = tmp_path / "wrong.channel"
    wrong.write_bytes(format_transcript(other))
    assert name_of(format_transcript(other).rstrip()) != room.name
    for arguments, sentence in (
        ([room.relay.url], "give the address of a game, or a FILE"),
        ([room.relay.link(room.name), wrong], "holds a game other than"),
        ([room.relay.url, room.file("red"), "--player", "nobody"], "a player is one of"),
    ):
        result = join_in(*arguments)
        assert result.exit_code != 0
        assert sentence in f"{result.exception} {result.output}"
    monkeypatch.setenv("BOARDBYTES_KEYS", str(tmp_path / "none"))
    result = join_in(room.relay.url, room.file("red"))
    assert "give --side: the key of neither side is kept here" in result.stderr
