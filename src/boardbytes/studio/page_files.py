"""The files of the page, read once: a request names one of them or nothing at all."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path

from boardbytes.studio.bundle import bundle_script, bundle_styles
from boardbytes.studio.rule_words import rules_module

INDEX, MISSING = "index.html", "missing.html"
"""The page itself, and what is shown at an address that leads nowhere."""
SCRIPT = "app.js"
RULES = "board/rules.js"
"""Written from the table of rules that the server uses, too."""
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
_STYLES = re.compile(r'(?: *<link rel="stylesheet" href="/static/[^"]*">\n)+')
_SHEET = re.compile(r'href="/static/([^"]*)"')


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent."""

    data: bytes
    type: str
    is_lasting: bool = False
    """Whether its name changes with its content, so that a browser may keep it for ever."""

    @cached_property
    def tag(self) -> str:
        """Tells a browser whether its copy is still the same."""
        return f'"{_digest(self.data)}"'

    @cached_property
    def compressed(self) -> bytes:
        return gzip.compress(self.data, mtime=0)


def page_files(folder: Path | None = None) -> Mapping[str, PageFile]:
    """All files of the page by their path below its folder, as they were written."""
    with resources.as_file(resources.files("boardbytes.studio") / "page") as own:
        root = folder or own
        written = {
            path.relative_to(root).as_posix(): PageFile(path.read_bytes(), _type(path.name))
            for path in sorted(root.rglob("*"))
            if path.is_file()
        }
    return {**written, RULES: PageFile(rules_module().encode(), _type(RULES))}


def bundled(files: Mapping[str, PageFile]) -> Mapping[str, PageFile]:
    """The page with one script and one style sheet instead of many.

    The names of all but the markup contain a digest of what is in them: anyone who has such a file
    need not ask whether it is still the same.
    """
    texts = {name: file.data.decode() for name, file in files.items() if _is_text(file)}
    sheets = _SHEET.findall("".join(_STYLES.findall(texts[INDEX])))
    styles = _lasting("page.css", bundle_styles(texts, sheets))
    link = f'  <link rel="stylesheet" href="/static/{next(iter(styles))}">\n'
    for name in texts:
        texts[name] = _STYLES.sub(link, texts[name])
    # What the markup still refers to stays on its own: a script that runs before the others.
    markup = "".join(text for name, text in texts.items() if name.endswith(".html"))
    alone = [name for name in texts if name != SCRIPT and f"/static/{name}" in markup]
    kept: dict[str, PageFile] = {}
    for name in alone:
        kept |= (lasting := _lasting(name, texts[name]))
        _rename(texts, name, next(iter(lasting)))
    script = _lasting("page.js", bundle_script(texts, SCRIPT))
    _rename(texts, SCRIPT, next(iter(script)))
    pages = {
        name: PageFile(text.encode(), files[name].type)
        for name, text in texts.items()
        if name.endswith(".html")
    }
    return {**kept, **script, **styles, **pages}


def _rename(texts: dict[str, str], old: str, new: str) -> None:
    """Let every text refer to a file by another name."""
    for name, text in texts.items():
        texts[name] = text.replace(f"/static/{old}", f"/static/{new}")


def _lasting(name: str, text: str) -> dict[str, PageFile]:
    data = text.encode()
    stem, _, ending = name.rpartition(".")
    return {f"{stem}-{_digest(data)}.{ending}": PageFile(data, _type(name), is_lasting=True)}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:16]


def _type(name: str) -> str:
    type = _TYPES.get(Path(name).suffix) or mimetypes.guess_type(name)[0]
    text = type is not None and (type.startswith("text/") or type.endswith("+xml"))
    return f"{type or 'application/octet-stream'}{'; charset=utf-8' if text else ''}"


def _is_text(file: PageFile) -> bool:
    return "charset" in file.type
