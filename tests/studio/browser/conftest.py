"""One browser and one studio for all tests here, a fresh page for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.needs import find_gnugo, need_chromium
from tests.studio.browser.visit import DESKTOP, Visit
from tests.studio.running import Running, running

PATIENCE = 15_000
"""Milliseconds: the machine that runs these may be busy."""

expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = need_chromium()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-lcd-text"]
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def studio(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    engine = find_gnugo()
    options = ["--engine", engine] if engine else []
    with running(tmp_path_factory.mktemp("browser"), *options) as started:
        yield started


Visits = Callable[..., Visit]


@pytest.fixture
def visits(chromium: Browser, studio: Running) -> Iterator[Visits]:
    """People at the page, as many as a test wants; whatever the page complains of fails it."""
    opened: list[Visit] = []

    def arrive(at: Running = studio, **settings: Any) -> Visit:
        wanted = {"viewport": DESKTOP, "reduced_motion": "reduce", **settings}
        context = chromium.new_context(**wanted)
        context.set_default_timeout(PATIENCE)
        context.add_cookies([at.cookie])
        opened.append(Visit(context.new_page(), at))
        return opened[-1]

    yield arrive
    for visit in opened:
        visit.page.context.close()
    assert [trouble for visit in opened for trouble in visit.troubles] == []


@pytest.fixture
def visit(visits: Visits) -> Visit:
    return visits()
