"""Faults of the first edition that have no place among the tests of a view.

The others are there: each names its number, from 1 to 14.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.studio.browser.visit import Visit
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

WON = b"(;GM[1]FF[4]SZ[9]RE[B+R];B[ee];W[cc];B[gc]C[A note on the last move but one.];W[gg])"


def test_fault_6_the_channel_says_once_whose_turn_it_is(visit: Visit) -> None:
    """It said "to move: black" beside "white to move", and two names for the same rules."""
    visit.go(visit.post("/desks/channel", {}), "channel")
    visit.click("11", "15")
    expect(visit.status).to_have_text("white to move")
    facts = visit.page.locator(".facts")
    expect(facts).not_to_contain_text("to move")
    expect(facts).not_to_contain_text("black")
    expect(facts.locator("dt", has_text="rules")).to_have_count(1)
    white = visit.page.locator('.player-bar[data-side="white"]')
    expect(white).to_contain_text("to move")
    expect(visit.page.locator('.player-bar[data-side="red"]')).not_to_contain_text("to move")


def test_fault_6_a_game_that_was_won_has_nobody_to_move(visit: Visit) -> None:
    visit.lay(WON, "won.sgf", "record")
    expect(visit.status).to_contain_text("black wins")
    expect(visit.page.get_by_text("to move").filter(visible=True)).to_have_count(0)


def test_fault_7_a_click_while_the_computer_thinks_plays_nothing(visit: Visit) -> None:
    """It was queued, and played as one's next move."""
    red = {"player": "search", "options": {"level": 9}}
    visit.new(game="checkers", seats={"sides": {"red": red}})
    expect(visit.page.get_by_role("button", name="Stop", exact=True)).to_be_visible()
    visit.click("22", "18")
    visit.drag("11", "15")
    assert moves_of(visit.look()) == [], "it should still be thinking"
    visit.until(lambda: len(moves_of(visit.look())) == 1, "it does not move", 60)
    expect(visit.status).to_have_text("white to move")
    assert visit.page.locator(".overlay .chosen").count() == 0
    visit.page.wait_for_timeout(300)
    assert len(moves_of(visit.look())) == 1


def test_fault_9_the_board_keeps_its_size_to_the_end_of_the_game(visit: Visit) -> None:
    """It jumped from 640 to 684 pixels between the last two moves."""
    visit.lay(WON, "won.sgf", "record")
    frame = visit.page.locator(".board-frame")
    expect(visit.status).to_contain_text("black wins")
    whole = frame.bounding_box()
    for key in ("ArrowLeft", "ArrowLeft", "Home", "End"):
        visit.page.keyboard.press(key)
        visit.page.wait_for_timeout(200)
        assert frame.bounding_box() == whole
    # The same when a game is played to its end.
    visit.lay(b"W:W25:B22,15", "jumps.fen")
    whole = frame.bounding_box()
    visit.click("25", "18", "11")
    expect(visit.status).to_contain_text("white wins")
    assert frame.bounding_box() == whole


def test_fault_14_one_is_not_a_plural(visit: Visit) -> None:
    """It said "1 points"."""
    visit.lay(b"(;GM[1]FF[4]SZ[2]KM[3];B[aa];W[];B[])", "small.sgf", "players")
    visit.page.locator("#count").click()
    expect(visit.status).to_have_text("counting: black by 1", timeout=90_000)
    assert "1 points" not in visit.page.locator("body").inner_text()
