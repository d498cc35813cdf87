"""The page keeps its word: all modules are there, nothing comes from elsewhere, text stays text."""

from __future__ import annotations

import json
import posixpath
import re
import subprocess
from dataclasses import replace

import pytest

from boardbytes.studio.bundle import bundle_script
from boardbytes.studio.page_files import INDEX, bundled, page_files
from boardbytes.studio.rule_words import RULES
from tests.needs import need_node

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


def test_every_style_sheet_is_used() -> None:
    linked = re.findall(r'rel="stylesheet" href="/static/(.*?)"', PAGE["index.html"])
    assert sorted(linked) == sorted(name for name in PAGE if name.endswith(".css"))


def test_every_colour_and_measure_is_defined() -> None:
    """A style that names another is dropped by browsers without a word."""
    styles = "".join(text for name, text in PAGE.items() if name.endswith(".css"))
    named = "".join(PAGE.values())
    for used in set(re.findall(r"var\((--[\w-]+)\)", styles)):
        assert re.search(rf"{used}:|\"{used}\"", named), used


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


def test_the_page_comes_in_one_script_and_one_style_sheet() -> None:
    files = bundled(page_files())
    parts = sorted(name for name in files if name.endswith((".js", ".css")))
    assert [name.partition("-")[0] for name in parts] == ["page", "page", "theme"]
    index = files[INDEX].data.decode()
    assert all(f"/static/{name}" in index for name in parts)
    assert sum(len(file.compressed) for file in files.values()) < 100_000


def test_a_browser_may_keep_all_but_the_markup() -> None:
    for name, file in bundled(page_files()).items():
        assert file.is_lasting == (not name.endswith(".html")), name
        unnamed = re.findall(r"/static/([\w.-]+)", file.data.decode())
        assert all(re.search(r"-[0-9a-f]{16}\.", each) for each in unnamed), name


def test_the_page_has_the_servers_own_words_for_rules() -> None:
    table = json.loads(PAGE["board/rules.js"].removeprefix("export const RULES = ")[:-2])
    assert table["go"]["chinese"] == list(RULES["go"]["chinese"])
    assert all(set(sets) <= set(table[game]) for game, sets in RULES.items())


def test_a_name_changes_with_what_is_in_it() -> None:
    before = page_files()
    after = {**before, "app.js": replace(before["app.js"], data=b"export const nothing = 0;\n")}
    changed = set(bundled(before)) ^ set(bundled(after))
    assert len(changed) == 2
    assert all(name.startswith("page-") and name.endswith(".js") for name in changed)
    assert all(file.is_lasting for name, file in bundled(before).items() if name[:5] == "page-")


def test_what_only_people_read_is_not_sent() -> None:
    text = (
        "// Why.\n/**\n * What * it does.\n */\n"
        'const a = "// no comment";\n  // Here.\nlet b = 2;\n'
    )
    assert bundle_script({"app.js": text}, "app.js") == (
        'const $app = (() => {\nconst a = "// no comment";\nlet b = 2;\n\nreturn {  };\n})();'
    )


def run_bundle(modules: dict[str, str]) -> str:
    node = need_node()
    script = bundle_script(modules, "app.js")
    done = subprocess.run(
        [node, "--input-type=module", "-"], input=script, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_a_bundle_runs_as_its_modules_would() -> None:
    modules = {
        "app.js": 'import { one as uno, Two } from "./a/x.js";\nimport * as y from "./a/y.js";\n'
        "console.log(uno(), new Two().name, y.three, y.four());\n",
        "a/x.js": 'import { three } from "./y.js";\nconsole.log("x");\n'
        "export function one() {\n  return three - 2;\n}\nexport class Two {\n  name = 2;\n}\n",
        "a/y.js": 'console.log("y");\nexport const three = 3;\n'
        "export const four = () => three + 1;\n",
    }
    assert run_bundle(modules) == "y\nx\n1 2 3 4\n"


@pytest.mark.parametrize(
    ("modules", "why"),
    [
        ({"app.js": 'import { a } from "./b.js";\n'}, "there is no module b.js"),
        ({"app.js": "export default 1;\n"}, "import or export is not known"),
        (
            {"app.js": 'import { a } from "./b.js";\n', "b.js": 'import { b } from "./app.js";\n'},
            "need each other",
        ),
    ],
)
def test_what_cannot_be_bundled_is_named(modules: dict[str, str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        bundle_script(modules, "app.js")
