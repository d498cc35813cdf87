"""Trees and live desks as somebody who means ill would use them; `docs/trust.md` lists it."""

from __future__ import annotations

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from boardbytes.studio.events import MOST_NEWS, Events
from tests.studio.conftest import Page

GAME = b"(;GM[1]SZ[9];B[aa];W[bb](;B[cc];W[dd])(;B[ee];W[ff]))"
LIMIT = 20.0
"""Seconds that an answer may take at the most, whoever else uses the machine."""


def opened(page: Page, data: bytes = GAME) -> str:
    return f"/desks/{page.open(data, 'x.sgf')['desk']['id']}"


@pytest.mark.parametrize(
    "path",
    ["9" * 4000, "9" * 4001, "-1", "²", "../../x", "1.1.1.1", ".", "1..2", "1e3", "0." * 2000],
)
def test_no_path_leads_out_of_the_tree(page: Page, path: str) -> None:
    desk = opened(page)
    edit = {"edits": [{"edit": "comment", "path": path, "text": "x"}]}
    assert "error" in page.post(f"{desk}/tree", 422, **edit)
    assert "error" in page.post(f"{desk}/moves", 422, move="D4", path=path)
    answer = page.client.get(f"/api{desk}/at", params={"path": path})
    assert answer.status_code == 422


def test_zeros_before_a_number_say_nothing(page: Page) -> None:
    desk = opened(page)
    assert page.get(f"{desk}/at", path="0" * 30 + "2")["path"] == "2"


@pytest.mark.parametrize("second", ["comment", "promote", "remove", "mark"])
@pytest.mark.parametrize("path", ["2.1", "2.1.1"])
def test_what_was_removed_is_not_edited(page: Page, second: str, path: str) -> None:
    desk = opened(page)
    later = {"edit": second, "path": path, "text": "x", "point": "A1"}
    edits = [{"edit": "remove", "path": "2.1"}, later]
    said = page.post(f"{desk}/tree", 422, edits=edits)["error"]
    assert said == f"{path} is removed by an edit before this one"
    assert len(page.get(desk)["tree"]["nodes"]) == 7


@pytest.mark.slow
@pytest.mark.parametrize(
    "data",
    [
        b"(;GM[1]SZ[9]" + b"(;B[aa])" * 100_000 + b")",
        b"(;GM[1]SZ[9]" + b"(;B[aa]" * 3_000 + b")" * 3_001,
        b"(;GM[1]SZ[9]" + b";B[aa];W[]" * 50_000 + b")",
        b"(;GM[1]SZ[9];B[aa]C[" + b"x" * 3_000_000 + b"])",
    ],
    ids=["wide", "nested", "long", "one comment"],
)
def test_a_huge_tree_is_answered_or_refused(page: Page, data: bytes) -> None:
    begun = time.monotonic()
    answer = page.client.post("/api/desks", params={"name": "x.sgf"}, content=data)
    assert answer.status_code in (201, 422, 503), answer.text[:300]
    if answer.status_code == 201:
        desk = f"/api/desks/{answer.json()['desk']['id']}"
        for path in ("", "0.2500", "2500", "99999999"):
            seen = page.client.get(desk, params={"path": path})
            assert seen.status_code in (200, 422, 503), seen.text[:300]
            assert len(seen.content) < 8_000_000
        edits = [{"edit": "comment", "path": "1", "text": "x"}] * 500
        edited = page.client.post(f"{desk}/tree", json={"edits": edits})
        assert edited.status_code in (200, 422, 503), edited.text[:300]
    assert time.monotonic() - begun < 6 * LIMIT
    assert page.get(opened(page))["tree"]["whole"], "the next visitor is served"


def test_many_who_edit_from_an_old_page_lose_nothing_that_was_acknowledged(page: Page) -> None:
    """Everybody has seen the same revision; what was accepted stands there afterwards."""
    desk = opened(page)
    revision = page.get(desk)["desk"]["revision"]
    nodes = ["1", "2", "3", "4", "2.1", "2.1.1"]

    def write(number: int) -> tuple[str, str, int]:
        path, text = nodes[number % len(nodes)], f"by {number}"
        edits = [{"edit": "comment", "path": path, "text": text}]
        answer = page.client.post(
            f"/api{desk}/tree", params={"on": revision}, json={"edits": edits}
        )
        return path, text, answer.status_code

    with ThreadPoolExecutor(6) as pool:
        seen = list(pool.map(write, range(24)))
    assert {status for _, _, status in seen} <= {200, 409}
    accepted = [(path, text) for path, text, status in seen if status == 200]
    comments = {node["path"]: node.get("comment", "") for node in page.get(desk)["tree"]["nodes"]}
    # Only the first who touches a node has seen what it overwrites: there is one for each.
    assert sorted(path for path, _ in accepted) == sorted({path for path, _ in accepted})
    assert {path: comments[path] for path, _ in accepted} == dict(accepted)
    assert accepted


def test_a_flood_of_changes_fills_nobodys_memory() -> None:
    """Whoever does not read misses the oldest news, and sees the newest one."""

    async def flooded() -> tuple[int, bytes]:
        events = Events(2)

        async def revision() -> int:
            return 0

        stream = events.watch("desk", revision)
        await anext(stream)
        for number in range(50 * MOST_NEWS):
            events.tell("desk", number, None)
        await asyncio.sleep(0.05)
        news = [await anext(stream) for _ in range(MOST_NEWS)]
        (watcher,) = events._watchers["desk"]
        return watcher._news.qsize(), news[-1]

    left, last = asyncio.run(flooded())
    assert left == 0
    assert f'"revision": {50 * MOST_NEWS - 1}'.encode() in last
