"""The files of the page, read once: a request names one of them or nothing at all."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

INDEX = "index.html"
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


@dataclass(frozen=True)
class PageFile:
    """A file as it is sent."""

    data: bytes
    type: str
    tag: str
    """Tells a browser whether what it has is still the same."""


def page_files(folder: Path | None = None) -> Mapping[str, PageFile]:
    """All files of the page by their path below its folder."""
    with resources.as_file(resources.files("boardbytes.studio") / "page") as own:
        root = folder or own
        return {
            path.relative_to(root).as_posix(): _page_file(path)
            for path in sorted(root.rglob("*"))
            if path.is_file()
        }


def _page_file(path: Path) -> PageFile:
    data = path.read_bytes()
    type = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    text = type is not None and (type.startswith("text/") or type.endswith("+xml"))
    full = f"{type or 'application/octet-stream'}{'; charset=utf-8' if text else ''}"
    return PageFile(data, full, f'"{hashlib.sha256(data).hexdigest()[:16]}"')
