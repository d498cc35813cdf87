"""What people with bad intentions send: all of it inert."""

from __future__ import annotations

import gzip
import io
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import boardbytes as bb
from boardbytes.games.tiles import blank
from boardbytes.games.tiles.editing import set_footer
from boardbytes.studio import changes
from boardbytes.studio.limits import Allowance, Limits
from boardbytes.studio.states import State
from boardbytes.studio.workshop import TooMuch, Workshop
from tests.studio.conftest import Page

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
    assert "<script" not in desk["board"]["svg"]
    assert "onload" not in desk["board"]["svg"]
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


def test_what_takes_too_long_is_given_up() -> None:
    """A worker that does not answer in time is ended, and the next file is read as ever."""
    with workshop(Allowance(0.5)) as single:
        read(single, FINE, "x.sgf")
        slow = State("dgf-game", b"moves = [" + b"1, " * 1_300_000 + b"]")
        with pytest.raises(TooMuch, match=r"0\.5 seconds"):
            read(single, slow, "x.dgf")
        assert read(single, FINE, "x.sgf") == "sgf"


def test_what_takes_too_much_memory_is_given_up() -> None:
    with workshop(Allowance(60, memory=250 * 1024**2)) as single:
        large = State("sgf", b"(;SZ[19]" + b";B[aa];W[]" * 400_000 + b")")
        with pytest.raises(TooMuch, match="memory"):
            read(single, large, "x.sgf")
        assert read(single, FINE, "x.sgf") == "sgf"
