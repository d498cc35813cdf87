"""Files with several games: every one is checked, and any one is shown."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from benchmarks.sgf_collection import collection, run

from boardbytes.cli import check, common, main, progress
from boardbytes.formats.format import MANY

SGF = b"(;SZ[9];B[aa])\n(;SZ[9];B[bb]C[x])\n(;SZ[9];B[aa];W[aa])\n"
PDN = b"1. 11-15 22-18 *\n1. 9-14 22-18 rubbish *\n1. 11-15 11-16 *\n"
OCCUPIED = "game 3, move 2: A9 is not legal: the point is occupied"


@pytest.fixture
def sgf(tmp_path: Path) -> str:
    path = tmp_path / "three.sgf"
    path.write_bytes(SGF)
    return str(path)


@pytest.fixture
def pdn(tmp_path: Path) -> str:
    path = tmp_path / "three.pdn"
    path.write_bytes(PDN)
    return str(path)


def test_every_sgf_game_is_checked(sgf: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = f"{sgf}: warning: {OCCUPIED} at byte {SGF.rindex(b'[aa]')}"
    assert main(["check", sgf]) == 0, "SGF says how to play such a move"
    assert capsys.readouterr().out.splitlines() == [told]
    assert main(["check", sgf, "--strict"]) == 1
    assert capsys.readouterr().out.splitlines() == [told]
    assert main(["check", sgf, "--strict", "--json"]) == 1
    (report,) = json.loads(capsys.readouterr().out)
    (problem,) = report["problems"]
    assert (problem["game"], problem["ply"]) == (3, 2)


def test_every_pdn_game_is_checked(pdn: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", pdn, "--json"]) == 1
    (report,) = json.loads(capsys.readouterr().out)
    assert not report["ok"]
    second, third = report["problems"]
    assert (second["code"], second["offset"]) == ("token", PDN.index(b"rubbish"))
    assert (second["game"], third["game"]) == (2, 3)
    assert "game" not in second["message"]
    assert (third["code"], third["offset"]) == ("move", PDN.index(b"11-16"))
    assert "11-16 is not legal" in third["message"]


def test_one_game_is_shown(sgf: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", sgf, "--game", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["record"]["moves"] == ["B8"]
    assert main(["show", sgf, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["record"]["moves"] == ["A9"]
    assert main(["show", sgf, "--game", "3"]) == 0
    shown = capsys.readouterr().out
    assert "2 moves played" in shown
    assert f"warning: {OCCUPIED}" in shown
    assert main(["show", sgf, "--game", "4"]) == 2
    assert "three.sgf has fewer than 4 games" in capsys.readouterr().err


def test_one_pdn_game_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "tests/vectors/pdn/ok/two-games.pdn", "--game", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["record"]["moves"][0] == "9-14"


def test_games_are_counted_on_a_terminal(
    sgf: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check, "LONG", 0)
    monkeypatch.setattr(progress, "PAUSE", 0)
    main(["check", sgf])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["check", sgf])
    assert capsys.readouterr().err == "1 game …\r2 games …\r3 games …\r" + " " * 9 + "\r"


def test_one_game_is_converted_and_drawn(
    sgf: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", sgf, "-", "--game", "2", "--to", "json", "--lossy"]) == 0
    (node,) = json.loads(capsys.readouterr().out)["tree"]["nodes"]
    assert node == {"move": "B8", "comment": "x"}
    assert main(["draw", sgf, "--game", "2", "-o", str(tmp_path / "two.svg")]) == 0
    assert main(["draw", sgf, "--game", "4"]) == 2


def test_one_game_does_not_replace_its_file(
    sgf: str, pdn: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for path, data, number in ((sgf, SGF, "1"), (sgf, SGF, "3"), (pdn, PDN, "1")):
        assert main(["convert", path, path, "--game", number]) == 2
        assert "other games would be lost" in capsys.readouterr().err
        assert Path(path).read_bytes() == data
    assert main(["convert", sgf, sgf, "--game", "3", "--lossy"]) == 0
    assert main(["convert", sgf, sgf, "--game", "1"]) == 0, "now it is the only one"


def test_a_long_file_says_that_it_is_read(
    sgf: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(common, "LONG", 0)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["show", sgf])
    line = f"reading {sgf} …"
    assert capsys.readouterr().err == f"{line}\r{' ' * len(line)}\r"


@pytest.mark.slow
@pytest.mark.parametrize("size", [10, 3_000_000])
def test_a_file_that_changes_its_size_while_it_is_checked(size: int, tmp_path: Path) -> None:
    """In a process of its own: a mapped file that gets shorter ends whoever looks at its end."""
    path = tmp_path / "large.sgf"
    path.write_bytes(collection(1_000_000))
    games = path.read_bytes().count(b"(;GM")
    code = (
        "import os, sys\n"
        "from boardbytes.cli.check import _open\n"
        "checked = _open(sys.argv[1], None, {})\n"
        "os.truncate(sys.argv[1], int(sys.argv[2]))\n"
        "print(sum(1 for _ in checked._found()))\n"
    )
    command = [sys.executable, "-c", code, str(path), str(size)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{games}\n")


COMPILER = 130_000_000
"""What Numba takes once it is loaded."""


def check_memory(tmp_path: Path, size: int) -> None:
    """Beside what a command takes for one game: a few games; where one is shown, the file, and
    the same as text, and the compiler that skips the games before it."""
    small, large = tmp_path / "small.sgf", tmp_path / "large.sgf"
    data = collection(size)
    large.write_bytes(data)
    small.write_bytes(collection(MANY + 1))
    some = 25_000_000
    number = data.count(b"(;GM")
    for verb in (["show"], ["check"], ["show", "--game", str(number)]):
        _, usual = run(verb[0], str(small))
        _, found = run(*verb, str(large))
        shown = 2 * size + COMPILER if verb[0] == "show" else 0
        assert found < usual + some + shown, verb


@pytest.mark.slow
def test_memory_is_bounded_by_the_file_and_a_few_games(tmp_path: Path) -> None:
    check_memory(tmp_path, 4_000_000)


@pytest.mark.slow
def test_memory_is_bounded_by_a_file_of_50_megabytes(tmp_path: Path) -> None:
    check_memory(tmp_path, 50_000_000)
    assert run("check", str(tmp_path / "large.sgf"))[1] < 200_000_000


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("three.sgf", b"(;SZ[9];B[aa])\n(;SZ[0];B[bb])\n(;SZ[9];B[cc])", "SZ"),
        ("three.pdn", b"1. 11-15 *\n\n1. 9-14 9-14 *\n\n1. 10-14 *\n", "9-14 is not legal"),
    ],
)
def test_a_broken_game_does_not_hide_those_around_it(
    name: str, data: bytes, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    for number in ("1", "3"):
        assert main(["show", str(path), "--game", number, "--json"]) == 0
        shown = json.loads(capsys.readouterr().out)
        assert len(shown["record"]["moves"]) == 1
    assert main(["show", str(path), "--game", "2"]) == 1
    assert why in "".join(capsys.readouterr())
    assert main(["show", str(path), "--game", "4"]) == 2
