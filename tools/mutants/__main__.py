"""`python -m tools.mutants [ROOM…]`: how many small faults the tests notice.

Every mutant is the package with one fault in it. The room's own tests are run on it, up to the
first that fails; those that take four times as long as without it have noticed it, too. Kernels
run interpreted: compiling each of their mutants would take far longer than the tests. What came
of each mutant is kept in a journal, so that a run that was stopped goes on where it stood.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from boardbytes.compiling import SWITCH
from boardbytes.cores import core_count
from tools import results
from tools.mutants.mutating import Mutant, Source
from tools.mutants.rooms import PACKAGE, ROOMS, ROOT

JOURNAL = ROOT / "build" / "mutants.jsonl"
EXPLANATIONS = Path(__file__).parent / "explained.txt"

LEAST_SECONDS, TIMES = 20, 4
"""How long tests may take with a mutant: so many times as long as without it, and at least this."""


@cache
def explained() -> dict[str, str]:
    """Survivors that change nothing which a test could see, and why, by what they are."""
    lines = (line.rsplit(" | ", 1) for line in EXPLANATIONS.read_text().splitlines())
    return {line[0]: line[1] for line in lines if len(line) == 2}


@dataclass(frozen=True)
class Trial:
    """A mutant of a source of a room."""

    room: str
    source: Path
    mutant: Mutant

    @property
    def what(self) -> str:
        """What it is, wherever it stands: other lines may come before it."""
        path = self.source.relative_to(PACKAGE)
        return f"{path} {self.mutant.function}: {self.mutant.before} → {self.mutant.after}"

    @property
    def mark(self) -> str:
        """What tells it from any other, and from one of another state of its source."""
        path = self.source.relative_to(PACKAGE)
        return f"{zlib.crc32(f'{self.room} {path} {self.mutant.source}'.encode()):08x}"


class Runner:
    """A copy of the package, and a process that runs tests on it."""

    def __init__(self, folder: Path) -> None:
        self.package = Path(tempfile.mkdtemp(dir=folder)) / "boardbytes"
        shutil.copytree(PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        path = os.pathsep.join([str(self.package.parent), os.environ.get("PYTHONPATH", "")])
        environment = {"PYTHONPATH": path, SWITCH: "1", "CI": ""}
        environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tools.mutants.trying"],
            cwd=ROOT, env=os.environ | environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip

    def tried(self, trial: Trial, tests: tuple[str, ...], seconds: int) -> dict[str, Any]:
        """What tests say of a mutant."""
        target = self.package / trial.source.relative_to(PACKAGE)
        self._put(target, trial.mutant.source)
        try:
            return self.run(tests, seconds)
        finally:
            self._put(target, trial.source.read_text())

    def run(self, tests: tuple[str, ...], seconds: int) -> dict[str, Any]:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"tests": tests, "seconds": seconds}) + "\n")
        self._process.stdin.flush()
        said: dict[str, Any] = json.loads(self._process.stdout.readline())
        return said

    def close(self) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    @staticmethod
    def _put(target: Path, source: str) -> None:
        """Write a source, and forget how it was compiled; everything else stays compiled."""
        target.write_text(source)
        for compiled in (target.parent / "__pycache__").glob(f"{target.stem}.*.pyc"):
            compiled.unlink()


def trials(name: str, seed: int) -> tuple[int, Iterator[Trial]]:
    """How many mutants a room can have, and all of them in the order in which they are drawn."""
    paths = list(ROOMS[name].paths())
    sources = [Source(path.read_text()) for path in paths]
    ends = list(accumulate(map(len, sources)))
    order = list(range(ends[-1]))
    random.Random(seed).shuffle(order)

    def drawn() -> Iterator[Trial]:
        for number in order:
            at = next(at for at, end in enumerate(ends) if number < end)
            mutant = sources[at].mutant(number - ends[at] + len(sources[at]))
            yield Trial(name, paths[at], mutant)

    return len(order), drawn()


def _journal() -> dict[str, dict[str, Any]]:
    """What came of every mutant that was tried before, by its mark."""
    if not JOURNAL.exists():
        return {}
    lines = map(json.loads, JOURNAL.read_text().splitlines())
    return {line["mark"]: line for line in lines}


def _write_down(trial: Trial, said: dict[str, Any]) -> None:
    line = {"mark": trial.mark, "room": trial.room, "what": trial.what} | said
    JOURNAL.parent.mkdir(exist_ok=True)
    with JOURNAL.open("a") as file:
        file.write(json.dumps(line, ensure_ascii=False) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("rooms", nargs="*", metavar="ROOM", help=", ".join(ROOMS))
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn")
    parser.add_argument("--cores", type=int, default=core_count())
    parser.add_argument("--share", type=float, default=1.0, help="of the usual number of mutants")
    parser.add_argument(
        "--only-survivors", action="store_true", help="try again those that no test had noticed"
    )
    parser.add_argument("--keep", action="store_true", help="keep the score for docs/trust.md")
    given = parser.parse_args()
    if unknown := set(given.rooms) - set(ROOMS):
        parser.error(f"there is no room {min(unknown)}; there are {', '.join(ROOMS)}")
    survived = 0
    with tempfile.TemporaryDirectory() as folder:
        runners = [Runner(Path(folder)) for _ in range(given.cores)]
        for name in given.rooms or ROOMS:
            survived += _try(runners, name, given)
        for runner in runners:
            runner.close()
    return int(survived > 0)


def _try(runners: list[Runner], name: str, given: argparse.Namespace) -> int:
    """How many mutants of a room survive unexplained; says what became of all."""
    room = ROOMS[name]
    possible, drawn = trials(name, given.seed)
    found = list(islice(drawn, max(1, round(room.tried * given.share))))
    known = _journal()
    if given.only_survivors:
        known = {mark: said for mark, said in known.items() if not said["passes"]}
    new = [trial for trial in found if trial.mark not in known]
    if new and not _try_all(runners, new, room.tests):
        print(f"{name}: its tests fail without any mutant, interpreted", flush=True)
        return 1
    known = _journal()
    survivors = [trial for trial in found if known[trial.mark]["passes"]]
    unexplained = [trial.what for trial in survivors if trial.what not in explained()]
    noticed = len(found) - len(survivors)
    print(f"{name}: {noticed} of {len(found)} noticed, {len(unexplained)} not explained")
    for trial in survivors:
        reason = explained().get(trial.what, "not explained")
        print(f"  line {trial.mutant.line} of {trial.what}  # {reason}", flush=True)
    if given.keep:
        score: dict[str, Any] = {"possible": possible, "tried": len(found), "noticed": noticed}
        score |= {"explained": len(survivors) - len(unexplained), "survivors": unexplained}
        results.keep("mutants", name, score | {"day": results.day_of_code()})
    return len(unexplained)


def _try_all(runners: list[Runner], new: list[Trial], tests: tuple[str, ...]) -> bool:
    """Try mutants that were not tried yet; False if the tests fail without any of them."""
    plain = runners[0].run(tests, 600)
    if not plain["passes"]:
        print(f"  {plain['by']}")
        return False
    seconds = max(LEAST_SECONDS, round(TIMES * plain["seconds"]))
    free: SimpleQueue[Runner] = SimpleQueue()
    for runner in runners:
        free.put(runner)

    def one(trial: Trial) -> None:
        runner = free.get()
        try:
            _write_down(trial, runner.tried(trial, tests, seconds))
        finally:
            free.put(runner)

    with ThreadPoolExecutor(len(runners)) as pool:
        list(pool.map(one, new))
    return True


if __name__ == "__main__":
    sys.exit(main())
