"""What people with bad intentions send: all of it inert."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.games.tiles import blank
from boardbytes.games.tiles.editing import set_footer
from boardbytes.studio import changes, windows
from boardbytes.studio.limits import Allowance, Limits
from boardbytes.studio.states import State
from boardbytes.studio.store import Desk
from boardbytes.studio.workshop import Busy, TooMuch, Workshop
from tests.studio.conftest import Page
from tests.studio.running import running
from tests.studio.seen import moves_of

SCRIPT = "<script>alert(1)</script>"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../server.py",
        "/static/%2e%2e/server.py",
        "/static/..%2f..%2f..%2fetc/passwd",
        "/static//etc/passwd",
        "/static/../../../../etc/passwd",
        "/static/index.html%00.js",
        "/api/examples/..%2f..%2fserver.py.svg",
        "/api/examples/%2e%2e%2fserver.svg",
    ],
)
def test_no_path_reaches_the_file_system(page: Page, path: str) -> None:
    answer = page.client.get(path)
    assert answer.status_code in (404, 422)
    assert "root:" not in answer.text
    assert "import" not in answer.text


@pytest.mark.parametrize("name", ["../../evil.dat", "/etc/passwd", "C:\\x\\y", "a\r\nset-cookie: x",
                                  "\0", "", SCRIPT, "x" * 1000, "\u202egnp.exe"])  # fmt: skip
def test_names_of_files_are_only_words(page: Page, name: str) -> None:
    desk = page.open(b"MFEN/1.0", name)
    assert len(desk["desk"]["name"]) <= Limits().name
    saved = page.client.get(f"/api/desks/{desk['desk']['id']}/file")
    disposition = saved.headers["content-disposition"]
    assert "set-cookie" not in saved.headers
    assert not set("/\\<>\r\n\0") & set(disposition)


def nested(depth: int) -> bytes:
    """An archive in an archive in an archive …"""
    data = bytes(1_000_000)
    for level in range(depth):
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(f"level{level}.zip", data)
        data = packed.getvalue()
    return data


@pytest.mark.parametrize(
    "data",
    [
        nested(1),
        nested(20),
        gzip.compress(bytes(3_000_000)),
        b"\x1f\x8b" + bytes(100),
        zlib.compress(bytes(10_000_000)),
    ],
    ids=["zip", "nested zip", "gzip", "broken gzip", "zlib"],
)
def test_archives_are_bytes_like_others(page: Page, data: bytes) -> None:
    desk = page.open(data, "archive.zip")
    assert desk["format"] is None
    assert desk["size"] == len(data)


def tmx(data: str, encoding: str = ' encoding="base64" compression="zlib"') -> bytes:
    return (
        f'<map version="1.10" orientation="orthogonal" width="255" height="255" tilewidth="1"'
        f' tileheight="1"><layer id="1" name="tiles" width="255" height="255"><data{encoding}>'
        f"{data}</data></layer></map>"
    ).encode()


def test_a_bomb_in_a_map(page: Page) -> None:
    """A small file must not become a large one."""
    import base64

    bomb = base64.b64encode(zlib.compress(bytes(50_000_000), 9)).decode()
    desk = page.open(tmx(bomb), "bomb.tmx")
    assert any(each["severity"] == "error" for each in desk["findings"])


def test_a_map_that_calls_itself(page: Page) -> None:
    lol = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10 if n else "lol"}">' for n in range(10))
    data = f"<?xml version='1.0'?><!DOCTYPE map [{lol}]><map>&l9;</map>".encode()
    desk = page.open(data, "lol.tmx")
    assert any(each["severity"] == "error" for each in desk["findings"])
    entity = b"<!DOCTYPE map [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><map>&x;</map>"
    assert "root:" not in page.client.post("/api/desks?name=x.tmx", content=entity).text


def test_script_in_a_title_is_text(page: Page) -> None:
    board = set_footer(blank(3, 3), title=SCRIPT, author='"><img src=x onerror=alert(1)>')
    desk = page.open(bb.dumps(board, "gbxx"), "x.gb08")
    assert desk["tiles"]["footer"]["title"] == SCRIPT
    svg = page.client.get(f"/api/desks/{desk['desk']['id']}/picture.svg").text
    assert "<script" not in svg
    assert "<img" not in svg
    listed = page.client.get("/api/desks")
    assert listed.headers["content-type"] == "application/json"


def test_script_in_names_and_comments_of_a_game_is_text(page: Page) -> None:
    game = f"(;SZ[9]PB[{SCRIPT}]C[{SCRIPT}]GN[<svg onload=alert(1)>];B[ee]C[{SCRIPT}])".encode()
    desk = page.open(game, f"{SCRIPT}.sgf")
    assert desk["board"]
    assert "<script" not in desk["board"]["ground"]["svg"]
    assert "onload" not in desk["board"]["ground"]["svg"]
    assert page.client.get(f"/api/desks/{desk['desk']['id']}").headers["x-content-type-options"]


FINE = State(None, b"(;SZ[9];B[ee])")


@contextmanager
def workshop(allowed: Allowance) -> Iterator[Workshop]:
    workshop = Workshop(allowed, workers=1)
    try:
        yield workshop
    finally:
        workshop.close()


def read(workshop: Workshop, state: State, name: str) -> str | None:
    return workshop.call(state, changes.identified, state, name).format


def test_nothing_is_worked_out_where_the_page_is_served(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading, explaining, drawing, valuing, converting and playing: workers do it, within limits.

    Here, everything that they would use is broken.
    """

    def broken(*_: object, **__: object) -> None:
        raise AssertionError("in the process that serves the page")

    for place in (
        "boardbytes.studio.states.read",
        "boardbytes.studio.worker.read",
        "boardbytes.studio.views.draw",
        "boardbytes.studio.views.here",
        "boardbytes.studio.windows.spans_between",
        "boardbytes.studio.saving.dumps",
        "boardbytes.studio.changes.state_of",
        "boardbytes.studio.changes.repair_bytes",
        "boardbytes.studio.thinking.game_on",
        "boardbytes.solving.analysing.analyses",
    ):
        monkeypatch.setattr(place, broken)
    endgame = f"/desks/{page.example('endgame.dat')['desk']['id']}"
    game = f"/desks/{page.example('game.sgf')['desk']['id']}"
    damaged = f"/desks/{page.example('damaged.dat')['desk']['id']}"
    island = f"/desks/{page.example('island.gb16')['desk']['id']}"
    for desk in (endgame, game, island):
        page.get(desk)
        assert page.get(f"{desk}/bytes")["spans"]
        assert page.get(f"{desk}/formats")
        assert page.client.get(f"/api{desk}/file?format=json").status_code == 200
        assert page.client.get(f"/api{desk}/picture.png").content.startswith(b"\x89PNG")
    assert page.get(f"{endgame}/where", point="d7")["ranges"]
    assert page.get(f"{damaged}/repair")["changes"]
    told = page.client.get(f"/api{endgame}/analysis", params={"seconds": 0.2}).text
    assert "event: end" in told
    assert page.get(f"{game}/count", dead="")["says"]
    assert moves_of(page.post(f"{endgame}/reply", player="random"))
    assert page.post(f"{game}/format", format="json")["format"]["name"] == "json"
    page.post(f"{island}/tiles", edit="shift", up=1, around=True)


