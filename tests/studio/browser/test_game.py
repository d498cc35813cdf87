"""The game: variations, comments, marks, headers, links, and walking through it from anywhere."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import Visit
from tests.studio.seen import moves_of
from tests.studio.test_tree import COMMENTED, MANY

pytestmark = pytest.mark.slow


def tree(visit: Visit) -> bb.GameTree:
    """The game as the bytes of the desk hold it."""
    found = bb.loads(visit.data).tree
    assert found
    return found


def go_to(visit: Visit, path: str) -> None:
    visit.page.locator(f"#moves [data-path='{path}']").click()
    expect(visit.page.locator(f"#moves [data-path='{path}']")).to_have_attribute(
        "aria-current", "true"
    )


def test_a_click_in_the_middle_makes_a_variation(visit: Visit) -> None:
    """Fault 1: 927 bytes became 169, and undo jumped to the end."""
    visit.lay(COMMENTED, "game.sgf", "record")
    go_to(visit, "1")
    visit.click("A1")
    expect(visit.page.locator("#moves [aria-current]")).to_have_attribute("data-path", "1.1")
    assert moves_of(visit.look()) == ["E5", "G5", "C5", "C7", "G7"]
    assert b"C[the middle]" in visit.data
    visit.page.get_by_role("button", name="Undo").click()
    expect(visit.page.locator("#moves [aria-current]")).to_have_attribute("data-path", "1")
    assert visit.data == COMMENTED


def test_keys_and_wheel_walk_from_anywhere(visit: Visit) -> None:
    visit.lay(COMMENTED, "game.sgf", "findings")
    game = tree(visit)
    for key, path in (
        ("ArrowLeft", "4"),
        ("Home", ""),
        ("ArrowRight", "1"),
        ("End", "5"),
        ("ArrowDown", "2.1"),
        ("ArrowRight", "2.1.1"),
        ("ArrowUp", "3"),
    ):
        visit.page.keyboard.press(key)
        visit.shows(game.node(path))
    visit.hover("E5")
    visit.page.mouse.wheel(0, -60)
    visit.shows(game.node("2"))
    # Who writes is left alone.
    visit.tab("Record")
    box = visit.page.locator("#comment")
    box.fill("x")
    box.press("ArrowLeft")
    visit.shows(game.node("2"))


def test_a_step_asks_little(visit: Visit) -> None:
    """Only what the rules know of a node is asked, and that is small."""
    visit.lay(COMMENTED, "game.sgf", "record")
    asked: list[str] = []
    visit.page.on("request", lambda request: asked.append(request.url))
    with visit.page.expect_response("**/at?*") as answer:
        for _ in range(3):
            visit.page.keyboard.press("ArrowLeft")
    visit.shows(tree(visit).node("2"))
    assert len(answer.value.body()) < 5_000
    known = ("/at?", "/events", "/static/")
    assert [url for url in asked if not any(each in url for each in known)] == []


def test_a_comment_is_written_in_place(visit: Visit) -> None:
    visit.lay(COMMENTED, "game.sgf", "record")
    go_to(visit, "2.1")
    box = visit.page.locator("#comment")
    expect(box).to_have_value("or this")
    box.fill("better <b>this</b>")
    box.press("Control+Enter")
    visit.until(
        lambda: tree(visit).node("2.1").comment == "better <b>this</b>", "the comment is another"
    )
    expect(visit.page.locator("#moves")).to_contain_text("better <b>this</b>")
    go_to(visit, "1")
    expect(box).to_have_value("the middle")


def test_marks_are_placed_with_tools(visit: Visit) -> None:
    visit.lay(COMMENTED, "game.sgf", "record")
    go_to(visit, "1")
    for tool, points in (
        ("Triangle", ["C3"]),
        ("Square", ["D3"]),
        ("Circle", ["E3"]),
        ("Cross", ["F3"]),
        ("Letter", ["C2", "D2"]),
        ("Number", ["E2"]),
        ("Arrow", ["A1", "B2"]),
    ):
        before = visit.look()["desk"]["revision"]
        button = visit.page.get_by_role("button", name=tool, exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        for point in points:
            visit.click(point)
        wanted = before + (1 if tool == "Arrow" else len(points))
        reached(visit, wanted)
    notes = tree(visit).node("1").notes
    assert {(mark.kind.value, mark.point) for mark in notes.marks} == {
        ("triangle", "C3"),
        ("square", "D3"),
        ("circle", "E3"),
        ("cross", "F3"),
    }
    assert {label.point: label.text for label in notes.labels} == {"C2": "A", "D2": "B", "E2": "1"}
    assert [(link.start, link.end) for link in notes.links] == [("A1", "B2")]
    visit.page.get_by_role("button", name="Eraser").click()
    visit.click("C3")
    visit.until(lambda: len(tree(visit).node("1").notes.marks) == 3, "it is still there")
    visit.page.keyboard.press("Escape")
    assert len(tree(visit)) == len(bb.loads(COMMENTED).tree or ())


def reached(visit: Visit, revision: int) -> None:
    visit.until(lambda: bool(visit.look()["desk"]["revision"] == revision), "no edit was made")


def test_headers_are_a_card(visit: Visit) -> None:
    visit.lay(COMMENTED, "game.sgf", "record")
    expect(visit.page.locator(".header-title")).to_have_text("Ann – Bob")
    visit.page.locator("#edit-headers").click()
    visit.page.get_by_label("Event").fill("a <i>cup</i>")
    visit.page.get_by_role("button", name="Save", exact=True).click()
    expect(visit.page.locator(".header-facts")).to_contain_text("a <i>cup</i>")
    assert tree(visit).headers["event"] == "a <i>cup</i>"


def test_variations_are_promoted_and_deleted(visit: Visit) -> None:
    visit.lay(COMMENTED, "game.sgf", "record")
    go_to(visit, "2.1")
    visit.page.get_by_role("button", name="Make this the main line").click()
    visit.until(lambda: moves_of(visit.look()) == ["E5", "G5", "C3", "G3"], "another main line")
    visit.page.get_by_role("button", name="Delete from here on").click()
    visit.until(lambda: moves_of(visit.look()) == ["E5", "G5", "C5", "C7", "G7"], "still there")


def test_the_tree_is_drawn(visit: Visit) -> None:
    visit.lay(COMMENTED, "game.sgf", "record")
    visit.page.get_by_label("As a tree").check()
    expect(visit.page.locator("#tree-view .tree-node")).to_have_count(8)
    # White stones on a light page have an edge.
    edge = "node => getComputedStyle(node).stroke"
    assert visit.page.locator("#tree-view .white").first.evaluate(edge) != "none"
    visit.page.locator("#tree-view [data-path='2.1']").click()
    visit.shows(tree(visit).node("2.1"))


def test_fault_12_a_reload_shows_the_same_move(visit: Visit, visits: Visits) -> None:
    visit.lay(COMMENTED, "game.sgf", "record")
    go_to(visit, "2.1")
    visit.page.wait_for_url("**at=2.1")
    visit.page.reload()
    expect(visit.page.locator("#moves [aria-current]")).to_have_attribute("data-path", "2.1")
    # The link leads others there, too, and one that leads nowhere any more says so.
    other = visits()
    other.page.goto(visit.page.url)
    expect(other.page.locator("#moves [aria-current]")).to_have_attribute("data-path", "2.1")
    third = visits()
    third.page.goto(visit.page.url.replace("at=2.1", "at=77"))
    expect(third.page.locator(".message")).to_contain_text("no longer in the game")
    expect(third.page.locator("#moves [aria-current]")).to_have_attribute("data-path", "5")
    third.troubles[:] = [each for each in third.troubles if "status of 422" not in each]


def test_fault_11_a_game_of_many_is_picked(visit: Visit) -> None:
    visit.lay(MANY, "many.sgf", "record")
    expect(visit.page.locator("#game-picker option")).to_have_count(4)
    visit.page.locator("#game-picker").select_option("2")
    expect(visit.page.locator("#record-where")).to_contain_text("move 2 of 2")
    visit.page.locator("#game-picker").select_option("4")
    expect(visit.page.locator("#record-where")).to_contain_text("move 1 of 1")
    expect(visit.page.locator(".header-title")).to_contain_text("Eve")


def test_fault_13_forget_can_be_undone(visit: Visit) -> None:
    visit.lay(COMMENTED, "kept-in-mind.sgf")
    visit.start()
    entry = visit.page.locator(".recent-desk", has_text="kept-in-mind.sgf").first
    picture = entry.locator(".recent-thumb")
    visit.until(lambda: picture.evaluate("image => image.naturalWidth") > 0, "it has no picture")
    entry.get_by_role("button", name="Forget").click()
    expect(visit.page.locator(".message")).to_contain_text("is forgotten")
    visit.page.locator(".message").get_by_role("button", name="Undo").click()
    expect(visit.page.locator(".recent-desk", has_text="kept-in-mind.sgf").first).to_be_visible()
    entry.get_by_role("button", name="Rename").click()
    visit.page.get_by_label("Name of the desk").fill("my best game")
    visit.page.get_by_role("button", name="Save", exact=True).click()
    expect(visit.page.locator(".recent-name", has_text="my best game")).to_be_visible()


def test_fault_5_rules_in_the_middle(visit: Visit) -> None:
    visit.new(game="mill", rules="standard")
    visit.click("a7")
    expect(visit.status).to_have_text("black to move")
    visit.page.get_by_role("button", name="Board settings").click()
    visit.page.locator("#rules").select_option("muehle")
    visit.until(lambda: visit.look()["board"]["rules"] == "muehle", "other rules")
    expect(visit.page.locator("#rules")).to_have_value("muehle")
