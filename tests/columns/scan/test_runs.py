"""Large collections are cut into runs of games, wherever they are, and give the same rows."""

from __future__ import annotations

import gzip
import io
import os
import random
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pyarrow.dataset as ds
import pytest

from boardbytes.columns.scan import cutting, runs, scan
from boardbytes.columns.scan.cutting import cut
from boardbytes.columns.scan.parts import GameRun
from boardbytes.columns.scan.runs import TooLongError, Window, pdn_runs, sgf_runs
from boardbytes.columns.scan.sources import find_sources
from boardbytes.formats import FORMATS

PDN = (
    b'[Event "A [b] {"]\n[White "\xd0\x98"]\n\n1. 11-15 {a ] [ 2. *} 22-18 *\n\n'
    b'[Event "B"]\n[White "C"]\n\n1. 11-15 22-17 2. 15-19 24x15 1-0\n\n'
    b'[Event "D"]\n1. 9-14 {not closed\n[Event "E"]\n[White "F"]\n1. 11-15 11-16 *\n'
)
SGF = b"(;SZ[9]C[(;not a game\\]];B[ee])\n(;SZ[9];B[aa];W[aa])\n(;GM[1]SZ[9];B[bb]\n"


def make_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let files of a few thousand bytes be large ones."""
    monkeypatch.setattr(cutting, "LARGE", 3000)
    monkeypatch.setattr(runs, "LARGE", 3000)
    monkeypatch.setattr(runs, "HEAD", 1000)


def noise(chance: random.Random, ends: bytes) -> bytes:
    """Something to put between games that does not pack well."""
    return ends[:1] + f"{chance.getrandbits(300):x}".encode() + ends[1:] + b"\n"


def pieces(data: bytes) -> io.BytesIO:
    return io.BytesIO(data)


@pytest.mark.parametrize("every", [1, 300, 5000])
def test_runs_of_pdn_are_the_games_of_the_file(every: int) -> None:
    data = PDN * 20 + b"\n \n"
    found = list(pdn_runs(Window(pieces(data)), every))
    assert b"".join(run.data for run in found) == data
    assert (len(found) > 1) == (every < 5000)
    pdn = FORMATS.find("pdn")
    counts = [sum(1 for _ in pdn.games(run.data)) for run in found]
    assert [run.first for run in found] == [1 + sum(counts[:at]) for at in range(len(counts))]
    assert sum(counts) == sum(1 for _ in pdn.games(data)) == 80


def test_the_last_parts_of_a_collection_are_small(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that no core reads long when the others have no more to do."""
    make_small(monkeypatch)
    path = tmp_path / "large.sgf"
    path.write_bytes(b"(;SZ[9];B[ee])\n" * 10_000)
    size = path.stat().st_size
    parts = list(cut(find_sources([str(path)], "/nowhere"), 10_000, 8000))
    runs_of = [[each for each in part.pieces if isinstance(each, GameRun)] for part in parts]
    sizes = [sum(run.end - run.start for run in runs) for runs in runs_of]
    assert sum(sizes) == size
    assert max(sizes) < 8000 + 3000
    left = size
    for each in sizes:
        assert each < left / 4 + 3000
        left -= each
    assert max(sizes[-6:]) < 3000
    assert len(sizes) < size / 8000 + 10


def test_a_game_that_never_ends() -> None:
    with pytest.raises(TooLongError, match="game 4 has more than 400 bytes"):
        list(pdn_runs(Window(pieces(PDN[:200] + b"{" + b"x" * 9999)), 10, room=400))


@pytest.mark.slow
def test_runs_of_sgf_are_the_games_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"\n " + SGF * 50 + b"  junk"
    found = list(sgf_runs(Window(pieces(data)), 500, room=100))
    assert b"".join(run.data for run in found) == data
    assert len(found) > 4
    monkeypatch.setattr(runs, "LARGEST", 400)
    with pytest.raises(TooLongError, match="game 2 has more than 400 bytes"):
        list(sgf_runs(Window(pieces(b"(;B[aa])(;C[" + b"x" * 9999)), 5, room=100))


