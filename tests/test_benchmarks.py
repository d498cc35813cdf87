"""The benchmarks run and say what they measured."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest


@pytest.mark.slow
def test_mill_perft_reaches_its_figure() -> None:
    """A hundred million leaves a second on one core."""
    command = [sys.executable, "-m", "benchmarks", "mill", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (row,) = json.loads(done.stdout)
    print(row)
    assert set(row) >= {"name", "ours", "peer", "ratio", "unit"}
    assert row["ours"] >= 100e6
