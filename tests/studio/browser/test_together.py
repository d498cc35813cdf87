"""Together: every tab and every browser on a desk sees the same, and nobody overwrites anybody."""

from __future__ import annotations

import os
import random
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest
from playwright.sync_api import APIResponse, Locator, Route, expect

import boardbytes as bb
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import Visit
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

SECONDS = float(os.environ.get("BOARDBYTES_TOGETHER", "20"))
"""How long two browsers play each game; BOARDBYTES_TOGETHER=600 lets them for ten minutes."""
MILL = bb.loads(bb.dumps(bb.Record(bb.MillPosition()), "json")).tree
assert MILL
GAMES = {
    "go": ("five.sgf", b"(;FF[4]CA[UTF-8]GM[1]SZ[5]GN[game 1])"),
    "mill": ("mill.json", bb.dumps(MILL.with_headers(event="game 1"), "json")),
    "checkers": ("checkers.pdn", b'[Event "game 1"]\n\n*\n'),
}
"""Files that hold a number to be changed in their bytes."""


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


def test_what_changed_before_one_listens_is_seen(visits: Visits) -> None:
    first, second = both(visits, game="mill")
    looks: list[tuple[Route, APIResponse]] = []

    def late(route: Route) -> None:
        if looks:
            route.continue_()
        else:
            looks.append((route, route.fetch()))

    second.page.route(re.compile(r"/api/desks/[^/]+(\?|$)"), late)
    second.page.reload(wait_until="commit")
    second.until(lambda: bool(looks), "it never looks at the desk")
    first.click("a7")
    expect(first.status).to_have_text("black to move")
    (route, seen) = looks[0]
    route.fulfill(response=seen)
    second.until(lambda: second.pieces() == {"a7": "white stone"}, "it was missed")


def stepped(visit: Visit, what: str) -> None:
    """Undo or redo, as a page asks for it that shows the start."""
    assert visit.answers.post(f"/api{visit.desk}/{what}", params={"path": ""}).is_success


def test_an_answer_that_comes_late_is_not_what_stands(visits: Visits) -> None:
    """Undo, redo, undo: the look at what was redone is answered when it is undone again."""
    first, second = both(visits, game="mill")
    first.click("a7")
    expect(second.status).to_have_text("black to move")
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held or not redone:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    redone = False
    second.page.route(re.compile(r"/api/desks/[^/]+\?"), hold)
    stepped(first, "undo")
    second.until(lambda: second.pieces() == {}, "it was not undone")
    redone = True
    stepped(first, "redo")
    second.until(lambda: bool(held), "it never looks at what was redone")
    stepped(first, "undo")
    second.page.wait_for_timeout(300)
    ((route, seen),) = held
    route.fulfill(response=seen)
    second.page.wait_for_timeout(300)
    second.until(lambda: second.pieces() == {}, "it shows what was undone")


@pytest.mark.parametrize("late", ["other", "own"])
def test_whoever_walks_on_is_not_taken_back(visits: Visits, late: str) -> None:
    """The answer to a look, or to a comment, is about the node that was left meanwhile."""
    first, second = both(visits, game="mill")
    second.click("a7", "d7")
    first.until(lambda: len(first.pieces()) == 2, "the game is not there")
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append((route, route.fetch()))

    if late == "other":
        second.page.route(re.compile(r"/api/desks/[^/]+\?"), hold)
        first.post(f"{first.desk}/tree", {"edits": [{"edit": "comment", "path": "", "text": "hm"}]})
    else:
        second.page.route("**/tree?*", hold)
        comment(random.Random(1), second)()
    second.until(lambda: bool(held), "nothing is asked")
    second.page.evaluate("document.activeElement.blur()")
    second.page.keyboard.press("Home")
    second.until(lambda: second.pieces() == {}, "it does not go there")
    ((route, seen),) = held
    route.fulfill(response=seen)
    expect(second.page.locator("#moves .said")).to_have_count(1)
    expect(second.page.locator("html[data-waiting]")).to_have_count(0)
    assert second.pieces() == {}, "it was taken back"
    assert shown(second) == ""


def test_a_press_counts_though_the_list_has_come_again(visits: Visits) -> None:
    """Between press and release another answer has the same moves: their buttons stay."""
    first, second = both(visits, game="mill")
    first.click("a7", "d7")
    second.until(lambda: len(second.pieces()) == 2, "the game is not there")
    second.page.locator("#moves [data-path='']").hover()
    second.page.mouse.down()
    edit = {"edit": "header", "header": "white", "text": "Ann"}
    first.post(f"{first.desk}/tree", {"edits": [edit]})
    expect(second.page.locator(".header-top")).to_contain_text("Ann")
    second.page.mouse.up()
    second.until(lambda: second.pieces() == {}, "the click was lost")


