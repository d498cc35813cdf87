"""Without a mouse: a mill is closed, and a walk through the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.hands import Keys
from tests.studio.browser.visit import Visit

pytestmark = pytest.mark.slow


def test_a_mill_is_closed_with_keys(visit: Visit) -> None:
    visit.example("endgame.dat")
    keys = Keys(visit)
    keys.tab_to("e.id === 'board'")
    keys.choose("d7", "g7")
    expect(visit.page.locator("#said")).to_contain_text("A mill: take ")
    keys.press("Escape")
    expect(visit.page.locator("#said")).to_have_text("choice taken back")
    keys.choose("d7", "g7", "a1")
    expect(visit.page.locator("#said")).to_have_text("d7-g7xa1; black to move")
    visit.shows(bb.Record(bb.loads(EXAMPLES["endgame.dat"].data).position).play("d7-g7xa1"))
    keys.press("Control+z")
    expect(visit.status).to_have_text("white to move")
    keys.go("g4")
    keys.press("b")
    assert visit.offsets("cursor") == {5}
    expect(visit.page.locator("#hex")).to_be_focused()


def test_a_walk_through_the_page(visit: Visit) -> None:
    """Open an example, go through all tabs, change a byte, turn the light off, go home."""
    visit.start()
    keys = Keys(visit)
    keys.press("Tab")
    assert keys.focused("e.className === 'skip'")
    keys.press("Enter")
    keys.tab_to("e.dataset.example === 'game.sgf'")
    keys.press("Enter")
    expect(visit.page.locator("#desk-name")).to_have_text("game.sgf")
    keys.tab_to("e.getAttribute('role') === 'tab'")
    seen = []
    for _ in range(6):
        seen.append(visit.page.get_by_role("tab", selected=True).inner_text())
        assert keys.focused("e.getAttribute('aria-selected') === 'true'")
        expect(visit.page.get_by_role("tabpanel")).to_be_visible()
        keys.press("ArrowRight")
    assert seen == ["Bytes", "Findings", "Record", "Play", "Analysis", "Save as"]
    keys.tab_to("e.id === 'draft'")
    keys.press("Control+Home")
    expect(visit.page.locator("#strip")).to_contain_text("byte 0")
    for _ in range(2):
        keys.press("ArrowRight")
    expect(visit.page.locator("#strip")).to_contain_text("byte 2")
    keys.tab_to("e.id === 'theme'", "Shift+Tab")
    keys.press("Enter")
    assert visit.page.evaluate("document.documentElement.dataset.theme") == "dark"
    keys.tab_to("e.className === 'brand'", "Shift+Tab")
    keys.press("Enter")
    expect(visit.page.locator("#examples")).to_be_visible()
