"""Signed games in two studios with a relay between them: by a link, live, and after a restart."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from boardbytes.channel.relay.client import Relay
from boardbytes.formats.transcript.transcript import parse_transcript
from boardbytes.formats.transcript.verdict import verify
from boardbytes.studio.studio import Settings
from tests.channel.relay.test_seat import relaying
from tests.studio.conftest import Page, visitor
from tests.studio.seen import moves_of

LINE_PATIENCE = 60.0


@pytest.fixture
def relay(tmp_path: Path) -> Iterator[Relay]:
    with relaying(tmp_path / "relay.db") as found:
        yield found


class Player:
    """Somebody with a studio and keys of their own."""

    def __init__(self, folder: Path, name: str, registry: str | None = None) -> None:
        files = folder / f"{name}.db", folder / f"{name}-keys"
        self._settings = Settings(*files, registry=registry)
        self.desk = ""
        self.open()

    def open(self) -> None:
        self._client = visitor(self._settings).__enter__()
        self.page = Page(self._client)

    def close(self) -> None:
        self._client.__exit__(None, None, None)

    def new_key(self) -> str:
        return str(self.page.post("/keys", 201)["address"])

    def play(self, move: str) -> None:
        self.page.post(f"/desks/{self.desk}/moves", move=move)

    def link(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.get(f"/desks/{self.desk}/relay")
        return found

    def moves(self) -> list[str]:
        return moves_of(self.page.get(f"/desks/{self.desk}"))

    def file(self) -> bytes:
        return self.page.client.get(f"/api/desks/{self.desk}/file").content


@pytest.fixture
def players(tmp_path: Path) -> Iterator[tuple[Player, Player]]:
    pair = Player(tmp_path, "ann"), Player(tmp_path, "bo")
    yield pair
    for each in pair:
        each.close()


def until(true: Callable[[], bool]) -> None:
    ends = time.monotonic() + LINE_PATIENCE
    while not true():
        assert time.monotonic() < ends
        time.sleep(0.05)


def begin(ann: Player, bo: Player, relay: Relay) -> str:
    """Ann begins a game against Bo's address and tells the link; Bo joins."""
    theirs = bo.new_key()
    game = ann.page.post("/desks/channel", 201, red=ann.new_key(), white=theirs)
    ann.desk = game["desk"]["id"]
    assert ann.link()["url"] is None
    link = str(ann.page.post(f"/desks/{ann.desk}/relay", url=relay.url)["url"])
    assert link.startswith(f"{relay.url}/games/")
    joined = bo.page.post("/desks/join", 201, url=link)
    bo.desk = joined["desk"]["id"]
    assert joined["channel"]["holds"] == ["white"]
    until(lambda: ann.link()["state"] == bo.link()["state"] == "live")
    return link


def test_a_game_by_link_and_on_after_a_restart(
    players: tuple[Player, Player], relay: Relay
) -> None:
    ann, bo = players
    begin(ann, bo, relay)
    ann.play("11-15")
    until(lambda: ann.moves() == bo.moves() == ["11-15"])
    # What is not one's turn is not signed.
    assert "key" in ann.page.post(f"/desks/{ann.desk}/moves", 422, move="22-18")["error"]
    bo.play("22-18")
    until(lambda: ann.moves() == bo.moves() == ["11-15", "22-18"])
    bo.close()
    ann.play("15x22")
    until(lambda: len(relay.transcript(ann.link()["url"][-32:]).splitlines()) == 4)
    bo.open()
    bo.link()
    until(lambda: bo.moves() == ["11-15", "22-18", "15x22"])
    bo.play("25x18")
    until(lambda: len(ann.moves()) == 4)
    assert ann.file() == bo.file()
    assert verify(parse_transcript(ann.file())[0]).ok


def test_a_relay_that_is_gone_gets_the_line_later(tmp_path: Path) -> None:
    ann = Player(tmp_path, "ann")
    with relaying(tmp_path / "relay.db") as relay:
        bo = Player(tmp_path, "bo")
        link = begin(ann, bo, relay)
        bo.close()
        port = int(relay.url.rpartition(":")[2])
    until(lambda: ann.link()["state"] == "away")
    ann.play("11-15")
    assert ann.moves() == ["11-15"]
    with relaying(tmp_path / "relay.db", port) as relay:
        until(lambda: len(relay.transcript(link[-32:]).splitlines()) == 2)
        until(lambda: ann.link()["state"] == "live")
    ann.close()


def test_what_is_no_link_is_refused(players: tuple[Player, Player], relay: Relay) -> None:
    ann, _ = players
    for url, words in (
        ("nonsense", "ends with /games/"),
        (f"{relay.url}/games/{'0' * 32}", "there is no game"),
        (f"ftp://host/games/{'0' * 32}", "must be http"),
        (f"http://127.0.0.1:9/games/{'0' * 32}", "cannot be reached"),
    ):
        assert words in ann.page.post("/desks/join", 422, url=url)["error"]
    board = ann.page.post("/desks/new", 201, game="checkers")["desk"]["id"]
    refused = ann.page.post(f"/desks/{board}/relay", 422, url=relay.url)
    assert "only a signed game" in refused["error"]


def test_a_relay_with_another_line_is_told_of(
    players: tuple[Player, Player], relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bo = players
    begin(ann, bo, relay)
    ann.play("11-15")
    until(lambda: bo.moves() == ["11-15"])
    true = relay.transcript(bo.link()["url"][-32:])
    bo.close()
    monkeypatch.setattr(Relay, "transcript", lambda *_: true.replace(b"+00:00", b"+01:00"))
    bo.open()
    until(lambda: bo.link()["state"] == "refused")
    assert "a different line" in bo.link()["says"]
    assert bo.moves() == ["11-15"]


def test_keys_are_made_without_a_game_and_never_told(players: tuple[Player, Player]) -> None:
    ann, _ = players
    made = {ann.new_key() for _ in range(2)}
    listed = ann.page.get("/keys")
    assert {key["address"] for key in listed} == made
    assert all(set(key) == {"address"} for key in listed)
