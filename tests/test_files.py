"""Files are read within a limit and written whole or not at all."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
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


FAULTS = [
    (os, "fsync"),
    (os, "fchmod"),
    (os, "fdopen"),
    (tempfile, "mkstemp"),
    (Path, "replace"),
]


@pytest.mark.parametrize(("where", "name"), FAULTS, ids=[name for _, name in FAULTS])
def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: object, name: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(where, name, full)
        with pytest.raises(OSError, match="No space left") as caught:
            files.write_whole(path, b"new")
    assert caught.value.filename == str(path), "the complaint names the file that was asked for"
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


def test_pieces_that_end_in_an_error_leave_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def pieces() -> Iterator[bytes]:
        yield b"n" * 1_000_000
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        files.write_whole(path, pieces())
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("name", ["x" * 255, "x" * 250 + ".json", "ü" * 127, "𝄞" * 63])
def test_names_as_long_as_they_may_be(tmp_path: Path, name: str) -> None:
    for data in (b"one", b"two"):
        files.write_whole(tmp_path / name, data)
        assert (tmp_path / name).read_bytes() == data
    assert len(list(tmp_path.iterdir())) == 1


def test_a_name_that_is_too_long_is_named(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 256)
    with pytest.raises(OSError, match="File name too long") as caught:
        files.write_whole(path, b"data")
    assert caught.value.filename == str(path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_takes_no_files() -> None:
    with pytest.raises(OSError, match="/proc/file") as caught:
        files.write_whole("/proc/file", b"data")
    assert caught.value.filename == "/proc/file"


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        files.write_whole(tmp_path, b"data")
    assert list(tmp_path.iterdir()) == []


SAVERS = {
    "save": "import boardbytes as bb; bb.save(bb.load('examples/opening.json'), out)",
    "convert": "main(['convert', 'examples/opening.json', out])",
    "edit": "main(['edit', '-o', out, 'examples/island.gb16', 'grow', 'top', '80'])",
    "draw": "main(['draw', 'examples/island.gb16', '-o', out, '--as', 'svg'])",
    "play": "main(['play', 'mill', '--white', 'random', '--seed', '1', '--save', out])",
    "repair": "main(['check', 'examples/damaged.dat', '--repair', '-o', out])",
}


@pytest.mark.parametrize("saver", SAVERS)
def test_a_disk_without_room_leaves_what_was_there(tmp_path: Path, saver: str) -> None:
    """The system itself refuses to let any file grow beyond a few bytes."""
    out = tmp_path / "out.json"
    out.write_bytes(b"old")
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (20, 20))"
    code = f"import sys; from boardbytes.cli import main; {limit}; out = sys.argv[1]"
    command = [sys.executable, "-B", "-c", f"{code}\n{SAVERS[saver]}", str(out)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert "File too large" in done.stderr
    assert "out.json" in done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"out.json": b"old"}


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
    assert files.map_copy(path, 1 << 20) is None
    path.write_bytes(b"a" * 100_000 + b"b")
    mapped = files.map_copy(path, 1 << 20)
    assert mapped is not None
    assert mapped[:3] == b"aaa"
    files.release(mapped, 99_999)
    assert mapped[:] == path.read_bytes()
    files.release(b"bytes have nothing to give back", 5)
    assert files.map_copy("/dev/zero", 9) is None
