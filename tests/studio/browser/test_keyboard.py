"""Without a mouse: a whole game, and a walk through the page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.players.search import SearchPlayer
from boardbytes.studio.examples import EXAMPLES
from tests.studio.browser.visit import Visit
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

STEPS = {
    "ArrowLeft": (-1, 0),
    "ArrowRight": (1, 0),
    "ArrowUp": (0, -1),
    "ArrowDown": (0, 1),
}


class Keys:
    """Hands that only touch the keyboard."""

    def __init__(self, visit: Visit) -> None:
        self.visit, self.press = visit, visit.page.keyboard.press

    def focused(self, script: str) -> bool:
        """Whether the element in focus is such."""
        return bool(self.visit.page.evaluate(f"(e => Boolean({script}))(document.activeElement)"))

    def tab_to(self, script: str, key: str = "Tab") -> None:
        for _ in range(200):
            if self.focused(script):
                return
            self.press(key)
        raise AssertionError(f"no way to {script} with the Tab key")

    def cursor(self) -> tuple[float, float]:
        mark = self.visit.page.locator(".overlay .cursor")
        x, y = mark.evaluate("mark => [mark.cx.baseVal.value, mark.cy.baseVal.value]")
        return round(x, 2), round(y, 2)

    def go(self, point: str) -> None:
        """Moves the cursor over the board with arrows, always nearer to a point."""
        spots = {name: (x, y) for name, x, y in self.visit.look()["board"]["ground"]["spots"]}
        goal_x, goal_y = (round(each, 2) for each in spots[point])
        for _ in range(60):
            x, y = self.cursor()
            if (x, y) == (goal_x, goal_y):
                return
            if y != goal_y:
                self.press("ArrowUp" if y > goal_y else "ArrowDown")
            else:
                self.press("ArrowLeft" if x > goal_x else "ArrowRight")
            assert self.cursor() != (x, y), f"stuck at {x}, {y} on the way to {point}"
        raise AssertionError(f"{point} is out of reach")

    def choose(self, *points: str) -> None:
        for point in points:
            self.go(point)
            self.press("Enter")


def test_a_whole_game_of_checkers(visit: Visit) -> None:
    """Against the random player, from the start page to the end of the game."""
    visit.start()
    keys = Keys(visit)
    keys.tab_to("e.id === 'new-game'")
    visit.page.keyboard.type("Checkers")
    keys.tab_to("e.id === 'new-against'")
    visit.page.keyboard.type("a person")
    keys.tab_to("e.textContent === 'Play'")
    keys.press("Enter")
    expect(visit.status).to_have_text("red to move")
    keys.tab_to("e.id === 'player-white'")
    visit.page.keyboard.type("random")
    expect(visit.page.locator("#player-white")).to_have_value("random")
    keys.tab_to("e.id === 'board'", "Shift+Tab")
    expect(visit.page.locator(".overlay .cursor")).to_be_visible()
    me = SearchPlayer(1, level=4)
    game = bb.Record(bb.loads(b"B:W21-32:B1-12").position)
    while not visit.look()["here"]["over"]:
        shown = visit.look()
        moves = moves_of(shown)
        game = bb.Record(game.start)
        for move in moves:
            game = game.play(move)
        mine = me.choose(game)
        keys.choose(*mine.points)
        answered(visit, len(moves))
    expect(visit.status).to_contain_text("wins")
    expect(visit.page.locator("#said")).to_contain_text("wins")
    print(f"{len(moves_of(visit.look()))} plies: {visit.look()['tree']['result']}")


def answered(visit: Visit, played: int) -> None:
    """I have moved, and the answer has come, unless the game is over."""

    def done() -> bool:
        shown = visit.look()
        moved = len(moves_of(shown)) >= played + 2
        return bool(shown["here"]["over"]) or (
            moved and visit.status.text_content() == "red to move"
        )

    visit.until(done, "nobody moved")


def test_a_mill_is_closed_with_keys(visit: Visit) -> None:
    visit.example("endgame.dat")
    keys = Keys(visit)
    keys.tab_to("e.id === 'board'")
    keys.choose("d7", "g7")
    expect(visit.page.locator("#said")).to_contain_text("d7–g7, then choose")
    keys.press("Escape")
    expect(visit.page.locator("#said")).to_have_text("choice taken back")
    keys.choose("d7", "g7", "a1")
    expect(visit.page.locator("#said")).to_have_text("d7-g7xa1; black to move")
    visit.shows(bb.Record(bb.loads(EXAMPLES["endgame.dat"].data).position).play("d7-g7xa1"))
    keys.press("Control+z")
    expect(visit.status).to_have_text("white to move")
    keys.go("g4")
    keys.press("b")
    assert visit.offsets("cursor") == {5}
    expect(visit.page.locator("#hex")).to_be_focused()


def test_a_walk_through_the_page(visit: Visit) -> None:
    """Open an example, go through all tabs, change a byte, turn the light off, go home."""
    visit.start()
    keys = Keys(visit)
    keys.press("Tab")
    assert keys.focused("e.className === 'skip'")
    keys.press("Enter")
    keys.tab_to("e.dataset.example === 'game.sgf'")
    keys.press("Enter")
    expect(visit.page.locator("#desk-name")).to_have_text("game.sgf")
    keys.tab_to("e.getAttribute('role') === 'tab'")
    seen = []
    for _ in range(6):
        seen.append(visit.page.get_by_role("tab", selected=True).inner_text())
        assert keys.focused("e.getAttribute('aria-selected') === 'true'")
        expect(visit.page.get_by_role("tabpanel")).to_be_visible()
        keys.press("ArrowRight")
    assert seen == ["Bytes", "Findings", "Record", "Play", "Analysis", "Save as"]
    keys.tab_to("e.id === 'draft'")
    keys.press("Control+Home")
    expect(visit.page.locator("#strip")).to_contain_text("byte 0")
    for _ in range(2):
        keys.press("ArrowRight")
    expect(visit.page.locator("#strip")).to_contain_text("byte 2")
    keys.tab_to("e.id === 'theme'", "Shift+Tab")
    keys.press("Enter")
    assert visit.page.evaluate("document.documentElement.dataset.theme") == "dark"
    keys.tab_to("e.className === 'brand'", "Shift+Tab")
    keys.press("Enter")
    expect(visit.page.locator("#examples")).to_be_visible()
