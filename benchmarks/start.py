"""What a whole command costs, beside an empty program and beside an older tree of ours.

Run `python -m benchmarks start`. With BOARDBYTES_OLD_TREE=FOLDER, a checkout of an older edition,
every command is run from both trees by turns, and `peer` is the older one.

Figures are milliseconds of the processor's time, the best of some rounds: they hardly depend on
who else uses the machine. What a command compiles is compiled before anything is measured.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

from benchmarks import Row

OLD_TREE = "BOARDBYTES_OLD_TREE"
ROUNDS = 9
ROOT = Path(__file__).parents[1]
SAVE = str(ROOT / "examples" / "endgame.dat")
EMPTY = ("-c", "pass")
COMMANDS = {
    "a save is shown": ("show", SAVE),
    "mill: a state is numbered": ("number", SAVE),
    "mill: perft 6": ("perft", "mill", "--depth", "6"),
    "checkers: perft 9": ("perft", "checkers", "--depth", "9"),
    "go: perft 3": ("perft", "go", "--depth", "3"),
}


def rows() -> Iterator[Row]:
    told = os.environ.get(OLD_TREE)
    old = Path(told) if told else None
    for name, command in COMMANDS.items():
        yield from compared(name, ("-m", "boardbytes", *command), old)


def compared(name: str, words: Sequence[str], old: Path | None) -> list[Row]:
    """A command of this tree beside an empty program and beside the same of the older tree."""
    runs = {"python -c pass": (EMPTY, ROOT), "now": (words, ROOT)}
    if old is not None:
        runs["the older tree"] = (words, old)
    for words_of, tree in runs.values():
        milliseconds(words_of, tree)
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(ROUNDS):
        for each, (words_of, tree) in runs.items():
            best[each] = min(best[each], milliseconds(words_of, tree))
    ours = best.pop("now")
    return [Row(name, ours, theirs, "ms", peer) for peer, theirs in best.items()]


def milliseconds(words: Sequence[str], tree: Path) -> float:
    """What a program of a tree takes of the processor."""
    surroundings = os.environ | {"PYTHONPATH": str(tree / "src")}
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-P", *words],
        env=surroundings, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    after = getrusage(RUSAGE_CHILDREN)
    return 1000 * (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
