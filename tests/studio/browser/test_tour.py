"""Every view in light, dark and on a phone: a result of the build, and the tour in the README.

BOARDBYTES_SCREENSHOTS=docs/tour python -m pytest -m slow tests/studio/browser/test_tour.py
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Browser, ViewportSize, expect

from tests.studio.browser.conftest import Visits
from tests.studio.browser.tiles import Tiles
from tests.studio.browser.visit import DESKTOP, PHONE, Visit
from tests.studio.running import Running, running

ENDING = b"MFEN/1.0 mill24-state-v1 W..W..../..B..B../..B....W w m m 0,0 - 0 18 -"
"""Three stones each: whoever moves right wins."""
LARGEST = 100_000
"""Bytes that a picture may have."""
ANNOTATED = b"""(;GM[1]FF[4]SZ[13]PB[Ann]PW[Bob]BR[2d]WR[3d]KM[6.5]
EV[Club evening]C[Ann opens on the right.]
;B[jd];W[dj];B[jj];W[dd](;B[jg]TR[jg]LB[jd:A][jj:B]AR[jg:dg]
C[Black takes the whole right side. Is white's answer on the left good enough?]
;W[dg];B[gd];W[gj](;B[gg]C[The middle.];W[ci];B[ch])(;B[hk]C[Solid, but slow.];W[gk]))
(;B[cg]C[An invasion at once.];W[ce];B[ci];W[di]))"""
COUNTED = b"""(;GM[1]FF[4]SZ[9]RU[Chinese]KM[6.5]
;B[da];W[ea];B[db];W[eb];B[dc];W[ec];B[dd];W[ed];B[de]
;W[ee];B[df];W[ef];B[dg];W[eg];B[dh];W[eh];B[di];W[ei];B[];W[bg];B[];W[])"""


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


def show_tree(visit: Visit) -> None:
    """A comment, marks, an arrow, and variations as a tree."""
    visit.lay(ANNOTATED, "club evening.sgf", "record")
    visit.page.get_by_label("As a tree").check()
    visit.page.locator("#tree-view [data-path='5']").click()
    expect(visit.page.locator(".overlay .note.triangle")).to_have_count(1)


def show_play(visit: Visit) -> None:
    """A game of mill against the computer."""
    black = {"player": "search", "options": {"level": 2}}
    visit.new(game="mill", seats={"sides": {"black": black}, "clock": {"main": 600}})
    for count in (2, 4, 6):
        script = "all => all.map(each => each.dataset.spot)"
        taken = visit.page.locator(".picture use").evaluate_all(script)
        visit.click(next(point for point in ("d6", "f4", "b4", "d2", "e3") if point not in taken))
        visit.until(lambda count=count: len(visit.look()["tree"]["nodes"]) > count, "no answer", 60)  # type: ignore[misc]
        expect(visit.status).to_have_text("white to move")


def show_analysis(visit: Visit) -> None:
    """What the best moves are, with arrows and a bar."""
    visit.lay(b"W:WK25,K9,21,22:BK4,5,12", "kings.fen", "analysis")
    visit.page.get_by_label("Analyse this position").check()
    expect(visit.page.locator(".overlay .arrow.best").first).to_be_visible(timeout=120_000)


def show_players(visit: Visit) -> None:
    visit.lay(ENDING, "three each.mfen", "analysis")
    visit.page.get_by_label("Analyse this position").check()
    expect(visit.page.locator("#values li").first).to_be_visible(timeout=120_000)
    visit.hover("g4")
    expect(visit.page.locator(".overlay .value").first).to_be_visible()


def show_counting(visit: Visit) -> None:
    """Points are shaded, and a stone looks dead."""
    visit.lay(COUNTED, "counted.sgf", "players")
    visit.page.locator("#count").click()
    expect(visit.page.locator(".overlay .note.cross")).to_have_count(1, timeout=120_000)


def show_text(visit: Visit) -> None:
    visit.lay(ANNOTATED, "club evening.sgf", "bytes")
    expect(visit.page.locator("#draft")).not_to_have_value("")


def show_library(visit: Visit) -> None:
    """A published board is found by words."""
    visit.example("island.gb16", "tiles")
    visit.page.get_by_role("button", name="Publish this board").click()
    expect(visit.page.get_by_text("Published with the code")).to_be_visible()
    visit.start()
    search = visit.page.get_by_label("Search the published tile boards")
    search.fill("island")
    expect(visit.page.locator("#library-list li button").first).to_be_visible()


def show_settings(visit: Visit) -> None:
    show_record(visit)
    visit.page.get_by_role("button", name="Board settings").click()
    expect(visit.page.locator("#board-menu")).to_be_visible()


def show_keys(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.page.keyboard.press("?")
    expect(visit.page.get_by_role("dialog", name="Keys")).to_be_visible()


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


VIEWS: dict[str, Callable[[Visit], None]] = {
    "open": show_open,
    "library": show_library,
    "board": show_board,
    "play": show_play,
    "record": show_record,
    "tree": show_tree,
    "analysis": show_analysis,
    "players": show_players,
    "counting": show_counting,
    "bytes": show_bytes,
    "text": show_text,
    "findings": show_findings,
    "tiles": show_tiles,
    "channel": show_channel,
    "save": show_save,
    "settings": show_settings,
    "keys": show_keys,
}
BELOW = {"library": "#library-list"}
"""What is further down on its page."""
PAINTED = """() => new Promise((done) => {
  let left = 10;
  const tick = () => (left -= 1) > 0 ? requestAnimationFrame(tick) : done();
  tick();
})"""
LOOKS: dict[str, tuple[str, ViewportSize]] = {
    "": ("light", DESKTOP),
    "-dark": ("dark", DESKTOP),
    "-phone": ("light", PHONE),
}
"""The end of a picture's name, the colours, the screen."""


@pytest.fixture(scope="module")
def fresh(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A studio nobody has used yet."""
    with running(tmp_path_factory.mktemp("tour")) as started:
        yield started


@pytest.mark.slow
@pytest.mark.parametrize("name", VIEWS)
def test_pictures_of(visits: Visits, fresh: Running, screenshots: Path, name: str) -> None:
    visit = visits(fresh)
    VIEWS[name](visit)
    for end, (colours, size) in LOOKS.items():
        visit.page.emulate_media(color_scheme=colours)  # type: ignore[arg-type]
        visit.page.set_viewport_size(size)
        visit.page.wait_for_timeout(400)
        # Pictures in other colours are on their way.
        expect(visit.page.locator("html[data-waiting]")).to_have_count(0)
        visit.page.evaluate(PAINTED)  # A busy machine paints late.
        visit.page.evaluate("scrollTo(0, 0)")
        if name in BELOW:
            visit.page.locator(BELOW[name]).evaluate("e => e.scrollIntoView({ block: 'center' })")
        picture = smaller(visit.page.screenshot())
        (screenshots / f"{name}{end}.png").write_bytes(picture)
        assert len(picture) < LARGEST


def smaller(png: bytes) -> bytes:
    """The same picture with 256 colours."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    few = image.quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()
