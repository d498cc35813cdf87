"""Record: the slider, the list of moves, the first illegal move, the replay."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.visit import Visit

pytestmark = pytest.mark.slow

GAME = bb.loads(EXAMPLES["game.sgf"].data)


def after(ply: int) -> bb.Record:
    """The game as it was after so many moves."""
    assert GAME.record
    return GAME.record.at(ply)


def test_the_slider_shows_every_position(visit: Visit) -> None:
    visit.example("game.sgf", "record")
    assert GAME.record
    slider, where = visit.page.locator("#ply"), visit.page.locator("#record-where")
    expect(where).to_contain_text("move 40 of 40")
    for ply in (7, 23, 1):
        slider.fill(str(ply))
        expect(where).to_have_text(f"move {ply} of 40: {GAME.record.moves[ply - 1]}")
        visit.shows(after(ply))
    slider.focus()
    visit.page.keyboard.press("ArrowRight")
    visit.shows(after(2))
    visit.page.keyboard.press("Home")
    expect(where).to_have_text("start, of 40 moves")
    visit.shows(GAME.record.start)
    visit.page.keyboard.press("End")
    visit.until(lambda: len(visit.pieces()) > 30, "the last position is another")


def test_buttons_and_the_list_of_moves(visit: Visit) -> None:
    visit.example("game.sgf", "record")
    where = visit.page.locator("#record-where")
    for button, words in (
        ("First move", "start, of 40 moves"),
        ("Next move", "move 1 of 40"),
        ("Last move", "move 40 of 40"),
        ("Previous move", "move 39 of 40"),
    ):
        visit.page.get_by_role("button", name=button).click()
        expect(where).to_contain_text(words)
    visit.page.locator("[data-ply='12']").click()
    visit.shows(after(12))
    expect(visit.page.locator("#moves [aria-current]")).to_contain_text("12")


def test_a_move_in_the_list_knows_its_bytes(visit: Visit) -> None:
    """The bytes tab says which move a byte holds, and leads there."""
    visit.example("game.sgf", "bytes")
    data = EXAMPLES["game.sgf"].data
    span = next(span for span in bb.explain(data) if span.ply == 3 and span.points)
    visit.lights(f"#t-{span.offset}", set(span.points))


def test_the_first_illegal_move(visit: Visit) -> None:
    visit.example("illegal.sgf", "record")
    expect(visit.page.locator(".illegal")).to_contain_text("move 9: C3 is not legal: ko")
    visit.page.locator("#ply").fill("2")
    expect(visit.page.locator("#record-where")).to_contain_text("move 2 of 10")
    visit.page.get_by_role("button", name="Jump to the first illegal move").click()
    expect(visit.page.locator("#record-where")).to_contain_text("move 8 of 10")
    visit.page.get_by_role("button", name="Show its bytes").click()
    (wrong,) = [each for each in visit.look()["findings"] if each["ply"] == 9]
    script = "area => area.selectionStart"
    assert visit.page.locator("#draft").evaluate(script) == wrong["offset"]


def test_a_new_line_begins_in_the_middle(visit: Visit) -> None:
    visit.example("game.sgf", "record")
    visit.page.locator("#ply").fill("4")
    expect(visit.page.locator("#record-where")).to_contain_text("move 4 of 40")
    visit.click("A1")
    expect(visit.page.locator("#record-where")).to_contain_text("move 5 of 5: A1")
    visit.shows(after(4).play("A1"))
    visit.page.get_by_role("button", name="Undo").click()
    expect(visit.page.locator("#record-where")).to_contain_text("of 40")


def test_the_replay_plays_and_stops(visit: Visit) -> None:
    visit.example("game.sgf", "record")
    where = visit.page.locator("#record-where")
    visit.page.locator("#ply").fill("36")
    expect(where).to_contain_text("move 36")
    visit.page.get_by_role("button", name="Replay the moves").click()
    expect(where).to_contain_text("move 37")
    visit.page.get_by_role("button", name="Stop the replay").click()
    stopped = where.text_content()
    visit.page.wait_for_timeout(1500)
    assert where.text_content() == stopped
    visit.page.get_by_role("button", name="Replay the moves").click()
    expect(where).to_contain_text("move 40")
    expect(visit.page.get_by_role("button", name="Replay the moves")).to_be_visible()


@pytest.mark.parametrize(
    "name", ["opening.json", "record.dgfr", "game.dgf", "game.dgfg", "game.pdn"]
)
def test_records_of_every_kind(visit: Visit, name: str) -> None:
    document = bb.loads(EXAMPLES[name].data)
    assert document.record
    visit.example(name, "record")
    for ply in (0, 1, len(document.record.moves) // 2):
        visit.page.locator("#ply").fill(str(ply))
        visit.shows(document.record.at(ply))
