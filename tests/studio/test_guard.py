"""Who may ask, how much, and what a browser may do with the answer."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from boardbytes.studio.guard import HEADERS
from boardbytes.studio.limits import Limits
from boardbytes.studio.server import create_app
from boardbytes.studio.store import Store
from boardbytes.studio.studio import Settings
from tests.studio.conftest import Page, visitor

LIMIT = Limits().upload


@pytest.mark.parametrize("path", ["/", "/api/about", "/nowhere", "/api/desks/x", "/static/x"])
def test_every_answer_has_the_headers(page: Page, path: str) -> None:
    answer = page.client.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "127.0.0.2:80"])
def test_other_names_are_not_ours(page: Page, host: str) -> None:
    """A stranger's name that points here must not make a browser talk to us."""
    assert page.client.get("/api/desks", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost:8420", "127.0.0.1", "[::1]:1", "[::1]"])
def test_our_names(page: Page, host: str) -> None:
    assert page.client.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:1"])
def test_pages_of_others_change_nothing(page: Page, origin: str) -> None:
    answer = page.client.post("/api/desks", content=b"x", headers={"origin": origin})
    assert answer.status_code == 403


def test_our_own_page_may(page: Page) -> None:
    answer = page.client.post("/api/desks", content=b"x", headers={"origin": "http://localhost"})
    assert answer.status_code == 201


def test_the_largest_upload_and_one_byte_more(page: Page) -> None:
    assert page.client.post("/api/desks", content=bytes(LIMIT)).status_code == 201
    refused = page.client.post("/api/desks", content=bytes(LIMIT + 1))
    assert refused.status_code == 413
    assert "4 MiB" in refused.json()["error"]


def test_a_body_without_a_length_is_stopped_at_the_limit(page: Page) -> None:
    sent = 0

    def chunks() -> Iterator[bytes]:
        nonlocal sent
        while True:
            sent += 65_536
            yield bytes(65_536)
            if sent > 4 * LIMIT:
                return

    answer = page.client.post("/api/desks", content=chunks())
    assert answer.status_code == 413


def test_a_length_that_is_none(page: Page) -> None:
    for length in ("-1", "1e9", "9" * 400):
        answer = page.client.get("/api/about", headers={"content-length": length})
        assert answer.status_code == 413


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(tmp_path / "studio.db")


@pytest.fixture
def stranger(settings: Settings) -> Iterator[TestClient]:
    """Somebody on the same machine who has not seen the link."""
    with TestClient(create_app(settings), base_url="http://localhost") as client:
        yield client


PEOPLE = {"accept": "text/html,*/*"}


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/static/app.js"),
        ("GET", "/api/about"),
        ("GET", "/api/openapi.json"),
        ("GET", "/nowhere"),
        ("POST", "/api/desks"),
        ("POST", "/api/desks/channel"),
        ("POST", "/api/desks/x/moves"),
        ("DELETE", "/api/desks/x"),
        ("OPTIONS", "/api/desks"),
        ("GET", "/?token="),
        ("GET", "/?token=guessed"),
        ("GET", "/?token=%ff"),
    ],
)
def test_nobody_gets_in_without_the_token(stranger: TestClient, method: str, path: str) -> None:
    answer = stranger.request(method, path)
    assert answer.status_code == 401
    assert "boardbytes studio" in answer.json()["error"]
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "headers",
    [
        {"authorization": "Bearer "},
        {"authorization": "Bearer guessed"},
        {"authorization": "guessed"},
        {"cookie": "boardbytes=guessed"},
        {"cookie": "a;;=;\x7f"},
    ],
)
def test_what_does_not_let_in(stranger: TestClient, headers: dict[str, str]) -> None:
    assert stranger.get("/api/about", headers=headers).status_code == 401


def test_the_token_is_not_taken_elsewhere_than_in_the_link(
    stranger: TestClient, settings: Settings
) -> None:
    """Nothing of it in addresses that pages ask for: those are seen and stored."""
    assert stranger.get(f"/api/about?token={settings.token}").status_code == 401


def test_people_are_told_what_to_do(stranger: TestClient) -> None:
    answer = stranger.get("/", headers=PEOPLE)
    assert answer.status_code == 401
    assert answer.headers["content-type"].startswith("text/html")
    assert "Open the link" in answer.text


def test_the_link_gives_a_cookie_that_lets_in(stranger: TestClient, settings: Settings) -> None:
    answer = stranger.get(f"/?token={settings.token}", headers=PEOPLE)
    assert answer.status_code == 200
    given = answer.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(given.split("; "))
    assert settings.token not in given
    assert settings.token not in answer.text
    assert stranger.get("/api/about").status_code == 200  # It keeps the cookie.
    assert "<script" in stranger.get("/").text


def test_the_cookie_stays_good_after_a_restart_but_not_the_link(tmp_path: Path) -> None:
    first, second = Settings(tmp_path / "studio.db"), Settings(tmp_path / "studio.db")
    with TestClient(create_app(first), base_url="http://localhost") as client:
        client.get(f"/?token={first.token}")
        cookies = client.cookies
    with TestClient(create_app(second), base_url="http://localhost", cookies=cookies) as client:
        assert client.get("/api/about").status_code == 200
        client.cookies.clear()
        assert client.get(f"/?token={first.token}").status_code == 401


def test_two_studios_do_not_take_each_others_cookie(tmp_path: Path) -> None:
    one = Settings(tmp_path / "one.db")
    with TestClient(create_app(one), base_url="http://localhost") as client:
        client.get(f"/?token={one.token}")
        cookies = client.cookies
    other = create_app(Settings(tmp_path / "other.db"))
    with TestClient(other, base_url="http://localhost", cookies=cookies) as client:
        assert client.get("/api/about").status_code == 401


def test_a_body_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    """Both where bytes are asked for and where JSON is."""
    slow = Settings(tmp_path / "studio.db", limits=Limits(body_seconds=0.2))
    app = create_app(slow)
    for path in (b"/api/desks", b"/api/desks/new"):
        status, sentence = asyncio.run(_half_a_body(app, path, slow.token))
        assert (status, "0.2 seconds" in sentence) == (408, True)


async def _half_a_body(app: Any, path: bytes, token: str) -> tuple[int, str]:
    pieces = iter([{"type": "http.request", "body": b'{"ga', "more_body": True}])
    sent: list[Any] = []

    async def receive() -> Any:
        piece = next(pieces, None)
        if piece is None:
            await asyncio.sleep(30)
        return piece

    async def send(message: Any) -> None:
        sent.append(message)

    headers = {"host": "localhost", "content-type": "application/json",
               "authorization": f"Bearer {token}"}  # fmt: skip
    scope = {
        "type": "http",
        "method": "POST",
        "path": path.decode(),
        "raw_path": path,
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
        "asgi": {"version": "3.0"},
    }
    await asyncio.wait_for(app(scope, receive, send), 10)
    return sent[0]["status"], b"".join(part.get("body", b"") for part in sent[1:]).decode()


def test_what_fails_is_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(tmp_path / "studio.db")
    monkeypatch.setattr(Store, "recent", lambda _: 1 / 0)
    with visitor(settings) as client:
        answer = client.get("/api/desks")
    assert answer.status_code == 500
    assert answer.json()["error"].startswith("something went wrong")
    assert answer.headers["x-frame-options"] == "DENY"