def test_a_text_that_is_behind_is_not_written_in_the_wrong_place(visits: Visits) -> None:
    """Applied while the other's text is still on its way: its places are those of the old one."""
    first, second = visits(), visits()
    first.lay(GAMES["go"][1], "five.sgf")
    second.page.goto(first.page.url)
    draft = second.page.locator("#draft")
    expect(draft).to_have_value(first.data.decode())
    draft.fill(first.data.decode().replace("game 1", "game 2"))
    held: list[Route] = []
    texts = re.compile(r"/api/desks/[^/]+/bytes\?start")
    second.page.route(texts, lambda route: held.append(route))
    longer = first.data.replace(b"GM[1]", b"C[first of all]GM[1]")
    splice = {"offset": 0, "remove": len(first.data), "insert": longer.hex()}
    first.post(f"{first.desk}/bytes", splice)
    second.until(lambda: bool(held), "it never asks for the new text")
    with second.refused("changed", where=".message"):
        draft.press("Control+Enter")
    assert first.data == longer, "the file is broken"
    second.page.unroute(texts)  # Lets go of what was held.
    expect(draft).to_have_value(re.compile(r"first of all.*game 2", re.DOTALL))
    draft.press("Control+Enter")
    second.until(lambda: b"game 2" in first.data, "it was not applied")
    assert first.data == longer.replace(b"game 1", b"game 2")


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


@pytest.mark.timeout(SECONDS + 300)
@pytest.mark.parametrize("game", GAMES)
def test_two_browsers_do_what_they_like(visits: Visits, game: str) -> None:
    """Both play, step, write, mark and edit bytes at the same moment, and now and then undo.

    PDN holds no marks, so there is none to make in checkers. Nothing is lost on the way; at the end
    both see the stored bytes, and draw the board they hold.
    """
    chance = random.Random(int(os.environ.get("BOARDBYTES_SEED", "1")))
    first, second = visitors = visits(), visits()
    name, data = GAMES[game]
    first.lay(data, name, "record")
    second.page.goto(first.page.url)
    expect(second.page.locator("#desk-name")).to_be_visible()
    acts = set(ACTS) - ({"mark"} if game == "checkers" else set())
    decks = [shuffled(chance, sorted(acts)), shuffled(chance, sorted(acts))]
    deadline = time.monotonic() + SECONDS
    done = Counter[str]()
    while time.monotonic() < deadline:
        before, (one, other) = tree_of(first), chance.sample(visitors, 2)
        if done["round"] % 6 == 5:
            done["undo"] += 1
            undone(one)
        else:
            names = [next(deck) for deck in decks]
            done.update(names)
            ready = [
                ACTS[name](chance, each) for name, each in zip(names, (one, other), strict=True)
            ]
            played = [line for act in ready if (line := act())]
            settled(first, second)
            here = lines(tree_of(first))
            assert lines(before) <= here, f"a move was lost by {names}"
            said = [visit.page.locator(".message").all_text_contents() for visit in visitors]
            # Whoever was taken along by the other's move has played after it; where that is not
            # legal, which a free point always is, it was said.
            assert (game != "go" and any(said)) or all(
                any(each[: len(line) - 1] == line[:-1] and each[-1] == line[-1] for each in here)
                for line in played
            ), f"a move was not played by {names}: {said}"
        settled(first, second)
        done["round"] += 1
    found = tree_of(first)
    print(f"{dict(done)}, {len(found)} nodes")
    assert len(found) > 3
    assert set(done) == {*acts, "undo", "round"}
    for visit in visitors:
        visit.page.locator(f"#moves [data-path='{found.last.path}']").click()
        visit.shows(found.last)
        stored_text(visit)
        expect(visit.page.locator(".message.error")).to_have_count(0, timeout=20_000)
        # Whoever was slower, or chose a point that the other has just taken, is told so in words;
        # a browser calls the answer an error.
        told = ("status of 409", "status of 422")
        visit.troubles[:] = [
            each for each in visit.troubles if not any(status in each for status in told)
        ]


Line = tuple[str, ...]
Fire = Callable[[], Line | None]
"""Does what was prepared; tells the line it has played, if it has played."""


def tree_of(visit: Visit) -> bb.GameTree:
    found = bb.loads(visit.data).tree
    assert found
    return found


def line_to(node: Any) -> Line:
    return tuple(str(step.move) for step in node.tree.record(node).steps if step.move)


def lines(tree: bb.GameTree | None) -> set[Line]:
    assert tree
    return {line_to(node) for node in tree.nodes() if node.move}


PATIENCE = 60
"""Seconds within which both see the same: a busy machine may take its time."""


