"""The registry over HTTP: what it answers, what it refuses, and how much it takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from boardbytes.channel.signing import address_of
from boardbytes.formats.gbxx.layout import MAX_SIZE
from boardbytes.library.registry.head import parse_head
from boardbytes.library.registry.limits import Limits
from boardbytes.library.registry.line import (
    WITHDRAW,
    hash_of,
    parse_line,
    sign_statement,
    statement,
)
from boardbytes.library.registry.server import create_app
from boardbytes.library.registry.store import Registry
from tests.library.registry.conftest import ANN, BOB, PLENTY, board, submission


@pytest.fixture
def web(small: Registry) -> Iterator[TestClient]:
    with TestClient(create_app(small, PLENTY)) as client:
        yield client


def publish(
    web: TestClient, made: Any, key: bytes = ANN, changed: dict[str, str] | None = None
) -> Any:
    wanted = submission(made, key)
    headers = {"boardbytes-key": wanted.key, "boardbytes-signature": wanted.signature}
    return web.post("/boards", content=wanted.data, headers=headers | (changed or {}))


def test_a_board_is_published_and_found(web: TestClient) -> None:
    answer = publish(web, board())
    assert answer.status_code == 201
    line = parse_line(answer.content.rstrip(b"\n"))
    assert publish(web, board()).status_code == 200
    found = web.get("/boards/oaiz9")
    assert found.status_code == 200
    assert hash_of(found.content) == line.about.sha256 if line.about else ""
    assert found.headers["boardbytes-version"] == "1"
    assert found.headers["cache-control"] == "no-cache"
    again = web.get("/boards/0A1Z9", headers={"if-none-match": found.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    for path in (f"/files/{hash_of(found.content)}", "/boards/0A1Z9?version=1"):
        same = web.get(path)
        assert same.content == found.content
        assert same.headers["etag"] == found.headers["etag"]
        assert "immutable" in same.headers["cache-control"]
    assert parse_head(web.get("/head").content).entries == 1
    assert web.get("/log").content == answer.content
    assert web.get("/log?after=1").content == b""
    assert web.get("/search?words=isl").content == answer.content
    assert [len(code) for code in web.get("/codes/new?count=2").json()["codes"]] == [5, 5]


def test_what_is_refused(web: TestClient) -> None:
    publish(web, board())
    for answer, status, code in (
        (publish(web, board("Other", version=2), BOB), 409, "taken"),
        (publish(web, board("Older", version=0)), 409, "version"),
        (
            publish(web, board(version=2), ANN, {"boardbytes-key": address_of(BOB)}),
            403,
            "signature",
        ),
        (publish(web, board(version=2), ANN, {"boardbytes-key": "me"}), 403, "signature"),
        (publish(web, board(version=2), ANN, {"boardbytes-signature": "0x"}), 403, "signature"),
        (web.post("/boards", content=b"no board"), 403, "signature"),
        (web.post("/boards", content=bytes(MAX_SIZE + 1)), 413, "size"),
        (web.get("/boards/QQQQQ"), 404, "unknown"),
        (web.get("/files/QQQQQ"), 404, "unknown"),
        (web.post("/withdrawals", content=b"{"), 400, "request"),
        (web.post("/withdrawals", content=b"{}"), 400, "request"),
        (web.post("/withdrawals", content=b" " * 5000), 413, "size"),
    ):
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    headers = {"boardbytes-key": address_of(ANN), "boardbytes-signature": "0x"}
    assert web.post("/boards", content=b"GB", headers=headers).json()["code"] == "board"
    for path in ("/boards/TOOLONG", "/boards/0A1Z9?version=256", "/log?after=-1", "/log?after=x"):
        assert web.get(path).status_code == 422


def test_withdrawing(web: TestClient) -> None:
    publish(web, board())

    def withdraw(key: bytes) -> Any:
        signature = sign_statement(statement(WITHDRAW, "0A1Z9", 1), key)
        values = {"code": "0a1z9", "version": 1, "key": address_of(key), "signature": signature}
        return web.post("/withdrawals", content=json.dumps(values))

    assert withdraw(BOB).json()["code"] == "taken"
    assert withdraw(ANN).status_code == 201
    assert withdraw(ANN).status_code == 200
    gone = web.get("/boards/0A1Z9")
    assert (gone.status_code, gone.json()["code"]) == (410, "withdrawn")
    assert web.get("/boards/0A1Z9?version=1").status_code == 200


def test_a_key_publishes_so_much_a_minute(small: Registry) -> None:
    with TestClient(create_app(small, Limits(per_key=3, per_address=1000))) as web:
        for _ in range(5):  # Who cannot sign for a key cannot use up its rate.
            forged = publish(web, board(), BOB, {"boardbytes-key": address_of(ANN)})
            assert forged.status_code == 403
        codes = [publish(web, board(code=f"0000{n}")).status_code for n in range(5)]
        assert codes == [201, 201, 201, 429, 429]
        answer = publish(web, board(code="00009"))
        assert (answer.json()["code"], answer.headers["retry-after"]) == ("rate", "60")
        assert publish(web, board(code="00009"), BOB).status_code == 201


def test_an_address_publishes_so_much_a_minute(small: Registry) -> None:
    with TestClient(create_app(small, Limits(per_key=1000, per_address=3))) as web:
        codes = [publish(web, board(code=f"0000{n}")).status_code for n in range(4)]
        assert codes == [201, 201, 201, 429]
        assert web.get("/boards/00000").status_code == 200


@pytest.mark.parametrize("path", ["/log", "/search?words=isle", "/codes/new"])
def test_an_address_asks_so_much_a_minute(path: str, small: Registry) -> None:
    """What costs the registry work; boards and the head are free."""
    with TestClient(create_app(small, Limits(reads_per_address=3))) as web:
        publish(web, board())
        assert [web.get(path).status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = web.get(path)
        assert (answer.json()["code"], answer.headers["retry-after"]) == ("rate", "60")
        assert "this address asks too much" in answer.json()["message"]
        free = [web.get(each).status_code for each in ("/boards/0A1Z9", "/head")]
        assert free == [200, 200]


def test_strangers_do_not_hear_what_the_database_says(
    web: TestClient, small: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sqlalchemy import text

    with small._engine.begin() as connection:
        connection.execute(text("DROP TABLE registry_files"))
    for answer in (publish(web, board()), web.get(f"/files/{'0' * 64}")):
        assert (answer.status_code, answer.json()["code"]) == (503, "failed")
        assert "registry_files" not in answer.text
    assert web.get("/log").content == b""
