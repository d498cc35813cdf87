"""Work is cut into parts, always in the same way, and each part knows what it reads."""

from __future__ import annotations

import io
import os
import tarfile
import zipfile
from itertools import pairwise
from pathlib import Path

import pytest

from boardbytes.columns.scan import archives, cutting, parts
from boardbytes.columns.scan.cutting import cut
from boardbytes.columns.scan.parts import GameRun, Part, ZipRun
from boardbytes.columns.scan.sources import find_sources
from boardbytes.formats.sgf.lexing import lexed_games


def cut_all(path: Path, files: int = 1000, size: int = 1 << 30) -> list[Part]:
    return list(cut(find_sources([str(path)], "/nowhere"), files, size))


def read_all(found: list[Part]) -> dict[str, bytes]:
    return {raw.source: raw.data for part in found for raw in part.read()}


def test_files_by_count_and_by_size(tmp_path: Path) -> None:
    for number in range(10):
        (tmp_path / f"{number}").write_bytes(b"x" * 10)
    by_count, by_size = cut_all(tmp_path, files=4), cut_all(tmp_path, size=25)
    assert [part.files for part in by_count] == [4, 4, 2]
    assert [part.size for part in by_size] == [30, 30, 30, 10]
    assert [part.number for part in by_size] == [0, 1, 2, 3]
    assert len(read_all(by_count)) == len(read_all(by_size)) == 10


def test_the_digest_tells_of_changes(tmp_path: Path) -> None:
    for number in range(4):
        (tmp_path / f"{number}").write_bytes(b"x")
    before = cut_all(tmp_path, files=2)
    assert [part.digest for part in cut_all(tmp_path, files=2)] == [part.digest for part in before]
    (tmp_path / "3").write_bytes(b"yy")
    after = cut_all(tmp_path, files=2)
    assert (after[0].digest, after[1].digest != before[1].digest) == (before[0].digest, True)


def zip_of(path: Path, count: int) -> dict[str, bytes]:
    files = {f"{number}.txt": b"x" * number for number in range(count)}
    with zipfile.ZipFile(path, "w") as archive:
        archive.mkdir("folder")
        for name, data in files.items():
            archive.writestr(name, data)
    return {f"{path}/{name}": data for name, data in files.items()}


def test_a_zip_is_cut_between_entries(tmp_path: Path) -> None:
    files = zip_of(tmp_path / "a.zip", 25)
    found = cut_all(tmp_path, files=10)
    assert [part.files for part in found] == [10, 10, 5]
    assert all(isinstance(piece, ZipRun) for part in found for piece in part.pieces)
    assert read_all(found) == files


def test_a_part_goes_on_after_a_zip(tmp_path: Path) -> None:
    files = zip_of(tmp_path / "a.zip", 5) | zip_of(tmp_path / "b.zip", 12)
    (tmp_path / "c.txt").write_bytes(b"c")
    found = cut_all(tmp_path, files=8)
    assert [part.files for part in found] == [8, 8, 2]
    assert read_all(found) == files | {str(tmp_path / "c.txt"): b"c"}


def test_a_broken_zip_gives_what_it_has(tmp_path: Path) -> None:
    zip_of(tmp_path / "a.zip", 5)
    data = (tmp_path / "a.zip").read_bytes()
    place = [index for index in range(len(data)) if data[index : index + 4] == b"PK\1\2"][4]
    (tmp_path / "a.zip").write_bytes(data[:place] + b"XX" + data[place + 2 :])
    (tmp_path / "b.zip").write_bytes(b"no zip")
    raws = [raw for part in cut_all(tmp_path) for raw in part.read()]
    codes = [(Path(raw.source).name, raw.error and raw.error.problems[0].code) for raw in raws]
    damaged = "damaged-archive"
    assert codes == [
        ("0.txt", None),
        ("1.txt", None),
        ("2.txt", None),
        ("a.zip", damaged),
        ("b.zip", damaged),
    ]


def test_a_tar_travels_with_its_part(tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "a.tar.gz", "w:gz") as archive:
        for number in range(5):
            member = tarfile.TarInfo(f"{number}")
            member.size = 3
            archive.addfile(member, io.BytesIO(b"abc"))
    found = cut_all(tmp_path, files=2)
    (tmp_path / "a.tar.gz").unlink()
    assert read_all(found) == {f"{tmp_path}/a.tar.gz/{number}": b"abc" for number in range(5)}


def test_what_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "gone").symlink_to(tmp_path / "nowhere")
    (tmp_path / "gone.zip").symlink_to(tmp_path / "nowhere")
    (tmp_path / "a.gz").write_bytes(b"no gzip")
    raws = [raw for part in cut_all(tmp_path) for raw in part.read()]
    codes = {Path(raw.source).name: raw.error.problems[0].code for raw in raws if raw.error}
    assert codes == {"gone": "unreadable", "gone.zip": "unreadable", "a.gz": "damaged-archive"}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_nobody_waits_for_a_pipe(tmp_path: Path) -> None:
    """A pipe that nobody writes to, which a glob has found."""
    os.mkfifo(tmp_path / "a.sgf")
    (tmp_path / "b.sgf").write_bytes(b"(;B[ee])")
    found = list(cut(find_sources([f"{tmp_path}/*.sgf"], "/nowhere"), 10, 1000))
    first, second = (raw for part in found for raw in part.read())
    assert first.error is not None
    assert "it is a pipe" in str(first.error)
    assert second.data == b"(;B[ee])"


def test_too_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "LARGEST", 3)
    monkeypatch.setattr(parts, "LARGEST", 3)
    (tmp_path / "a").write_bytes(b"abcd")
    ((raw,),) = [list(part.read()) for part in cut_all(tmp_path)]
    assert raw.error is not None
    assert raw.error.problems[0].code == "length"


@pytest.mark.slow
def test_a_large_collection_is_cut_between_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cutting, "LARGE", 1000)
    data = b"\n " + b"(;SZ[9]C[(;not a game\\]];B[ee])\n" * 200
    (tmp_path / "a.sgf").write_bytes(data)
    runs = [piece for part in cut_all(tmp_path, size=2000) for piece in part.pieces]
    assert len(runs) > 4
    assert all(isinstance(run, GameRun) for run in runs)
    bounds = [(run.start, run.end) for run in runs if isinstance(run, GameRun)]
    assert (bounds[0][0], bounds[-1][1]) == (0, len(data))
    assert all(end == start for (_, end), (start, _) in pairwise(bounds))
    raws = [raw for run in runs for raw in run.read()]
    firsts = [len(list(lexed_games(data[: raw.offset]))) + 1 for raw in raws]
    assert [raw.first for raw in raws] == firsts
    assert sum(len(list(lexed_games(raw.data))) for raw in raws) == 200
