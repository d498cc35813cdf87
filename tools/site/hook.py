"""What MkDocs calls while it builds the site; see mkdocs.yml."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent.parent
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from tools.site import pages  # noqa: E402  MkDocs loads this file alone


def on_config(config: Any) -> Any:
    """Put the pages that are made into the navigation, where mkdocs.yml leaves room for them."""
    rooms = {
        "Formats": [
            f"formats/{path.name}" for path in sorted((ROOT / "docs/formats").glob("*.md"))
        ],
        "Commands": list(pages.commands()),
        "Reference": list(pages.reference()),
    }
    for entry in config.nav:
        for title in entry.keys() & rooms.keys():
            entry[title] = rooms[title]
    return config


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are made."""
    made = {**pages.copied(), **pages.commands(), **pages.reference(), **pages.gallery()}
    for name, content in made.items():
        files.append(File.generated(config, name, content=content))
    return files
