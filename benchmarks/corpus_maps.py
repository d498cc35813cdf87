"""Maps of the editor Tiled: which are read, and why the others are not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from pathlib import Path

import boardbytes as bb


def report(folder: Path) -> None:
    """A line for each source of maps in a folder, and one for each reason to refuse some."""
    sources = sorted(path for path in folder.iterdir() if path.is_dir())
    opened = " that Tiled opens" if shutil.which("tiled") else ""
    total, read = 0, 0
    for source in sources:
        maps = [path for path in sorted(source.rglob("*")) if path.is_file() and _opens(path)]
        refused = Counter(reason for reason in map(_refusal, maps) if reason)
        total, read = total + len(maps), read + len(maps) - refused.total()
        print(f"{folder.name}/{source.name}: {len(maps) - refused.total()} of {len(maps)} read")
        for reason, count in refused.most_common():
            print(f"  {count} refused: {reason}")
    share = f" ({read / total:.1%})" if total else ""
    print(f"{folder.name}: {read} of {total} maps{opened} are read{share}", flush=True)


def _opens(path: Path) -> bool:
    """Whether Tiled opens a file; where there is no Tiled, every file counts."""
    if not shutil.which("tiled"):
        return True
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "map.tmx"
        done = subprocess.run(
            ["tiled", "--export-map", "tmx", str(path.resolve()), str(target)],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": folder},
            capture_output=True,
            check=False,
        )
        return done.returncode == 0 and target.exists()


def _refusal(path: Path) -> str:
    """Why a map is not read, without the numbers in which maps differ; empty if it is."""
    data = path.read_bytes()
    if bb.detect(data) not in ("tmx", "tmj"):
        return "not recognised as a map"
    try:
        bb.loads(data)
    except bb.FormatError as error:
        return re.sub(r"\[\d+\]", "[…]", error.problems[-1].message)
    return ""
