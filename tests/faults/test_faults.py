"""Faults at every moment of a command that writes: `python -m tools.faults` has all of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tools.faults import CASES, ERRORS, FAULTS, KILL, QUOTA

SOME = (KILL, "disk full", QUOTA)
"""The others differ from a full disk by their number only."""


@pytest.mark.slow
@pytest.mark.parametrize("fault", SOME)
@pytest.mark.parametrize("name", CASES)
def test_the_old_file_or_the_new_one(name: str, fault: str) -> None:
    # In a process of its own, which has one thread: it forks for every moment.
    code = f"from tools.faults import attack; seen = attack({name!r}, {fault!r})"
    code += "; print(seen.tried); print(*seen.lost, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    tried, *lost = done.stdout.split("\n")
    assert int(tried) > 0
    assert [line for line in lost if line] == []


def test_the_table_of_faults() -> None:
    assert set(SOME) <= set(FAULTS)
    assert len(set(ERRORS.values())) == len(ERRORS)
    for case in CASES.values():
        assert all(Path(source).exists() for source in case.files.values())
