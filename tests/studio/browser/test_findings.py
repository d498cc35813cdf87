"""Findings: every problem leads to its byte; a repair shows what it would change."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.formats import repair
from boardbytes.model.words import counted
from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.visit import Visit

DAMAGED = EXAMPLES["damaged.dat"].data


def problems() -> tuple[bb.Problem, ...]:
    try:
        bb.loads(DAMAGED)
    except bb.FormatError as error:
        return error.problems
    raise AssertionError


@pytest.mark.slow
def test_every_problem_is_listed_with_its_byte(visit: Visit) -> None:
    visit.example("damaged.dat", "findings")
    wrong = sum(problem.is_error for problem in problems())
    odd = counted(len(problems()) - wrong, "warning")
    expect(visit.page.locator("#verdict")).to_have_text(f"{counted(wrong, 'error')}, {odd}")
    rows = visit.page.locator("#findings button")
    expect(rows).to_have_count(len(problems()))
    for row, problem in zip(rows.all(), problems(), strict=True):
        expect(row).to_contain_text(problem.message)
        expect(row).to_contain_text(f"byte {problem.place.offset}")


def test_a_problem_leads_to_its_byte(visit: Visit) -> None:
    visit.example("damaged.dat", "findings")
    visit.page.locator("#findings button").filter(has_text="byte 27").click()
    expect(visit.page.get_by_role("tab", selected=True)).to_have_text("Bytes")
    expect(visit.page.locator("#hex")).to_be_focused()
    assert visit.offsets("cursor") == {27}
    expect(visit.page.locator(".strip-wrong")).to_contain_text("white stone 2 must stand on")
    errors = {problem.place.offset for problem in problems() if problem.is_error}
    visit.until(lambda: visit.offsets("bad") == errors, "other bytes are marked")
    odd = {problem.place.offset for problem in problems() if not problem.is_error}
    assert visit.offsets("odd") == odd


def test_a_repair_is_shown_before_it_is_made(visit: Visit) -> None:
    mended, changes = repair(DAMAGED, "stackmill")
    visit.example("damaged.dat", "findings")
    visit.page.get_by_role("button", name="Repair…").click()
    card = visit.page.get_by_role("region", name="What a repair would change")
    expect(card.get_by_role("listitem")).to_have_count(len(changes))
    for item, change in zip(card.get_by_role("listitem").all(), changes, strict=True):
        expect(item).to_contain_text(f"byte {change.offset}")
        expect(item).to_contain_text(f"{change.before} → {change.after}")
        expect(item).to_contain_text(change.reason)
    card.get_by_role("button", name="Leave it").click()
    expect(card).to_be_hidden()
    assert visit.data == DAMAGED
    visit.page.get_by_role("button", name="Repair…").click()
    card.get_by_role("button", name="Apply").click()
    expect(visit.page.locator("#verdict")).to_contain_text("All is well")
    expect(visit.page.locator("#findings li")).to_have_count(0)
    assert visit.data == mended
    visit.shows(bb.loads(mended))
    expect(visit.page.get_by_role("tab", name="Findings")).to_have_text("Findings")
    visit.page.get_by_role("button", name="Undo").click()
    wrong = sum(problem.is_error for problem in problems())
    odd = counted(len(problems()) - wrong, "warning")
    expect(visit.page.locator("#verdict")).to_have_text(f"{counted(wrong, 'error')}, {odd}")


def test_a_repair_stays_in_sight_in_other_colours(visit: Visit) -> None:
    visit.example("damaged.dat", "findings")
    visit.page.get_by_role("button", name="Repair…").click()
    card = visit.page.get_by_role("region", name="What a repair would change")
    expect(card).to_be_visible()
    with visit.page.expect_response("**/api/desks/*?*"):
        visit.page.locator("#theme").click()
    visit.page.wait_for_timeout(200)
    expect(card).to_be_visible()
    # It is about the bytes as they are: others take it away.
    visit.tab("Bytes")
    visit.byte(0).click()
    visit.page.keyboard.type("01")
    visit.tab("Findings")
    expect(visit.page.locator("#findings li").first).to_be_visible()
    expect(card).to_be_hidden()


@pytest.mark.parametrize("byte", [7, 1])
def test_a_damaged_save_says_whose_turn_it_is_only_if_it_knows(visit: Visit, byte: int) -> None:
    """It was pictured as "white to move" where the first byte is 7."""
    visit.lay(bytes([byte]) + DAMAGED[1:], "damaged.dat", "findings")
    words = visit.page.locator(".no-board")
    expect(words).to_contain_text("This much can be read")
    if byte == 1:
        expect(words).not_to_contain_text("cannot be read")
    else:
        expect(words).to_contain_text("Whose turn it is cannot be read.")
    picture = visit.page.locator(".salvage").get_attribute("src") or ""
    assert ("white%20to%20move" in picture) == (byte == 1)


@pytest.mark.slow
def test_a_problem_without_a_place_is_only_said(visit: Visit) -> None:
    visit.lay(b"", "empty.bin", "findings")
    expect(visit.page.locator("#findings li")).not_to_have_count(0)
    visit.tab("Bytes")
    expect(visit.page.locator("#field-name")).to_have_text("end of the file")
