"""The site: built without a warning, no broken link, nothing fetched from elsewhere."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from html.parser import HTMLParser
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from playwright.sync_api import Request, sync_playwright

from tests.conftest import ROOT
from tests.needs import need_chromium, need_mkdocs

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]

DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
SHOWN = (
    "index", "tutorials/strange-file", "formats/stackmill", "games/go", "commands/show", "gallery",
    "reference/boardbytes.model", "performance",
)  # fmt: skip
"""Pages that are looked at; together they have everything that can run out of a small screen."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    need_mkdocs()
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


class Page(HTMLParser):
    """The names in a page that can be led to, and where it leads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.links: list[str] = []
        self.feed(path.read_text())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.names |= {name for name in (found.get("id"), found.get("name")) if name}
        self.links += [link for link in (found.get("href"), found.get("src")) if link]


def test_every_link_leads_somewhere(site: Path) -> None:
    pages = {path: Page(path) for path in site.rglob("*.html")}
    broken = []
    for path, page in pages.items():
        for link in page.links:
            if re.match(r"[a-z]+:|//", link) or path.name == "404.html":
                continue
            address, name = urldefrag(link)
            target = (path.parent / unquote(address)).resolve() if address else path
            target = target / "index.html" if target.is_dir() else target
            known = target in pages and name and unquote(name) not in pages[target].names
            if not target.exists() or known:
                broken.append(f"{path.relative_to(site)}: {link}")
    assert broken == []


def test_every_format_command_and_page_is_there(site: Path) -> None:
    from boardbytes.cli import VERBS
    from boardbytes.formats import list_formats

    assert all((site / "commands" / f"{verb}.html").exists() for verb in VERBS)
    assert all((site / "formats" / f"{name}.html").exists() for name in list_formats())
    written = {path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}
    assert all((site / page.with_suffix(".html")).exists() for page in written)


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing is said of what is asked for."""


@pytest.mark.parametrize(("size", "name"), [(DESKTOP, "desktop"), (PHONE, "phone")])
def test_pages_fit_and_bring_nothing_from_elsewhere(
    address: str, screenshots: Path, size: dict[str, int], name: str
) -> None:
    asked: list[Request] = []
    failed: list[str] = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=need_chromium(), args=["--no-sandbox"])
        page = browser.new_context(viewport=size).new_page()  # type: ignore[arg-type]
        page.on("request", lambda request: asked.append(request))
        page.on("requestfailed", lambda request: failed.append(request.url))
        page.on("pageerror", lambda error: failed.append(str(error)))
        for shown in SHOWN:
            page.goto(f"{address}/{shown}.html", wait_until="networkidle")
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            assert wide <= 0, f"{shown} is {wide} pixels too wide"
            title = f"site-{shown.replace('/', '-')}-{name}.png"
            page.screenshot(path=screenshots / title)
        browser.close()
    assert {request.url.split("/")[2] for request in asked} == {address.split("/")[2]}
    assert failed == []
