"""The link lets a browser in; without it, a page says what to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.studio.running import Running


@pytest.mark.slow
def test_the_link_and_nothing_else_lets_in(chromium: Browser, studio: Running) -> None:
    with chromium.new_context() as context:
        page = context.new_page()
        answer = page.goto(studio.address)
        assert answer
        assert answer.status == 401
        expect(page.locator("h1")).to_have_text("This studio opens only with its link")
        page.goto(studio.link)
        expect(page.locator("#examples .example").first).to_be_visible()
        assert page.url == studio.address  # The token is not left in the address.
        (cookie,) = context.cookies()
        assert (cookie["httpOnly"], cookie["sameSite"]) == (True, "Strict")
        assert page.evaluate("document.cookie") == ""
        # Another page of the same browser is let in by the cookie.
        other = context.new_page()
        other.goto(studio.address)
        expect(other.locator("#examples .example").first).to_be_visible()


@pytest.mark.slow
def test_the_link_works_from_somebody_elses_page(chromium: Browser, studio: Running) -> None:
    """Such as a terminal in a browser: a strict cookie is not sent on the way from there."""
    with chromium.new_context() as context:
        page = context.new_page()
        page.route("http://elsewhere.example/", lambda route: route.fulfill(
            body=f'<a href="{studio.link}">the link</a>', content_type="text/html"))  # fmt: skip
        page.goto("http://elsewhere.example/")
        page.get_by_text("the link").click()
        expect(page.locator("#examples .example").first).to_be_visible()
