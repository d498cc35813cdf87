"""What goes to the clipboard: a picture, a link to a move, a position."""

from __future__ import annotations

import base64

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import Visit

pytestmark = pytest.mark.slow

GAME = b"(;SZ[9];B[ee];W[ce];B[gg])"
READ_PICTURE = """async () => {
  const [item] = await navigator.clipboard.read();
  const blob = await item.getType("image/png");
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}"""


@pytest.fixture
def visit(visits: Visits) -> Visit:
    return visits(permissions=["clipboard-read", "clipboard-write"])


def clipboard(visit: Visit) -> str:
    text: str = visit.page.evaluate("() => navigator.clipboard.readText()")
    return text


def note(visit: Visit, words: str) -> None:
    expect(visit.page.locator(".message.note").last).to_contain_text(words)


def test_a_picture(visit: Visit) -> None:
    visit.lay(GAME, "a.sgf", "record")
    visit.page.locator("#board-settings").click()
    visit.page.get_by_role("button", name="Copy picture").click()
    note(visit, "The picture is copied")
    picture = base64.b64decode(visit.page.evaluate(READ_PICTURE))
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 2000


def test_a_link_to_a_move(visit: Visit, visits: Visits) -> None:
    visit.lay(GAME, "a.sgf", "record")
    visit.page.get_by_role("button", name="Previous move").click()
    expect(visit.page.locator("#record-where")).to_contain_text("move 2 of 3")
    visit.page.get_by_role("button", name="Copy link to this move").click()
    note(visit, "on the clipboard")
    other = visits()
    other.page.goto(clipboard(visit))
    expect(other.page.locator("#record-where")).to_contain_text("move 2 of 3")


def test_a_position(visit: Visit) -> None:
    visit.lay(GAME, "a.sgf", "record")
    visit.page.get_by_role("button", name="First move").click()
    visit.page.get_by_role("button", name="Next move", exact=True).click()
    expect(visit.page.locator("#record-where")).to_contain_text("move 1 of 3")
    visit.page.get_by_role("button", name="Copy position").click()
    note(visit, "on the clipboard")
    copied = bb.GoPosition.parse(clipboard(visit))
    assert str(copied) == str(bb.loads(b"(;SZ[9];B[ee])").position)
