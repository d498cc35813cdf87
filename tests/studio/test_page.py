"""The page keeps its word: all modules are there, nothing comes from elsewhere, text stays text."""

from __future__ import annotations

import posixpath
import re

from boardbytes.studio.page_files import page_files

PAGE = {name: file.data.decode() for name, file in page_files().items()}
MODULES = {name: text for name, text in PAGE.items() if name.endswith(".js")}
BEFORE_MODULES = "theme-first.js"


def imports(name: str) -> set[str]:
    found = re.findall(r'from "(\..*?)"', MODULES[name])
    return {posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in found}


def test_every_import_is_a_file_of_the_page() -> None:
    assert {path for name in MODULES for path in imports(name)} <= set(MODULES)


def test_every_module_is_reached_from_the_first() -> None:
    seen, rim = {"app.js"}, ["app.js"]
    while rim:
        fresh = imports(rim.pop()) - seen
        seen |= fresh
        rim += fresh
    assert seen == set(MODULES) - {BEFORE_MODULES}


def test_every_module_is_fetched_at_once() -> None:
    preloaded = re.findall(r'rel="modulepreload" href="/static/(.*?)"', PAGE["index.html"])
    assert sorted(preloaded) == sorted(set(MODULES) - {BEFORE_MODULES, "app.js"})


def test_every_style_sheet_is_used() -> None:
    linked = re.findall(r'rel="stylesheet" href="/static/(.*?)"', PAGE["index.html"])
    assert sorted(linked) == sorted(name for name in PAGE if name.endswith(".css"))


def test_nothing_comes_from_elsewhere() -> None:
    for name, text in PAGE.items():
        addresses = set(re.findall(r"https?://[^\s\"')]+", text))
        assert addresses <= {"http://www.w3.org/2000/svg"}, name


def test_no_script_or_style_stands_in_the_markup() -> None:
    index = PAGE["index.html"]
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", index)


def test_text_never_becomes_markup() -> None:
    for name, text in MODULES.items():
        markup = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function"
        assert not re.search(markup, text), name
