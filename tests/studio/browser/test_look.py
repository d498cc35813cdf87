"""The look of a desk: the board first, players, marks, themes, sounds, phones, keys, messages."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import ViewportSize, expect

import boardbytes as bb
from boardbytes.drawing.themes import THEMES
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import PHONE, Visit

pytestmark = pytest.mark.slow

WIDE = ViewportSize(width=1440, height=900)
LYING = ViewportSize(width=844, height=390)
LARGE = b"(;GM[1]FF[4]SZ[19];B[dd];W[pp];B[pd])"
TAKING = b"(;GM[1]FF[4]SZ[9];B[ba];W[aa])"
NOTED = (
    b"(;GM[1]FF[4]SZ[9]PB[Ada]PW[Bob]BR[3d];B[cc]TR[cc]SQ[dd]CR[ee]MA[ff]LB[gg:A]"
    b"AR[cc:gc]LN[aa:bb]TB[ia]TW[ii])"
)
Box = dict[str, float]


def box(visit: Visit, selector: str) -> Box:
    found = visit.page.locator(selector).first.bounding_box()
    assert found, f"{selector} is not in sight"
    return {side: found[side] for side in ("x", "y", "width", "height")}


def letters(visit: Visit, role: str = "label") -> float:
    """How high the coordinates are on the screen, in pixels."""
    script = """texts => Math.min(...texts.map(text =>
      parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d))"""
    found: float = visit.page.locator(f".ground .{role} text").evaluate_all(script)
    return abs(found)


def test_the_board_fills_its_column(visits: Visits) -> None:
    """The grid had 548 pixels of a 19 × 19 board, and coordinates 7.9."""
    visit = visits(viewport=WIDE)
    visit.lay(LARGE, "large.sgf", "record")
    frame = box(visit, ".board-frame")
    column = box(visit, ".board-side")
    assert frame["height"] > 0.8 * column["height"]
    assert frame["width"] * 18 / 20.625 > 590
    assert letters(visit) > 12.5
    expect(visit.page.locator(".ground .label text")).to_have_count(4 * 19)


def test_coordinates_can_be_read_on_a_phone(visits: Visits) -> None:
    """They were 4.4 pixels high."""
    visit = visits(viewport=PHONE, has_touch=True, is_mobile=True)
    visit.lay(LARGE, "large.sgf", "record")
    assert letters(visit) > 9.5


def test_the_board_never_changes_its_size(visit: Visit) -> None:
    """Fault 9. Not when a note appears, a mill is closed, or bytes break."""
    visit.example("endgame.dat")
    whole = box(visit, ".board-frame")
    visit.click("d7", "g7")
    assert box(visit, ".board-frame") == whole
    visit.click("a1")
    expect(visit.status).to_have_text("black to move")
    expect(visit.page.locator(".desk-note")).to_be_visible()
    assert box(visit, ".board-frame") == whole
    visit.byte(0).click()
    visit.page.keyboard.type("ff")
    expect(visit.page.locator(".no-board")).to_be_visible()
    assert box(visit, ".board-frame") == whole


def test_flip(visit: Visit) -> None:
    visit.example("endgame.dat")
    sides = "bars => bars.map(bar => bar.dataset.side)"
    bars = visit.page.locator(".player-bar")
    assert bars.evaluate_all(sides) == ["black", "white"]
    place = visit.page.locator('.pieces use[data-spot="d7"]')
    before = place.get_attribute("y")
    visit.page.get_by_role("button", name="Flip the board").click()
    assert bars.evaluate_all(sides) == ["white", "black"]
    assert place.get_attribute("y") != before
    # What was at the top is at the bottom now, and is played from there.
    frame = box(visit, ".board-frame")
    x, y = visit.place("d7")
    middle_x, middle_y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    visit.page.mouse.click(2 * middle_x - x, 2 * middle_y - y)
    expect(visit.page.locator('.overlay .chosen[data-spot="d7"]')).to_have_count(1)
    visit.page.keyboard.press("Escape")
    visit.page.keyboard.press("f")
    assert bars.evaluate_all(sides) == ["black", "white"]


@pytest.mark.parametrize("light", ["light", "dark"])
def test_wood_and_plain(visits: Visits, light: str) -> None:
    visit = visits(color_scheme=light)
    visit.example("game.sgf")
    ground = visit.page.locator(".ground > rect").first
    wood = THEMES["wood" if light == "light" else "wood-dark"]
    expect(ground).to_have_attribute("fill", wood.styles["board"].fill)
    visit.page.get_by_role("button", name="Board settings").click()
    visit.page.get_by_role("radio", name="Plain").check()
    expect(ground).to_have_attribute("fill", THEMES[light].styles["board"].fill)
    visit.page.reload()
    expect(ground).to_have_attribute("fill", THEMES[light].styles["board"].fill)


def test_sounds_can_be_turned_off(visit: Visit) -> None:
    visit.new(game="mill")
    sounded = "document.documentElement.dataset.sounded ?? null"
    visit.click("a7")
    expect(visit.status).to_have_text("black to move")
    assert visit.page.evaluate(sounded) == "move"
    visit.page.get_by_role("button", name="Board settings").click()
    visit.page.get_by_role("switch", name="Sounds").uncheck()
    visit.page.reload()
    expect(visit.page.locator(".pieces use")).to_have_count(1)
    visit.page.keyboard.press("Escape")
    visit.click("g7")
    expect(visit.status).to_have_text("white to move")
    assert visit.page.evaluate(sounded) is None


def test_captured_stones_and_hands_are_beside_the_names(visit: Visit) -> None:
    visit.lay(TAKING, "taking.sgf")
    visit.click("A8")
    black = visit.page.locator('.player-bar[data-side="black"]')
    expect(black.get_by_label("1 captured")).to_be_visible()
    visit.new(game="mill")
    white = visit.page.locator('.player-bar[data-side="white"]')
    expect(white.get_by_label("9 in hand")).to_be_visible()
    visit.click("a7")
    expect(white.get_by_label("8 in hand")).to_be_visible()


def test_the_turn_is_said_once(visit: Visit) -> None:
    visit.lay(NOTED, "noted.sgf", "record")
    expect(visit.page.get_by_text("to move", exact=False).filter(visible=True)).to_have_count(1)
    white = visit.page.locator('.player-bar[data-side="white"]')
    expect(white).to_contain_text("Bob")
    expect(white).to_contain_text("to move")
    expect(visit.page.locator('.player-bar[data-side="black"]')).to_contain_text("3d")


def test_a_closed_mill_stays_in_sight(visit: Visit) -> None:
    """The new stone vanished, and the status still said that white was to move."""
    visit.example("endgame.dat")
    visit.click("d7", "g7")
    expect(visit.page.locator('.overlay .ghost.placed[data-spot="g7"]')).to_be_visible()
    expect(visit.status).to_have_text("white to take a stone")
    expect(visit.page.locator(".point-words")).to_have_text(
        "A mill: take one of the 6 ringed stones"
    )
    expect(visit.page.locator("#said")).to_have_text(re.compile("A mill: take a1, .* or "))
    visit.page.keyboard.press("Escape")
    expect(visit.status).to_have_text("white to move")


def test_marks_labels_arrows_and_areas_are_drawn(visit: Visit) -> None:
    visit.lay(NOTED, "noted.sgf", "record")
    for kind in ("triangle", "square", "circle", "cross"):
        expect(visit.page.locator(f".overlay .note.{kind}")).to_have_count(1)
    expect(visit.page.locator(".overlay .note.triangle.on-black")).to_have_count(1)
    expect(visit.page.locator(".overlay .note-label")).to_have_text("A")
    expect(visit.page.locator(".overlay .arrow")).to_have_count(2)
    for side in ("black", "white"):
        expect(visit.page.locator(f".under .shade.{side}")).to_have_count(1)


def test_board_and_moves_are_in_sight_together(visits: Visits) -> None:
    """The page was 3,682 pixels high, and on a phone that lies never both were seen."""
    for size in (PHONE, LYING):
        visit = visits(viewport=size, has_touch=True, is_mobile=True)
        visit.example("game.sgf", "record")
        expect(visit.page.locator(".board-frame")).to_be_visible()
        for selector in (
            ".board-frame",
            ".player-bar",
            "#panel-record",
            "[aria-label='Next move']",
        ):
            seen = box(visit, selector)
            assert seen["x"] >= 0
            assert seen["y"] >= 0
            assert seen["x"] + min(seen["width"], 40) <= size["width"]
            assert seen["y"] + min(seen["height"], 40) <= size["height"]
        moves = visit.page.locator("#moves")
        moves.scroll_into_view_if_needed()
        assert box(visit, "#moves")["y"] < box(visit, ".header-card")["y"], "moves come first"
        frame = box(visit, ".board-frame")
        assert min(frame["width"], frame["height"]) > 0.8 * min(size["width"], size["height"])
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_brushes_and_tiles_are_in_sight_together(visits: Visits) -> None:
    """On a phone the brushes lay far below the board."""
    visit = visits(viewport=PHONE, has_touch=True, is_mobile=True)
    visit.example("island.gb16", "tiles")
    for selector in (".tile-stage", ".tool", ".palette-swatch:last-child"):
        seen = box(visit, selector)
        assert seen["y"] >= 0
        assert seen["y"] + seen["height"] <= PHONE["height"], selector
    visit.page.get_by_role("radio", name="Line").tap()
    expect(visit.page.get_by_role("radio", name="Line")).to_be_checked()


def test_a_mark_keeps_the_middle_of_the_last_move(visit: Visit) -> None:
    visit.lay(b"(;GM[1]FF[4]SZ[9];B[cc];W[dd]TR[dd])", "marked.sgf", "record")
    script = "e => e.getBBox().width"
    mark = visit.page.locator(".overlay .note.triangle").evaluate(script)
    assert visit.page.locator(".overlay .last").evaluate(script) > 1.4 * mark


@pytest.mark.parametrize("size", [9, 19])
def test_two_taps_make_a_move_on_every_board(visits: Visits, size: int) -> None:
    visit = visits(viewport=PHONE, has_touch=True, is_mobile=True)
    visit.new(game="go", size=size)
    expect(visit.page.locator(".point-words")).to_contain_text("The first tap shows a move")
    place = visit.place("C3")
    visit.page.touchscreen.tap(*place)
    expect(visit.page.locator(".overlay .ghost")).to_have_count(1)
    expect(visit.status).to_have_text("black to move")
    visit.page.touchscreen.tap(*place)
    expect(visit.status).to_have_text("white to move")
    assert visit.pieces() == {"C3": "black stone"}


def test_the_settings_are_found_when_the_phone_is_turned(visits: Visits) -> None:
    visit = visits(viewport=LYING)
    visit.example("game.sgf", "record")
    visit.page.get_by_role("button", name="Board settings").click()
    expect(visit.page.locator("#board-menu")).to_be_visible()
    visit.page.set_viewport_size(PHONE)
    visit.until(
        lambda: sum(box(visit, "#board-menu")[side] for side in ("x", "width")) <= PHONE["width"],
        "it is out of sight",
    )


def test_a_long_name_leaves_room_for_the_turn(visit: Visit) -> None:
    """Addresses of a signed game left room for "to"."""
    visit.go(visit.post("/desks/channel", {}), "channel")
    expect(visit.status).to_have_text("red to move")
    turn = visit.page.locator(".player-bar.to-move .player-turn")
    assert turn.evaluate("e => e.scrollWidth <= e.clientWidth")
    visit.page.set_viewport_size(PHONE)
    field = box(visit, "#relay-url")
    assert field["x"] + field["width"] <= PHONE["width"]


def test_a_sheet_of_keys(visit: Visit) -> None:
    visit.example("endgame.dat")
    sheet = visit.page.get_by_role("dialog", name="Keys")
    visit.page.keyboard.press("?")
    expect(sheet).to_be_visible()
    visit.page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    visit.page.locator("#move").focus()
    visit.page.keyboard.type("?")
    expect(sheet).to_be_hidden()


def test_messages_go_and_hide_no_tab(visits: Visits) -> None:
    visit = visits()
    visit.page.clock.install()
    visit.example("endgame.dat")
    with visit.refused("d7-d5"):
        visit.page.locator("#move").fill("d7-d5")
        visit.page.keyboard.press("Enter")
    message, tabs = box(visit, ".message"), box(visit, "[role=tablist]")
    assert message["y"] > tabs["y"] + tabs["height"]
    visit.page.mouse.move(1, 1)
    visit.page.clock.run_for(16_000)
    expect(visit.page.locator(".message")).to_have_count(0)


def test_pictures_to_take_along(visit: Visit) -> None:
    visit.example("game.sgf", "record")
    visit.page.get_by_role("button", name="Board settings").click()
    menu = visit.page.locator("#board-menu")
    with visit.page.expect_download() as waiting:
        menu.get_by_role("link", name="Download animation").click()
    image = Image.open(waiting.value.path())
    record = bb.loads(visit.data).record
    assert record
    assert getattr(image, "n_frames", 1) > len(record.moves)
    with visit.page.expect_download() as waiting:
        menu.get_by_role("link", name="Download SVG").click()
    assert waiting.value.path().read_bytes().startswith(b"<svg")
    with visit.page.expect_download() as waiting:
        menu.get_by_role("link", name="Download PNG").click()
    assert Image.open(io.BytesIO(waiting.value.path().read_bytes())).format == "PNG"
