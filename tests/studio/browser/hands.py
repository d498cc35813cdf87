"""Hands at the page: some touch only the keyboard, some only the glass of a phone."""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from playwright.sync_api import expect

from tests.studio.browser.visit import Visit

STEPS = {
    "ArrowLeft": (-1, 0),
    "ArrowRight": (1, 0),
    "ArrowUp": (0, -1),
    "ArrowDown": (0, 1),
}


class Hands(Protocol):
    """What a whole game needs."""

    visit: Visit

    def pick(self, field: str, value: str) -> None:
        """Chooses from a list, by the id of its field."""

    def press_button(self, words: str) -> None:
        """Finds a button by its words and presses it."""

    def move(self, *points: str) -> None:
        """Makes a move on the board."""


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

    def pick(self, field: str, value: str) -> None:
        self.tab_to(f"e.id === '{field}'")
        option = self.visit.page.locator(f"#{field} option[value='{value}']")
        self.visit.page.keyboard.type(option.text_content() or "")
        expect(self.visit.page.locator(f"#{field}")).to_have_value(value)

    def press_button(self, words: str) -> None:
        self.tab_to(f"e.matches('button') && e.textContent === '{words}'")
        self.press("Enter")

    def move(self, *points: str) -> None:
        if not self.focused("e.id === 'board'"):
            self.tab_to("e.id === 'board'")
            expect(self.visit.page.locator(".overlay .cursor")).to_be_visible()
        self.choose(*points)

    def cursor(self) -> tuple[float, float]:
        mark = self.visit.page.locator(".overlay .cursor")
        x, y = mark.evaluate("mark => [mark.cx.baseVal.value, mark.cy.baseVal.value]")
        return round(x, 2), round(y, 2)

    def go(self, point: str) -> None:
        """Moves the cursor with the arrows, nearer where it can; where it cannot, another way."""
        spots = {name: (x, y) for name, x, y in self.visit.look()["board"]["ground"]["spots"]}
        goal_x, goal_y = (round(each, 2) for each in spots[point])
        tried: Counter[tuple[tuple[float, float], str]] = Counter()
        while (here := self.cursor()) != (goal_x, goal_y):
            x, y = goal_x - here[0], goal_y - here[1]
            key = min(
                STEPS,
                key=lambda way: (tried[here, way], -(x * STEPS[way][0] + y * STEPS[way][1])),
            )
            tried[here, key] += 1
            assert tried[here, key] < 4, f"{point} is out of reach"
            self.press(key)

    def choose(self, *points: str) -> None:
        for point in points:
            self.go(point)
            self.press("Enter")


class Fingers:
    """Hands that only touch the glass; lists are those of the phone itself."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    def pick(self, field: str, value: str) -> None:
        self.visit.page.locator(f"#{field}").select_option(value)

    def press_button(self, words: str) -> None:
        self.visit.page.get_by_role("button", name=words, exact=True).tap()

    def move(self, *points: str) -> None:
        """The first tap of a move with one point shows it, the second plays it."""
        for point in points * 2 if len(points) == 1 else points:
            self.visit.page.touchscreen.tap(*self.visit.place(point))
