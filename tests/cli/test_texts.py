"""Texts in place of files: whatever is likely a position or a game stands for itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from boardbytes.cli import main

Out = pytest.CaptureFixture[str]
WORD = Path("tests/vectors/channel/ok/jump.hex").read_text().strip()
TEXTS = {
    "word": (WORD, "channel"),
    "fen": ("B:W18,24,27:B12,16,20", "draughts-fen"),
    "sgf": ("(;SZ[9];B[aa];W[bb])", "sgf"),
    "pdn": ("1. 11-15 22-18 *", "pdn"),
    "pdn with tags": ('[Event "x"]\n[Result "*"]\n1. 11-15 22-18 *', "pdn"),
}


@pytest.mark.parametrize(("text", "format"), TEXTS.values(), ids=TEXTS)
def test_a_text_is_shown_checked_and_explained(text: str, format: str, capsys: Out) -> None:
    assert main(["show", text, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == format
    assert main(["check", text]) == 0
    assert main(["explain", text]) == 0
    assert main(["draw", text, "--json"]) == 0


def test_a_long_text_is_no_name_of_a_file(capsys: Out) -> None:
    text = f"(;SZ[9]C[{'x' * 5000}];B[aa])"
    for verb in ("show", "check", "explain", "moves"):
        assert main([verb, text]) == 0, verb
    main(["check", text])
    assert len(capsys.readouterr().out.splitlines()[-1]) < 100


def test_a_file_of_that_name_comes_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "(;SZ[9];B[aa])").write_text("1. 11-15 22-18 *")
    assert main(["show", "(;SZ[9];B[aa])", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["format"] == "pdn"


@pytest.mark.parametrize("name", ["missing.sgf", "MFEN", "game", "11", "696", "8x5", "GBFrH_U1"])
def test_a_missing_file_is_still_missing(name: str, capsys: Out) -> None:
    assert main(["show", name]) == 2
    assert "No such file" in capsys.readouterr().err
