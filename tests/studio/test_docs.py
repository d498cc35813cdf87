"""The page of documentation names every address and every option."""

from __future__ import annotations

from boardbytes.studio.command import command
from tests.conftest import ROOT
from tests.studio.conftest import Page

TEXT = (ROOT / "docs" / "studio.md").read_text()


def test_every_address_is_in_the_table(page: Page) -> None:
    for path in page.get("/openapi.json")["paths"]:
        assert path in TEXT, path


def test_every_option_is_in_the_table() -> None:
    shown = [option for option in command.params if not getattr(option, "hidden", False)]
    for option in shown:
        assert f"`{option.opts[0]}" in TEXT, option.opts


def test_every_picture_of_the_tour_is_used() -> None:
    pages = TEXT + (ROOT / "README.md").read_text()
    for picture in (ROOT / "docs" / "tour").iterdir():
        assert f"tour/{picture.name}" in pages, picture.name
