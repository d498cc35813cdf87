"""Somebody at the page: what they do with mouse and keys, and what they see."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import ConsoleMessage, Locator, Page, ViewportSize, expect

import boardbytes as bb
from boardbytes.drawing.stage import standing
from tests.studio.running import Running

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)

Point = tuple[float, float]


class Visit:
    """A page of the studio in the browser, with the truth about its desk from the server."""

    def __init__(self, page: Page, studio: Running) -> None:
        self.page, self.studio = page, studio
        self.troubles: list[str] = []
        self.answers = studio.client
        origin = urlsplit(studio.address).netloc

        def watch(url: str) -> None:
            parts = urlsplit(url)
            if parts.scheme not in ("data", "blob") and parts.netloc != origin:
                self.troubles.append(f"asked elsewhere: {url}")

        def hear(message: ConsoleMessage) -> None:
            # A stream of events ends with its studio; browsers call that an error.
            ended = "ERR_INCOMPLETE_CHUNKED_ENCODING" in message.text and "/events" in str(
                message.location
            )
            if message.type in ("error", "warning") and not ended:
                self.troubles.append(f"{message.type}: {message.text} {message.location}")

        def refuse(dialog: Any) -> None:
            self.troubles.append(f"dialog: {dialog.message}")
            dialog.dismiss()

        page.on("request", lambda request: watch(request.url))
        page.on("websocket", lambda socket: watch(socket.url))
        page.on("console", hear)
        page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        page.on("dialog", refuse)

    @contextmanager
    def refused(self, words: str, where: str = ".message.error") -> Iterator[None]:
        """What is done within is refused by the server, in words that the page shows."""
        before = list(self.troubles)
        yield
        expect(self.page.locator(where)).to_contain_text(words)
        self.page.wait_for_timeout(50)
        new = [trouble for trouble in self.troubles if trouble not in before]
        assert all("responded with a status of 4" in trouble for trouble in new), new
        self.troubles[:] = before

    # Where to go.

    def start(self) -> None:
        self.page.goto(self.studio.address)
        expect(self.page.locator("#examples .example").first).to_be_visible()

    def go(self, view: Any, tab: str = "bytes") -> None:
        """A desk that the server has just made."""
        self.page.goto(f"{self.studio.address}#/desk/{view['desk']['id']}/{tab}")
        expect(self.page.locator("#desk-name")).to_have_text(view["desk"]["name"])

    def post(self, path: str, json: Any = None, **query: Any) -> Any:
        answer = self.answers.post(f"/api{path}", json=json, params=query)
        assert answer.is_success, answer.text
        return answer.json()

    def lay(self, data: bytes, name: str = "file", tab: str = "bytes") -> None:
        """Puts a file on a desk and goes there."""
        answer = self.answers.post("/api/desks", content=data, params={"name": name})
        assert answer.is_success, answer.text
        self.go(answer.json(), tab)

    def example(self, name: str, tab: str = "bytes") -> None:
        self.go(self.post(f"/desks/example/{name}"), tab)

    def new(self, tab: str = "players", **settings: Any) -> None:
        self.go(self.post("/desks/new", settings), tab)

    def tab(self, title: str) -> Locator:
        self.page.get_by_role("tab", name=title).click()
        return self.page.get_by_role("tabpanel")

    # What the server knows.

    @property
    def desk(self) -> str:
        found = re.search("#/desk/([^/]+)", self.page.url)
        assert found, self.page.url
        return f"/desks/{found[1]}"

    def look(self, path: str | None = None) -> Any:
        query = {} if path is None else {"path": path}
        return self.answers.get(f"/api{self.desk}", params=query).json()

    @property
    def data(self) -> bytes:
        return self.answers.get(f"/api{self.desk}/file").content

    # The board.

    def place(self, point: str) -> Point:
        """Where a point is on the screen."""
        board = self.look()["board"]
        _, x, y = next(spot for spot in board["ground"]["spots"] if spot[0] == point)
        frame = self.page.locator(".board-frame")
        frame.scroll_into_view_if_needed()
        box = frame.bounding_box()
        assert box
        scale = box["width"] / board["width"]
        return box["x"] + x * scale, box["y"] + y * scale

    def hover(self, point: str) -> None:
        self.page.mouse.move(*self.place(point))

    def click(self, *points: str) -> None:
        for point in points:
            self.page.mouse.click(*self.place(point))

    def drag(self, start: str, end: str) -> None:
        self.page.mouse.move(*self.place(start))
        self.page.mouse.down()
        self.page.mouse.move(*self.place(end), steps=5)
        self.page.mouse.up()

    def marked(self, kind: str) -> set[str]:
        """The points that carry a mark over the board: lit, target, take, chosen, source."""
        script = "marks => marks.map(mark => [mark.cx.baseVal.value, mark.cy.baseVal.value])"
        found = self.page.locator(f".overlay circle.{kind}").evaluate_all(script)
        spots = self.look()["board"]["ground"]["spots"]
        return {
            next(name for name, x, y in spots if abs(x - at[0]) < 1 and abs(y - at[1]) < 1)
            for at in found
        }

    def pieces(self) -> dict[str, str]:
        """What stands on which point of the picture."""
        found: list[list[str]] = self.page.locator(".picture use").evaluate_all(
            "all => all.map(each => [each.dataset.spot, each.dataset.piece])"
        )
        return {spot: piece for spot, piece in found if piece != "ko"}

    def shows(self, document: bb.Document | Any) -> None:
        """The board on the page is the one that the library draws, stone by stone."""
        position: Any = getattr(document, "position", document)
        expected = {name: piece for name, piece in standing(position).items() if piece != "ko"}
        self.until(lambda: self.pieces() == expected, "the board is another one")

    def lights(self, cell: str, points: set[str]) -> None:
        """Pointing at a byte lights up these points and no others.

        A row may be laid out anew under the mouse, which then has to point again, as people do.
        """

        def points_there() -> bool:
            self.page.mouse.move(1, 1)
            self.point(cell)
            self.page.wait_for_timeout(100)
            return self.marked("lit") == points

        self.until(points_there, f"{cell} lights other points than {sorted(points)}")

    def point(self, cell: str) -> None:
        """Moves the mouse to where a byte begins, in the grid or in the text."""
        found = self.page.locator(cell)
        found.scroll_into_view_if_needed()
        left, top, width, height = found.evaluate(
            "e => { const { x, y, width, height } = e.getClientRects()[0];"
            " return [x, y, width, height]; }"
        )
        self.page.mouse.move(left + width / 2, top + height / 2)

    def until(self, true: Callable[[], bool], otherwise: str, seconds: float = 15) -> None:
        """Waits until something is true."""
        for _ in range(int(seconds * 50)):
            if true():
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(otherwise)

    @property
    def status(self) -> Locator:
        return self.page.locator("#status")

    # The bytes.

    def byte(self, offset: int) -> Locator:
        return self.page.locator(f"#b-{offset}")

    def offsets(self, kind: str, column: str = "b") -> set[int]:
        """The bytes that carry a mark: linked, bad, odd, cursor."""
        script = "all => all.map(e => [e.id, Number(e.dataset.size ?? 1)])"
        found = self.page.locator(f".{column}.{kind}").evaluate_all(script)
        starts = [(int(name.partition("-")[2]), size) for name, size in found]
        return {start + more for start, size in starts for more in range(size)}
