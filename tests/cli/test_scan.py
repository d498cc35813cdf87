"""`scan` says what it read, what failed and how to go on."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from boardbytes.cli import main
from boardbytes.cli import scan as scan_module
from boardbytes.columns.scan import Report


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(["scan", *words])
    found = capsys.readouterr()
    return code, found.out, found.err


def test_an_archive(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = str(tmp_path / "out")
    code, said, complaint = run(capsys, "examples/club.zip", "-o", out, "--cores", "1")
    assert (code, complaint) == (1, "")
    assert said == (
        "51 files read: 26 rows of go, 16 rows of mill, 8 rows of checkers\n"
        f"1 could not be read, or only in part: see {out}/failures\n"
    )
    code, said, complaint = run(capsys, "examples/club.zip", "-o", out)
    assert code == 2
    assert (
        complaint
        == f"boardbytes: {out}: the folder is not empty; give --resume to go on with its scan\n"
    )
    code, said, _ = run(capsys, "examples/club.zip", "-o", out, "--resume", "--cores", "1")
    assert code == 1
    assert said.startswith("51 files read, 51 of them earlier: 26 rows of go")


def test_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("examples/endgame.dat", "examples/*.gb*", "-o", str(tmp_path / "out"), "--json")
    code, said, _ = run(capsys, *words, "--cores", "1")
    found = json.loads(said)
    assert (code, found["files"], found["games"], found["failed"]) == (0, 6, 6, 0)
    assert found["rows"] == {"mill": 1, "tiles": 5, "files": 6}


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["nowhere", "-o", "{}/x"], "nowhere: there is no such file or folder"),
        (["examples", "-o", "{}/x", "--address", "auto"], "choose the engine ray"),
        (["examples"], "Missing option '--output'"),
        (["examples", "-o", "{}/x", "--rows-per-file", "0"], "0 is not in the range"),
    ],
)
def test_wrong_commands(
    words: list[str], complaint: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, said = run(capsys, *(word.format(tmp_path) for word in words))
    assert code == 2
    assert complaint in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(("module", "extra"), [("pyarrow", "columns"), ("ray", "cluster")])
def test_without_an_extra(
    module: str,
    extra: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    code, _, said = run(capsys, "examples", "-o", str(tmp_path / "out"), "--engine", "ray")
    assert code == 2
    assert said.endswith(f"run python -m pip install 'boardbytes[{extra}]'\n")
    assert said.count("\n") == 1


def test_progress_tells_rate_and_time_left() -> None:
    report = Report(3, 3000, 30_000_000, {"go": 2990, "failures": 10}, 1000, 10_000_000, 990)
    line = scan_module._progress(report, 10, 60_000_000)
    assert line == (
        "3,000 files, 2,990 games, 10 failed, 200 games/s, 2.0 MB/s, about 0:00:15 left"
    )
    assert scan_module._progress(report, 10, None).endswith("2.0 MB/s")
    assert scan_module._left(500 * 3600) == "days left"


def test_the_total_is_counted_beside(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"abc")
    (tmp_path / "b").write_bytes(b"de")
    total = scan_module._Total((str(tmp_path),), str(tmp_path / "out"))
    total.thread.join()
    assert total.size == 5
