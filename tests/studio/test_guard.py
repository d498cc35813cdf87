"""Who may ask, how much, and what a browser may do with the answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boardbytes.studio.guard import HEADERS
from boardbytes.studio.limits import Limits
from tests.studio.conftest import Page

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
    assert "4,194,304" in refused.json()["error"]


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
