"""How many files of the world we read, by source: `python -m benchmarks corpus FOLDER`.

FOLDER has a folder for each kind of file, and in it one for each source.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks import Comparison, corpus_maps, corpus_pdn, corpus_sgf

KINDS: Mapping[str, Callable[[Path], Comparison | None]] = {
    "tmx": corpus_maps.report,
    "tmj": corpus_maps.report,
    "sgf": corpus_sgf.report,
    "pdn": corpus_pdn.report,
}
"""The folders that we know, and what tells about the files in one."""


def report(folder: Path) -> list[Comparison]:
    """Tell about every kind of file in a folder; what was held against another reader."""
    told = [tell(folder / name) for name, tell in KINDS.items() if (folder / name).is_dir()]
    return [each for each in told if each is not None]
