"""A registry as a person uses it on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.channel.keys import KeyRing
from boardbytes.library.registry.store import Registry
from tests.cli.test_commands import run
from tests.library.registry.conftest import board, serving


def library(*arguments: str | Path, status: int = 0) -> str:
    code, out, err = run("library", *arguments)
    assert code == status, (out, err)
    return out + err


@pytest.mark.slow
def test_a_board_on_its_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOARDBYTES_CACHE", str(tmp_path / "cache"))
    registry = Registry(str(tmp_path / "registry.db"), KeyRing())
    mine, yours, entry = tmp_path / "a.gb16", tmp_path / "b.gb16", tmp_path / "entry.json"
    bb.save(board("Isle", code=""), mine)
    with serving(registry) as url:
        assert "give --registry URL" in library("push", mine, status=2)
        at = ("--registry", url)
        assert "1 keys are kept here" not in library("push", mine, *at, "--key", "new", "--update")
        code = bb.load(mine).position.code
        assert len(code) == 5
        assert "give --key ADDRESS" in library("push", mine, *at, status=2)
        (author,) = set(KeyRing().addresses()) - {registry.key}
        monkeypatch.setenv("BOARDBYTES_KEY", author)
        assert f"{code}  1  " in library("push", mine, *at)
        other = library("push", mine, *at, "--key", "new", status=1)
        assert f"{mine}: {code} belongs to {author}" in other
        monkeypatch.setenv("BOARDBYTES_REGISTRY", url)
        library("pull", code.lower(), yours, "--entry", entry)
        assert yours.read_bytes() == mine.read_bytes()
        assert f"is {code} version 1, signed by {author}" in library("verify", yours, entry)
        entry.write_text(entry.read_text().replace("Isle", "Alse"))
        assert "title must be 'Isle'" in library("verify", yours, entry, status=1)
        assert "give a BOARD and its ENTRY" in library("verify", yours, status=2)
        assert f"{code}  1" in library("search", "isl")
        assert library("--db", tmp_path / "own.db", "search", "isl") == ""
        assert json.loads(library("--json", "search", "isl"))[0]["code"] == code
        assert "1 line of the log, 1 new file" in library("mirror", tmp_path / "mirror")
        assert "fine" in library("verify")
        there = ("--registry", tmp_path / "mirror")
        assert "fine" in library("verify", *there, "--registry-key", registry.key)
        next((tmp_path / "mirror" / "files").iterdir()).write_bytes(b"")
        assert "SHA-256" in library("verify", *there, status=1)
        assert "withdrawn by" in library("withdraw", code, "1")
        assert "every version" in library("pull", code, "-", status=1)
        assert "withholds 1 of 2 lines" in library("verify", *there, status=1)
    assert "cannot be reached" in library("push", mine, status=1)
