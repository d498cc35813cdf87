"""Script in names, titles and comments is text, and only text."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

import boardbytes as bb
from boardbytes.games.tiles import blank
from boardbytes.games.tiles.editing import set_footer
from boardbytes.studio.guard import HEADERS
from tests.studio.browser.visit import Visit

pytestmark = pytest.mark.slow

SCRIPT = "<script>alert(1)</script>"
IMAGE = "<img src=x onerror=alert(2)>"
SGF = f"(;GM[1]SZ[5]PB[{SCRIPT}]PW[{IMAGE}]GN[{IMAGE}]C[{SCRIPT}{IMAGE}];B[cc]C[{SCRIPT}];W[bb])"
BOARD = bb.dumps(set_footer(blank(3, 3, 16), title=IMAGE, author=SCRIPT[:20]), "gbxx")
PDN = f'[Event "{IMAGE}"]\n[White "{SCRIPT}"]\n[Result "*"]\n1. 11-15 {{{SCRIPT}}} *\n'


def inert(visit: Visit) -> None:
    """No element came in with the text: the page's two scripts and its own pictures are all."""
    assert visit.page.locator("script").count() == 2
    assert visit.page.locator("[onerror], [onload], iframe, object, embed").count() == 0
    assert visit.page.locator("img[src='x']").count() == 0
    assert visit.page.locator("a[href^='javascript']").count() == 0


@pytest.mark.parametrize(
    ("data", "suffix"),
    [
        pytest.param(SGF.encode(), "sgf", id="sgf"),
        pytest.param(BOARD, "gb16", id="gbxx"),
        pytest.param(PDN.encode(), "pdn", id="pdn"),
        pytest.param(b"noise " * 9, "bin", id="unknown"),
    ],
)
def test_hostile_words_are_shown_as_words(visit: Visit, data: bytes, suffix: str) -> None:
    name = f"{IMAGE}{SCRIPT}.{suffix}"
    visit.lay(data, name)
    expect(visit.page.locator("#desk-name")).to_have_text(name)
    assert visit.page.title().startswith(name)
    for tab in visit.page.get_by_role("tab").all():
        if tab.is_visible():
            tab.click()
            expect(visit.page.get_by_role("tabpanel")).to_be_visible()
            inert(visit)
    visit.start()
    expect(visit.page.locator(".recent-name").first).to_have_text(name)
    inert(visit)


def test_hostile_words_in_fields_titles_and_the_library(visit: Visit) -> None:
    visit.lay(SGF.encode(), "hostile.sgf")
    offset = SGF.index(SCRIPT)
    start = next(span.offset for span in bb.explain(SGF) if span.offset >= offset - 1)
    visit.point(f"#t-{start}")
    expect(visit.page.locator("#strip")).to_contain_text(SCRIPT)
    inert(visit)
    visit.lay(BOARD, "hostile.gb16", "tiles")
    visit.page.get_by_text("Title and author").click()
    expect(visit.page.locator("#text-title")).to_have_value(IMAGE)
    visit.page.get_by_role("button", name="Publish this board").click()
    expect(visit.page.get_by_text("Published with the code")).to_be_visible()
    visit.start()
    expect(visit.page.locator("#library-list")).to_contain_text(IMAGE)
    inert(visit)


def test_hostile_words_in_refusals(visit: Visit) -> None:
    visit.example("endgame.dat")
    with visit.refused(IMAGE):
        visit.page.locator("#move").fill(IMAGE)
        visit.page.locator("#move").press("Enter")
    inert(visit)


def test_the_policy_is_in_force(visit: Visit) -> None:
    """Even if an element came in, its script would not run."""
    answer = visit.page.goto(visit.studio.address)
    assert answer
    policy = answer.headers["content-security-policy"]
    assert policy == HEADERS["content-security-policy"]
    assert "unsafe" not in policy
    visit.page.evaluate(
        """() => {
          const script = document.createElement("script");
          script.textContent = "window.ran = true";
          document.body.append(script);
          const button = document.createElement("button");
          button.setAttribute("onclick", "window.ran = true");
          document.body.append(button);
          button.click();
          script.remove();
          button.remove();
        }"""
    )
    assert visit.page.evaluate("window.ran") is None
    assert all("Content Security Policy" in trouble for trouble in visit.troubles)
    assert visit.troubles
    visit.troubles.clear()