@pytest.mark.measures
@pytest.mark.slow
def test_explaining_leaves_nothing_behind(tmp_path: Path) -> None:
    """Large files that explain to many times their size: the server itself stays as it was."""
    with running(tmp_path) as studio:
        studio.client.post("/api/desks", content=b"MFEN/1.0")
        before = studio.memory
        for number in range(3):
            data = bytes([number]) * 1024 * 1024
            opened = studio.client.post("/api/desks?format=dgf-record", content=data)
            desk = opened.json()["desk"]["id"]
            assert studio.client.get(f"/api/desks/{desk}/bytes").status_code in (200, 422)
        assert studio.memory < before + 32 * 1024 * 1024


@pytest.mark.slow
def test_what_others_left_in_a_worker_is_not_held_against_a_file() -> None:
    """It has memory for one large file, and three come after each other."""
    with workshop(Allowance(60, memory=400 * 1024**2)) as single:
        for number in range(3):
            large = State("dgf-record", bytes([number]) * 1024 * 1024)
            desk = Desk("id", "name", 1, large, can_undo=False, can_redo=False)
            assert single.call(large, windows.window, desk, 0, 100)


def test_an_answer_has_a_limit() -> None:
    with workshop(Allowance(60, answer=1000)) as single:
        large = State("mfen", bytes(2000))
        with pytest.raises(TooMuch, match="more to show"):
            read(single, large, "x")


def test_nobody_waits_for_ever() -> None:
    with workshop(Allowance(60, patience=0.1)) as single:
        worker = single._take(0)
        try:
            with pytest.raises(Busy):
                read(single, FINE, "x.sgf")
        finally:
            single._give_back(worker)
        assert read(single, FINE, "x.sgf") == "sgf"


def test_what_takes_too_long_is_given_up() -> None:
    """A worker that does not answer in time is ended, and the next file is read as ever."""
    with workshop(Allowance(0.5)) as single:
        read(single, FINE, "x.sgf")
        slow = State("dgf-game", b"moves = [" + b"1, " * 1_300_000 + b"]")
        with pytest.raises(TooMuch, match=r"0\.5 seconds"):
            read(single, slow, "x.dgf")
        assert read(single, FINE, "x.sgf") == "sgf"


@pytest.mark.slow
def test_what_takes_too_much_memory_is_given_up() -> None:
    with workshop(Allowance(60, memory=250 * 1024**2)) as single:
        large = State("json", b'{"boardbytes": 2, "x": [' + b"{}, " * 3_000_000 + b"{}]}")
        with pytest.raises(TooMuch, match="memory"):
            read(single, large, "x.sgf")
        assert read(single, FINE, "x.sgf") == "sgf"


@pytest.mark.parametrize(
    "body", [b"[" * 1_000_000, b'{"a":' * 200_000, b'{"game":"mill","size":NaN}']
)
def test_a_body_that_nobody_should_read(page: Page, body: bytes) -> None:
    """Also once a signed game was opened, which lets Python nest deeper than its stack is."""
    page.post("/desks/channel", 201)
    headers = {"content-type": "application/json"}
    answer = page.client.post("/api/desks/new", content=body, headers=headers)
    assert answer.status_code == 422
    assert "deep" in answer.text or "NaN" in answer.text


def test_a_deep_transcript_is_refused(page: Page) -> None:
    deep = b'{"boardbytes-channel":' + b"[" * 90_000
    answer = page.client.post("/api/desks?name=x.channel", content=deep)
    assert answer.status_code in (201, 422)
    desk = page.post("/desks/channel", 201)["desk"]["id"]
    lines = page.client.post(f"/api/desks/{desk}/lines", json={"text": "[" * 90_000})
    assert lines.status_code == 422
