"""The relay: every line is verified before it is kept, and nothing that was kept changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from boardbytes.channel import sign
from boardbytes.channel.relay.limits import Limits
from boardbytes.channel.relay.server import Events, create_app
from boardbytes.channel.relay.store import Store
from boardbytes.channel.relay.table import name_of
from boardbytes.formats.transcript.transcript import (
    Transcript,
    format_transcript,
    parse_transcript,
)
from tests.channel.games import DOMAIN, GAME_ID, KEYS, MOVES, played, signed, with_line, words_of

TIME = "2026-11-18T12:00:00+00:00"


def timed(game: Transcript) -> Transcript:
    words = tuple(replace(line, time=TIME) for line in game.words)
    return replace(game, words=words)


def lines_of(game: Transcript) -> list[bytes]:
    return format_transcript(game).splitlines()


GAME = timed(played(MOVES))
LINES = lines_of(GAME)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(
        create_app(Store(tmp_path / "relay.db"), Limits(games=3), pulse=0.05)
    ) as client:
        yield client


def begin(web: TestClient, header: bytes = LINES[0]) -> str:
    answer = web.post("/games", content=header)
    assert answer.status_code in (200, 201), answer.text
    return str(answer.json()["name"])


def send(web: TestClient, name: str, number: int, line: bytes) -> Any:
    return web.post(f"/games/{name}/lines?number={number}", content=line)


def test_a_game_line_by_line(web: TestClient) -> None:
    name = begin(web)
    assert name == name_of(LINES[0]) == begin(web)
    for number, line in enumerate(LINES[1:], 2):
        assert send(web, name, number, line).status_code == 201
        assert send(web, name, number, line + b"\n").status_code == 200
    assert web.get(f"/games/{name}").content == format_transcript(GAME)


def test_typed_words_are_verified_as_such(web: TestClient) -> None:
    lines = lines_of(timed(signed(words_of(MOVES), domain=DOMAIN)))
    name = begin(web, lines[0])
    codes = [send(web, name, number, line).status_code for number, line in enumerate(lines[1:], 2)]
    assert codes == [201] * len(MOVES)


def test_what_was_kept_does_not_change(web: TestClient) -> None:
    name = begin(web)
    other = lines_of(timed(played(["11-16"])))[1]
    assert send(web, name, 2, LINES[1]).status_code == 201
    for number, line in ((2, other), (4, LINES[3]), (1, LINES[0])):
        assert send(web, name, number, line).status_code in (409, 422)
    assert web.get(f"/games/{name}").content == b"".join(line + b"\n" for line in LINES[:2])


def changed(**values: Any) -> bytes:
    """The first line of the game, changed and sealed again."""
    return lines_of(with_line(GAME, 0, replace(GAME.words[0], **values)))[1]


def wrong_lines() -> dict[str, tuple[bytes, str]]:
    word, other = GAME.words[0].word, words_of(["11-16", "22-18"])[2]
    return {
        "not JSON": (b"hello", "line"),
        "two lines": (LINES[1] + b"\n" + LINES[2], "line"),
        "a changed byte": (LINES[1].replace(b"12:00", b"12:01"), "line"),
        "the line of another game": (
            lines_of(timed(signed(words_of(MOVES), game_id=9)))[1],
            "line",
        ),
        "the other's signature": (changed(signature=sign(word, GAME_ID, KEYS[1])), "signature"),
        "for another game": (changed(signature=sign(word, GAME_ID + 1, KEYS[0])), "signature"),
        "a wrong word": (changed(word=other, signature=sign(other, GAME_ID, KEYS[0])), "signature"),
        "no move at all": (
            changed(word=words_of(MOVES)[3], signature=sign(words_of(MOVES)[3], GAME_ID, KEYS[0])),
            "step",
        ),
        "no time": (changed(time=None), "time"),
        "some time": (changed(time="noon"), "time"),
        "a countersignature": (changed(countersignature=sign(word, GAME_ID, KEYS[1])), "line"),
    }


@pytest.mark.parametrize("what", wrong_lines())
def test_lines_that_are_refused(what: str, web: TestClient) -> None:
    line, code = wrong_lines()[what]
    name = begin(web)
    answer = send(web, name, 2, line)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert web.get(f"/games/{name}").content == LINES[0] + b"\n"
    assert send(web, name, 2, LINES[1]).status_code == 201


def test_a_time_before_the_last_is_refused(web: TestClient) -> None:
    name = begin(web)
    assert send(web, name, 2, LINES[1]).status_code == 201
    early = replace(GAME.words[1], time="2026-11-18T11:59:59+00:00")
    answer = send(web, name, 3, lines_of(with_line(GAME, 1, early))[2])
    assert (answer.status_code, answer.json()["code"]) == (422, "time")
    assert send(web, name, 3, LINES[2]).status_code == 201


def test_limits(web: TestClient) -> None:
    name = begin(web)
    assert send(web, name, 2, b"x" * 3000).status_code == 413
    assert web.post("/games", content=b"x" * 3000).status_code == 413
    for header in (b"", b"{}", LINES[1], LINES[0] + b"\n" + LINES[1]):
        assert web.post("/games", content=header).status_code in (413, 422)
    for number in (1, 2):
        begin(web, lines_of(signed(words_of([]), game_id=number))[0])
    answer = web.post("/games", content=lines_of(signed(words_of([]), game_id=3))[0])
    assert (answer.status_code, answer.json()["code"]) == (507, "full")
    for path in (f"/games/{'0' * 32}", f"/games/{'0' * 32}/events"):
        assert web.get(path).status_code == 404
    assert web.get("/games/QQ").status_code == 422


def test_a_relay_that_comes_back_knows_all(tmp_path: Path) -> None:
    for count in range(1, len(LINES)):
        with TestClient(create_app(Store(tmp_path / "relay.db"))) as web:
            name = begin(web)
            assert send(web, name, count + 1, LINES[count]).status_code == 201
            assert web.get(f"/games/{name}").content.splitlines() == LINES[: count + 1]


def test_lines_are_heard_until_the_end(tmp_path: Path) -> None:
    data = Path("tests/vectors/transcript/played/white-shuts-in.channel").read_bytes()
    lines = lines_of(timed(parse_transcript(data)[0]))
    with TestClient(create_app(Store(tmp_path / "relay.db"))) as web:
        name = begin(web, lines[0])
        for number, line in enumerate(lines[1:], 2):
            answer = send(web, name, number, line)
            assert answer.status_code == 201, answer.text
        heard = web.get(f"/games/{name}/events?after=30").text
        told = [text[6:] for text in heard.splitlines() if text.startswith("data: {")]
        assert told == [line.decode() for line in lines[30:]]
        assert heard.endswith("event: over\ndata: over\n\n")


def test_each_address_and_each_game_has_its_rate(tmp_path: Path) -> None:
    limits = Limits(per_address=6, per_game=3)
    with TestClient(create_app(Store(tmp_path / "relay.db"), limits)) as web:
        name = begin(web)
        codes = [send(web, name, 2, b"hello").status_code for _ in range(4)]
        assert codes == [422, 422, 422, 429]
        answer = send(web, name, 2, LINES[1])
        assert (answer.status_code, answer.json()["code"]) == (429, "rate")
        assert "this address in this game sends too much" in answer.json()["message"]
        assert answer.headers["retry-after"] == "10"
        answer = web.post("/games", content=LINES[0])
        assert "this address sends too much" in answer.json()["message"]
        # Reading has a rate of its own: whoever was too quick still sees the game.
        assert web.get(f"/games/{name}").status_code == 200


def test_an_address_begins_so_many_games_a_minute(tmp_path: Path) -> None:
    """No game is ever deleted, so nobody may fill a relay; one that is there may be named again."""
    headers = [lines_of(signed(words_of([]), game_id=number))[0] for number in range(3)]
    app = create_app(Store(tmp_path / "relay.db"), Limits(games_per_address=2))
    with TestClient(app) as web:
        codes = [web.post("/games", content=header).status_code for header in headers]
        assert codes == [201, 201, 429]
        answer = web.post("/games", content=headers[2])
        assert "this address begins too many games" in answer.json()["message"]
        assert web.post("/games", content=headers[0]).status_code == 200
        other = TestClient(app, client=("192.0.2.7", 50000))
        assert other.post("/games", content=headers[2]).status_code == 201


def test_who_sends_rubbish_keeps_no_player_from_moving(tmp_path: Path) -> None:
    """Whoever knows a game's address can send to it, the player who would rather not lose, too."""
    app = create_app(Store(tmp_path / "relay.db"), Limits(per_game=3))
    with TestClient(app) as stranger:
        name = begin(stranger)
        codes = [send(stranger, name, 2, b"hello").status_code for _ in range(4)]
        assert codes == [422, 422, 422, 429]
        player = TestClient(app, client=("192.0.2.7", 50000))
        assert send(player, name, 2, LINES[1]).status_code == 201


