"""The benchmarks run and say what they measured."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT


@pytest.mark.slow
def test_mill_perft_reaches_its_figure() -> None:
    """A hundred million leaves a second on one core."""
    command = [sys.executable, "-m", "benchmarks", "mill", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    (row,) = json.loads(done.stdout)
    print(row)
    assert set(row) >= {"name", "ours", "peer", "ratio", "unit"}
    assert row["ours"] >= 100e6


@pytest.mark.slow
def test_go_selfcheck_passes_and_notices_a_wrong_state() -> None:
    import numpy as np
    from benchmarks import go_selfcheck

    from boardbytes.columns.go import new_state

    assert go_selfcheck.selfcheck(5, 20) > 20
    state = new_state(5)
    stack, seen = np.zeros(43, dtype=np.int64), np.zeros(43, dtype=np.uint8)
    go_selfcheck.setup(state, np.array([1, 1, 2, *[0] * 22], dtype=np.uint8))
    board = np.array(state.board)
    assert go_selfcheck._agrees(state, board, stack, seen)
    for array in (state.board, state.head, state.link, state.sizes, state.libs):
        head = state.head[7]
        array[head] += 1
        assert not go_selfcheck._agrees(state, board, stack, seen)
        array[head] -= 1


@pytest.mark.slow
def test_probing_reaches_its_figures() -> None:
    """Under 20 µs in a loop of compiled calls, under a millisecond from Python."""
    command = [sys.executable, "-m", "benchmarks", "probing", "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures = {row["name"]: row["ours"] for row in json.loads(done.stdout)}
    print(figures)
    assert figures["mill probed: a loop of compiled calls, one core"] < 20
    assert figures["mill probed: one position from Python"] < 1000


def test_the_corpus_is_counted_by_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from benchmarks import corpus

    monkeypatch.setattr(shutil, "which", lambda name: None)
    for kind in ("ok", "bad"):
        folder = tmp_path / "tmj" / kind
        folder.mkdir(parents=True)
        for name in ("small.tmj", "infinite.tmj", "width-256.tmj", "bomb.tmj"):
            source = ROOT / "tests/vectors/tmj" / kind / name
            if source.exists():
                shutil.copy(source, folder)
    corpus.report(tmp_path)
    assert capsys.readouterr().out.splitlines() == [
        "tmj/bad: 0 of 2 read",
        "  1 refused: layers[…].data must have 8 bytes",
        "  1 refused: width must be a whole number from 1 to 255",
        "tmj/ok: 2 of 2 read",
        "tmj: 2 of 4 maps are read (50.0%)",
    ]
