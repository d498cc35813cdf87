"""Little is sent, and nothing twice: the start page, a second visit, a step through a record."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.studio.browser.visit import Visit

pytestmark = pytest.mark.slow

MOST_REQUESTS, MOST_BYTES = 25, 150_000
MOST_FOR_A_STEP = 5_000
POINTS = [f"{a}{b}" for a in "abcdefghijklmnopqrs" for b in "abcdefghijklmnopqrs"]
LONG = "(;SZ[19]" + "".join(f";{'BW'[n % 2]}[{p}]" for n, p in enumerate(POINTS[:300])) + ")"


class Traffic:
    """What a page asks for, and how much comes back over the network."""

    def __init__(self, visit: Visit) -> None:
        self.names: dict[str, str] = {}
        self.bytes = 0
        self.statuses: list[int] = []
        session = visit.page.context.new_cdp_session(visit.page)
        session.on("Network.requestWillBeSent", self._ask)
        session.on("Network.responseReceived", self._answer)
        session.on("Network.loadingFinished", self._finish)
        session.send("Network.enable")

    def _ask(self, event: dict) -> None:  # type: ignore[type-arg]
        if not event["request"]["url"].startswith(("data:", "blob:")):
            self.names[event["requestId"]] = event["request"]["url"]

    def _answer(self, event: dict) -> None:  # type: ignore[type-arg]
        if event["response"].get("fromDiskCache") or event["response"].get("fromPrefetchCache"):
            self.names.pop(event["requestId"], None)
        self.statuses.append(event["response"]["status"])

    def _finish(self, event: dict) -> None:  # type: ignore[type-arg]
        if event["requestId"] in self.names:
            self.bytes += int(event["encodedDataLength"])

    def begin(self) -> None:
        self.names, self.bytes, self.statuses = {}, 0, []


def settle(visit: Visit) -> None:
    expect(visit.page.locator("#examples .example img[src]").first).to_be_visible()
    visit.page.wait_for_load_state("networkidle")


def test_the_start_page_is_small_and_what_has_not_changed_is_not_asked_for(visit: Visit) -> None:
    traffic = Traffic(visit)
    visit.page.goto(visit.studio.address)
    settle(visit)
    print(f"{len(traffic.names)} requests, {traffic.bytes / 1000:.0f} kB")
    assert len(traffic.names) <= MOST_REQUESTS, sorted(traffic.names.values())
    assert 10_000 < traffic.bytes <= MOST_BYTES
    visit.page.goto("about:blank")
    traffic.begin()
    visit.page.goto(visit.studio.address)
    settle(visit)
    static = [url for url in traffic.names.values() if "/static/" in url]
    assert static == [], "asked for again"
    assert set(traffic.statuses) <= {200, 304}
    assert traffic.bytes < MOST_BYTES / 4


def test_a_step_through_a_long_record_is_small(visit: Visit) -> None:
    visit.lay(LONG.encode(), "long.sgf", "record")
    where = visit.page.locator("#record-where")
    expect(where).to_contain_text("move 300 of 300")
    visit.page.wait_for_load_state("load")
    traffic = Traffic(visit)
    steps = 5
    for step in range(1, steps + 1):
        visit.page.keyboard.press("ArrowLeft")
        expect(where).to_contain_text(f"move {300 - step} of 300")
        visit.page.wait_for_timeout(250)
    assert traffic.bytes / steps <= MOST_FOR_A_STEP
    assert len(traffic.names) <= 2 * steps
