"""Files are found in folders, by globs and at addresses: each once, in the order of their names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from boardbytes.columns.scan.sources import Source, find_sources, open_address, shown
from boardbytes.errors import ScanError
from tests.needs import need_module


def names(paths: list[str], without: Path | str = "/nowhere") -> list[str]:
    return [os.path.basename(source.address) for source in find_sources(paths, str(without))]  # noqa: PTH119


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("b.sgf", "a.dat", "deep/c.sgf", "deep/er/d.sgf", "out/old.parquet"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())
    return tmp_path


def test_a_folder(folder: Path) -> None:
    assert names([str(folder)], folder / "out") == ["a.dat", "b.sgf", "c.sgf", "d.sgf"]


def test_size_and_mark(folder: Path) -> None:
    (source,) = find_sources([str(folder / "b.sgf")], "/nowhere")
    assert (source.size, source.address) == (5, str(folder / "b.sgf"))
    before = source.mark
    os.utime(folder / "b.sgf", (1, 1))
    (changed,) = find_sources([str(folder / "b.sgf")], "/nowhere")
    assert changed.mark != before


def test_globs(folder: Path) -> None:
    assert names([str(folder / "*.sgf")]) == ["b.sgf"]
    assert names([str(folder / "**" / "*.sgf")]) == ["b.sgf", "c.sgf", "d.sgf"]


def test_nothing_comes_twice(folder: Path) -> None:
    deep, top = str(folder / "deep"), str(folder / "b.sgf")
    found = names([deep, top, top, str(folder / "deep" / "er"), str(folder / "deep" / "c.sgf")])
    assert found == ["c.sgf", "d.sgf", "b.sgf"]


def test_links(folder: Path) -> None:
    (folder / "deep" / "loop").symlink_to(folder)
    (folder / "deep" / "link.sgf").symlink_to(folder / "b.sgf")
    (folder / "deep" / "gone.sgf").symlink_to(folder / "nowhere")
    assert names([str(folder / "deep")]) == ["c.sgf", "d.sgf", "gone.sgf", "link.sgf"]


def test_what_is_not_there(folder: Path) -> None:
    with pytest.raises(ScanError, match="there is no such file or folder"):
        find_sources([str(folder / "x.sgf")], "/nowhere")
    with pytest.raises(ScanError, match="no file has such a name"):
        find_sources([str(folder / "*.x")], "/nowhere")
    with pytest.raises(ScanError, match="there is no such file or folder"):
        list(find_sources(["memory://nowhere/at/all"], "/nowhere"))
    with pytest.raises(ScanError, match="nosuch://x"):
        list(find_sources(["nosuch://x"], "/nowhere"))


def test_addresses(folder: Path) -> None:
    fsspec = need_module("fsspec", "fsspec")
    system = fsspec.filesystem("memory")
    for name in ("z.sgf", "a/b.sgf", "a/a.dat"):
        system.pipe(f"/games/{name}", name.encode())
    found = list(find_sources(["memory://games"], "/nowhere"))
    assert [source.address for source in found] == [
        "memory:///games/z.sgf",
        "memory:///games/a/a.dat",
        "memory:///games/a/b.sgf",
    ]
    with open_address(found[2].address) as file:
        assert file.read() == b"a/b.sgf"
    assert names(["memory://games/*/*.sgf"]) == ["b.sgf"]
    assert names([f"file://{folder}/deep"]) == ["c.sgf", "d.sgf"]


def test_names_that_are_no_text() -> None:
    strange = os.fsdecode(b"caf\xe9.sgf")
    assert shown(strange) == "caf\\xe9.sgf"
    assert Source(strange, 0, "").name.encode("utf-8")
