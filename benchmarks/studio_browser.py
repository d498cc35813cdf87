"""The studio's page: how long a person waits in a browser, from the press to the new picture.

Debian's Chromium on the loopback address, by real clicks and keys; without Chromium there are no
rows. The largest ordinary files: a 19 × 19 game of 300 moves and a board of 255 × 255 tiles of 64
bits. The median of some tries counts: one more program on the machine is not the page's fault;
of what is done again and again there is the 95th percentile of many, too. Over a slow line, which
the browser plays itself, every visit is the first one: nothing is kept from an earlier one.
"""

from __future__ import annotations

import shutil
import statistics
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks import Row
from benchmarks.studio import Server, annotated_game, large_board, legal, long_game, running

TRIES = 7
MANY = 40
"""Tries of which the 95th percentile is taken."""
LONGEST = 30_000
"""So many milliseconds anything may take."""
FIRST = "first-contentful-paint"
GAME = "19 × 19 game of 300 moves"
BOARD_OF_TILES = "255 × 255 tiles"
SIZE: Any = {"width": 1280, "height": 800}

BOARD = "[...document.querySelectorAll('.picture use')].map((use) => use.dataset.spot).join()"
"""What stands on the board."""
STATUS = "document.querySelector('#status').textContent"
"""Whose turn it is."""
MOVES = "document.querySelector('#moves').textContent"
"""The list of moves, with what is said about them."""
MARKS = "document.querySelectorAll('.overlay .note').length"
ROUND = "document.querySelector('.ground').getAttribute('transform')"
"""Which side sits below."""
PANEL = "document.querySelector('[role=tabpanel]:not([hidden])').id"
FOUND = "document.querySelector('#found').textContent"
SLOW_LINE = {
    "offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 200_000
}  # fmt: skip
"""150 ms, and 1.6 Mbit/s both ways."""
USABLE = {"start page": "#examples .example", GAME: ".picture use"}
"""What must be on the page before anybody can go on: examples to click, stones on the board."""
TILES = "document.querySelector('.legend li')"
"""The same for a tile board, which is painted in the same breath as its legend."""