def write_everywhere(folder: Path, name: str, data: bytes) -> None:
    """A collection as a file, compressed under a name that does not say so, and in archives."""
    (folder / name).write_bytes(data)
    (folder / f"packed-{name}").write_bytes(gzip.compress(data))
    with zipfile.ZipFile(folder / f"zip-{name}", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("small.txt", "nothing")
        archive.writestr(name, data)
        archive.writestr("last.fen", "W:W21:B1")
    with tarfile.open(folder / f"tar-{name}", "w:gz") as archive:
        member = tarfile.TarInfo(name)
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))


def rows_of(out: Path, table: str) -> list[dict[str, Any]]:
    rows = ds.dataset(out / table).to_table().to_pylist()
    return sorted(rows, key=lambda row: (row["source"], row["game"] or 0))


@pytest.mark.slow
def test_cut_or_not_the_rows_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = tmp_path / "given"
    given.mkdir()
    chance = random.Random(1)
    write_everywhere(given, "a.pdn", b"".join(PDN + noise(chance, b"{}") for _ in range(40)))
    write_everywhere(given, "a.sgf", b"".join(SGF + noise(chance, b"  ") for _ in range(200)))
    whole = scan([given], tmp_path / "whole", cores=1)
    make_small(monkeypatch)
    parted = scan([given], tmp_path / "parted", cores=1, bytes_per_part=3000)
    assert parted.parts > 15
    assert (parted.files, parted.games, parted.failed) == (12, whole.games, whole.failed)
    for table in ("go", "checkers", "failures"):
        assert rows_of(tmp_path / "parted", table) == rows_of(tmp_path / "whole", table)
    # What is left is told from the bytes of the files that are given, packed or not.
    total = sum(source.size for source in find_sources([str(given)], "/nowhere"))
    assert 0.9 * total < whole.size <= total
    assert 0.9 * total < parted.size <= total
    lines = ds.dataset(tmp_path / "parted" / "files").to_table().to_pylist()
    assert len([line for line in lines if line["offset"] == 0]) == 12
    assert {line["source"] for line in lines if line["offset"]} == {
        f"{given}/{path}{ending}" for ending in ("a.pdn", "a.sgf") for path in ("", "packed-")
    } | {f"{given}/{kind}-{name}/{name}" for kind in ("zip", "tar") for name in ("a.pdn", "a.sgf")}


@pytest.mark.slow
def test_an_archive_that_breaks_inside_a_collection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was unpacked counts, and the rest is a failure with its place."""
    make_small(monkeypatch)
    packed = gzip.compress(SGF * 5000, compresslevel=0)
    packed = packed[: len(packed) * 2 // 3]
    (tmp_path / "a.sgf.gz").write_bytes(packed)
    report = scan([tmp_path / "a.sgf.gz"], tmp_path / "out", cores=1, bytes_per_part=3000)
    broken = [each for each in rows_of(tmp_path / "out", "failures") if each["game"] is None]
    assert report.files == 1
    assert report.games > 1000
    assert [(row["error"], row["offset"] > 50_000) for row in broken] == [("damaged-archive", True)]


@pytest.mark.slow
@pytest.mark.parametrize("size", [5000, 60_000])
def test_a_collection_that_changes_its_size_while_it_is_scanned(
    size: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_small(monkeypatch)
    path = tmp_path / "a.sgf"
    path.write_bytes(SGF * 200)
    parts = cut(find_sources([str(path)], "/nowhere"), 1000, 3000)
    first = next(parts)
    os.truncate(path, size)
    found = [first, *parts]
    raws = [raw for part in found for raw in part.read()]
    ends = [piece.end for part in found for piece in part.pieces if isinstance(piece, GameRun)]
    read = [raw.offset + len(raw.data) for raw in raws if raw.error is None]
    short = [raw for raw in raws if raw.error is not None]
    assert read == [end for end in ends if end <= size]
    assert len(short) == sum(end > size for end in ends)
    assert all("became shorter" in str(raw.error) for raw in short)
