"""A computer that thinks says how far it has come; one that is still being compiled says so."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from boardbytes.code_cache import FOLDER_VARIABLE as CODE_VARIABLE
from tests.studio.browser.conftest import Visits
from tests.studio.browser.visit import Visit
from tests.studio.running import Running, running
from tests.studio.seen import moves_of

pytestmark = pytest.mark.slow

SEATS = {"sides": {"white": {"player": "search", "options": {"level": 10}}}}
FIRST_ANSWER = 2.0
"""Seconds to the first answer ever and the first values, on a machine that does nothing else."""
SLACK = 2.0
"""It takes a little longer than promised, as the page of the studio says: never twice as long."""


def test_thinking_shows_depth_and_line_and_is_stopped(visit: Visit) -> None:
    visit.new(game="checkers", seats=SEATS)
    visit.click("11", "15")
    thought = visit.page.locator("#thought")
    expect(thought).to_have_text(re.compile(r"^depth \d+: (\d+[-x]\d+ ?)+"), timeout=60_000)
    visit.page.get_by_role("button", name="Stop").click()
    expect(visit.page.get_by_role("button", name="Let the computer play")).to_be_visible()
    expect(thought).to_be_hidden()
    assert moves_of(visit.look()) == ["11-15"]


@pytest.fixture
def fresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A studio on a machine on which nothing was compiled before."""
    for variable in ("XDG_CACHE_HOME", "NUMBA_CACHE_DIR", CODE_VARIABLE):
        monkeypatch.setenv(variable, str(tmp_path / "empty" / variable))
    with running(tmp_path, "--prepare") as studio:
        yield studio


def in_time(began: float, what: str) -> None:
    """Hardly later than we promise, on a machine as busy as this one."""
    took = time.monotonic() - began
    busy = max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))
    print(f"{what}: {took:.2f} s, with {busy:.1f} programs to a core")
    assert took < SLACK * FIRST_ANSWER * busy


@pytest.mark.measures
def test_the_first_answer_does_not_wait_for_the_compiler(fresh: Running, visits: Visits) -> None:
    """A corner says what is being done."""
    visit = visits(at=fresh)
    visit.new(game="mill", seats={"sides": {"black": {"player": "search", "options": {}}}})
    expect(visit.page.locator("#player-black")).to_have_value("search")
    began = time.monotonic()
    visit.click("d6")
    visit.until(lambda: len(moves_of(visit.look())) == 2, "no answer", 60)
    in_time(began, "first answer ever")
    compiling = fresh.client.get("/api/about").json()["compiling"]
    assert "mill" in compiling, "it has answered before it was compiled"
    expect(visit.page.locator("#compiling")).to_contain_text("Computers get ready for")


@pytest.mark.measures
def test_the_first_values_do_not_wait_for_the_compiler(fresh: Running, visits: Visits) -> None:
    visit = visits(at=fresh)
    visit.new("analysis", game="checkers")  # mill is compiled first, and may be ready by now
    toggle = visit.page.get_by_label("Analyse this position")
    expect(toggle).to_be_visible()
    began = time.monotonic()
    toggle.check()
    expect(visit.page.locator("#values li").first).to_be_visible(timeout=60_000)
    in_time(began, "first values ever")
    compiling = fresh.client.get("/api/about").json()["compiling"]
    assert "checkers" in compiling, "it has answered before it was compiled"
