"""What is done is written down, and a scan goes on only with what it was begun with."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardbytes.columns.scan.journal import Journal
from boardbytes.columns.scan.reading import Done
from boardbytes.columns.scan.writing import PartFile
from boardbytes.errors import ScanError

OPTIONS = {"rows_per_file": 10, "files_per_part": 5, "bytes_per_part": 100}


def done(number: int) -> Done:
    output = PartFile(f"go/part-{number:06}-00.parquet", b"data")
    return Done(number, f"digest {number}", 5, 100, {"go": 3}, (output,))


def test_lines_are_kept(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path / "out", ["a"], OPTIONS)
    journal.write(done(0))
    journal.write(done(2))
    assert (tmp_path / "out" / "go" / "part-000002-00.parquet").read_bytes() == b"data"
    again = Journal.resume(tmp_path / "out", ["a"], OPTIONS)
    assert again.lines == journal.lines
    assert [again.has(number, f"digest {number}") for number in range(3)] == [True, False, True]


def test_a_line_that_was_cut_off_is_forgotten(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, ["a"], OPTIONS)
    journal.write(done(0))
    journal.write(done(1))
    path = tmp_path / "_scan" / "journal.jsonl"
    path.write_bytes(path.read_bytes()[:-5])
    again = Journal.resume(tmp_path, ["a"], OPTIONS)
    assert list(again.lines) == [0]
    again.write(done(1))
    assert list(Journal.resume(tmp_path, ["a"], OPTIONS).lines) == [0, 1]


def test_temporary_files_of_a_kill_are_removed(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, ["a"], OPTIONS)
    journal.write(done(0))
    left = tmp_path / "go" / ".part-000001-00.parquet.x8hd"
    left.write_bytes(b"half")
    Journal.resume(tmp_path, ["a"], OPTIONS)
    assert not left.exists()
    assert (tmp_path / "go" / "part-000000-00.parquet").exists()


def test_changed_files_are_not_mixed_with_the_old(tmp_path: Path) -> None:
    journal = Journal.begin(tmp_path, ["a"], OPTIONS)
    journal.write(done(0))
    with pytest.raises(ScanError, match="changed since part 0 was read"):
        journal.has(0, "another digest")


@pytest.mark.parametrize(
    ("paths", "options", "words"),
    [
        (["b"], OPTIONS, "begun with paths"),
        (["a"], OPTIONS | {"rows_per_file": 11}, "rows_per_file 10, not with 11"),
    ],
)
def test_another_plan(
    paths: list[str], options: dict[str, int], words: str, tmp_path: Path
) -> None:
    Journal.begin(tmp_path, ["a"], OPTIONS)
    with pytest.raises(ScanError, match=words):
        Journal.resume(tmp_path, paths, options)


def test_folders_that_are_not_empty(tmp_path: Path) -> None:
    Journal.begin(tmp_path / "scan", ["a"], OPTIONS)
    with pytest.raises(ScanError, match="give --resume"):
        Journal.begin(tmp_path / "scan", ["a"], OPTIONS)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").touch()
    for start in (Journal.begin, Journal.resume):
        with pytest.raises(ScanError, match="must be empty"):
            start(tmp_path / "other", ["a"], OPTIONS)


def test_a_kill_before_the_plan_was_written(tmp_path: Path) -> None:
    (tmp_path / "_scan").mkdir()
    (tmp_path / "_scan" / ".plan.json.x7dh").write_bytes(b"{")
    assert Journal.resume(tmp_path, ["a"], OPTIONS).lines == {}
    assert (tmp_path / "_scan" / "plan.json").exists()


@pytest.mark.parametrize("name", ["plan.json", "journal.jsonl"])
def test_damage_is_said(name: str, tmp_path: Path) -> None:
    Journal.begin(tmp_path, ["a"], OPTIONS)
    (tmp_path / "_scan" / name).write_bytes(b"no JSON\n")
    with pytest.raises(ScanError, match="damaged"):
        Journal.resume(tmp_path, ["a"], OPTIONS)


@pytest.mark.parametrize(
    "line",
    [
        b"[1]",
        b"[" * 100_000,
        b'{"part": [], "digest": "", "files": 1, "size": 1, "rows": {}, "outputs": []}',
        b'{"part": 0, "digest": "", "files": 1, "size": 1, "rows": [1], "outputs": []}',
        b'{"part": 0, "digest": "", "files": 1, "size": 1, "rows": {"go": "1"}, "outputs": []}',
        b'{"part": 0, "digest": "", "files": -1, "size": 1, "rows": {}, "outputs": [1]}',
    ],
)
@pytest.mark.parametrize("name", ["plan.json", "journal.jsonl"])
def test_whatever_stands_there_is_damage_in_words(tmp_path: Path, line: bytes, name: str) -> None:
    Journal.begin(tmp_path, ["a"], OPTIONS)
    (tmp_path / "_scan" / name).write_bytes(line + b"\n")
    with pytest.raises(ScanError, match=r"damaged|was begun with"):
        Journal.resume(tmp_path, ["a"], OPTIONS)
