"""Archives give their files, as Python's own modules do, and say what is wrong with broken ones."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import zstandard

from boardbytes.columns.scan import archives
from boardbytes.columns.scan.archives import (
    find_directory,
    open_zip_file,
    read_packed,
    read_zip_file,
    tar_files,
    zip_entries,
)
from boardbytes.columns.scan.archives import read_all as read_stream
from boardbytes.columns.scan.packing import (
    PLAIN,
    TAR,
    ZIP,
    ArchiveError,
    Kind,
    kind_by_name,
    kind_of,
)

METHODS = [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA]


def zipped(count: int = 40, before: bytes = b"") -> tuple[io.BytesIO, dict[str, bytes]]:
    chance = random.Random(1)
    files = {f"d/{number}é.sgf": chance.randbytes(number * 7) for number in range(count)}
    buffer = io.BytesIO(before)
    buffer.seek(0, io.SEEK_END)
    with zipfile.ZipFile(buffer, "a" if before else "w") as archive:
        archive.mkdir("d")
        for number, (name, data) in enumerate(files.items()):
            archive.writestr(name, data, METHODS[number % 4])
        archive.comment = b"PK comment"
    return buffer, files


def read_all(buffer: io.BytesIO) -> dict[str, bytes]:
    directory = find_directory(buffer)
    entries = zip_entries(buffer, directory.start, directory.count)
    return {
        entry.name: read_zip_file(buffer, entry, directory.shift)
        for entry in list(entries)
        if not entry.is_folder
    }


@pytest.mark.parametrize("before", [b"", b"#!/bin/sh\n" * 9])
def test_a_zip(before: bytes) -> None:
    buffer, files = zipped(before=before)
    assert read_all(buffer) == files


def test_a_directory_read_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    buffer, _ = zipped(60)
    directory = find_directory(buffer)
    whole = list(zip_entries(buffer, directory.start, directory.count))
    monkeypatch.setattr(archives, "_CHUNK", 200_000)
    assert list(zip_entries(buffer, directory.start, directory.count)) == whole
    later = whole[30]
    assert list(zip_entries(buffer, later.after, 3)) == whole[31:34]


def test_a_zip_of_more_entries_than_two_bytes_count() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for number in range(70_000):
            archive.writestr(f"{number}", b"x")
    directory = find_directory(buffer)
    assert directory.count == 70_000
    last = list(zip_entries(buffer, directory.start, directory.count))[-1]
    assert (last.name, read_zip_file(buffer, last, directory.shift)) == ("69999", b"x")


def test_wide_sizes() -> None:
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w") as archive,
        archive.open(zipfile.ZipInfo("wide"), "w", force_zip64=True) as file,
    ):
        file.write(b"wide")
    assert read_all(buffer) == {"wide": b"wide"}
    extra = struct.pack("<HHHHQQ", 7, 0, 1, 16, 5_000_000_000, 6_000_000_000)
    big = 0xFFFFFFFF
    assert tuple(archives._wide(extra, big, 3, big)) == (5_000_000_000, 3, 6_000_000_000)


def test_broken_zips() -> None:
    buffer, _ = zipped()
    data = buffer.getvalue()
    with pytest.raises(ArchiveError, match="cut off"):
        find_directory(io.BytesIO(data[:-60]))
    directory = find_directory(buffer)
    with pytest.raises(ArchiveError, match="ends too early"):
        list(zip_entries(buffer, directory.start, directory.count + 1))


@pytest.mark.parametrize("place", range(4))
def test_broken_files_in_a_zip(place: int) -> None:
    buffer, _ = zipped()
    directory = find_directory(buffer)
    entry = list(zip_entries(buffer, directory.start, directory.count))[place + 21]
    data = bytearray(buffer.getvalue())
    start = entry.header + 30 + len(entry.name.encode())
    data[start + 10 : start + 14] = b"\xff\x00\xaa\x55"
    with pytest.raises(ArchiveError, match=r"unpacked|checksum"):
        read_zip_file(io.BytesIO(bytes(data)), entry, 0)
    data[entry.header] = 0
    with pytest.raises(ArchiveError, match="not where"):
        read_zip_file(io.BytesIO(bytes(data)), entry, 0)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"flags": 1}, "encrypted"),
        ({"method": 99}, "method 99"),
        ({"size": 1 << 40}, "1,099,511,627,776 bytes"),
        ({"size": 3}, "checksum"),
    ],
)
def test_files_that_are_not_read(change: dict[str, Any], words: str) -> None:
    from dataclasses import replace

    buffer, _ = zipped()
    directory = find_directory(buffer)
    entry = list(zip_entries(buffer, directory.start, directory.count))[10]
    with pytest.raises(ArchiveError, match=words):
        read_zip_file(buffer, replace(entry, **change), directory.shift)


PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": bytes,
    ".gz": gzip.compress,
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
    ".zst": lambda data: zstandard.ZstdCompressor().compress(data),
}


def tarred() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for number in range(5):
            member = tarfile.TarInfo(f"d/{number}.sgf")
            member.size = number
            archive.addfile(member, io.BytesIO(b"x" * number))
        archive.addfile(_folder())
    return buffer.getvalue()


def untarred(data: bytes, packing: str | None) -> dict[str, bytes]:
    found = tar_files(io.BytesIO(data), packing)
    return {name: read_stream(stream, 1 << 20) for name, _, stream in found}


def _folder() -> tarfile.TarInfo:
    folder = tarfile.TarInfo("e")
    folder.type = tarfile.DIRTYPE
    return folder


@pytest.mark.parametrize("ending", PACKERS)
def test_tars(ending: str) -> None:
    data = PACKERS[ending](tarred())
    assert untarred(data, ending or None) == {
        f"d/{number}.sgf": b"x" * number for number in range(5)
    }


@pytest.mark.parametrize("ending", PACKERS)
def test_tars_that_are_cut_off(ending: str) -> None:
    # The last file is cut in two; without compression the cut must be inside it.
    packed = PACKERS[ending](tarred())
    data = packed[: len(packed) // 2] if ending else packed[: 512 * 8 + 2]
    with pytest.raises(ArchiveError, match="the archive is broken"):
        untarred(data, ending or None)


@pytest.mark.parametrize("ending", [ending for ending in PACKERS if ending])
def test_packed_files(ending: str) -> None:
    packed = PACKERS[ending](b"(;B[ee])")
    assert read_packed(io.BytesIO(packed), ending) == b"(;B[ee])"
    with pytest.raises(ArchiveError, match="cannot be unpacked"):
        read_packed(io.BytesIO(b"no such thing at all"), ending)


@pytest.mark.parametrize("ending", PACKERS)
def test_the_bytes_tell_what_a_file_is(ending: str) -> None:
    packing = ending or None
    cases = {tarred(): TAR, b"(;B[ee])": None}
    for data, archive in cases.items():
        packed = io.BytesIO(PACKERS[ending](data))
        for name in ("x", "x.sgf", "x.gz", f"x{ending}"):
            if packing or not name.endswith(".gz"):
                assert kind_of(packed, name) == Kind(packing, archive), name
                assert packed.tell() == 0


def test_a_zip_under_any_name() -> None:
    for name in ("x.zip", "x.dat", "x.tar.gz"):
        assert kind_of(zipped_at_start(), name) == Kind(archive=ZIP)
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    empty.seek(0)
    assert kind_of(empty, "x") == Kind(archive=ZIP)
    assert kind_of(io.BytesIO(b"#!/bin/sh"), "x.zip") == Kind(archive=ZIP)


def zipped_at_start() -> io.BytesIO:
    buffer, _ = zipped()
    buffer.seek(0)
    return buffer


def test_names() -> None:
    assert [kind_by_name(name) for name in ("a.zip", "a.ZIP", "a.sgf")] == [
        *[Kind(archive=ZIP)] * 2,
        PLAIN,
    ]
    for name in ("a.tar", "a.tgz", "a.tar.gz", "a.tar.zst", "a.TBZ2", "a.txz"):
        assert kind_by_name(name).archive == TAR
    assert kind_by_name("a.sgf.gz") == Kind(".gz")


@pytest.mark.parametrize("number", range(20, 24))
def test_a_file_of_a_zip_read_in_pieces(number: int) -> None:
    buffer, files = zipped()
    directory = find_directory(buffer)
    entry = list(zip_entries(buffer, directory.start, directory.count))[number]
    stream = open_zip_file(buffer, entry, directory.shift)
    assert b"".join(iter(lambda: stream.read(7), b"")) == files[entry.name]
    data = bytearray(buffer.getvalue())
    start = entry.header + 30 + len(entry.name.encode())
    data[start + 10 : start + 14] = b"\xff\x00\xaa\x55"
    with pytest.raises(ArchiveError, match="cannot be unpacked"):
        read_stream(open_zip_file(io.BytesIO(bytes(data)), entry, 0), 1 << 20)


def test_real_files(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    path.write_bytes(zipped()[0].getvalue())
    with path.open("rb") as file:
        assert find_directory(file).count == 41
