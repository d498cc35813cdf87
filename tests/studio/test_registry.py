"""The registry in the studio: search, pull, and push with a key that is kept here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from boardbytes.channel.keys import KeyRing
from boardbytes.library.registry.store import Registry
from boardbytes.studio.studio import Settings
from tests.library.registry.conftest import board, serving, submission
from tests.studio.conftest import Page, visitor


@pytest.fixture
def registry(tmp_path: Path) -> Registry:
    return Registry(str(tmp_path / "registry.db"), KeyRing(tmp_path / "registry-keys"))


@pytest.fixture
def page(registry: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    monkeypatch.setenv("BOARDBYTES_CACHE", str(tmp_path / "cache"))
    with serving(registry) as url:
        settings = Settings(tmp_path / "studio.db", tmp_path / "keys", registry=url)
        with visitor(settings) as client:
            yield Page(client)


def test_boards_are_found_and_pulled(page: Page, registry: Registry) -> None:
    registry.append([submission(board("Crossing the Rhône", "0A1Z9"))])
    found = page.get("/registry", search="rhone")
    assert found["url"].startswith("http://127.0.0.1:")
    assert [(each["code"], each["is_mine"]) for each in found["boards"]] == [("0A1Z9", False)]
    assert page.get("/registry")["boards"] == []
    view = page.post("/desks/registry/oaiz9", 201)
    assert view["tiles"]["footer"]["title"] == "Crossing the Rhône"
    assert "there is no board 00000" in page.post("/desks/registry/00000", 422)["error"]


def test_a_board_is_pushed_with_a_key_of_ones_own(page: Page, registry: Registry) -> None:
    desk = page.post("/desks/new", 201, game="tiles", width=4, length=4)["desk"]["id"]
    view = page.post("/registry", desk=desk, key="new")
    code = view["tiles"]["footer"]["code"]
    (mine,) = page.get("/keys")
    (line,) = page.get("/registry", search=code)["boards"]
    assert (line["key"], line["is_mine"]) == (mine["address"], True)
    assert registry.board(code)[0] == page.client.get(f"/api/desks/{desk}/file").content
    # Once more, as it is: it is there already.
    assert page.post("/registry", desk=desk, key=mine["address"])["tiles"]["footer"]["code"] == code
    assert len(registry.log()) == 1
    other = page.post("/keys", 201)["address"]
    refused = page.post("/registry", 422, desk=desk, key=other)
    assert f"{code} belongs to {mine['address']}" in refused["error"]
    stranger = "0x" + "11" * 20
    assert page.post("/registry", 422, desk=desk, key=stranger)["error"]
    game = page.post("/desks/new", 201, game="mill")["desk"]["id"]
    assert page.post("/registry", 422, desk=game, key="new")["error"]
    assert len(page.get("/keys")) == 2  # No key was made for what is no board.


def test_a_studio_without_a_registry_says_so(tmp_path: Path) -> None:
    with visitor(Settings(tmp_path / "studio.db", tmp_path / "keys")) as client:
        page = Page(client)
        assert page.get("/registry", search="isle") == {"url": None, "boards": []}
        assert "--registry URL" in page.post("/desks/registry/0A1Z9", 404)["error"]
