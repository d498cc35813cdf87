"""From nothing to table files by one command on a GPU: a new process that has compiled nothing."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import Row
from boardbytes.compiling import load_cuda
from boardbytes.solving.mill.member import find_member


@dataclass(frozen=True)
class Run:
    """What is solved into files, and the options that say so."""

    member: str
    title: str
    options: tuple[str, ...] = ()


RUNS = (
    Run("nine", "with distances"),
    Run("nine", "values only", ("--value-only",)),
    Run("twelve", "values only", ("--value-only",)),
)


def rows(runs: tuple[Run, ...] = RUNS) -> Iterator[Row]:
    try:
        load_cuda().current_context()
    except Exception as error:  # whatever a missing driver, card or package raises
        print(f"no GPU: {type(error).__name__}")
        return
    for run in runs:
        yield from measured(run)


def measured(run: Run, device: str = "gpu", stones: int | None = None) -> Iterator[Row]:
    """What one command takes; when its lines come says what it was busy with."""
    name = f"{run.member} to files, {run.title}"
    with tempfile.TemporaryDirectory() as folder:
        how_many = ("--all",) if stones is None else ("--stones", str(stones))
        what = ("--rules", run.member, *how_many, "--phase", "both", *run.options)
        where = ("--device", device, "--tables", f"{folder}/tables")
        command = (sys.executable, "-u", "-m", "boardbytes", "solve", "mill", *what, *where)
        caches = {
            "XDG_CACHE_HOME": f"{folder}/cache",
            "NUMBA_CACHE_DIR": f"{folder}/numba",
            "CUDA_CACHE_PATH": f"{folder}/cuda",
        }
        before, begun = _processor_time(), time.perf_counter()
        times = []
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=os.environ | caches
        ) as process:
            assert process.stdout is not None
            for line in process.stdout:
                times.append((time.perf_counter() - begun, line.split()))
        seconds = time.perf_counter() - begun
        processor = _processor_time() - before
        files = list(Path(folder, "tables").iterdir())
        size = sum(path.stat().st_size for path in files)
    assert process.returncode == 0, f"{' '.join(command)} failed"
    # The first line comes before the work, two lines of headings later the tables, one line ends.
    tables = times[2:-1]
    yield Row(f"{name}: in all", seconds, None, "s")
    yield Row(f"{name}: until it could begin", times[0][0], None, "s")
    yield Row(f"{name}: until its first table", tables[0][0], None, "s")
    yield Row(f"{name}: until a tenth of its tables", tables[len(tables) // 10][0], None, "s")
    yield Row(f"{name}: until its last table was solved", tables[-1][0], None, "s")
    yield Row(f"{name}: after that", seconds - tables[-1][0], None, "s")
    yield Row(f"{name}: processor time", processor, None, "s")
    member = find_member(run.member)
    steps = member.steps(stones or member.most)
    places = sum(member.size(each) for step in steps for each in step)
    yield Row(f"{name}: {len(files)} files", size, None, "bytes")
    yield Row(f"{name}: bits to a place", 8 * size / places, None, "bits")


def _processor_time() -> float:
    """What the processes that ended have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
