"""Board: pointing, clicking and dragging, captures, undo and redo, the end."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import PHONE, Visit

pytestmark = pytest.mark.slow

ENDGAME = bb.loads(EXAMPLES["endgame.dat"].data)
TAKING = b"(;GM[1]FF[4]SZ[9];B[ba];W[aa])"
"""Black takes in the corner by A8."""
JUMPS = b"W:W25:B22,15"
"""White takes both with one man."""


def targets(start: str) -> set[str]:
    """Where the stone on a point can go, says the library."""
    moves = ENDGAME.position.legal_moves()
    return {move.points[1] for move in moves if move.points[0] == start}


def test_pointing_at_a_stone_shows_where_it_can_go(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.hover("d7")
    expect(visit.page.locator(".overlay .target").first).to_be_visible()
    assert visit.marked("target") == targets("d7") == {"a7", "g7", "d6"}
    expect(visit.page.locator(".point-words")).to_contain_text("d7, white stone")
    visit.hover("g7")
    expect(visit.page.locator(".point-words")).to_contain_text("g7, empty")
    assert visit.marked("source") == {"d7", "g4"}
    visit.hover("f6")
    expect(visit.page.locator(".overlay .target")).to_have_count(0)


def test_a_mill_is_closed_and_a_stone_taken_with_clicks(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.click("d7")
    assert visit.marked("chosen") == {"d7"}
    visit.click("g7")
    takeable = {move.points[2] for move in ENDGAME.position.legal_moves() if "x" in str(move)}
    assert visit.marked("take") == takeable
    expect(visit.page.locator(".point-words")).to_contain_text(
        "A mill: take one of the 6 ringed stones"
    )
    visit.click("a1")
    expect(visit.status).to_have_text("black to move")
    visit.shows(bb.Record(ENDGAME.position).play("d7-g7xa1"))
    expect(visit.page.locator(".summary")).to_contain_text("black: 5 on the board")


def test_a_choice_is_taken_back(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.click("d7", "g7")
    visit.page.keyboard.press("Escape")
    assert visit.marked("chosen") == set()
    visit.click("d7", "d7")
    assert visit.marked("chosen") == set()
    visit.click("d7", "b6")
    assert visit.marked("chosen") == {"b6"}
    visit.page.get_by_role("button", name="Cancel").click()
    assert visit.marked("chosen") == set()
    visit.shows(ENDGAME)


def test_a_stone_is_dragged(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.drag("d7", "f2")
    visit.shows(ENDGAME)
    visit.page.keyboard.press("Escape")
    visit.drag("d7", "a7")
    expect(visit.status).to_have_text("black to move")
    visit.shows(bb.Record(ENDGAME.position).play("d7-a7"))


def test_undo_and_redo(visit: Visit) -> None:
    visit.example("endgame.dat")
    undo = visit.page.get_by_role("button", name="Undo")
    redo = visit.page.get_by_role("button", name="Redo")
    expect(undo).to_be_disabled()
    visit.drag("d7", "a7")
    played = bb.Record(ENDGAME.position).play("d7-a7")
    visit.shows(played)
    undo.click()
    visit.shows(ENDGAME)
    assert visit.data == EXAMPLES["endgame.dat"].data
    expect(undo).to_be_disabled()
    redo.click()
    visit.shows(played)
    expect(redo).to_be_disabled()
    visit.page.locator("#board").focus()
    visit.page.keyboard.press("Control+z")
    visit.shows(ENDGAME)
    visit.page.keyboard.press("Control+Shift+z")
    visit.shows(played)


def test_go_takes_stones_and_passes(visit: Visit) -> None:
    visit.lay(TAKING, "taking.sgf")
    visit.click("A8")
    expect(visit.status).to_have_text("white to move")
    record = bb.loads(TAKING).record
    assert record
    record = record.play("A8")
    visit.shows(record)
    assert bb.loads(visit.data).record == record
    visit.page.get_by_role("button", name="Pass").click()
    expect(visit.status).to_have_text("black to move")
    visit.page.get_by_role("button", name="Pass").click()
    # Black has the corner, and white nothing.
    expect(visit.status).to_contain_text("black wins")
    expect(visit.page.get_by_role("form", name="Type a move")).to_be_hidden()


def test_a_ko_is_not_offered(visit: Visit) -> None:
    visit.example("illegal.sgf", "record")
    visit.page.get_by_role("button", name="Jump to the first illegal move").click()
    expect(visit.page.locator("#record-where")).to_contain_text("move 8 of 10")
    visit.hover("C3")
    expect(visit.page.locator(".point-words")).to_have_text("C3, ko")
    expect(visit.page.locator(".overlay .ghost")).to_have_count(0)
    with visit.refused("ko"):
        visit.page.locator("#move").fill("C3")
        visit.page.keyboard.press("Enter")


def test_checkers_jumps_over_two_and_wins(visit: Visit) -> None:
    visit.lay(JUMPS, "jumps.fen")
    visit.click("25")
    assert visit.marked("target") == {"18"}
    visit.click("18", "11")
    expect(visit.status).to_have_text(
        "white wins: red has no pieces left (English checkers, without draws)"
    )
    visit.shows(bb.Record(bb.loads(JUMPS).position).play("25x18x11"))
    assert visit.look()["here"]["moves"] == []


def test_the_last_point_of_a_jump_will_do(visit: Visit) -> None:
    visit.lay(JUMPS, "jumps.fen")
    visit.drag("25", "11")
    expect(visit.status).to_contain_text("white wins")


def test_a_typed_move_and_one_that_cannot_be(visit: Visit) -> None:
    visit.example("endgame.dat")
    box = visit.page.locator("#move")
    with visit.refused("d7-d5"):
        box.fill("d7-d5")
        visit.page.get_by_role("button", name="Play", exact=True).click()
    box.fill("d7-g7xa1")
    box.press("Enter")
    visit.shows(bb.Record(ENDGAME.position).play("d7-g7xa1"))
    expect(visit.page.locator(".message.error")).to_have_count(0)


def test_rules_are_chosen_before_the_first_move(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.page.get_by_role("button", name="Board settings").click()
    visit.page.locator("#rules").select_option("muehle")
    expect(visit.page.locator("#rules")).to_have_value("muehle")
    visit.drag("d7", "a7")
    expect(visit.status).to_have_text("black to move")
    visit.until(lambda: visit.look()["board"]["rules"] == "muehle", "played by other rules")


def test_a_finger_plays_too(visits: Visits) -> None:
    visit = visits(viewport=PHONE, has_touch=True, is_mobile=True)
    visit.example("endgame.dat")
    for point in ("d7", "a7"):
        visit.page.touchscreen.tap(*visit.place(point))
    expect(visit.status).to_have_text("black to move")
    visit.shows(bb.Record(ENDGAME.position).play("d7-a7"))
