"""Standard streams that are closed: a line, an exit code and no traceback."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

SAVE = ROOT / "examples" / "endgame.dat"


def run(closed: str, *args: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "boardbytes", *map(str, args)]
    command = f"exec {closed}; {shlex.join(words)}"
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    ("closed", "args", "sentence"),
    [
        (">&-", ("show", SAVE), "standard output is closed"),
        (">&-", ("show", "--json", SAVE), "standard output is closed"),
        (">&-", ("--help",), "standard output is closed"),
        (">&-", ("studio", "--port", "0"), "standard output is closed"),
        (">&-", ("convert", SAVE, "-", "--to", "json"), "standard output is closed"),
        ("<&-", ("show", "-"), "standard input is closed"),
        ("<&-", ("play", "mill"), "standard input is closed"),
        (">/dev/full", ("show", SAVE), "No space left on device"),
    ],
)
def test_a_closed_stream_is_one_line(
    closed: str, args: tuple[object, ...], sentence: str, monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    done = run(closed, *args)
    assert done.stderr == f"boardbytes: {sentence}\n"
    assert done.returncode == 2


@pytest.mark.parametrize("closed", ["2>&-", "<&- 2>&-", "<&- >&- 2>&-"])
def test_without_standard_error_the_exit_code_tells(closed: str) -> None:
    done = run(closed, "show", "nowhere")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_what_needs_no_stream_needs_none(tmp_path: Path) -> None:
    done = run("<&-", "convert", SAVE, tmp_path / "x.json")
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "x.json").read_bytes().startswith(b"{")
