"""Tables kept in the cache folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from boardbytes.caching import FOLDER_VARIABLE, HEADER, cache_folder, cached

CONTENT = bytes(range(256)) * 16


class Builder:
    """Counts how often it had to build."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self) -> bytes:
        self.calls += 1
        return CONTENT


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "not" / "there" / "yet"
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder))
    return folder


def test_built_once(folder: Path) -> None:
    build = Builder()
    for _ in range(3):
        content = cached("table", len(CONTENT), build)
        assert content == CONTENT
        assert content.readonly
    assert build.calls == 1
    assert [path.name for path in folder.iterdir()] == ["table"]


@pytest.mark.parametrize("place", [0, 8, HEADER.size, HEADER.size + 77, -1])
def test_any_damaged_byte_is_noticed(folder: Path, place: int) -> None:
    build = Builder()
    cached("table", len(CONTENT), build)
    data = bytearray((folder / "table").read_bytes())
    data[place] ^= 0x10
    (folder / "table").write_bytes(data)
    assert cached("table", len(CONTENT), build) == CONTENT
    assert build.calls == 2


@pytest.mark.parametrize("length", [0, 1, HEADER.size, HEADER.size + 100])
def test_a_file_cut_short_is_noticed(folder: Path, length: int) -> None:
    build = Builder()
    cached("table", len(CONTENT), build)
    (folder / "table").write_bytes((folder / "table").read_bytes()[:length])
    assert cached("table", len(CONTENT), build) == CONTENT
    assert build.calls == 2


def test_a_longer_file_is_noticed(folder: Path) -> None:
    build = Builder()
    cached("table", len(CONTENT), build)
    with (folder / "table").open("ab") as file:
        file.write(b"more")
    assert cached("table", len(CONTENT), build) == CONTENT
    assert build.calls == 2


def test_a_folder_that_cannot_be_made_is_no_obstacle(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "file"))
    build = Builder()
    content = cached("table", len(CONTENT), build)
    assert content == CONTENT
    assert content.readonly


def test_the_users_folder_is_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    assert cache_folder().name == "boardbytes"
