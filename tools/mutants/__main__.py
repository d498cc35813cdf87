"""`python -m tools.mutants [ROOM…]`: how many small faults the tests notice.

Every mutant is a copy of the package with one fault in it. The room's own tests are run on it, up
to the first that fails; one that hangs is noticed, too. Kernels run interpreted, as compiling each
of their mutants would take far longer than the tests.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from boardbytes.compiling import SWITCH
from boardbytes.cores import core_count
from tools import results
from tools.mutants.mutating import Mutant, mutants

ROOT = Path(__file__).parent.parent.parent
PACKAGE = ROOT / "src" / "boardbytes"
EXPLAINED = {
    line.split(" | ")[0]: line.split(" | ")[1].strip()
    for line in (Path(__file__).parent / "explained.txt").read_text().splitlines()
    if " | " in line
}
"""Survivors that change nothing which a test could see, and why: by what they are, not the line."""


@dataclass(frozen=True)
class Room:
    """Sources, the tests that must notice faults in them, and how many are tried of each source."""

    sources: tuple[str, ...]
    tests: tuple[str, ...]
    most: int


ROOMS = {
    "kernel of mill": Room(
        ("games/mill/kernel.py", "games/mill/move.py", "games/mill/notation.py"),
        ("tests/games/mill",),
        20,
    ),
    "kernel of Go": Room(
        ("games/go/kernel.py", "games/go/benson_kernel.py", "games/go/notation.py"),
        ("tests/games/go",),
        20,
    ),
    "kernel of checkers": Room(
        ("games/checkers/kernel.py", "games/checkers/notation.py"), ("tests/games/checkers",), 25
    ),
    "stackmill": Room(("formats/stackmill",), ("tests/formats/test_stackmill.py",), 12),
    "gbxx": Room(
        ("formats/gbxx",), ("tests/formats/test_gbxx.py", "tests/formats/test_formats.py"), 8
    ),
    "SGF": Room(
        ("formats/sgf/kernel.py", "formats/sgf/reading.py", "formats/sgf/splicing.py"),
        (
            "tests/formats/test_sgf.py",
            "tests/formats/test_sgf_trees.py",
            "tests/formats/test_sgf_editing.py",
            "tests/formats/test_sgf_kernel.py",
        ),
        20,
    ),
    "PDN": Room(
        ("formats/pdn/reading.py", "formats/pdn/writing.py"),
        ("tests/formats/test_pdn.py", "tests/formats/test_pdn_editing.py"),
        20,
    ),
    "words": Room(
        ("formats/word",),
        (
            "tests/formats/test_checkers_step.py",
            "tests/formats/test_channel.py",
            "tests/formats/test_contract.py",
            "tests/formats/test_word_judging.py",
        ),
        10,
    ),
    "transcript": Room(
        ("formats/transcript",), ("tests/formats/test_transcript.py", "tests/channel"), 15
    ),
    "channel": Room(("channel",), ("tests/channel", "tests/cli/test_channel.py"), 8),
    "library": Room(("library",), ("tests/library",), 8),
}


@dataclass(frozen=True)
class Trial:
    """A mutant of a source of a room."""

    room: str
    source: Path
    mutant: Mutant

    @property
    def what(self) -> str:
        path = self.source.relative_to(PACKAGE)
        return f"{path}: {self.mutant.before} → {self.mutant.after}"


class Bench:
    """Copies of the package, one for each mutant that is on trial at the same time."""

    def __init__(self, folder: Path, seconds: float) -> None:
        self._folder, self._seconds = folder, seconds
        self._own = threading.local()

    def notices(self, trial: Trial) -> bool:
        """Whether the tests of its room fail, or do not end, with the mutant in place."""
        package = self._copy()
        target = package / trial.source.relative_to(PACKAGE)
        target.write_text(trial.mutant.source)
        try:
            return not self.passes(ROOMS[trial.room].tests, package.parent)
        finally:
            shutil.copyfile(trial.source, target)

    def passes(self, tests: tuple[str, ...], where: Path) -> bool:
        there = [path for path in tests if (ROOT / path).exists()]
        with tempfile.TemporaryDirectory(dir=self._folder) as scratch:
            command = [
                sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider",
                "--numprocesses", "0", "--basetemp", f"{scratch}/tests",
                "-m", "not slow and not measures", *there,
            ]  # fmt: skip
            environment = os.environ | {SWITCH: "1", "PYTHONDONTWRITEBYTECODE": "1", "CI": ""}
            environment["PYTHONPATH"] = f"{where}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
            with subprocess.Popen(
                command, cwd=ROOT, env=environment, start_new_session=True,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            ) as process:  # fmt: skip
                try:
                    return process.wait(self._seconds) == 0
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, 9)
                    return False

    def _copy(self) -> Path:
        """This thread's copy of the package."""
        if not hasattr(self._own, "package"):
            where = Path(tempfile.mkdtemp(dir=self._folder)) / "boardbytes"
            shutil.copytree(PACKAGE, where, ignore=shutil.ignore_patterns("__pycache__"))
            self._own.package = where
        package: Path = self._own.package
        return package


def trials(name: str, room: Room, seed: int) -> Iterator[Trial]:
    for source in _sources(room):
        for mutant in mutants(source.read_text(), room.most, seed):
            yield Trial(name, source, mutant)


def _sources(room: Room) -> Iterator[Path]:
    for name in room.sources:
        path = PACKAGE / name
        found = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        yield from (each for each in found if each.exists() and each.name != "__init__.py")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn")
    parser.add_argument("--cores", type=int, default=core_count())
    parser.add_argument("--seconds", type=float, default=300, help="after these, tests hang")
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of mutants")
    parser.add_argument("--keep", action="store_true", help="keep the score for docs/trust.md")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), given.seconds)
        survived = 0
        for name in given.rooms or ROOMS:
            survived += _try(bench, name, given)
    return int(survived > 0)


def _try(bench: Bench, name: str, given: argparse.Namespace) -> int:
    """How many mutants of a room survive unexplained; says what became of all."""
    room = ROOMS[name]
    if not bench.passes(room.tests, PACKAGE.parent):
        print(f"{name}: its tests fail without any mutant, interpreted", flush=True)
        return 1
    found = list(trials(name, room, given.seed))
    found = found[:: max(1, round(1 / given.share))]
    with ThreadPoolExecutor(given.cores) as pool:
        noticed = list(pool.map(bench.notices, found))
    survivors = [trial for trial, seen in zip(found, noticed, strict=True) if not seen]
    unexplained = [trial.what for trial in survivors if trial.what not in EXPLAINED]
    print(f"{name}: {sum(noticed)} of {len(found)} noticed, {len(unexplained)} not explained")
    for trial in survivors:
        reason = EXPLAINED.get(trial.what, "not explained")
        print(f"  line {trial.mutant.line} of {trial.what}  # {reason}", flush=True)
    if given.keep:
        explained = len(survivors) - len(unexplained)
        score = {"tried": len(found), "noticed": sum(noticed), "explained": explained}
        results.keep("mutants", name, score | {"survivors": unexplained})
    return len(unexplained)


if __name__ == "__main__":
    sys.exit(main())
