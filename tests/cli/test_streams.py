"""Standard streams that are closed or full, and names that no terminal should obey."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from boardbytes.cli import main
from tests.conftest import ROOT

CLOSED = "boardbytes: standard input or output is closed\n"


def run_with(redirection: str, *args: str) -> subprocess.CompletedProcess[str]:
    """Run a command whose streams the shell has closed or sent elsewhere."""
    line = f'exec "$0" -m boardbytes "$@" {redirection}'
    command = ["sh", "-c", line, sys.executable, *args]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, input="")


@pytest.mark.parametrize(
    ("redirection", "command"),
    [
        (">&-", "show examples/endgame.dat"),
        (">&-", "convert examples/endgame.dat - --to json"),
        (">&-", "draw examples/endgame.dat"),
        (">&-", "check --json examples/endgame.dat"),
        ("<&-", "show -"),
        ("<&-", "play mill"),
        ("<&- >&-", "convert - - --to json"),
    ],
)
def test_a_closed_stream_is_one_line(redirection: str, command: str) -> None:
    done = run_with(redirection, *command.split())
    assert (done.returncode, done.stderr) == (2, CLOSED)


def test_nothing_else_is_missed() -> None:
    """Whoever reads a file needs no standard input, and whoever is fine no standard error."""
    done = run_with("<&- 2>&-", "check", "examples/endgame.dat")
    assert (done.returncode, done.stdout) == (0, "examples/endgame.dat: fine (stackmill)\n")


@pytest.mark.parametrize("redirection", [">&- 2>&-", "2>&-", "2>/dev/full", "<&- 2>/dev/full"])
def test_who_cannot_complain_still_fails(redirection: str) -> None:
    done = run_with(redirection, "show", "not-there.dat")
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


def test_a_file_does_not_take_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    done = run_with("<&- >&- 2>&-", "convert", "examples/endgame.dat", str(out))
    assert done.returncode == 2  # what it says about it goes nowhere
    assert out.read_bytes().startswith(b"{")
    assert b"endgame.dat" not in out.read_bytes()


NAMES = ["a\x1b[31mb", "a\rb", "a\x07b", "a\nb", "a\x9bb", "a\u202eb", os.fsdecode(b"a\xffb")]


def strange(text: str) -> list[str]:
    """The signs that a terminal would obey instead of showing them."""
    return [sign for sign in text if not sign.isprintable() and sign != "\n"]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_cannot_command_a_terminal(
    tmp_path: Path, name: str, capfd: pytest.CaptureFixture[str]
) -> None:
    file, out, board = (tmp_path / f"{name}.{ending}" for ending in ("dat", "json", "gb08"))
    for command in (
        ["show", str(file)],
        ["convert", "examples/endgame.dat", str(file)],
        ["show", str(file)],
        ["check", str(file)],
        ["explain", str(file)],
        ["convert", str(file), str(out)],
        ["check", str(out), "--repair"],
        ["edit", str(board), "new", "2", "2"],
        ["edit", str(board), "set", "--all", "height=1"],
        ["library", "--db", str(tmp_path / f"{name}.db"), "add", str(board)],
        ["library", "--db", str(tmp_path / f"{name}.db"), "export", str(tmp_path / name)],
        ["play", "mill", "--white", "random", "--save", str(tmp_path / "none" / name)],
        ["moves", str(out), name],
        [name],
        ["draw", str(file), "--output", str(tmp_path / "none" / f"{name}.svg")],
    ):
        main(command)
        said = "".join(capfd.readouterr())
        assert said
        assert strange(said) == []


def test_what_stands_in_a_file_cannot_command_a_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.dgf"
    file.write_bytes(b'id = "\x1b[31m"\nblack = "\x1b]0;x\x07"\nresult = "\x9b"\nmoves = [\x1b]\n')
    for verb in ("show", "check", "explain"):
        main([verb, str(file), "--format", "dgf-game"])
        said = "".join(capfd.readouterr())
        assert said
        assert strange(said) == []
