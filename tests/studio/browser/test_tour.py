"""A picture of every view: a result of the build, and the tour in the README.

BOARDBYTES_SCREENSHOTS=docs/tour python -m pytest -m slow tests/studio/browser/test_tour.py
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, expect

from tests.studio.browser.conftest import Visits
from tests.studio.browser.tiles import Tiles
from tests.studio.browser.visit import PHONE, Visit
from tests.studio.running import Running, running

ENDING = b"MFEN/1.0 mill24-state-v1 W..W..../..B..B../..B....W w m m 0,0 - 0 18 -"
"""Three stones each: whoever moves right wins."""
LARGEST = 200_000
"""Bytes that a picture may have."""


def show_open(visit: Visit) -> None:
    visit.start()
    visit.page.wait_for_load_state("networkidle")


def show_bytes(visit: Visit) -> None:
    """A byte that names a stone's place, and that place."""
    visit.example("endgame.dat")
    visit.byte(27).hover()
    expect(visit.page.locator(".overlay .lit")).to_have_count(1)


def show_board(visit: Visit) -> None:
    """A mill is being closed: which stone shall go?"""
    visit.example("endgame.dat")
    visit.click("d7", "g7")
    expect(visit.page.locator(".overlay .take").first).to_be_visible()


def show_findings(visit: Visit) -> None:
    visit.example("damaged.dat", "findings")
    visit.page.get_by_role("button", name="Repair…").click()
    expect(visit.page.get_by_role("button", name="Apply")).to_be_visible()


def show_record(visit: Visit) -> None:
    visit.example("game.sgf", "record")
    visit.page.locator("#ply").fill("29")
    expect(visit.page.locator("#record-where")).to_contain_text("move 29")
    visit.page.locator("#ply").blur()


def show_players(visit: Visit) -> None:
    visit.lay(ENDING, "three each.mfen", "analysis")
    visit.page.get_by_label("Analyse this position").check()
    expect(visit.page.locator("#values li").first).to_be_visible(timeout=120_000)
    visit.hover("g4")
    expect(visit.page.locator(".overlay .value").first).to_be_visible()


def show_tiles(visit: Visit) -> None:
    visit.example("island.gb16", "tiles")
    visit.page.get_by_role("radio", name="Circle").check(force=True)
    Tiles(visit).hover(8, 5)
    expect(visit.page.locator("#tile-words")).to_contain_text("height")


def show_channel(visit: Visit) -> None:
    visit.go(visit.post("/desks/channel", {}), "channel")
    for count, points in enumerate((["11", "15"], ["22", "18"], ["15", "22"], ["25", "18"]), 2):
        visit.click(*points)
        expect(visit.page.locator("#lines li")).to_have_count(count)
    visit.page.mouse.move(0, 0)


def show_save(visit: Visit) -> None:
    visit.example("opening.json", "save")
    expect(visit.page.locator("#formats .lost").first).to_be_visible()


VIEWS: dict[str, tuple[Callable[[Visit], None], dict[str, Any]]] = {
    "open": (show_open, {}),
    "board": (show_board, {}),
    "bytes": (show_bytes, {}),
    "findings": (show_findings, {}),
    "record": (show_record, {}),
    "players": (show_players, {}),
    "tiles": (show_tiles, {}),
    "channel": (show_channel, {}),
    "save": (show_save, {}),
    "dark": (show_record, {"color_scheme": "dark"}),
    "phone": (show_board, {"viewport": PHONE}),
}


@pytest.fixture(scope="module")
def fresh(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A studio nobody has used yet."""
    with running(tmp_path_factory.mktemp("tour")) as started:
        yield started


@pytest.mark.slow
@pytest.mark.parametrize("name", VIEWS)
def test_a_picture_of(visits: Visits, fresh: Running, screenshots: Path, name: str) -> None:
    show, settings = VIEWS[name]
    visit = visits(fresh, **settings)
    show(visit)
    visit.page.wait_for_timeout(300)
    visit.page.evaluate("scrollTo(0, 0)")
    picture = smaller(visit.page.screenshot())
    (screenshots / f"{name}.png").write_bytes(picture)
    assert len(picture) < LARGEST


def smaller(png: bytes) -> bytes:
    """The same picture with 256 colours."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    few = image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()
