"""Tests run again and again, each time in a fresh child of a process that loaded what they share.

`python -m tools.mutants.trying` takes a line of JSON for every run, and says what came of it in
another. Loading pytest and NumPy takes longer than most of our tests.
"""

from __future__ import annotations

import contextlib
import json
import os
import resource
import signal
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

SHARED = (
    "pytest",
    "hypothesis",
    "hypothesis.strategies",
    "numpy",
    "numba",
    "click.testing",
    "charset_normalizer",
    "eth_account",
    "coincurve",
    "sqlalchemy",
    "sqlalchemy.dialects.sqlite",
    "fastapi.testclient",
    "uvicorn",
    "kaitaistruct",
    "sgfmill.sgf",
)
"""Loaded once, where it is installed; nothing of ours, as that is what changes."""

PLUGINS = ("xdist", "pytest_timeout", "pytest_rerunfailures", "_hypothesis_pytestplugin")
"""What our own tests use, and nothing else that is installed."""

LONGEST = 900.0
"""Seconds by the clock after which tests that wait for something are given up."""


class _First:
    """The first test that fails."""

    def __init__(self) -> None:
        self.name = ""

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.name:
            self.name = report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        self.pytest_runtest_logreport(report)


def _run_here(tests: list[str], scratch: Path) -> None:
    """Run tests up to the first that fails, and write down which it was; never returns."""
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(nothing, stream)
        import pytest

        first = _First()
        plugins = [word for name in PLUGINS for word in ("-p", name)]
        options = ["-x", "-q", "--no-header", "--tb=no", "--numprocesses", "0"]
        options += ["-p", "no:cacheprovider", "--basetemp", str(scratch / "tests")]
        options += ["-m", "not slow and not measures"]
        code = int(pytest.main([*plugins, *options, *tests], plugins=[first]))
        (scratch / "end").write_text(json.dumps([code, first.name]))
    finally:
        os._exit(0)


def run(tests: list[str], seconds: int) -> dict[str, Any]:
    """Whether tests pass, the first that did not, and the processor time that they took.

    Tests that take more than so many seconds of processor time have failed.
    """
    with tempfile.TemporaryDirectory() as folder:
        scratch = Path(folder)
        child = os.fork()
        if child == 0:
            os.setpgrp()
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            _run_here(tests, scratch)
        used = _awaited(child)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child, signal.SIGKILL)
        end = scratch / "end"
        code, name = json.loads(end.read_text()) if end.exists() else (-1, "no end")
    return {"passes": code == 0, "by": name, "seconds": round(used, 2)}


def _awaited(child: int) -> float:
    """The processor time of a child that has ended, or that had to."""
    end = time.monotonic() + LONGEST
    while True:
        done, _, used = os.wait4(child, os.WNOHANG)
        if done:
            return used.ru_utime + used.ru_stime
        if time.monotonic() > end:
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.02)


def main() -> None:
    for name in SHARED:
        with contextlib.suppress(ImportError):
            import_module(name)
    for line in sys.stdin:
        print(json.dumps(run(**json.loads(line))), flush=True)


if __name__ == "__main__":
    main()
