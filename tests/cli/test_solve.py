"""`solve` as a person or a script uses it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from boardbytes.cli import main
from boardbytes.solving.mill.cpu import Cores
from boardbytes.solving.mill.files import path_of
from boardbytes.solving.mill.subspaces import Subspace

Said: TypeAlias = Callable[..., tuple[int, str, str]]


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Said:
    """Run the command in this process, which is compiled already; code, output, complaint."""

    def said(*args: str | Path) -> tuple[int, str, str]:
        code = main(["solve", "mill", *map(str, args)])
        return code, *capsys.readouterr()

    return said


def plain(said: tuple[int, str, str]) -> Any:
    return json.loads(said[1])


@pytest.mark.slow
def test_both_phases_and_whether_they_are_right(tmp_path: Path, say: Said) -> None:
    solve = ("--stones", "6", "--tables", tmp_path)
    code, out, err = say(*solve, "--phase", "both")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("solving takes up to 23 MB of memory")
    assert lines[1].split() == "hands mover opponent classes won drawn lost longest".split()
    row = "0/0 3 3 169,626 140,621 269 28,736 25/26".split()
    assert row in [line.split() for line in lines]
    assert lines[-1] == f"tables in {tmp_path}"
    again = plain(say(*solve, "--phase", "setting", "--json"))
    assert again["memory"] == 0
    assert len(again["subspaces"]) == len(lines) - 4
    assert again["subspaces"][0]["hand"] == 1
    assert f"tables in {tmp_path}: fine" in say("--verify", "--deep", "--tables", tmp_path)[1]
    data = bytearray(path_of(tmp_path, Subspace(3, 3)).read_bytes())
    data[-1] ^= 1
    path_of(tmp_path, Subspace(3, 3)).write_bytes(data)
    code, out, err = say("--verify", "--tables", tmp_path)
    assert (code, err) == (1, "")
    assert out.startswith("error: the table ")
    assert "is damaged: the checksum of block 3 is wrong; delete it to solve it again" in out
    found = plain(say("--verify", "--tables", tmp_path, "--json"))
    assert [problem["code"] for problem in found["problems"]] == ["table"]


def test_values_only(tmp_path: Path, say: Said) -> None:
    solve = ("--stones", "6", "--tables", tmp_path)
    [found] = plain(say(*solve, "--value-only", "--json"))["subspaces"]
    assert (found["won"], found["longest_win"], found["longest_loss"]) == (140_621, None, None)
    assert "everything is already solved" in say(*solve, "--value-only")[1]
    # Whoever then asks for plies gets them.
    assert plain(say(*solve, "--json"))["subspaces"][0]["longest_win"] == 25


def test_progress_for_whoever_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, say: Said
) -> None:
    monkeypatch.setattr("boardbytes.cli.progress.LONG_PAUSE", 0.0)
    args = ("--stones", "7", "--tables", tmp_path)
    lines = say(*args, "--progress")[2].splitlines()
    assert lines[0] == "3 against 3 stones: 0.0 of 2.0 million states"
    assert any(
        line.startswith("3 against 4 stones, 17 plies: 0.2 of 2.0 million states, ")
        and line.endswith(" s left")
        for line in lines
    )
    assert say(*args)[2] == ""


def test_too_little_memory_is_said_before_anything_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, say: Said
) -> None:
    monkeypatch.setattr(Cores, "free_bytes", lambda self: 900_000_000)
    code, out, err = say("--all", "--tables", tmp_path)
    assert (code, out) == (2, "")
    assert err == "boardbytes: 8 against 9 stones need 2.2 GB of memory; 900 MB are free\n"
    assert not list(tmp_path.iterdir())


def test_what_does_not_go_together(tmp_path: Path, say: Said) -> None:
    for args, reason in (
        (("--all", "--stones", "8"), "give --all or --stones, not both"),
        (("--deep",), "--deep goes with --verify"),
        (("--phase", "setting", "--tables", tmp_path), "solve both phases"),
    ):
        code, out, err = say(*args)
        assert (code, out) == (2, "")
        assert reason in err
