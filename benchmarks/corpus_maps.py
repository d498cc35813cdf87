"""Maps of the editor Tiled: which are read, and why the others are not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import boardbytes as bb
from benchmarks.corpus_files import survives

_SECONDS = 50


def report(kind: str, sources: Mapping[str, list[Path]]) -> None:
    """A line for each source of maps, one for each reason to refuse some, and one for all."""
    opened = " that Tiled opens" if shutil.which("tiled") else ""
    total, read = 0, 0
    for source, files in sorted(sources.items()):
        refused: Counter[str] = Counter()
        maps = 0

        def look_at(path: Path, refused: Counter[str] = refused) -> None:
            nonlocal maps
            if _opens(path):
                maps += 1
                refused.update(filter(None, [_refusal(path)]))

        failed = [reason for path in files if (reason := survives(look_at, path))]
        total, read = total + maps, read + maps - refused.total()
        print(f"{kind}/{source}: {maps - refused.total():,} of {maps:,} read")
        for reason, count in refused.most_common():
            print(f"  {count:,} refused: {reason}")
        for reason in failed:
            print(f"  failed: {reason}")
    share = f" ({read / total:.1%})" if total else ""
    print(f"{kind}/all: {read:,} of {total:,} maps{opened} are read{share}", flush=True)


def _opens(path: Path) -> bool:
    """Whether Tiled opens a file; where there is no Tiled, every file counts."""
    if not shutil.which("tiled"):
        return True
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "map.tmx"
        try:
            done = subprocess.run(
                ["tiled", "--export-map", "tmx", str(path.resolve()), str(target)],
                env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "XDG_RUNTIME_DIR": folder},
                capture_output=True,
                check=False,
                timeout=_SECONDS,
            )
        except subprocess.TimeoutExpired:
            return False
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
