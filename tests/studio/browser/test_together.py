"""Together: every tab and every browser on a desk sees the same, and nobody overwrites anybody."""

from __future__ import annotations

import os
import random
import time
from typing import Any

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import Visit
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("BOARDBYTES_TOGETHER", "20"))
"""How long two browsers play; BOARDBYTES_TOGETHER=600 lets them for ten minutes."""


def both(visits: Visits, **settings: Any) -> tuple[Visit, Visit]:
    """Two browsers at one new desk."""
    first, second = visits(), visits()
    first.new("record", **settings)
    second.page.goto(first.page.url)
    expect(second.page.locator("#desk-name")).to_be_visible()
    return first, second


def test_the_other_sees_a_move_at_once(visits: Visits) -> None:
    first, second = both(visits, game="mill")
    first.click("a7")
    expect(second.status).to_have_text("black to move")
    second.until(lambda: second.pieces() == {"a7": "white stone"}, "it is not there")
    second.click("d7")
    first.until(lambda: len(first.pieces()) == 2, "the answer is not there")
    assert moves_of(first.look()) == ["a7", "d7"]
    # Also a tab of the same browser, and a change of another kind.
    third = first.page.context.new_page()
    third.goto(first.page.url)
    first.page.get_by_role("button", name="Undo").click()
    expect(third.locator("#record-where")).to_contain_text("move 1 of 1")
    third.close()


def test_fault_3_a_tab_that_is_behind_makes_a_variation(visits: Visits) -> None:
    """Tab 1 plays d6, f4; tab 2, which heard nothing of it, plays a1."""
    first, second = both(visits, game="mill")
    second.page.route("**/events", lambda route: route.abort())
    second.page.reload()
    expect(second.status).to_have_text("white to move")
    for point, turn in (("d6", "black"), ("f4", "white")):
        first.click(point)
        expect(first.status).to_have_text(f"{turn} to move")
    assert second.pieces() == {}
    second.click("a1")
    second.until(lambda: second.pieces() == {"a1": "white stone"}, "it was not played")
    assert moves_of(first.look()) == ["d6", "f4"]
    tree = first.look()["tree"]
    assert [node["move"] for node in tree["nodes"] if node.get("move")] == ["d6", "f4", "a1"]
    second.troubles[:] = [each for each in second.troubles if "ERR_FAILED" not in each]


def test_two_browsers_play_and_write_at_random(visits: Visits) -> None:
    """Both do what they like: the same bytes at the end, no move lost, no error."""
    chance = random.Random(int(os.environ.get("BOARDBYTES_SEED", "1")))
    visitors = both(visits, game="go", size=5)
    deadline = time.monotonic() + SECONDS
    lines: set[tuple[str, ...]] = set()
    done = 0
    while time.monotonic() < deadline:
        act(chance, chance.choice(visitors), lines)
        done += 1
    for visit in visitors:
        expect(visit.page.locator("html[data-waiting]")).to_have_count(0)
    first, second = visitors
    found = bb.loads(first.data).tree
    assert found
    assert lines <= {line_to(node) for node in found.nodes()}
    first.until(lambda: shown_moves(first) == shown_moves(second), "they see different games")
    first.until(lambda: shown_comments(first) == shown_comments(second), "other comments")
    for visit in visitors:
        assert visit.page.locator(".message.error").count() == 0
        # Whoever was slower is told so in words; a browser calls the answer an error.
        visit.troubles[:] = [each for each in visit.troubles if "status of 409" not in each]
    print(f"{done} acts, {len(found)} nodes, {len(lines)} moves seen to be played")
    assert len(lines) > 3


def line_to(node: Any) -> tuple[str, ...]:
    return tuple(str(step.move) for step in node.tree.record(node).steps if step.move)


def shown_moves(visit: Visit) -> list[str]:
    script = "all => all.map(each => each.dataset.path + each.textContent)"
    found: list[str] = visit.page.locator("#moves .move").evaluate_all(script)
    return found


def shown_comments(visit: Visit) -> list[str]:
    found: list[str] = visit.page.locator("#moves .said").all_text_contents()
    return found


def act(chance: random.Random, visit: Visit, lines: set[tuple[str, ...]]) -> None:
    """One thing that somebody does: a move, a step, a comment, a mark."""
    what = chance.choice(["move", "move", "move", "step", "step", "comment", "mark"])
    if what == "move":
        point = f"{chance.choice('ABCDE')}{chance.randint(1, 5)}"
        before = set(shown_moves(visit))
        visit.page.locator("#move").fill(point)
        if not visit.page.locator("#legal-moves option").evaluate_all(
            "(all, point) => all.some((each) => each.value === point)", point
        ):
            visit.page.locator("#move").fill("")
            return
        visit.page.locator("#move").press("Enter")
        visit.page.wait_for_timeout(chance.choice([0, 150]))
        if set(shown_moves(visit)) - before:
            tree = bb.loads(visit.data).tree
            assert tree
            # What is in the file now must be there at the end.
            lines.update(line_to(node) for node in tree.nodes() if node.move)
    elif what == "step":
        visit.page.evaluate("document.activeElement.blur()")
        visit.page.keyboard.press(chance.choice(["ArrowLeft", "ArrowLeft", "ArrowRight", "Home"]))
    elif what == "comment":
        box = visit.page.locator("#comment")
        box.fill(f"said {chance.randint(1, 999)}")
        box.press("Control+Enter")
        visit.page.evaluate("document.activeElement.blur()")
    else:
        visit.page.get_by_role("button", name="Triangle").click()
        visit.click(f"{chance.choice('ABCDE')}{chance.randint(1, 5)}")
        visit.page.keyboard.press("Escape")