def shuffled(chance: random.Random, names: Iterable[str]) -> Iterator[str]:
    """Each as often as the others, and moves more often, in any order, for ever."""
    while True:
        deck = [*names, "move", "move", "move"]
        chance.shuffle(deck)
        yield from deck


def settled(first: Visit, second: Visit) -> None:
    """Nothing is on its way any more, and both see the game that is stored."""
    for visit in (first, second):
        expect(visit.page.locator("html[data-waiting]")).to_have_count(0)

    moves, seen, other = list[str](), list[str](), list[str]()

    def same() -> bool:
        moves[:] = [node.path for node in tree_of(first).nodes()]
        seen[:], other[:] = shown_moves(first), shown_moves(second)
        return seen == other and sorted(seen[:-1]) == sorted(moves)

    try:
        first.until(same, "they see different games", PATIENCE)
    except AssertionError as error:
        error.add_note(f"stored: {sorted(moves)}\none sees {seen}\nthe other {other}")
        raise


def shown_moves(visit: Visit) -> list[str]:
    """The paths of the moves in the list, and everything that is said there."""
    script = "all => all.map(each => each.dataset.path)"
    paths: list[str] = visit.page.locator("#moves .move").evaluate_all(script)
    return [*paths, visit.page.locator("#moves").inner_text()]


def undone(visit: Visit) -> None:
    """Undo takes one thing back, redo brings the bytes of just now, and undo those before it."""
    now = visit.data
    undo = visit.page.get_by_role("button", name="Undo")
    undo.click()
    visit.until(lambda: visit.data != now, "nothing was undone")
    before = visit.data
    assert len(lines(bb.loads(now).tree) - lines(tree_of(visit))) <= 1
    visit.page.get_by_role("button", name="Redo").click()
    visit.until(lambda: visit.data == now, "it is not as it was")
    undo.click()
    visit.until(lambda: visit.data == before, "it is not as it was before")


def move(chance: random.Random, visit: Visit) -> Fire:
    box, options = visit.page.locator("#move"), visit.page.locator("#legal-moves option")
    if not visit.look(shown(visit))["here"]["moves"]:  # The game is over.
        return lambda: None
    box.focus()
    expect(options.first).to_be_attached()
    legal = options.evaluate_all("all => all.map(e => e.value)")
    points = [each for each in legal if each != "pass"]
    if not points:  # The board is full.
        return lambda: None
    point = chance.choice(points)
    box.fill(point)

    def fire() -> Line:
        path = shown(visit)
        box.press("Enter")
        return (*line_to(tree_of(visit).node(path)), point)

    return fire


def shown(visit: Visit) -> str:
    """The path of the node that the page shows."""
    script = "document.querySelector('#moves [aria-current]')?.dataset.path ?? ''"
    path: str = visit.page.evaluate(script)
    return path


def step(chance: random.Random, visit: Visit) -> Fire:
    visit.page.evaluate("document.activeElement.blur()")
    key = chance.choice(["ArrowLeft", "ArrowLeft", "ArrowRight", "Home"])
    return lambda: visit.page.keyboard.press(key)


def comment(chance: random.Random, visit: Visit) -> Fire:
    box = visit.page.locator("#comment")
    box.fill(f"said {chance.randint(1, 999)}")
    return lambda: box.press("Control+Enter")


def mark(chance: random.Random, visit: Visit) -> Fire:
    visit.page.get_by_role("button", name="Triangle").click()
    spots = visit.look()["board"]["ground"]["spots"]
    place = visit.place(chance.choice(spots)[0])

    def fire() -> None:
        visit.page.mouse.click(*place)
        visit.page.keyboard.press("Escape")

    return fire


def stored_text(visit: Visit) -> Locator:
    """The text of the file, as it is stored; a change that was refused is given up."""
    visit.tab("Bytes")
    draft, revert = visit.page.locator("#draft"), visit.page.get_by_role("button", name="Revert")
    if revert.is_visible():  # The other was quicker, and that was said.
        revert.evaluate("button => button.click()")  # It may go away meanwhile.
    expect(draft).to_have_value(visit.data.decode())
    return draft


def edit_bytes(chance: random.Random, visit: Visit) -> Fire:
    """Another number in the name of the game or in a comment, written into the file itself."""
    draft = stored_text(visit)
    text = draft.input_value()
    found = chance.choice([*re.finditer(r"(?:said|game) (\d+)", text)])
    draft.fill(f"{text[: found.start(1)]}{chance.randint(1, 999)}{text[found.end(1) :]}")

    def fire() -> None:
        draft.press("Control+Enter")
        visit.tab("Record")

    return fire


ACTS: dict[str, Callable[[random.Random, Visit], Fire]] = {
    "move": move,
    "step": step,
    "comment": comment,
    "mark": mark,
    "bytes": edit_bytes,
}
