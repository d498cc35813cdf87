"""Commands of ours run as a user runs them: how long they take, and how much memory."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path


class Memory:
    """The memory of a process and its children, looked at again and again."""

    def __init__(self, process: int) -> None:
        self.process, self.peak, self.is_over = process, 0, False
        self.thread = threading.Thread(target=self._watch, daemon=True)
        self.thread.start()

    def _watch(self) -> None:
        while not self.is_over:
            self.peak = max(self.peak, sum(map(memory_of, family(self.process))))
            time.sleep(0.1)

    def stop(self) -> int:
        self.is_over = True
        self.thread.join()
        return self.peak


def family(process: int) -> list[int]:
    """A process and all below it."""
    found, waiting = [], [process]
    while waiting:
        found.append(waiting.pop())
        try:
            for thread in Path(f"/proc/{found[-1]}/task").iterdir():
                waiting.extend(map(int, (thread / "children").read_text().split()))
        except OSError:
            continue
    return found


def memory_of(process: int) -> int:
    """The memory of a process, what it shares divided by those who share it."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def run(words: list[str]) -> tuple[float, int]:
    """How long a command takes from start to end, and the most memory it and its children have."""
    begun = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "boardbytes", *words], stdout=subprocess.DEVNULL
    )
    watch = Memory(process.pid)
    code = process.wait()
    seconds = time.perf_counter() - begun
    if code not in (0, 1):
        raise RuntimeError(f"boardbytes {' '.join(words)} ended with {code}")
    return seconds, watch.stop()
