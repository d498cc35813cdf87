"""Files with several games: every one is checked, and any one is shown."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from boardbytes.cli import check, main, progress

SGF = b"(;SZ[9];B[aa])\n(;SZ[9];B[bb]C[x])\n(;SZ[9];B[aa];W[aa])\n"
PDN = b"1. 11-15 22-18 *\n1. 9-14 22-18 rubbish *\n1. 11-15 11-16 *\n"
OCCUPIED = "game 3: move 2: A9 is not legal: the point is occupied"


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
    assert main(["check", sgf]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{sgf}: warning: game 2: 1 comment left out at byte {SGF.index(b'[x]')}",
        f"{sgf}: error: {OCCUPIED} at byte {SGF.rindex(b'[aa]')}",
    ]


def test_every_pdn_game_is_checked(pdn: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", pdn, "--json"]) == 1
    (report,) = json.loads(capsys.readouterr().out)
    assert not report["ok"]
    second, third = report["problems"]
    assert (second["code"], second["offset"]) == ("token", PDN.index(b"rubbish"))
    assert second["message"].startswith("game 2: ")
    assert (third["code"], third["offset"]) == ("move", PDN.index(b"11-16"))
    assert third["message"].startswith("game 3: move 2: 11-16 is not legal")


def test_one_game_is_shown(sgf: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", sgf, "--game", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["record"]["moves"] == ["B8"]
    assert main(["show", sgf, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["record"]["moves"] == ["A9"]
    assert main(["show", sgf, "--game", "3"]) == 1
    assert "three.sgf: " in capsys.readouterr().err
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