_NOTE_WHEN_SHOWN = """
new MutationObserver((_, observer) => {
  if (!document.querySelector("%s")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.boardShown = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""


class Studio(Protocol):
    """A running studio, and what lets somebody in."""

    address: str
    headers: dict[str, str]


@contextmanager
def chromium() -> Iterator[Browser | None]:
    """The browser, if there is one."""
    path = shutil.which("chromium")
    if path is None:
        yield None
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


def until(page: Page, value: str) -> Any:
    """Waits in the browser until an expression is something, and gives it."""
    return page.evaluate(
        f"""() => new Promise((resolve) => {{
          const tick = () => {{
            const value = {value};
            if (value) resolve(value);
            else requestAnimationFrame(tick);
          }};
          tick();
        }})"""
    )


def waited(page: Page, event: str, shown: str, act: Callable[[], Any]) -> float:
    """Milliseconds from an event in the browser until something else is shown, painting included.

    `shown` is what must become another value; `act` makes the event happen.
    """
    page.evaluate(
        f"""() => {{
          const look = () => {shown};
          window.waited = new Promise((resolve, reject) => {{
            setTimeout(() => reject(new Error("nothing has changed")), {LONGEST});
            addEventListener("{event}", (happened) => {{
              const before = look();
              const tick = () => look() !== before
                ? setTimeout(() => resolve(performance.now() - happened.timeStamp))
                : requestAnimationFrame(tick);
              requestAnimationFrame(tick);
            }}, {{ capture: true, once: true }});
          }});
        }}"""
    )
    act()
    milliseconds: float = page.evaluate("window.waited")
    return milliseconds


def first_board(browser: Browser, studio: Studio, desk: str) -> float:
    """Milliseconds from the beginning of the visit until the board is painted."""
    with browser.new_context(viewport=SIZE, extra_http_headers=studio.headers) as context:
        page = context.new_page()
        page.add_init_script(_NOTE_WHEN_SHOWN % ".picture, .tile-stage")
        page.goto(f"{studio.address}#/desk/{desk}/bytes")
        return float(until(page, "window.boardShown"))


def first_paint(browser: Browser, studio: Studio) -> float:
    """Milliseconds until the start page paints its first words."""
    with browser.new_context(viewport=SIZE, extra_http_headers=studio.headers) as context:
        page = context.new_page()
        page.goto(studio.address)
        return float(until(page, f"performance.getEntriesByName('{FIRST}')[0]?.startTime"))


def slow_visit(browser: Browser, studio: Studio, place: str, usable: str) -> tuple[float, float]:
    """Milliseconds over a slow line until the first words are painted, and until it can be used.

    It can be used when what one goes on with is painted, and a timer is answered after it.
    """
    with browser.new_context(viewport=SIZE, extra_http_headers=studio.headers) as context:
        page = context.new_page()
        line = context.new_cdp_session(page)
        line.send("Network.enable")
        line.send("Network.emulateNetworkConditions", SLOW_LINE)
        page.add_init_script(_NOTE_WHEN_SHOWN % usable)
        page.goto(f"{studio.address.rstrip('/')}/{place}")
        usable_after = float(until(page, "window.boardShown"))
        return float(
            until(page, f"performance.getEntriesByName('{FIRST}')[0]?.startTime")
        ), usable_after


def open_wait(page: Page, studio: Studio, data: bytes) -> float:
    """From picking a file on the start page to its board."""
    page.goto("about:blank")
    page.goto(studio.address)
    page.locator("#examples .example").first.wait_for()
    file: Any = {"name": "game.sgf", "mimeType": "application/x-go-sgf", "buffer": data}
    shown = "document.querySelectorAll('.picture use').length > 0"
    return waited(page, "change", shown, lambda: page.set_input_files("#pick-file", file))


def step_wait(page: Page, key: str) -> float:
    """From an arrow key to the board before or after."""
    return waited(page, "keydown", BOARD, lambda: page.keyboard.press(key))


def comment_wait(page: Page, text: str) -> float:
    """From Ctrl+Enter to the comment among the moves."""
    page.locator("#comment").fill(text)
    return waited(page, "keydown", MOVES, lambda: page.keyboard.press("Control+Enter"))


def mark_wait(page: Page, view: Any, number: int) -> float:
    """From a click with the triangle to its picture on the board."""
    place = _on_screen(page, view, view["board"]["ground"]["spots"][number])
    return waited(page, "pointerup", MARKS, lambda: page.mouse.click(*place))


def _on_screen(page: Page, view: Any, spot: Any) -> tuple[float, float]:
    frame = page.locator(".board-frame").bounding_box()
    assert frame
    scale = frame["width"] / view["board"]["width"]
    return frame["x"] + spot[1] * scale, frame["y"] + spot[2] * scale


def slide_wait(page: Page, number: int) -> float:
    """From a step of the slider to the board as it was then."""
    slider = page.locator("#ply")
    return waited(page, "input", BOARD, lambda: slider.fill(str(20 * number + 10)))


def play_wait(page: Page, view: Any) -> float:
    """From a click on a point to the board with the move on it."""
    point = next(points[0] for _, points in legal(view) if points)
    spot = next(spot for spot in view["board"]["ground"]["spots"] if spot[0] == point)
    place = _on_screen(page, view, spot)
    return waited(page, "pointerup", BOARD, lambda: page.mouse.click(*place))


def undo_wait(page: Page) -> float:
    return waited(page, "click", BOARD, lambda: page.locator("#undo").click())


def byte_wait(page: Page, shown: str, offset: int, keys: str) -> float:
    """From the last key of a byte to the new board."""
    page.locator("#go-offset").fill(str(offset))
    page.locator("#go-offset").press("Enter")
    for key in keys[:-1]:
        page.keyboard.press(key)
    return waited(page, "keydown", shown, lambda: page.keyboard.press(keys[-1]))


def jump_wait(page: Page, size: int) -> float:
    """From Ctrl+End in the bytes to the last byte on the screen."""
    page.locator("#hex").focus()
    page.keyboard.press("Control+Home")
    until(page, "document.querySelector('#b-0')?.textContent")
    last = f"document.querySelector('#b-{size - 1}')?.textContent || undefined"
    return waited(page, "keydown", last, lambda: page.keyboard.press("Control+End"))


def paint_wait(page: Page, number: int) -> float:
    """From letting go of the brush to the new board."""
    stage = page.locator("#board").bounding_box()
    assert stage
    x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] / 2 + 6 * number
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=3)
    return waited(page, "pointerup", TILES, page.mouse.up)


def find_wait(page: Page) -> float:
    """From Enter to the next of many places."""
    page.locator("#find-bytes").fill(";B[")
    return waited(page, "keydown", FOUND, lambda: page.keyboard.press("Enter"))


def rows() -> Iterator[Row]:
    with chromium() as browser, running() as server:
        if browser is not None:
            yield from _rows(browser, server)


def _row(name: str, work: Callable[[int], float]) -> Row:
    work(0)
    times = [work(number) for number in range(1, TRIES + 1)]
    return Row(f"studio in Chromium, {name}", statistics.median(times), None, "ms")


def late(work: Callable[[int], float], tries: int = MANY) -> float:
    """The 95th percentile of many tries, the first not counted."""
    work(0)
    return statistics.quantiles([work(n) for n in range(1, tries + 1)], n=20)[-1]


def _late_row(name: str, work: Callable[[int], float]) -> Row:
    return Row(f"studio in Chromium, {name}, 95th percentile", late(work), None, "ms")


def _slow_rows(browser: Browser, server: Server, game: bytes) -> Iterator[Row]:
    places = {"start page": "", GAME: f"#/desk/{_lay(server, game)}/record"}
    for name, place in places.items():
        slow_visit(browser, server, place, USABLE[name])
        tries = [slow_visit(browser, server, place, USABLE[name]) for _ in range(TRIES)]
        for what, times in zip(("first content", "usable"), zip(*tries, strict=True), strict=True):
            words = f"studio in Chromium over a slow line, {name}: {what}"
            yield Row(words, statistics.median(times), None, "ms")


def _rows(browser: Browser, server: Server) -> Iterator[Row]:
    save, game, tiles = Path("examples/endgame.dat").read_bytes(), long_game(), large_board()
    yield _row("start page: first paint", lambda _: first_paint(browser, server))
    for name, data in (("save", save), (GAME, game), (BOARD_OF_TILES, tiles)):
        desk = _lay(server, data)
        yield _row(
            f"{name}: board shown",
            lambda _, desk=desk: first_board(browser, server, desk),  # type: ignore[misc]
        )
    yield from _slow_rows(browser, server, game)
    with browser.new_context(viewport=SIZE, extra_http_headers=server.headers) as context:
        page = context.new_page()
        annotated = annotated_game()
        yield _row("500 annotated nodes: open", lambda _: open_wait(page, server, annotated))
        page.goto(f"{server.address}#/desk/{_lay(server, save)}/bytes")
        yield _row("save: change a byte", lambda n: byte_wait(page, STATUS, 0, f"0{1 + n % 2}"))
        yield from _game_rows(page, server, game)
        yield from _often_rows(page, server, save, game)
        yield from _tile_rows(page, server, tiles)


def _lay(server: Server, data: bytes) -> str:
    desk: str = server.post("/api/desks?name=file", data)["desk"]["id"]
    return desk


def _game_rows(page: Page, server: Server, data: bytes) -> Iterator[Row]:
    desk = _lay(server, data)
    page.goto(f"{server.address}#/desk/{desk}/record")
    yield _row(f"{GAME}: slide", lambda n: slide_wait(page, n))
    page.get_by_role("button", name="Last move").click()
    until(page, "document.querySelector('#ply').value === '300'")
    yield _row(f"{GAME}: play", lambda _: play_wait(page, server.get(f"/api/desks/{desk}")))
    yield _row(f"{GAME}: undo", lambda _: undo_wait(page))
    page.goto(f"{server.address}#/desk/{desk}/bytes")
    last = data.rindex(b"[") + 1
    yield _row(f"{GAME}: change a byte", lambda n: byte_wait(page, BOARD, last, "ab"[n % 2]))


def _often_rows(page: Page, server: Server, save: bytes, game: bytes) -> Iterator[Row]:
    """What people do again and again."""
    page.goto(f"{server.address}#/desk/{_lay(server, save)}/bytes")
    page.locator("#go-offset").wait_for()
    yield _late_row("save: change a byte", lambda n: byte_wait(page, STATUS, 0, f"0{1 + n % 2}"))
    desk = _lay(server, game)
    page.goto(f"{server.address}#/desk/{desk}/record")
    until(page, "document.querySelector('#ply')?.value === '300'")
    for name, work in often(page, lambda: server.get(f"/api/desks/{desk}")):
        yield _late_row(f"{GAME}: {name}", work)


def often(page: Page, look: Callable[[], Any]) -> Iterator[tuple[str, Callable[[int], float]]]:
    """What is done again and again in a long game that is open at its last move."""
    plays: list[float] = []

    def undo(_: int) -> float:
        plays.append(play_wait(page, look()))
        return undo_wait(page)

    yield "undo", undo
    yield "play", lambda n: plays[n]  # Each was undone above.
    yield "comment", lambda n: comment_wait(page, f"said {n}")
    page.evaluate("document.activeElement.blur()")
    page.get_by_role("button", name="Triangle").click()
    view = look()
    yield "mark", lambda n: mark_wait(page, view, n)
    page.keyboard.press("Escape")
    yield "step", lambda n: step_wait(page, "ArrowLeft")
    yield "slide", lambda n: slide_wait(page, n % 15)
    page.evaluate("document.activeElement.blur()")
    yield "flip", lambda _: waited(page, "keydown", ROUND, lambda: page.keyboard.press("f"))
    tabs = [page.get_by_role("tab", name=name) for name in ("Play", "Record")]
    yield "change tabs", lambda n: waited(page, "click", PANEL, tabs[n % 2].click)
    page.get_by_role("tab", name="Bytes").click()
    yield "find", lambda _: find_wait(page)


def _tile_rows(page: Page, server: Server, data: bytes) -> Iterator[Row]:
    desk = _lay(server, data)
    page.goto(f"{server.address}#/desk/{desk}/bytes")
    yield _row(f"{BOARD_OF_TILES}: to the last byte", lambda _: jump_wait(page, len(data)))
    middle = len(data) // 2
    yield _row(
        f"{BOARD_OF_TILES}: change a byte", lambda n: byte_wait(page, TILES, middle, f"{n:02x}")
    )
    page.goto(f"{server.address}#/desk/{desk}/tiles")
    page.wait_for_selector(".tools")
    yield _row(f"{BOARD_OF_TILES}: paint a stroke", lambda n: paint_wait(page, n))
    yield _late_row(f"{BOARD_OF_TILES}: paint a stroke", lambda n: paint_wait(page, n % 20))
