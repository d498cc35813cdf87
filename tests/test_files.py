"""Files are read within a limit and written whole or not at all."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boardbytes import files


def test_reads_one_byte_more_than_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 100)
    assert files.read_limited(path, 10) == b"x" * 11
    assert files.read_limited(path, 100) == b"x" * 100


def test_size_of_regular_files_only(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"12345")
    assert files.size_of(path) == 5
    assert files.size_of("/dev/null") is None
    assert files.size_of("-") is None


def test_writes_and_replaces(tmp_path: Path) -> None:
    path = tmp_path / "file"
    files.write_whole(path, b"one")
    files.write_whole(path, b"two")
    assert path.read_bytes() == b"two"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_keeps_permissions_and_follows_links(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"one")
    path.chmod(0o640)
    link.symlink_to(path)
    files.write_whole(link, b"two")
    assert link.is_symlink()
    assert path.read_bytes() == b"two"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_has_the_usual_permissions(tmp_path: Path) -> None:
    files.write_whole(tmp_path / "ours", b"")
    (tmp_path / "usual").write_bytes(b"")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        files.write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_a_full_disk_is_an_error() -> None:
    with pytest.raises(OSError, match="No space left"):
        files.write_whole("/dev/full", b"x" * 100_000)


def test_killed_while_writing_leaves_whole_files(tmp_path: Path) -> None:
    """Whatever moment the process dies at, the file holds one whole version."""
    path = tmp_path / "file"
    path.write_bytes(b"\0" * 300_000)
    code = (
        "import sys, itertools; from boardbytes.files import write_whole\n"
        "for n in itertools.count(): write_whole(sys.argv[1], bytes([n % 256]) * 300_000)"
    )
    for delay in (0.15, 0.2, 0.25, 0.3):
        writer = subprocess.Popen([sys.executable, "-c", code, str(path)])
        time.sleep(delay)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        data = path.read_bytes()
        assert len(data) == 300_000
        assert len(set(data)) == 1


def test_a_mapped_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"")
    assert files.map_file(path) is None
    path.write_bytes(b"a" * 100_000 + b"b")
    mapped = files.map_file(path)
    assert mapped is not None
    assert mapped[:3] == b"aaa"
    files.release(mapped, 99_999)
    assert mapped[:] == path.read_bytes()
    files.release(b"bytes have nothing to give back", 5)
    assert files.map_file("/dev/zero") is None
