"""A computer that thinks says how far it has come; one that is still being compiled says so."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import Visit
from tests.studio.running import running
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

SEATS = {"sides": {"white": {"player": "search", "options": {"level": 10}}}}
FIRST_ANSWER = 5.0
"""Seconds to the first answer ever; half as many on a machine with nothing else to do."""


def test_thinking_shows_depth_and_line_and_is_stopped(visit: Visit) -> None:
    visit.new(game="checkers", seats=SEATS)
    visit.click("11", "15")
    thought = visit.page.locator("#thought")
    expect(thought).to_have_text(re.compile(r"^depth \d+: (\d+[-x]\d+ ?)+"), timeout=60_000)
    visit.page.get_by_role("button", name="Stop").click()
    expect(visit.page.get_by_role("button", name="Let the computer play")).to_be_visible()
    expect(thought).to_be_hidden()
    assert moves_of(visit.look()) == ["11-15"]


def test_the_first_answer_does_not_wait_for_the_compiler(
    visits: Visits, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine on which nothing was compiled before, a corner says what is being done."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "empty" / "numba"))
    with running(tmp_path, "--prepare") as fresh:
        visit = visits(at=fresh)
        visit.new(game="mill", seats={"sides": {"black": {"player": "search", "options": {}}}})
        expect(visit.page.locator("#player-black")).to_have_value("search")
        began = time.monotonic()
        visit.click("d6")
        visit.until(lambda: len(moves_of(visit.look())) == 2, "no answer", 60)
        took = time.monotonic() - began
        print(f"first answer ever: {took:.2f} s")
        compiling = fresh.client.get("/api/about").json()["compiling"]
        assert "mill" in compiling, "it has answered before it was compiled"
        expect(visit.page.locator("#compiling")).to_contain_text("Computers get ready for")
        busy = os.getloadavg()[0] / (os.cpu_count() or 1)
        assert took < FIRST_ANSWER * max(1.0, busy)
