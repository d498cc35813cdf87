"""Analysis: the bar, arrows and rings for the best, mistakes and a graph below the moves."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.solving.mill import probe_moves
from tests.studio.browser.visit import Visit
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

KINGS = b"W:WK25,K9:BK4"
BLUNDER = b"1. 12-16 23-18 2. 16-19 24x15 3. 10x19 28-24 4. 19x28 27-24 *"
EVEN = b"MFEN/1.0 mill24-state-v1 .B....../W.B..WW./......B. b m m 0,0 - 0 18 -"
"""Whatever black does, white closes a mill."""
LOOKING = 90_000
"""Milliseconds: kernels may have to be compiled."""


def analyse(visit: Visit) -> None:
    visit.tab("Analysis")
    visit.page.locator("#analyse").check()
    expect(visit.page.locator("#values li").first).to_be_visible(timeout=LOOKING)


def test_a_bar_and_arrows_that_a_reload_keeps(visit: Visit) -> None:
    visit.lay(KINGS, "kings.fen")
    analyse(visit)
    for again in (False, True):
        if again:
            visit.page.reload()
        bar = visit.page.locator(".evaluation")
        expect(bar).to_be_visible(timeout=LOOKING)
        share = bar.locator(".evaluation-fill").evaluate(
            "e => parseFloat(getComputedStyle(e).getPropertyValue('--share'))"
        )
        assert 0 <= share <= 100
        assert share != 50, "two kings are worth more than one"
        expect(visit.page.locator(".overlay .arrow.best").first).to_be_visible()
        expect(visit.page.locator("#analyse")).to_be_checked()
    visit.page.locator("#analyse").uncheck()
    expect(visit.page.locator(".evaluation")).to_be_hidden()
    assert visit.page.locator(".overlay .arrow").count() == 0


def test_what_is_worth_the_same_everywhere_stands_on_no_point(visit: Visit) -> None:
    """There were 24 equal badges at the opening: now one verdict above the list."""
    visit.lay(EVEN, "even.mfen")
    analyse(visit)
    expect(visit.page.locator("#value")).to_have_text("black: lost in 2", timeout=LOOKING)
    moves = visit.page.locator("#values.even li")
    expect(moves).to_have_count(len(probe_moves(bb.loads(EVEN).position)))
    assert set(moves.locator(".worth").all_text_contents()) == {"L2"}
    expect(visit.page.locator(".overlay .arrow.best").first).to_be_visible()
    assert visit.page.locator(".overlay .value").count() == 0
    assert moves.locator(".faint").count() == 0


def test_the_best_places_for_a_new_stone_are_ringed(visit: Visit) -> None:
    """A stone from the hand comes from nowhere: an arrow has no place to begin."""
    visit.new(game="go", size=5)
    analyse(visit)
    rings = visit.page.locator(".overlay .top-place")
    expect(rings.first).to_be_visible()
    best = visit.page.locator("#values .row-words").first.text_content()
    expect(visit.page.locator(".overlay .rank-1")).to_have_attribute("data-spot", best or "")


def test_what_two_panels_lay_over_the_board_is_there_together(visit: Visit) -> None:
    visit.lay(b"(;SZ[5]KM[0.5];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd])", "a.sgf")
    analyse(visit)
    visit.tab("Play")
    visit.page.locator("#count").click()
    expect(visit.page.locator("svg .shade").first).to_be_attached(timeout=LOOKING)
    visit.page.wait_for_timeout(300)
    assert visit.page.locator(".evaluation").is_visible()
    assert visit.page.locator(".overlay .top-place").count() > 0
    assert visit.page.locator("svg .shade").count() > 0


def test_mistakes_are_in_the_list_and_the_graph_is_below_it(visit: Visit) -> None:
    visit.lay(BLUNDER, "a.pdn", "record")
    button = visit.page.locator("#analyse-record")
    button.click()
    expect(button).to_have_text("Stop")
    expect(button).to_have_text("Analyse the whole game", timeout=LOOKING)
    graph = visit.page.locator("#graph svg.graph")
    expect(graph).to_be_visible()
    points = graph.locator(".graph-line").get_attribute("points") or ""
    assert len(points.split()) == len(moves_of(visit.look()))
    signs = visit.page.locator("#moves .move[data-mistake]")
    expect(signs.first).to_be_visible()
    paths = set(signs.evaluate_all("all => all.map(each => each.dataset.path)"))
    visit.tab("Analysis")
    assert len(paths) == visit.page.locator("#mistakes li").count()
    # A comment changes nothing about the moves: graph and signs stay.
    visit.tab("Record")
    visit.page.locator("#comment").fill("oh")
    visit.page.locator("#comment").press("Control+Enter")
    expect(visit.page.locator("#moves .said").first).to_be_visible()
    expect(graph).to_be_visible()
    assert signs.count() == len(paths)
    # A click on the graph shows the move there.
    box = graph.bounding_box()
    assert box
    visit.page.mouse.click(box["x"] + 2 / 8 * box["width"], box["y"] + 5)
    expect(visit.page.locator("#record-where")).to_contain_text("move 2 of")


def test_a_move_is_judged_and_a_position_named(visit: Visit) -> None:
    visit.lay(b"(;SZ[9];B[ee];W[ce])", "a.sgf", "record")
    visit.page.locator("#judgement").select_option("very good")
    expect(visit.page.locator("#moves [aria-current]")).to_contain_text("!!")
    visit.page.locator("#node-name").fill("the end")
    visit.page.locator("#node-name").press("Enter")
    visit.until(lambda: b"N[the end]" in visit.data, "not named")
    assert b"TE[2]" in visit.data
    visit.page.locator("#judgement").select_option("")
    visit.until(lambda: b"TE[" not in visit.data, "still judged")


def test_the_wheel_walks_through_the_game_beside_the_board_too(visit: Visit) -> None:
    visit.lay(b"(;SZ[9];B[ee];W[ce];B[gg];W[cc])", "a.sgf", "record")
    where = visit.page.locator("#record-where")
    expect(where).to_contain_text("move 4")
    where.hover()
    visit.page.mouse.wheel(0, -120)
    expect(where).to_contain_text("move 2")
    visit.page.mouse.wheel(0, 60)
    expect(where).to_have_text(re.compile("move 3"))
