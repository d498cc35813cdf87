"""What the commands of this folder saw, kept as JSON; no figure is written by hand."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from boardbytes.files import locked_for, write_whole

FOLDER = Path(__file__).parent / "results"


def day_of_code() -> str:
    """The day of the commit that runs here; nothing where it is no clone."""
    command = ["git", "-C", str(FOLDER.parent), "log", "-1", "--format=%cs"]
    try:
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return ""


def load(name: str) -> dict[str, Any]:
    """The results of a command by what they are about; none where it has not run yet."""
    path = FOLDER / f"{name}.json"
    results: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return results


def keep(name: str, about: str, result: dict[str, Any]) -> None:
    """Keep what a command saw about one thing, in place of what it saw before."""
    path = FOLDER / f"{name}.json"
    path.parent.mkdir(exist_ok=True)
    with locked_for(path):
        results = load(name) | {about: result}
        write_whole(path, (json.dumps(results, indent=1, sort_keys=True) + "\n").encode())