def test_an_address_reads_so_much_a_minute(tmp_path: Path) -> None:
    limits = Limits(reads_per_address=3)
    with TestClient(create_app(Store(tmp_path / "relay.db"), limits)) as web:
        name = begin(web)
        codes = [web.get(f"/games/{name}").status_code for _ in range(4)]
        assert codes == [200, 200, 200, 429]
        answer = web.get(f"/games/{name}/events")
        assert (answer.status_code, answer.json()["code"]) == (429, "rate")
        assert "this address asks too much" in answer.json()["message"]
        assert send(web, name, 2, LINES[1]).status_code == 201


class Wire:
    """The other end of an answer, which takes nothing after some messages."""

    def __init__(self, takes: int) -> None:
        self.takes, self.got = takes, 0

    async def receive(self) -> dict[str, str]:
        await asyncio.sleep(60)
        return {"type": "http.disconnect"}

    async def send(self, _: object) -> None:
        self.got += 1
        if self.got > self.takes:
            await asyncio.sleep(60)


def test_whoever_takes_nothing_is_cut_off() -> None:
    async def lines() -> AsyncIterator[bytes]:
        while True:
            yield b"data: {}"

    ended = []
    wire = Wire(takes=3)
    scope = {"type": "http", "asgi": {"spec_version": "2.4"}}
    answer = Events(lines(), 0.05, lambda: ended.append(True))
    asyncio.run(answer(scope, wire.receive, wire.send))
    assert (wire.got, ended) == (4, [True])


def test_so_many_may_listen_and_no_more(tmp_path: Path) -> None:
    data = Path("tests/vectors/transcript/played/white-shuts-in.channel").read_bytes()
    lines = lines_of(timed(parse_transcript(data)[0]))
    limits = Limits(listeners_per_game=0)
    with TestClient(create_app(Store(tmp_path / "relay.db"), limits)) as web:
        answer = web.get(f"/games/{begin(web, lines[0])}/events")
        assert (answer.status_code, answer.json()["code"]) == (429, "rate")
    limits = Limits(listeners_per_game=1, listeners_per_address=1)
    with TestClient(create_app(Store(tmp_path / "relay.db"), limits)) as web:
        name = begin(web, lines[0])
        for number, line in enumerate(lines[1:], 2):
            assert send(web, name, number, line).status_code == 201
        # Whoever has heard all makes room.
        assert [web.get(f"/games/{name}/events").status_code for _ in range(3)] == [200] * 3
