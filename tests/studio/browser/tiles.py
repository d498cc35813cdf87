"""Where tiles are on the screen: the page paints them on a canvas, so tests must reckon."""

from __future__ import annotations

import math
from typing import Any

from playwright.sync_api import Locator

from tests.studio.browser.visit import Point, Visit

MARGIN = 14
LARGEST = 96
COLUMN = math.sqrt(3) / 2


class Tiles:
    """The tile board of a visit, fitted to its place as the page does at first."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit

    @property
    def stage(self) -> Locator:
        return self.visit.page.locator("#board")

    def place(self, x: int, y: int, tiles: Any = None) -> Point:
        """Where a tile's middle is; rows grow upward, columns of hexagons take turns in height."""
        tiles = tiles or self.visit.look()["tiles"]
        width, length, hexagonal = tiles["width"], tiles["length"], tiles["hexagonal"]
        self.stage.scroll_into_view_if_needed()
        box = self.stage.bounding_box()
        inner = self.stage.evaluate(
            "e => [e.clientLeft, e.clientTop, e.clientWidth, e.clientHeight]"
        )
        assert box
        left, top, wide, high = inner
        across, down = float(width), float(length)
        if hexagonal:
            across, down = (width - 1) * COLUMN + 1.16, length + (0.5 if width > 1 else 0)
        scale = min((wide - 2 * MARGIN) / across, (high - 2 * MARGIN) / down, LARGEST)
        middle_x, middle_y = x + 0.5, length - 1 - y + 0.5
        if hexagonal:
            middle_x = x * COLUMN + 0.58
            middle_y += 0.5 if width > 1 and x % 2 == 0 else 0
        return (
            box["x"] + left + (wide - across * scale) / 2 + middle_x * scale,
            box["y"] + top + (high - down * scale) / 2 + middle_y * scale,
        )

    def hover(self, x: int, y: int) -> None:
        self.visit.page.mouse.move(*self.place(x, y))

    def click(self, x: int, y: int) -> None:
        self.visit.page.mouse.click(*self.place(x, y))

    def stroke(self, *through: tuple[int, int]) -> None:
        """Presses on the first tile, passes over the others, lets go on the last."""
        places = [self.place(*tile) for tile in through]
        mouse = self.visit.page.mouse
        mouse.move(*places[0])
        mouse.down()
        for place in places[1:]:
            mouse.move(*place, steps=4)
        mouse.up()

    def ink(self, left: float, top: float) -> bool:
        """Whether anything is drawn near a place of the screen, above the board."""
        script = """(canvas, [left, top]) => {
          const box = canvas.getBoundingClientRect();
          const corner = [left - box.left - 6, top - box.top - 6];
          const [x, y] = corner.map((at) => at * devicePixelRatio);
          const size = 12 * devicePixelRatio;
          const copy = new OffscreenCanvas(size, size).getContext("2d");
          copy.drawImage(canvas, -x, -y);
          return copy.getImageData(0, 0, size, size).data.some((part) => part > 0);
        }"""
        canvas = self.stage.locator("canvas").nth(1)
        return bool(canvas.evaluate(script, [left, top]))

    def colour(self, x: int, y: int, layer: int = 0) -> tuple[int, ...]:
        """The colour that the board (layer 0) or the marks above it (1) have on a tile."""
        left, top = self.place(x, y)
        script = """([canvas, left, top]) => {
          const box = canvas.getBoundingClientRect();
          const [x, y] = [left - box.left, top - box.top].map((at) => at * devicePixelRatio);
          const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
          copy.drawImage(canvas, -Math.floor(x), -Math.floor(y));
          return [...copy.getImageData(0, 0, 1, 1).data];
        }"""
        canvas = self.stage.locator("canvas").nth(layer).element_handle()
        found: list[int] = self.visit.page.evaluate(script, [canvas, left, top])
        return tuple(found)
