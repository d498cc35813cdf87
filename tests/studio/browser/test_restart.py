"""Killed and started again during a game: the game goes on where it was."""

from __future__ import annotations

import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from tests.studio.browser.conftest import Visits
from tests.studio.running import Running, running
from tests.studio.seen import moves_of


@pytest.mark.slow
def test_a_game_survives_the_death_of_the_studio(visits: Visits, tmp_path: Path) -> None:
    """Fault 14, too: "does not answer" stayed when the studio was back."""
    first = Running(tmp_path)
    port = urlsplit(first.address).port
    assert port
    visit = visits(first)
    visit.new(game="mill")
    # As fast as hands can be: every move waits for the one before.
    for place in [visit.place(point) for point in ("a7", "d7", "d6")]:
        visit.page.mouse.click(*place)
    visit.until(lambda: moves_of(visit.look()) == ["a7", "d7", "d6"], "other moves")
    expect(visit.status).to_have_text("black to move")
    place = visit.place("f6")
    before = visit.pieces()
    first.end(signal.SIGKILL)

    # While it is away, the page says so and keeps what it shows.
    visit.page.mouse.click(*place)
    expect(visit.page.locator(".message.error")).to_contain_text("The studio does not answer")
    assert visit.pieces() == before
    visit.troubles.clear()

    with running(tmp_path, port=port) as second:
        visit.answers = second.client
        # The complaint goes as soon as it is back, before anybody does anything.
        expect(visit.page.locator(".message.error")).to_have_count(0, timeout=6_000)
        # It even goes on without reloading,
        visit.click("f6")
        expect(visit.status).to_have_text("white to move")
        # and after.
        visit.page.reload()
        expect(visit.status).to_have_text("white to move")
        visit.tab("Record")
        expect(visit.page.locator("#record-where")).to_contain_text("move 4 of 4: f6")
        visit.page.get_by_role("button", name="Undo").click()
        expect(visit.status).to_have_text("black to move")
        visit.until(lambda: visit.pieces() == before, "another position")
        visit.page.goto("about:blank")
    # While it was away, the page asked now and then whether it is back.
    visit.troubles[:] = [
        each for each in visit.troubles if "/events" not in each and "/api/about" not in each
    ]
