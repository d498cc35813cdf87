"""Accessibility: axe-core finds nothing serious in any view, light or dark, large or small."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from boardbytes.studio.examples import EXAMPLES
from tests.needs import need_node_module
from tests.studio.browser.conftest import Visits
from tests.studio.browser.test_analysis import BLUNDER
from tests.studio.browser.test_players import FINISHED
from tests.studio.browser.visit import DESKTOP, PHONE, Visit
from tests.studio.test_tree import COMMENTED, MANY

SERIOUS = ("serious", "critical")


def start(visit: Visit) -> None:
    visit.start()


def example(name: str, tab: str) -> Callable[[Visit], None]:
    return lambda visit: visit.example(name, tab)


def channel(visit: Visit) -> None:
    visit.go(visit.post("/desks/channel", {}), "channel")
    visit.click("11", "15")
    expect(visit.page.locator("#lines li")).to_have_count(2)
    visit.page.get_by_text("A new signed game").click()


def repair(visit: Visit) -> None:
    visit.example("damaged.dat", "findings")
    visit.page.get_by_role("button", name="Repair…").click()
    expect(visit.page.get_by_role("button", name="Apply")).to_be_visible()


def choosing(visit: Visit) -> None:
    visit.example("endgame.dat", "players")
    visit.click("d7", "g7")


def open_parts(visit: Visit) -> None:
    visit.example("island.gb16", "tiles")
    for part in visit.page.locator(".tiles-panel summary").all():
        part.click()


def chosen_bytes(visit: Visit) -> None:
    """A range is chosen, something wrong is looked for, a group of fields is open."""
    visit.example("endgame.dat")
    visit.byte(3).click()
    visit.page.keyboard.press("Shift+ArrowDown")
    visit.page.locator("#find-kind").select_option("hex")
    visit.page.locator("#find-bytes").fill("zz")
    visit.page.locator("#find-bytes").press("Enter")
    expect(visit.page.locator("#found")).to_contain_text("no hex")


def draft(visit: Visit) -> None:
    visit.example("game.sgf")
    expect(visit.page.locator("#draft")).to_have_value(EXAMPLES["game.sgf"].data.decode())
    visit.page.locator("#draft").press("x")
    expect(visit.page.get_by_text("Not applied yet")).to_be_visible()


def unknown(visit: Visit) -> None:
    visit.lay(EXAMPLES["game.sgf"].data[3:], "unknown")
    expect(visit.page.get_by_text("We do not know what this is")).to_be_visible()


def selected_tiles(visit: Visit) -> None:
    visit.example("island.gb16", "tiles")
    visit.page.keyboard.press("s")
    expect(visit.page.get_by_role("group", name="Selected tiles")).to_be_visible()


def analysis(visit: Visit) -> None:
    visit.lay(b"W:WK25,K9:BK4", "kings.fen", "analysis")
    visit.page.locator("#analyse").check()
    expect(visit.page.locator("#values li").first).to_be_visible(timeout=90_000)


def counting(visit: Visit) -> None:
    visit.lay(FINISHED, "finished.sgf", "players")
    visit.page.locator("#count").click()
    expect(visit.page.locator("#count-says")).to_contain_text("Japanese", timeout=90_000)


def computer(visit: Visit) -> None:
    visit.new(game="mill", seats={"sides": {"black": {"player": "random", "options": {}}}})
    visit.click("a7")
    visit.until(lambda: len(visit.pieces()) == 2, "no answer")


def tree(visit: Visit) -> None:
    """Comments, a variation, marks; a header is being edited."""
    visit.lay(COMMENTED, "game.sgf", "record")
    visit.page.get_by_label("As a tree").check()
    visit.page.get_by_role("button", name="Triangle").click()
    visit.click("C3")
    expect(visit.page.locator(".overlay .note.triangle")).to_have_count(1)


def headers(visit: Visit) -> None:
    visit.lay(COMMENTED, "game.sgf", "record")
    visit.page.locator("#edit-headers").click()
    expect(visit.page.get_by_label("Event")).to_be_visible()


def collection(visit: Visit) -> None:
    visit.lay(MANY, "many.sgf", "record")
    expect(visit.page.locator("#game-picker option")).to_have_count(4)


def settings(visit: Visit) -> None:
    visit.example("game.sgf")
    visit.page.get_by_role("button", name="Board settings").click()
    expect(visit.page.locator("#board-menu")).to_be_visible()


def keys(visit: Visit) -> None:
    visit.example("endgame.dat")
    visit.page.keyboard.press("?")
    expect(visit.page.get_by_role("dialog", name="Keys")).to_be_visible()


def library(visit: Visit) -> None:
    """A published board, found by a word."""
    visit.example("island.gb16", "tiles")
    visit.page.get_by_role("button", name="Publish this board").click()
    expect(visit.page.get_by_text("Published with the code")).to_be_visible()
    visit.start()
    visit.page.get_by_label("Search the published tile boards").fill("island")
    expect(visit.page.locator("#library-list li button").first).to_be_visible()


def question(visit: Visit) -> None:
    visit.new(game="mill")
    visit.click("a7")
    visit.page.get_by_role("button", name="Resign").click()
    expect(visit.page.locator("#question-yes")).to_be_visible()


def clocks(visit: Visit) -> None:
    """One of them runs, and has little time left."""
    visit.new(game="mill", seats={"sides": {}, "clock": {"main": 8, "increment": 5}})
    visit.click("a7")
    expect(visit.page.locator(".player-clock.running")).to_be_visible()


def graph(visit: Visit) -> None:
    """A whole game analysed, with its mistakes."""
    visit.lay(BLUNDER, "a.pdn", "analysis")
    visit.page.locator("#analyse-game").click()
    expect(visit.page.locator("#mistakes li").first).to_be_visible(timeout=90_000)
    expect(visit.page.locator("#analysis-graph svg")).to_be_visible()


def missing(visit: Visit) -> None:
    with visit.refused("There is nothing at this address", "h1"):
        visit.page.goto(f"{visit.studio.address}no/such/page")


def entrance(visit: Visit) -> None:
    visit.page.context.clear_cookies()
    with visit.refused("This studio opens only with its link", "h1"):
        visit.page.goto(visit.studio.address)


VIEWS: dict[str, Callable[[Visit], None]] = {
    "start": start,
    "bytes": example("endgame.dat", "bytes"),
    "text": example("game.sgf", "bytes"),
    "chosen": chosen_bytes,
    "draft": draft,
    "damaged": example("damaged.dat", "bytes"),
    "unknown": unknown,
    "selected": selected_tiles,
    "findings": repair,
    "record": example("illegal.sgf", "record"),
    "players": choosing,
    "tiles": open_parts,
    "channel": channel,
    "save": example("game.sgf", "save"),
    "analysis": analysis,
    "counting": counting,
    "computer": computer,
    "tree": tree,
    "headers": headers,
    "collection": collection,
    "settings": settings,
    "keys": keys,
    "library": library,
    "question": question,
    "clocks": clocks,
    "graph": graph,
    "missing": missing,
    "entrance": entrance,
}


def violations(visit: Visit) -> list[dict[str, Any]]:
    """What axe-core says, with the elements concerned."""
    visit.page.evaluate(Path(need_node_module("axe-core")).read_text())
    found = visit.page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        {"rule": each["id"], "impact": each["impact"], "where": node["target"],
         "why": node["failureSummary"]}
        for each in found["violations"]
        for node in each["nodes"][:3]
    ]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("view", VIEWS)
def test_nothing_serious(visits: Visits, view: str, theme: str, size: Any) -> None:
    visit = visits(viewport=size, color_scheme=theme)
    VIEWS[view](visit)
    found = violations(visit)
    assert [each for each in found if each["impact"] in SERIOUS] == []


@pytest.mark.slow
def test_the_check_notices_a_fault(visit: Visit) -> None:
    visit.start()
    visit.page.evaluate("document.getElementById('paste').labels[0].remove()")
    visit.page.evaluate("document.getElementById('paste').placeholder = ''")
    assert "label" in {each["rule"] for each in violations(visit)}


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_nothing_is_wider_than_the_screen(visits: Visits, size: Any) -> None:
    visit = visits(viewport=size)
    for view in ("start", "bytes", "draft", "damaged", "tiles", "save"):
        VIEWS[view](visit)
        assert visit.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
